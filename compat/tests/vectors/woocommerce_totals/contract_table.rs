//! The carts A to Z of the contract "woocommerce", section 8.6 (case 111 of section 19).

use serde_json::{Value, json};

use super::cart_totals::totals_of;

/// The columns of the table.
const KEYS: [&str; 9] = [
    "subtotal",
    "subtotal_tax",
    "cart_contents_total",
    "cart_contents_tax",
    "discount_total",
    "discount_tax",
    "shipping_tax",
    "total_tax",
    "total",
];

/// Name, items, coupons, further changes of the shop, and what the columns hold; `-`: the table leaves it out.
///
/// Items: `quantity×price` with properties behind it. Coupons: type and amount, with properties.
const CARTS: [(&str, &str, &str, &str, &str); 27] = [
    (
        "A",
        "3×9.99",
        "",
        "",
        "29.97 6.29 29.97 6.29 0 0 1.04 7.33 42.25",
    ),
    (
        "B",
        "7×0.05 1×33.33",
        "",
        "",
        "33.68 7.07 33.68 7.07 - - 1.04 8.11 46.74",
    ),
    (
        "C",
        "1×9.99 2×10,untaxed",
        "",
        "",
        "29.99 2.10 29.99 2.10 - - 1.04 3.14 38.08",
    ),
    ("D", "2×9.99", "", "free", "19.98 4.20 - - - - 0 4.20 24.18"),
    (
        "E",
        "3×9.99 1×33.33",
        "percent 10",
        "",
        "63.30 13.29 56.97 11.97 6.33 1.3293 1.04 13.01 74.93",
    ),
    (
        "F",
        "3×9.99 2×33.33",
        "percent 33.333",
        "",
        "96.63 20.29 64.42 13.53 32.21 6.7641 1.04 14.57 83.94",
    ),
    (
        "G",
        "1×9.99 1×33.33 1×0.05",
        "fixed_cart 5",
        "",
        "43.37 9.11 38.37 8.06 5 1.05 1.04 9.10 52.42",
    ),
    (
        "H",
        "3×9.99",
        "fixed_cart 10",
        "",
        "29.97 6.29 19.97 4.19 10 2.10 1.04 5.23 30.15",
    ),
    (
        "I",
        "3×9.99 4×0.05",
        "fixed_product 2",
        "",
        "30.17 6.33 23.97 5.03 6.20 1.302 1.04 6.07 34.99",
    ),
    (
        "J",
        "2×9.99",
        "fixed_cart 999",
        "",
        "19.98 4.20 0 0 19.98 4.1958 1.04 1.04 5.99",
    ),
    (
        "K",
        "3×9.99 1×33.33",
        "percent 10;fixed_cart 5",
        "",
        "63.30 13.29 51.97 10.92 11.33 2.3793 1.04 11.96 68.88",
    ),
    (
        "L",
        "3×9.99 2×33.33",
        "percent 50 one",
        "",
        "96.63 20.29 79.97 16.79 16.66 3.4986 1.04 17.83 102.75",
    ),
    (
        "M",
        "1×14.99,sale 1×9.99",
        "percent 10 nosale",
        "",
        "24.98 5.25 23.98 5.04 1.00 0.21 1.04 6.08 35.01",
    ),
    (
        "N",
        "1×9.99",
        "fixed_cart 0",
        "free",
        "9.99 2.10 - - - - 0 2.10 12.09",
    ),
    (
        "O",
        "3×12.10",
        "",
        "incl",
        "30 6.30 30 6.30 - - 1.04 7.34 42.29",
    ),
    (
        "P",
        "3×9.99",
        "percent 10",
        "incl",
        "24.77 5.20 22.29 4.68 2.47933884 0.52066116 1.04 5.72 32.96",
    ),
    (
        "Q",
        "3×9.99",
        "fixed_cart 5",
        "incl",
        "24.77 5.20 20.64 4.33 4.1322314 0.8677686 1.04 5.37 30.96",
    ),
    (
        "R",
        "3×9.99 7×0.05 1×33.33",
        "",
        "subtotal",
        "63.65 13.3665 63.65 13.3665 - - 1.0395 14.41 83.01",
    ),
    (
        "R",
        "3×9.99 7×0.05 1×33.33",
        "",
        "",
        "63.65 13.36 63.65 13.36 - - - 14.40 83.00",
    ),
    ("S", "3×9.99", "", "untaxed", "29.97 0 - - - - 0 0 34.92"),
    (
        "T",
        "1×50,virtual",
        "",
        "",
        "50 10.50 - - - - - 10.50 60.50",
    ),
    (
        "U",
        "1×12.10,virtual 1×50,virtual",
        "",
        "incl france",
        "51.32 0 - - - - - 0 51.32",
    ),
    (
        "V",
        "3×9.99",
        "",
        "second",
        "29.97 7.85 - - - - 1.30 9.15 44.07",
    ),
    (
        "W",
        "3×9.99",
        "",
        "compound",
        "29.97 8.18 - - - - 1.35 9.53 44.45",
    ),
    (
        "X",
        "1×12.10",
        "",
        "compound incl",
        "9.51 2.60 - - - - 1.35 3.95 18.41",
    ),
    (
        "Y",
        "1×9.99 1×10,reduced",
        "",
        "classes",
        "19.99 3.10 - - - - 1.04 4.14 29.08",
    ),
    (
        "Z",
        "1×10,reduced",
        "",
        "classes",
        "10 1 - - - - 0.50 1.50 16.45",
    ),
];

fn item(text: &str) -> Value {
    let mut parts = text.split(',');
    let (quantity, price) = parts.next().and_then(|p| p.split_once('×')).expect("item");
    let mut item = json!({"price": price, "qty": quantity.parse::<i64>().expect("quantity")});
    for property in parts {
        match property {
            "untaxed" => item["tax_status"] = json!("none"),
            "virtual" => item["virtual"] = json!(true),
            "sale" => item["on_sale"] = json!(true),
            "reduced" => item["contract_class"] = json!("reducido"),
            other => assert_eq!(other, "", "unknown property"),
        }
    }
    item
}

fn coupon(text: &str) -> Value {
    let parts: Vec<&str> = text.split(' ').collect();
    let amount: f64 = parts[1].parse().expect("amount");
    let mut coupon = json!({"code": parts[0], "discount_type": parts[0], "amount": amount});
    match parts.get(2) {
        Some(&"one") => coupon["limit_usage_to_x_items"] = json!(1),
        Some(_) => coupon["exclude_sale_items"] = json!(true),
        None => {}
    }
    coupon
}

/// A cart in the shop of the table: 21 %, a taxed flat rate of 4.95, and changes of that.
fn cart(items: &str, coupons: &str, changes: &str) -> Value {
    let first = json!({"country": "ES", "rate": "21", "name": "IVA"});
    let second = |compound: u8| json!({"country": "ES", "rate": "5.2", "name": "RE", "priority": 2, "compound": compound});
    let reduced =
        json!({"country": "ES", "rate": "10", "name": "Red", "contract_class": "reducido"});
    let coupons = coupons.split(';').filter(|text| !text.is_empty());
    let mut cart = json!({
        "items": items.split(' ').map(item).collect::<Vec<_>>(), "coupons": coupons.map(coupon).collect::<Vec<_>>(),
        "tax": {"enabled": "yes", "prices_include": "no", "round_at_subtotal": "no", "rates": [first]},
        "shipping": {"cost": "4.95"}, "customer": ["ES", "GR", "18500", "Guadix"], "decimals": 2, "base": "ES:GR",
    });
    for change in changes.split(' ').filter(|text| !text.is_empty()) {
        match change {
            "free" => cart["shipping"] = json!({"cost": "0", "tax_status": "none"}),
            "incl" => cart["tax"]["prices_include"] = json!("yes"),
            "subtotal" => cart["tax"]["round_at_subtotal"] = json!("yes"),
            "untaxed" => cart["tax"]["enabled"] = json!("no"),
            "france" => cart["customer"] = json!(["FR", "", "75001", "Paris"]),
            "second" => cart["tax"]["rates"] = json!([first, second(0)]),
            "compound" => cart["tax"]["rates"] = json!([first, second(1)]),
            "classes" => {
                cart["tax"]["rates"] = json!([first, reduced]);
                cart["shipping_class"] = json!("inherit");
            }
            other => assert_eq!(other, "", "unknown property"),
        }
    }
    cart
}

#[test]
fn carts_of_the_contract() {
    let mut wrong = Vec::new();
    for (name, items, coupons, changes, sums) in CARTS {
        let found = totals_of(&cart(items, coupons, changes)).expect("totals");
        for (key, sum) in KEYS.iter().zip(sums.split(' ')) {
            let value = &found["totals"][key];
            let own = value.as_f64().or_else(|| value.as_str()?.parse().ok());
            let own: f64 = own.unwrap_or(f64::NAN);
            let sum: Option<f64> = sum.parse().ok();
            if sum.is_some_and(|sum| (own - sum).abs() > 1e-9 || own.is_nan()) {
                wrong.push(format!("{name} {key}: {own}, not {sum:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
