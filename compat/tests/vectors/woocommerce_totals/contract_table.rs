//! The carts A to Z of the contract "woocommerce", section 8.6 (case 111 of section 19).

use serde_json::{Value, json};

use super::cart_totals::totals_of;

/// A cart with what the table gives: subtotal, its tax, items' total, its tax, discount, its tax, tax of shipping, total
/// tax, total. `None`: the table leaves it out.
struct Row {
    name: char,
    scenario: Value,
    sums: [Option<f64>; 9],
}

fn is(sum: f64) -> Option<f64> {
    Some(sum)
}

/// A cart in the shop of the table: 21 %, a taxed flat rate of 4.95; `changes` replace parts of it.
fn cart(items: &[(&str, i64)], changes: Value) -> Value {
    let items: Vec<_> = items
        .iter()
        .map(|(price, qty)| json!({"price": price, "qty": qty}))
        .collect();
    let mut cart = json!({
        "items": items, "coupons": [], "decimals": 2, "base": "ES:GR",
        "tax": {"enabled": "yes", "prices_include": "no", "round_at_subtotal": "no", "display_cart": "excl",
            "rates": [{"country": "ES", "rate": "21", "name": "IVA"}]},
        "shipping": {"cost": "4.95"}, "customer": ["ES", "GR", "18500", "Guadix"],
    });
    if let Value::Object(changes) = changes {
        for (path, value) in changes {
            let place = cart.pointer_mut(&path);
            match place {
                Some(own) => *own = value,
                None => cart[path.trim_start_matches('/')] = value,
            }
        }
    }
    cart
}

fn coupon(kind: &str, amount: f64) -> Value {
    json!({"code": format!("{kind}{amount}"), "discount_type": kind, "amount": amount})
}

fn row(name: char, scenario: Value, sums: [Option<f64>; 9]) -> Row {
    Row {
        name,
        scenario,
        sums,
    }
}

/// Carts of the table without coupons.
fn plain() -> Vec<Row> {
    let second = |compound: u8| {
        json!([{"country": "ES", "rate": "21", "name": "IVA"},
            {"country": "ES", "rate": "5.2", "name": "RE", "priority": 2, "compound": compound}])
    };
    let classes = json!([{"country": "ES", "rate": "21", "name": "IVA"},
        {"country": "ES", "rate": "10", "name": "Reducido", "contract_class": "reducido"}]);
    let incl = "/tax/prices_include";
    let mut out = Vec::new();
    let mut add = |name, scenario, sums| out.push(row(name, scenario, sums));
    add(
        'A',
        cart(&[("9.99", 3)], json!({})),
        [
            is(29.97),
            is(6.29),
            is(29.97),
            is(6.29),
            is(0.0),
            is(0.0),
            is(1.04),
            is(7.33),
            is(42.25),
        ],
    );
    add(
        'B',
        cart(&[("0.05", 7), ("33.33", 1)], json!({})),
        [
            is(33.68),
            is(7.07),
            is(33.68),
            is(7.07),
            None,
            None,
            is(1.04),
            is(8.11),
            is(46.74),
        ],
    );
    let free = json!({"price": "10", "qty": 2, "tax_status": "none"});
    add(
        'C',
        cart(&[], json!({"/items": [{"price": "9.99", "qty": 1}, free]})),
        [
            is(29.99),
            is(2.10),
            is(29.99),
            is(2.10),
            None,
            None,
            is(1.04),
            is(3.14),
            is(38.08),
        ],
    );
    let pickup = json!({"cost": "0", "tax_status": "none"});
    add(
        'D',
        cart(&[("9.99", 2)], json!({"/shipping": pickup})),
        [
            is(19.98),
            is(4.20),
            None,
            None,
            None,
            None,
            is(0.0),
            is(4.20),
            is(24.18),
        ],
    );
    add(
        'O',
        cart(&[("12.10", 3)], json!({incl: "yes"})),
        [
            is(30.0),
            is(6.30),
            is(30.0),
            is(6.30),
            None,
            None,
            is(1.04),
            is(7.34),
            is(42.29),
        ],
    );
    let many = [("9.99", 3), ("0.05", 7), ("33.33", 1)];
    add(
        'R',
        cart(&many, json!({"/tax/round_at_subtotal": "yes"})),
        [
            is(63.65),
            is(13.3665),
            is(63.65),
            is(13.3665),
            None,
            None,
            is(1.0395),
            is(14.41),
            is(83.01),
        ],
    );
    add(
        'R',
        cart(&many, json!({})),
        [
            is(63.65),
            is(13.36),
            is(63.65),
            is(13.36),
            None,
            None,
            None,
            is(14.40),
            is(83.00),
        ],
    );
    add(
        'S',
        cart(&[("9.99", 3)], json!({"/tax/enabled": "no"})),
        [
            is(29.97),
            is(0.0),
            None,
            None,
            None,
            None,
            is(0.0),
            is(0.0),
            is(34.92),
        ],
    );
    let voucher = json!({"price": "50", "qty": 1, "virtual": true});
    add(
        'T',
        cart(&[], json!({"/items": [voucher]})),
        [
            is(50.0),
            is(10.50),
            None,
            None,
            None,
            None,
            None,
            is(10.50),
            is(60.50),
        ],
    );
    let away = json!({"/items": [{"price": "12.10", "qty": 1, "virtual": true}, voucher], incl: "yes",
        "/customer": ["FR", "", "75001", "Paris"]});
    add(
        'U',
        cart(&[], away),
        [
            is(51.32),
            is(0.0),
            None,
            None,
            None,
            None,
            None,
            is(0.0),
            is(51.32),
        ],
    );
    add(
        'V',
        cart(&[("9.99", 3)], json!({"/tax/rates": second(0)})),
        [
            is(29.97),
            is(7.85),
            None,
            None,
            None,
            None,
            is(1.30),
            is(9.15),
            is(44.07),
        ],
    );
    add(
        'W',
        cart(&[("9.99", 3)], json!({"/tax/rates": second(1)})),
        [
            is(29.97),
            is(8.18),
            None,
            None,
            None,
            None,
            is(1.35),
            is(9.53),
            is(44.45),
        ],
    );
    add(
        'X',
        cart(
            &[("12.10", 1)],
            json!({"/tax/rates": second(1), incl: "yes"}),
        ),
        [
            is(9.51),
            is(2.60),
            None,
            None,
            None,
            None,
            is(1.35),
            is(3.95),
            is(18.41),
        ],
    );
    let reduced = json!({"price": "10", "qty": 1, "contract_class": "reducido"});
    let inherits = |items: Value| json!({"/items": items, "/tax/rates": classes, "/shipping_class": "inherit"});
    add(
        'Y',
        cart(&[], inherits(json!([{"price": "9.99", "qty": 1}, reduced]))),
        [
            is(19.99),
            is(3.10),
            None,
            None,
            None,
            None,
            is(1.04),
            is(4.14),
            is(29.08),
        ],
    );
    add(
        'Z',
        cart(&[], inherits(json!([reduced]))),
        [
            is(10.0),
            is(1.0),
            None,
            None,
            None,
            None,
            is(0.50),
            is(1.50),
            is(16.45),
        ],
    );
    out
}

/// Those with coupons.
fn discounted() -> Vec<Row> {
    let incl = "/tax/prices_include";
    let with = |coupons: Value| json!({"/coupons": coupons});
    let mut out = Vec::new();
    let mut add = |name, scenario, sums| out.push(row(name, scenario, sums));
    add(
        'E',
        cart(
            &[("9.99", 3), ("33.33", 1)],
            with(json!([coupon("percent", 10.0)])),
        ),
        [
            is(63.30),
            is(13.29),
            is(56.97),
            is(11.97),
            is(6.33),
            is(1.3293),
            is(1.04),
            is(13.01),
            is(74.93),
        ],
    );
    add(
        'F',
        cart(
            &[("9.99", 3), ("33.33", 2)],
            with(json!([coupon("percent", 33.333)])),
        ),
        [
            is(96.63),
            is(20.29),
            is(64.42),
            is(13.53),
            is(32.21),
            is(6.7641),
            is(1.04),
            is(14.57),
            is(83.94),
        ],
    );
    add(
        'G',
        cart(
            &[("9.99", 1), ("33.33", 1), ("0.05", 1)],
            with(json!([coupon("fixed_cart", 5.0)])),
        ),
        [
            is(43.37),
            is(9.11),
            is(38.37),
            is(8.06),
            is(5.0),
            is(1.05),
            is(1.04),
            is(9.10),
            is(52.42),
        ],
    );
    add(
        'H',
        cart(&[("9.99", 3)], with(json!([coupon("fixed_cart", 10.0)]))),
        [
            is(29.97),
            is(6.29),
            is(19.97),
            is(4.19),
            is(10.0),
            is(2.10),
            is(1.04),
            is(5.23),
            is(30.15),
        ],
    );
    add(
        'I',
        cart(
            &[("9.99", 3), ("0.05", 4)],
            with(json!([coupon("fixed_product", 2.0)])),
        ),
        [
            is(30.17),
            is(6.33),
            is(23.97),
            is(5.03),
            is(6.20),
            is(1.302),
            is(1.04),
            is(6.07),
            is(34.99),
        ],
    );
    add(
        'J',
        cart(&[("9.99", 2)], with(json!([coupon("fixed_cart", 999.0)]))),
        [
            is(19.98),
            is(4.20),
            is(0.0),
            is(0.0),
            is(19.98),
            is(4.1958),
            is(1.04),
            is(1.04),
            is(5.99),
        ],
    );
    let both = json!([coupon("percent", 10.0), coupon("fixed_cart", 5.0)]);
    add(
        'K',
        cart(&[("9.99", 3), ("33.33", 1)], with(both)),
        [
            is(63.30),
            is(13.29),
            is(51.97),
            is(10.92),
            is(11.33),
            is(2.3793),
            is(1.04),
            is(11.96),
            is(68.88),
        ],
    );
    let mut one = coupon("percent", 50.0);
    one["limit_usage_to_x_items"] = json!(1);
    add(
        'L',
        cart(&[("9.99", 3), ("33.33", 2)], with(json!([one]))),
        [
            is(96.63),
            is(20.29),
            is(79.97),
            is(16.79),
            is(16.66),
            is(3.4986),
            is(1.04),
            is(17.83),
            is(102.75),
        ],
    );
    let mut dear = coupon("percent", 10.0);
    dear["exclude_sale_items"] = json!(true);
    let sale = json!([{"price": "14.99", "qty": 1, "on_sale": true}, {"price": "9.99", "qty": 1}]);
    add(
        'M',
        cart(&[], json!({"/items": sale, "/coupons": [dear]})),
        [
            is(24.98),
            is(5.25),
            is(23.98),
            is(5.04),
            is(1.0),
            is(0.21),
            is(1.04),
            is(6.08),
            is(35.01),
        ],
    );
    let gift = json!({"/coupons": [coupon("fixed_cart", 0.0)], "/shipping": {"cost": "0", "tax_status": "none"}});
    add(
        'N',
        cart(&[("9.99", 1)], gift),
        [
            is(9.99),
            is(2.10),
            None,
            None,
            None,
            None,
            is(0.0),
            is(2.10),
            is(12.09),
        ],
    );
    add(
        'P',
        cart(
            &[("9.99", 3)],
            json!({incl: "yes", "/coupons": [coupon("percent", 10.0)]}),
        ),
        [
            is(24.77),
            is(5.20),
            is(22.29),
            is(4.68),
            is(2.479_338_84),
            is(0.520_661_16),
            is(1.04),
            is(5.72),
            is(32.96),
        ],
    );
    add(
        'Q',
        cart(
            &[("9.99", 3)],
            json!({incl: "yes", "/coupons": [coupon("fixed_cart", 5.0)]}),
        ),
        [
            is(24.77),
            is(5.20),
            is(20.64),
            is(4.33),
            is(4.132_231_4),
            is(0.867_768_6),
            is(1.04),
            is(5.37),
            is(30.96),
        ],
    );
    out
}

#[test]
fn carts_of_the_contract() {
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
    let (mut wrong, mut names) = (Vec::new(), Vec::new());
    for row in plain().into_iter().chain(discounted()) {
        names.push(row.name);
        let found = totals_of(&row.scenario).expect("totals");
        for (key, sum) in KEYS.iter().zip(row.sums) {
            let value = &found["totals"][key];
            let own = value.as_f64().or_else(|| value.as_str()?.parse().ok());
            let own = own.unwrap_or(f64::NAN);
            if let Some(sum) = sum.filter(|sum| (own - sum).abs() > 1e-9) {
                wrong.push(format!("{} {key}: {own} for {sum}", row.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    names.sort_unstable();
    names.dedup();
    assert_eq!(names, ('A'..='Z').collect::<Vec<_>>());
}
