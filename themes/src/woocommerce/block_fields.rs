//! The fields of the checkout's block.
//!
//! Contract "woocommerce-store-api", section 11.4: `defaultFields` and `addressFieldsLocations`.

use compat::woocommerce::address::{FieldSettings, FieldUse};
use compat::wordpress::php::{Array, Value};

use super::shop::Shop;

/// A field; its attributes are `autocomplete` and `autocapitalize`, the last one empty for none.
struct BlockField {
    key: &'static str,
    label: &'static str,
    optional_label: &'static str,
    autocomplete: &'static str,
    autocapitalize: &'static str,
    kind: &'static str,
    index: i64,
}

const fn field(
    key: &'static str,
    labels: [&'static str; 2],
    autocomplete: &'static str,
    autocapitalize: &'static str,
    index: i64,
) -> BlockField {
    let [label, optional_label] = labels;
    BlockField {
        key,
        label,
        optional_label,
        autocomplete,
        autocapitalize,
        kind: "",
        index,
    }
}

const FIELDS: [BlockField; 11] = [
    BlockField {
        kind: "email",
        ..field(
            "email",
            ["Email address", "Email address (optional)"],
            "email",
            "none",
            0,
        )
    },
    field(
        "country",
        ["Country/Region", "Country/Region (optional)"],
        "country",
        "",
        1,
    ),
    field(
        "first_name",
        ["First name", "First name (optional)"],
        "given-name",
        "sentences",
        10,
    ),
    field(
        "last_name",
        ["Last name", "Last name (optional)"],
        "family-name",
        "sentences",
        20,
    ),
    field(
        "company",
        ["Company", "Company (optional)"],
        "organization",
        "sentences",
        30,
    ),
    field(
        "address_1",
        ["Address", "Address (optional)"],
        "address-line1",
        "sentences",
        40,
    ),
    field(
        "address_2",
        [
            "Apartment, suite, etc.",
            "Apartment, suite, etc. (optional)",
        ],
        "address-line2",
        "sentences",
        50,
    ),
    field(
        "city",
        ["City", "City (optional)"],
        "address-level2",
        "sentences",
        70,
    ),
    field(
        "state",
        ["State/County", "State/County (optional)"],
        "address-level1",
        "sentences",
        80,
    ),
    field(
        "postcode",
        ["Postal code", "Postal code (optional)"],
        "postal-code",
        "characters",
        90,
    ),
    BlockField {
        kind: "tel",
        ..field(
            "phone",
            ["Phone", "Phone (optional)"],
            "tel",
            "characters",
            100,
        )
    },
];

/// All fields by their keys.
pub fn default_fields(shop: &Shop) -> Value {
    let settings = FieldSettings::from_options(shop.options());
    let fields = FIELDS.iter();
    fields.fold(Value::array(), |map, field| {
        map.with(field.key, described(shop, field, &settings))
    })
}

fn described(shop: &Shop, field: &BlockField, settings: &FieldSettings) -> Array {
    let chosen = match field.key {
        "company" => settings.company,
        "address_2" => settings.address_2,
        "phone" => settings.phone,
        _ => FieldUse::Required,
    };
    let mut map = Array::new()
        .with("label", shop.text(field.label))
        .with("optionalLabel", shop.text(field.optional_label))
        .with("required", chosen == FieldUse::Required)
        .with("hidden", chosen == FieldUse::Hidden);
    if field.kind == "tel" {
        map.insert("type", field.kind);
    }
    map.insert("autocomplete", field.autocomplete);
    if !field.autocapitalize.is_empty() {
        map.insert("autocapitalize", field.autocapitalize);
    }
    if field.kind == "email" {
        map.insert("type", field.kind);
    }
    map.with("index", field.index)
}

/// The fields by the places where the block shows them.
pub fn locations() -> Value {
    let (contact, address): (Vec<_>, Vec<_>) =
        FIELDS.iter().partition(|field| field.key == "email");
    let keys = |fields: Vec<&BlockField>| fields.into_iter().map(|own| own.key).collect::<Value>();
    Value::array()
        .with("address", keys(address))
        .with("contact", keys(contact))
        .with("order", Value::array())
}
