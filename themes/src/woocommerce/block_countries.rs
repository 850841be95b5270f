//! Countries as the scripts of the blocks know them.
//!
//! Contract "woocommerce-store-api", section 11.4: `countryData` and `countries`.

use compat::woocommerce::address::{
    States, address_format, countries, default_address_format, states,
};
use compat::woocommerce::settings::{Countries, ShopSettings};
use compat::wordpress::formatting::accents::remove_accents;
use compat::wordpress::php::{Array, Value};

use super::address_script::country_fields;
use super::cart_assets::decoded;
use super::cart_shipping::named_countries;
use super::shop::Shop;

/// The names of all countries, sorted by name.
pub fn all_countries(shop: &Shop) -> Value {
    let named = named_countries(shop, &Countries::All).into_iter();
    named.fold(Value::array(), |map, (code, name)| map.with(code, name))
}

/// What is known of the countries that the shop sells or ships to, sorted by name. `with_formats`: with the formats of
/// addresses, those of other countries behind them.
pub fn country_data(shop: &Shop, with_formats: bool) -> Value {
    let settings = ShopSettings::from_options(shop.options());
    let mut own = named_countries(shop, &settings.sells_to);
    for more in named_countries(shop, &settings.ships_to) {
        if !own.contains(&more) {
            own.push(more);
        }
    }
    let locale = shop.view.locale.code();
    own.sort_by_cached_key(|(_, name)| remove_accents(name, locale).to_lowercase());
    let mut all = Array::new();
    for (code, _) in &own {
        let sells = settings.sells_to.contains(code);
        let mut country = Array::new()
            .with("allowBilling", sells)
            .with("allowShipping", settings.ships_to.contains(code))
            .with("states", state_names(shop, code))
            .with("locale", field_changes(shop, code));
        add_format(&mut country, code, with_formats);
        all.insert(code.as_str(), country);
    }
    let mut others: Vec<_> = countries()
        .filter(|code| !own.iter().any(|(own, _)| own == code))
        .collect();
    others.sort_unstable();
    for code in others {
        let mut country = Array::new();
        add_format(&mut country, code, with_formats);
        if !country.is_empty() {
            all.insert(code, country);
        }
    }
    all.into()
}

fn add_format(country: &mut Array, code: &str, with_formats: bool) {
    let format = address_format(code);
    // Countries without a format of their own have the default one.
    if with_formats && format != default_address_format() {
        country.insert("format", format);
    }
}

fn state_names(shop: &Shop, code: &str) -> Value {
    match states(code) {
        States::Listed(listed) => listed.iter().fold(Value::array(), |map, (state, name)| {
            map.with(*state, decoded(&shop.text(name)))
        }),
        States::None | States::Unknown => Value::array(),
    }
}

/// What a country changes of the fields; places are called `index`, and there are no classes.
fn field_changes(shop: &Shop, code: &str) -> Value {
    let fields = country_fields(shop, code);
    let changed = fields.iter().map(|(key, field)| {
        let mut changed = Array::new();
        for (name, value) in field.iter() {
            match name.to_string_lossy().as_ref() {
                "class" => {}
                "priority" => {
                    changed.insert("index", value.clone());
                }
                _ => {
                    changed.insert(name.clone(), value.clone());
                }
            }
        }
        (key.clone(), changed)
    });
    changed.fold(Value::array(), |map, (key, field)| map.with(key, field))
}
