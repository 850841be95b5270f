//! The script that changes the fields of an address with the country (`wc-address-i18n`).
//!
//! Contract "woocommerce", sections 9.3 and 11.

use compat::woocommerce::address::{
    AddressField, FieldLocale, FieldSettings, address_fields, countries, country_label,
    country_locale, default_label, placeholder,
};
use compat::woocommerce::settings::ShopSettings;
use compat::wordpress::php::json::{flags, wp_json_encode};
use compat::wordpress::php::{Array, Value};

use super::asset_files::{json, script, version};
use super::shop::Shop;
use crate::wordpress::assets::Script;

/// Countries that stand behind the others, which are in the order of their codes.
const LAST: [&str; 2] = ["ES", "GB"];

/// The script.
pub fn address_script(shop: &Shop) -> Script {
    let file = "frontend/address-i18n.min.js";
    let script = script(&shop.view, "wc-address-i18n", file, &version(&shop.view));
    let encoded = |value: &Value| wp_json_encode(value, flags::UNESCAPED_SLASHES);
    let params = Value::array()
        .with("locale", encoded(&locale(shop)).unwrap_or_default())
        .with("locale_fields", encoded(&selectors()).unwrap_or_default())
        .with("i18n_required_text", shop.text("required"))
        .with("i18n_optional_text", shop.text("optional"));
    script.localized("wc_address_i18n_params", &json(&params))
}

/// What countries change of the fields, and the fields of the others.
fn locale(shop: &Shop) -> Value {
    let settings = ShopSettings::from_options(shop.options());
    let mut codes: Vec<_> = countries()
        .filter(|code| settings.sells_to.contains(code) || settings.ships_to.contains(code))
        .collect();
    codes.sort_unstable_by_key(|code| (LAST.contains(code), *code));
    let mut all = Array::new();
    for code in codes {
        let fields = country_fields(shop, code);
        if !fields.is_empty() {
            all.insert(code, fields);
        }
    }
    let fields = address_fields("", "", false, &FieldSettings::from_options(shop.options()));
    let fields = fields.iter();
    let fields = fields.fold(Array::new(), |map, field| {
        map.with(field.key, default_field(shop, field))
    });
    all.insert("default", fields);
    all.into()
}

pub(super) fn country_fields(shop: &Shop, country: &str) -> Array {
    let changed = country_locale(country);
    const NAMED: [&str; 3] = ["postcode", "state", "city"];
    let is_changed = |key: &str| changed.iter().any(|(own, _)| *own == key);
    let named = NAMED.into_iter();
    let named = named.filter(|key| is_changed(key) || country_label(country, key).is_some());
    let others = changed.iter().map(|(key, _)| *key);
    let keys = named.chain(others.filter(|key| !NAMED.contains(key)));
    let mut fields = Array::new();
    for key in keys {
        let own = changed.iter().find(|(own, _)| *own == key);
        let own = own.map_or_else(FieldLocale::default, |(_, own)| *own);
        let mut field = Array::new();
        if let Some(label) = country_label(country, key) {
            field.insert("label", shop.text(label));
        }
        if let Some(required) = own.required {
            field.insert("required", required);
        }
        if let Some(hidden) = own.hidden {
            field.insert("hidden", hidden);
        }
        if let Some(class) = own.class {
            field.insert("class", list(class));
        }
        if let Some(priority) = own.priority {
            field.insert("priority", i64::from(priority));
        }
        fields.insert(key, field);
    }
    fields
}

fn default_field(shop: &Shop, field: &AddressField) -> Array {
    let may_be_left_out = matches!(field.key, "company" | "address_2");
    let mut map = Array::new();
    if matches!(field.kind, "country" | "state") {
        map.insert("type", field.kind);
    }
    map.insert("label", shop.text(default_label(field.key)));
    if field.key == "address_2" {
        map.insert("label_class", list(&["screen-reader-text"]));
    }
    if let Some(text) = placeholder(field.key, field.required) {
        map.insert("placeholder", shop.text(text));
    }
    if !may_be_left_out {
        map.insert("required", field.required);
    }
    map.insert("class", list(&field.class));
    if !field.validate.is_empty() {
        map.insert("validate", list(field.validate));
    }
    let autocomplete = field.autocomplete.rsplit(' ').next().unwrap_or_default();
    map.insert("autocomplete", autocomplete);
    map.insert("priority", i64::from(field.priority));
    if may_be_left_out {
        map.insert("required", field.required);
    }
    map
}

fn list(texts: &[&str]) -> Array {
    let texts = texts.iter();
    texts.fold(Array::new(), |list, text| list.with_pushed(*text))
}

/// The rows that hold a field, in the forms of checkout and calculator.
fn selectors() -> Value {
    let fields = [
        ("address_1", false),
        ("address_2", false),
        ("state", true),
        ("postcode", true),
        ("city", true),
    ];
    let fields = fields.iter();
    fields.fold(Value::array(), |map, (key, is_calculated)| {
        let mut rows = format!("#billing_{key}_field, #shipping_{key}_field");
        if *is_calculated {
            rows.push_str(&format!(", #calc_shipping_{key}_field"));
        }
        map.with(*key, rows)
    })
}
