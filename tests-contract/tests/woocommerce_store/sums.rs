//! Amounts of the cart: taxes, and costs that wait for an address.

use compat::binds;
use serde_json::{Value, json};
use tests_contract::server::Database;
use tests_contract::site::Site;

use super::shop::{OIL, Shop};
use crate::woocommerce::shop::set_option;

/// The recorded shop with a tax of 21 % on products.
fn taxed(database: Database, options: &[(&str, &str)]) -> Shop {
    Shop::new(database, |site| {
        tax(site);
        for (name, value) in options {
            set_option(site, name, value);
        }
    })
}

fn tax(site: &Site) {
    const RATE: &str = "INSERT INTO {p}woocommerce_tax_rates (tax_rate_id, tax_rate_country, tax_rate_state, tax_rate, \
        tax_rate_name, tax_rate_priority, tax_rate_compound, tax_rate_shipping, tax_rate_order, tax_rate_class) \
        VALUES (1, 'ES', '', '21.0000', 'IVA', 1, 0, 1, 0, '')";
    site.execute(RATE, binds![]).expect("rate");
    set_option(site, "woocommerce_calc_taxes", "yes");
}

fn total<'c>(cart: &'c Value, name: &str) -> &'c str {
    cart["totals"][name].as_str().unwrap_or_default()
}

pub fn taxes(database: Database) {
    let shop = taxed(database, &[]);
    let cart = shop.client().with(OIL, 3);
    let totals = [
        "total_items",
        "total_items_tax",
        "total_shipping",
        "total_price",
        "total_tax",
    ];
    assert_eq!(
        totals.map(|name| total(&cart, name)),
        ["3750", "788", "450", "4988", "788"]
    );
    let lines = json!([{"name": "IVA", "price": "788", "rate": "21%"}]);
    assert_eq!(cart["totals"]["tax_lines"], lines);
    let shop = taxed(database, &[("woocommerce_tax_total_display", "single")]);
    assert_eq!(shop.client().with(OIL, 3)["totals"]["tax_lines"], json!([]));
}

pub fn prices_with_tax(database: Database) {
    let shop = taxed(database, &[("woocommerce_tax_display_cart", "incl")]);
    let cart = shop.client().with(OIL, 3);
    let prices = &cart["items"][0]["prices"];
    assert_eq!(
        (&prices["price"], &prices["raw_prices"]["price"]),
        (&json!("1513"), &json!("15130000"))
    );
    assert_eq!(total(&cart, "total_items"), "3750");
    let shop = taxed(database, &[("woocommerce_prices_include_tax", "yes")]);
    let cart = shop.client().with(OIL, 3);
    let totals = ["total_items", "total_items_tax", "total_price"];
    assert_eq!(
        totals.map(|name| total(&cart, name)),
        ["3099", "651", "4200"]
    );
    // Bounds are those of shown prices: 12,50 with tax is 10,33 without.
    let found = |bound: &str| {
        let list = shop
            .get(&format!("products?include=1970&max_price={bound}"))
            .json();
        list.as_array().map(Vec::len)
    };
    assert_eq!((found("1034"), found("1000")), (Some(1), Some(0)));
}

pub fn costs_wait_for_the_address(database: Database) {
    let shop = Shop::new(database, |site| {
        set_option(site, "woocommerce_shipping_cost_requires_address", "yes");
    });
    let client = shop.client();
    let cart = client.with(OIL, 1);
    assert_eq!(cart["has_calculated_shipping"], json!(false));
    assert_eq!(
        (&cart["totals"]["total_shipping"], &cart["shipping_rates"]),
        (&Value::Null, &json!([]))
    );
    let address = |address: Value| {
        let answer = client.post(
            "cart/update-customer",
            &json!({"shipping_address": address}),
        );
        assert_eq!(answer.0.status, 200, "{}", answer.0.body);
        answer.json()
    };
    let cart = address(json!({"country": "ES", "state": "GR", "postcode": "18500"}));
    assert_eq!(cart["has_calculated_shipping"], json!(false));
    let cart = address(json!({"city": "Guadix"}));
    assert_eq!(cart["has_calculated_shipping"], json!(true));
    assert_eq!(total(&cart, "total_shipping"), "450");
    // A state that the country does not have is stored, but not told; another country has other rates.
    let cart =
        address(json!({"country": "FR", "state": "", "postcode": "75001", "city": "Par\u{ed}s"}));
    assert_eq!(total(&cart, "total_shipping"), "1500");
    let refused = client.post(
        "cart/update-customer",
        &json!({"billing_address": {"country": "XX", "phone": "abc"}}),
    );
    assert_eq!(refused.refusal(), (400, "rest_invalid_param".to_owned()));
    let details = refused.json()["data"]["details"]["billing_address"].clone();
    assert_eq!(
        (&details["code"], details.get("additional_errors")),
        (&json!("invalid_country"), None)
    );
}
