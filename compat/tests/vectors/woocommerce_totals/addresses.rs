//! Addresses, fields, postcodes, phone numbers, and the small helpers of the shop.

use compat::woocommerce::address::{
    Address, FieldSettings, address_fields, country_locale, format_phone_number, format_postcode,
    formatted_address, is_phone, is_postcode, normalize_postcode, sanitize_phone_number, states,
};
use compat::wordpress::l10n::Message;
use compat::wordpress::options::Options;
use serde_json::{Map, Value, json};

use super::{FAMILY, spanish};
use crate::vectors::harness::{Vector, check};

/// Names that the recorded language pack translates.
const NAMES: &[(&str, &str)] = &[
    ("Belgium", "Bélgica"),
    ("Brazil", "Brasil"),
    ("Canada", "Canadá"),
    ("Switzerland", "Suiza"),
    ("Czech Republic", "República Checa"),
    ("Germany", "Alemania"),
    ("Denmark", "Dinamarca"),
    ("Spain", "España"),
    ("Finland", "Finlandia"),
    ("France", "Francia"),
    ("United Kingdom (UK)", "Reino Unido (UK)"),
    ("Greece", "Grecia"),
    ("Hungary", "Hungría"),
    ("Ireland", "Irlanda"),
    ("Italy", "Italia"),
    ("Japan", "Japón"),
    ("Luxembourg", "Luxemburgo"),
    ("Morocco", "Marruecos"),
    ("Mexico", "México"),
    ("Netherlands", "Países Bajos"),
    ("Norway", "Noruega"),
    ("New Zealand", "Nueva Zelanda"),
    ("Poland", "Polonia"),
    ("Romania", "Rumania"),
    ("Sweden", "Suecia"),
    ("Singapore", "Singapur"),
    ("Türkiye", "Turquía"),
    ("United States (US)", "Estados Unidos (EEUU)"),
    ("South Africa", "Sudáfrica"),
    ("New South Wales", "Nueva Gales del Sur"),
    ("Attica", "Ática"),
    ("Hong Kong Island", "Isla de Hong Kong"),
    ("Dublin", "Dublín"),
    ("İstanbul", "Estambul"),
];

/// Where the recorded shop sells to (option `woocommerce_specific_allowed_countries`).
const SOLD_TO: [&str; 5] = ["ES", "FR", "DE", "PT", "GB"];

fn address(v: &Vector) -> Address {
    let mut address = Address::default();
    for (name, value) in v.arg(0).as_object().into_iter().flatten() {
        address.set_field(name, value.as_str().unwrap_or_default());
    }
    address
}

#[test]
fn formats() {
    let texts: Vec<_> = NAMES
        .iter()
        .map(|(id, name)| (Message::new(id), *name))
        .collect();
    let (spanish, _folder) = spanish(&texts);
    for (function, separator) in [
        ("get_formatted_address", "\n"),
        ("get_formatted_address_br", "<br/>"),
    ] {
        check(FAMILY, &[function], 0, |v| {
            let shop = v.env["base_country"].as_str()?;
            let texts = spanish.domain("woocommerce");
            Some(formatted_address(&address(v), separator, shop, texts).into())
        });
    }
}

#[test]
fn fields() {
    let settings = FieldSettings::from_options(&Options::default());
    check(FAMILY, &["get_address_fields"], 0, |v| {
        let (country, prefix) = (v.str(0), v.str(1));
        let fields = address_fields(prefix, country, SOLD_TO.contains(&country), &settings);
        // The order of the fields is a part of the answer.
        let order: Vec<_> = v.out.as_object()?.keys().cloned().collect();
        let ours: Vec<_> = fields.iter().map(|field| field.name.clone()).collect();
        let mut sorted = ours.clone();
        sorted.sort();
        if order != ours && order != sorted {
            return Some(json!(ours));
        }
        let fields = fields.into_iter().map(|field| {
            let value = json!({
                "required": field.required, "hidden": false, "priority": field.priority,
                "class": field.class, "type": field.kind, "validate": field.validate,
                "autocomplete": field.autocomplete,
            });
            (field.name, value)
        });
        Some(fields.collect::<Map<_, _>>().into())
    });
    check(FAMILY, &["get_country_locale"], 0, |v| {
        let country = v.str(0);
        let mut fields = Map::new();
        if SOLD_TO.contains(&country) {
            for (name, field) in country_locale(country) {
                let mut flags = Map::new();
                let flag = |flag: Option<bool>| flag.map(Value::from);
                let flags_of = [
                    ("required", flag(field.required)),
                    ("hidden", flag(field.hidden)),
                    ("priority", field.priority.map(Value::from)),
                    ("class", field.class.map(Value::from)),
                ];
                for (key, value) in flags_of {
                    if let Some(value) = value {
                        flags.insert(key.to_owned(), value);
                    }
                }
                fields.insert(name.to_owned(), flags.into());
            }
        }
        Some(fields.into())
    });
    check(FAMILY, &["states_count"], 0, |v| {
        Some(
            states(v.str(0))
                .count()
                .map_or(Value::Bool(false), Value::from),
        )
    });
}

#[test]
fn postcodes_and_phones() {
    check(FAMILY, &["is_postcode"], 0, |v| {
        Some(is_postcode(v.str(0), v.str(1)).into())
    });
    check(FAMILY, &["wc_format_postcode"], 0, |v| {
        Some(format_postcode(v.str(0), v.str(1)).into())
    });
    check(FAMILY, &["wc_normalize_postcode"], 0, |v| {
        Some(normalize_postcode(v.str(0)).into())
    });
    check(FAMILY, &["is_phone"], 0, |v| {
        Some(is_phone(v.str(0)).into())
    });
    check(FAMILY, &["wc_sanitize_phone_number"], 0, |v| {
        Some(sanitize_phone_number(v.str(0)).into())
    });
    check(FAMILY, &["wc_format_phone_number"], 0, |v| {
        Some(format_phone_number(v.str(0)).into())
    });
}
