//! Totals of whole carts: taxes, coupons, flat rates, shown amounts.

use compat::woocommerce::cart_product::CartProduct;
use compat::woocommerce::coupon::{Coupon, CouponScene, DiscountType, validate};
use compat::woocommerce::product::TaxStatus;
use compat::woocommerce::shipping::{
    FlatRate, FreeShippingFacts, Method, MethodKind, Package, PackageItem, RateScene, Zone,
    rates_for_package,
};
use compat::woocommerce::tax::{
    RateRow, RateTable, RoundingPlace, ShippingTaxClass, TaxDisplay, TaxLocation, TaxRate,
    TaxRateId, TaxSettings, Taxes, calc_tax, shipping_tax_rates,
};
use compat::woocommerce::totals::{
    CartTotals, ItemTotals, ShippingLine, ShownAmount, TaxLabel, TotalsItem, TotalsScene,
};
use compat::wordpress::php::round::Half;
use compat::wordpress::php::{Array, Value as Php, json::json_encode};
use compat::wordpress::post::PostId;
use serde_json::{Map, Value, json};

use super::{FAMILY, euros, php};
use crate::vectors::harness::{Vector, check};

/// The process that recorded the vectors started with prices without tax, and the plugin reads the way of rounding once:
/// half a cent of tax goes up there, also in the vectors whose prices include tax.
const HALF: Half = Half::Up;

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

fn settings(tax: &Value) -> TaxSettings {
    let is_on = |key: &str| text(tax, key) == "yes";
    TaxSettings {
        is_enabled: is_on("enabled"),
        entered_with_tax: is_on("prices_include"),
        rounding: if is_on("round_at_subtotal") {
            RoundingPlace::Subtotal
        } else {
            RoundingPlace::Line
        },
        half: HALF,
        display_cart: match text(tax, "display_cart") {
            "incl" => TaxDisplay::Including,
            _ => TaxDisplay::Excluding,
        },
        ..TaxSettings::default()
    }
}

/// The classes of the vectors (`reduced-rate`, `zero-rate`) are none of the recorded shop: products and rates of an
/// unknown class are of the standard class.
fn rates(tax: &Value) -> RateTable {
    let rates = tax["rates"].as_array().into_iter().flatten().enumerate();
    let rows = rates.map(|(i, rate)| RateRow {
        id: i64::try_from(i).expect("a recorded value") + 1,
        country: text(rate, "country").to_owned(),
        rate: text(rate, "rate").parse().expect("a recorded value"),
        name: text(rate, "name").to_owned(),
        priority: rate["priority"].as_i64().unwrap_or(1),
        is_compound: rate["compound"] == json!(1),
        class: contract_class(rate),
        for_shipping: rate["shipping"] != json!(0),
        ..RateRow::default()
    });
    RateTable::new(rows.collect())
}

/// The class of a product or a rate of the contract's table (section 8.6).
fn contract_class(own: &Value) -> String {
    text(own, "contract_class").to_owned()
}

fn product(at: usize, item: &Value) -> CartProduct {
    CartProduct {
        id: PostId(i64::try_from(at).expect("a recorded value") + 100),
        price: text(item, "price").parse().ok(),
        tax_status: TaxStatus::of(item["tax_status"].as_str().unwrap_or("taxable")),
        tax_class: contract_class(item),
        is_on_sale: item["on_sale"] == json!(true),
        is_virtual: item["virtual"] == json!(true),
        is_purchasable: true,
        ..CartProduct::default()
    }
}

/// The recorded coupons are no posts: all have the id 0.
fn coupon(coupon: &Value, products: &[CartProduct]) -> Coupon {
    let only = coupon["product_index"].as_array().into_iter().flatten();
    let only = only.filter_map(|i| products.get(usize::try_from(i.as_u64()?).ok()?));
    Coupon {
        code: text(coupon, "code").to_owned(),
        discount_type: DiscountType::of(text(coupon, "discount_type")),
        amount: coupon["amount"].as_f64().expect("a recorded value"),
        exclude_sale_items: coupon["exclude_sale_items"] == json!(true),
        limit_usage_to_x_items: coupon["limit_usage_to_x_items"].as_i64(),
        maximum_amount: coupon["maximum_amount"].as_f64().unwrap_or_default(),
        product_ids: only.map(|p| p.id).collect(),
        date_expires: coupon.get("expiry_date").map(|_| 1_577_836_800),
        ..Coupon::default()
    }
}

/// The flat rate of the vector; none for a cart that is not sent.
fn shipping(
    scenario: &Value,
    items: &[TotalsItem<'_>],
    totals: &ItemTotals,
    scene: &TotalsScene<'_>,
) -> Vec<ShippingLine> {
    let sent = items.iter().zip(&totals.lines);
    let sent = sent.filter(|(item, _)| !item.product.is_virtual);
    let package = Package {
        items: sent
            .map(|(item, line)| PackageItem {
                key: line.key.clone(),
                name: String::new(),
                quantity: item.quantity,
                line_total: line.total,
                shipping_class: None,
            })
            .collect(),
        ..Package::default()
    };
    if package.items.is_empty() {
        return Vec::new();
    }
    let cost = text(&scenario["shipping"], "cost").to_owned();
    let flat = FlatRate {
        cost,
        ..FlatRate::default()
    };
    let zone = Zone {
        methods: vec![Method {
            instance_id: 1,
            title: String::new(),
            is_taxable: text(&scenario["shipping"], "tax_status") != "none",
            kind: MethodKind::FlatRate(flat),
        }],
        ..Zone::default()
    };
    // Shipping was of the standard class in all vectors: also where nothing in the cart is taxed (line 40).
    let rates = if scene.taxes.is_enabled && !scene.is_vat_exempt {
        let class = match text(scenario, "shipping_class") {
            "inherit" => ShippingTaxClass::Inherit,
            _ => ShippingTaxClass::Class(String::new()),
        };
        let mut classes: Vec<_> = items
            .iter()
            .map(|item| item.product.tax_class.as_str())
            .collect();
        classes.dedup();
        shipping_tax_rates(&class, scene.rates, scene.customer, &classes, &[])
    } else {
        Vec::new()
    };
    let rate_scene = RateScene {
        free: FreeShippingFacts::default(),
        taxes: &rates,
        prices: scene.prices,
        hides_when_free: false,
        ships_there: true,
    };
    let rates = rates_for_package(&zone, &package, &rate_scene);
    let lines = rates.into_iter().map(|rate| ShippingLine {
        cost: rate.cost,
        taxes: rate.taxes,
    });
    lines.collect()
}

/// PHP's value as the recording prints it: a float keeps its point, the keys of taxes are places and percents.
fn recorded(value: &Php, tax: &Value) -> Value {
    match value {
        // Reading JSON may miss a float by its last bit: ours is read from its text as the recorded one.
        Php::Float(f) => serde_json::from_str(&json!(f).to_string()).expect("a recorded value"),
        Php::Array(entries) => {
            let mut map = Map::new();
            for (key, value) in entries.iter() {
                let key = key.to_string_lossy();
                let key = match key.parse::<usize>() {
                    Ok(id) => rate_name(&tax["rates"][id - 1]),
                    Err(_) => key,
                };
                map.insert(key, recorded(value, tax));
            }
            Value::Object(map)
        }
        other => serde_json::from_str(&json_encode(other, 0).expect("a recorded value"))
            .expect("a recorded value"),
    }
}

fn rate_name(rate: &Value) -> String {
    let percent: f64 = text(rate, "rate").parse().expect("a recorded value");
    let priority = rate["priority"].as_i64().unwrap_or(1);
    format!("{}---{priority}-{percent}", text(rate, "country"))
}

fn shown(shown: Option<ShownAmount>, scene: &TotalsScene<'_>) -> Value {
    let Some(shown) = shown else {
        return "¡GRATIS!".into();
    };
    let price = scene.prices.price_text(shown.amount);
    let price = price.replace("&nbsp;", "\u{a0}").replace("&euro;", "€");
    let label = match shown.label {
        Some(TaxLabel::Including) => " (incl. impuestos)",
        Some(TaxLabel::Excluding) => " (sin impuestos)",
        None => "",
    };
    format!("{price}{label}").into()
}

fn totals(v: &Vector) -> Option<Value> {
    totals_of(v.arg(0))
}

/// The totals of a cart that is described as in the vectors.
pub(super) fn totals_of(scenario: &Value) -> Option<Value> {
    let mut prices = euros();
    prices.decimals = i32::try_from(scenario["decimals"].as_i64()?).ok()?;
    let taxes = settings(&scenario["tax"]);
    let table = rates(&scenario["tax"]);
    let place = |i: usize| {
        scenario["customer"][i]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    };
    let customer = TaxLocation {
        country: place(0),
        state: place(1),
        postcode: place(2),
        city: place(3),
    };
    let shop = TaxLocation::of_shop(text(scenario, "base"), "", "");
    let scene = TotalsScene {
        prices: &prices,
        taxes: &taxes,
        rates: &table,
        customer: &customer,
        shop: &shop,
        is_vat_exempt: scenario["vat_exempt"] == json!(true),
        is_sequential: text(scenario, "sequential") == "yes",
    };
    let list = scenario["items"].as_array()?;
    let products: Vec<_> = list
        .iter()
        .enumerate()
        .map(|(i, item)| product(i, item))
        .collect();
    let keys: Vec<_> = (0..list.len()).map(|i| i.to_string()).collect();
    let items: Vec<_> = list
        .iter()
        .enumerate()
        .map(|(i, item)| TotalsItem {
            key: &keys[i],
            product: &products[i],
            quantity: item["qty"].as_i64().expect("a recorded value"),
        })
        .collect();
    let coupons = scenario["coupons"].as_array()?.iter();
    let coupons: Vec<_> = coupons.map(|c| coupon(c, &products)).collect();
    let (applied, answers) = applied(&coupons, &items, &products, &scene);
    let lines = ItemTotals::calculate(&items, &applied, &scene);
    let shipping = shipping(scenario, &items, &lines, &scene);
    let cart = CartTotals::new(&lines, &shipping, &scene);
    let mut answer = amounts(&lines, &cart, &scene, &scenario["tax"]);
    answer["coupon_applied"] = answers.into();
    answer["contents_count"] = items.iter().map(|i| i.quantity).sum::<i64>().into();
    answer["needs_shipping"] = products.iter().any(|p| !p.is_virtual).into();
    Some(answer)
}

/// The coupons that may be used, and for each coupon whether it may. They are applied one after the other, each to the
/// cart with those before it.
fn applied<'c>(
    coupons: &'c [Coupon],
    items: &[TotalsItem<'_>],
    products: &[CartProduct],
    scene: &TotalsScene<'_>,
) -> (Vec<&'c Coupon>, Map<String, Value>) {
    let (mut applied, mut answers) = (Vec::new(), Map::new());
    for coupon in coupons {
        let before = ItemTotals::calculate(items, &applied, scene);
        let displayed = scene.shown(before.subtotal, before.subtotal_tax);
        let coupon_scene = CouponScene {
            products: products.iter().collect(),
            displayed_subtotal: displayed.amount,
            now: 1_795_169_730,
            customer: &[],
            category_names: &[],
            prices: scene.prices,
        };
        let is_valid = validate(coupon, &coupon_scene).is_ok();
        answers.insert(coupon.code.clone(), is_valid.into());
        if is_valid {
            applied.push(coupon);
        }
    }
    (applied, answers)
}

/// All amounts as the recording has them.
fn amounts(lines: &ItemTotals, cart: &CartTotals, scene: &TotalsScene<'_>, tax: &Value) -> Value {
    let discounts = lines.coupons.iter().map(|discount| {
        let amounts = Php::array()
            .with("discount", discount.discount)
            .with("tax", discount.tax.map_or(Php::Int(0), Php::Float));
        (discount.code.clone(), recorded(&amounts, tax))
    });
    let stored = lines.lines.iter();
    let stored = stored.map(|line| recorded(&line.stored_in(Array::new().into()), tax));
    let total = ShownAmount {
        amount: cart.total,
        label: None,
    };
    json!({
        "totals": recorded(&cart.stored(scene.prices), tax),
        "items": stored.collect::<Vec<_>>(),
        "coupon_discounts": discounts.collect::<Map<_, _>>(),
        "displayed": {
            "subtotal": shown(Some(cart.shown_subtotal(scene)), scene),
            "total": shown(Some(total), scene),
            "shipping": shown(cart.shown_shipping(scene), scene),
        },
    })
}

#[test]
fn carts() {
    check(FAMILY, &["cart_totals"], 0, totals);
}

#[test]
fn taxes() {
    check(FAMILY, &["calc_tax"], 0, |v| {
        let rates = v
            .arg(1)
            .as_array()?
            .iter()
            .enumerate()
            .map(|(i, rate)| TaxRate {
                id: TaxRateId(i64::try_from(i).expect("a recorded value")),
                rate: rate["rate"].as_f64().expect("a recorded value"),
                label: String::new(),
                shipping: true,
                compound: rate["compound"] == "yes",
            });
        let rates: Vec<_> = rates.collect();
        let Taxes(taxes) = calc_tax(php(v.arg(0)).to_float(), &rates, v.arg(2).as_bool()?, 6);
        Some(taxes.iter().map(|(_, tax)| *tax).collect::<Vec<_>>().into())
    });
    check(FAMILY, &["wc_round_tax_total"], 0, |v| {
        let settings = TaxSettings {
            entered_with_tax: v.env["prices_include_tax"] == "yes",
            half: HALF,
            ..TaxSettings::default()
        };
        Some(settings.round_tax_total(php(v.arg(0)).to_float(), 2).into())
    });
}
