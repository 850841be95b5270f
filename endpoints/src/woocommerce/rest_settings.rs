//! The shop's settings in `wp/v2/settings`: local pickup, order of products, fields of the checkout.
//!
//! Contract "wordpress-rest", section 11; recording owner/options-settings.

use compat::wordpress::l10n::Locale;
use compat::wordpress::php::{Array, Value};

use crate::wordpress::rest::setting::{Setting, SettingDefault};

/// The settings, in the plugin's order.
pub const SETTINGS: [Setting; 6] = [
    Setting::new(
        "pickup_location_settings",
        "woocommerce_pickup_location_settings",
        "object",
    )
    .described("", "WooCommerce Local Pickup Method Settings")
    .of_domain("woocommerce")
    .default(SettingDefault::List)
    .with(pickup),
    Setting::new(
        "pickup_locations",
        "pickup_location_pickup_locations",
        "array",
    )
    .described("", "WooCommerce Local Pickup Locations")
    .of_domain("woocommerce")
    .default(SettingDefault::List)
    .with(|_| Array::new().with("items", location())),
    Setting::new(
        "woocommerce_default_catalog_orderby",
        "woocommerce_default_catalog_orderby",
        "string",
    )
    .described(
        "Default product sorting",
        "How should products be sorted in the catalog by default?",
    )
    .of_domain("woocommerce")
    .default(SettingDefault::Text("menu_order"))
    .with(|_| {
        let orders = [
            "menu_order",
            "popularity",
            "rating",
            "date",
            "price",
            "price-desc",
        ];
        Array::new().with("enum", orders.into_iter().collect::<Value>())
    }),
    field(
        "woocommerce_checkout_phone_field",
        "Phone number",
        "Controls the display of the phone field in checkout.",
        "required",
    ),
    field(
        "woocommerce_checkout_company_field",
        "Company",
        "Controls the display of the company field in checkout.",
        "optional",
    ),
    field(
        "woocommerce_checkout_address_2_field",
        "Address Line 2",
        "Controls the display of the apartment (address_2) field in checkout.",
        "optional",
    ),
];

/// A field of the checkout.
const fn field(
    name: &'static str,
    title: &'static str,
    description: &'static str,
    default: &'static str,
) -> Setting {
    Setting::new(name, name, "string")
        .described(title, description)
        .of_domain("woocommerce")
        .default(SettingDefault::Text(default))
        .with(|_| {
            let states = ["optional", "required", "hidden"];
            Array::new().with("enum", states.into_iter().collect::<Value>())
        })
}

fn text() -> Value {
    Value::array().with("type", "string")
}

fn object(properties: Value) -> Array {
    Array::new()
        .with("properties", properties)
        .with("additionalProperties", false)
}

fn pickup(locale: &Locale) -> Array {
    let described = |source: &str| {
        let source = locale.domain("woocommerce").translate(source);
        Value::array()
            .with("description", source.to_owned())
            .with("type", "string")
    };
    let one_of = |values: [&str; 2]| values.into_iter().collect::<Value>();
    let enabled = "If enabled, this method will appear on the block based checkout.";
    let title = "This controls the title which the user sees during checkout.";
    let tax = "If a cost is defined, this controls if taxes are applied to that cost.";
    let cost = "Optional cost to charge for local pickup.";
    let properties = Value::array()
        .with(
            "enabled",
            described(enabled).with("enum", one_of(["yes", "no"])),
        )
        .with("title", described(title))
        .with(
            "tax_status",
            described(tax).with("enum", one_of(["taxable", "none"])),
        )
        .with("cost", described(cost));
    object(properties)
}

fn location() -> Value {
    let mut address = Value::array();
    for name in ["address_1", "city", "state", "postcode", "country"] {
        address = address.with(name, text());
    }
    let mut whole = Array::new().with("type", "object");
    whole.extend(object(address));
    let properties = Value::array()
        .with("name", text())
        .with("address", whole)
        .with("details", text())
        .with("enabled", Value::array().with("type", "boolean"));
    let mut location = Array::new().with("type", "object");
    location.extend(object(properties));
    location.into()
}
