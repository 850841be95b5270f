//! Reads zones and their methods.
//!
//! Contract "woocommerce", section 2.7.

use std::collections::HashMap;

use super::method::{FlatRate, FreeShipping, LocalPickup, Method, MethodKind, Requirement};
use super::zone::{Zone, ZoneLocations};
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::php::cast::string_to_float;
use crate::wordpress::php::{Value, maybe_unserialize};

/// Zones of a shop.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Zones {
    /// In their order; the zone of everywhere else (id 0) is the last one.
    pub zones: Vec<Zone>,
    /// Methods of extensions, which are left out: zone and name.
    pub unknown_methods: Vec<(i64, String)>,
}

/// All zones with their methods that are switched on.
///
/// # Errors
/// When the database fails.
pub async fn load_zones(db: &Db) -> Result<Zones, DbError> {
    const ZONES: &str =
        "SELECT zone_id, zone_name FROM {p}woocommerce_shipping_zones ORDER BY zone_order, zone_id";
    const LOCATIONS: &str = "SELECT zone_id, location_code, location_type FROM {p}woocommerce_shipping_zone_locations \
        ORDER BY location_id";
    const METHODS: &str = "SELECT zone_id, instance_id, method_id FROM {p}woocommerce_shipping_zone_methods \
        WHERE is_enabled = 1 ORDER BY method_order, instance_id";
    const SETTINGS: &str =
        "SELECT option_name, option_value FROM {p}options WHERE option_name IN (?*)";
    let rows: Vec<(i64, String)> = db.load(ZONES, Vec::new()).await?;
    let rows = rows.into_iter().chain([(0, String::new())]);
    let mut zones: Vec<_> = rows
        .map(|(id, name)| Zone {
            id,
            name,
            ..Zone::default()
        })
        .collect();
    let locations: Vec<(i64, String, String)> = db.load(LOCATIONS, Vec::new()).await?;
    for (zone, code, kind) in locations {
        if let Some(zone) = zones.iter_mut().find(|own| own.id == zone) {
            add_location(&mut zone.locations, code, &kind);
        }
    }
    let methods: Vec<(i64, i64, String)> = db.load(METHODS, Vec::new()).await?;
    let names = methods
        .iter()
        .map(|(_, instance, method)| option_name(method, *instance));
    let names: Vec<_> = names.collect();
    let settings: Vec<(String, Vec<u8>)> = db
        .load_list(SETTINGS, Vec::new(), &names, Vec::new())
        .await?;
    let settings: HashMap<_, _> = settings.into_iter().collect();
    let mut unknown_methods = Vec::new();
    for (zone, instance, method) in methods {
        let Some(own) = zones.iter_mut().find(|own| own.id == zone) else {
            continue;
        };
        let settings = settings.get(&option_name(&method, instance));
        let settings = settings
            .map(|raw| maybe_unserialize(raw))
            .unwrap_or_default();
        match method_of(&method, instance, &settings) {
            Some(method) => own.methods.push(method),
            None => unknown_methods.push((zone, method)),
        }
    }
    Ok(Zones {
        zones,
        unknown_methods,
    })
}

/// Whether a zone has a method that is switched on.
///
/// # Errors
/// When the database fails.
pub async fn has_methods(db: &Db) -> Result<bool, DbError> {
    const METHOD: &str = "SELECT instance_id FROM {p}woocommerce_shipping_zone_methods \
        WHERE is_enabled = 1 LIMIT 1";
    let rows: Vec<(i64,)> = db.load(METHOD, Vec::new()).await?;
    Ok(!rows.is_empty())
}

/// The option with the settings of a method.
fn option_name(method: &str, instance: i64) -> String {
    format!("woocommerce_{method}_{instance}_settings")
}

fn add_location(locations: &mut ZoneLocations, code: String, kind: &str) {
    match kind {
        "country" => locations.countries.push(code),
        "state" => locations.states.push(code),
        "continent" => locations.continents.push(code),
        "postcode" => locations.postcodes.push(code),
        _ => {}
    }
}

fn method_of(method: &str, instance_id: i64, settings: &Value) -> Option<Method> {
    let text = |key: &str| settings.at(key).to_string_lossy().into_owned();
    let text_or = |key: &str, default: &str| match settings.get(key) {
        Some(value) => value.to_string_lossy().into_owned(),
        None => default.to_owned(),
    };
    let (kind, title, tax_status) = match method {
        "flat_rate" => {
            let class_costs = settings.iter().filter_map(|(key, cost)| {
                let key = key.to_string_lossy();
                let class = key.strip_prefix("class_cost_")?.to_owned();
                Some((class, cost.to_string_lossy().into_owned()))
            });
            let flat = FlatRate {
                cost: text("cost"),
                class_costs: class_costs.collect(),
                no_class_cost: text("no_class_cost"),
                adds_classes: text_or("type", "class") == "class",
            };
            (MethodKind::FlatRate(flat), "Flat rate", "taxable")
        }
        "free_shipping" => {
            let free = FreeShipping {
                requires: Requirement::of(&text("requires")),
                min_amount: string_to_float(text("min_amount").as_bytes()),
                ignore_discounts: text("ignore_discounts") == "yes",
            };
            (MethodKind::FreeShipping(free), "Free shipping", "none")
        }
        "local_pickup" => {
            let pickup = LocalPickup { cost: text("cost") };
            (MethodKind::LocalPickup(pickup), "Local pickup", "none")
        }
        _ => return None,
    };
    Some(Method {
        instance_id,
        title: text_or("title", title),
        is_taxable: text_or("tax_status", tax_status) == "taxable",
        kind,
    })
}
