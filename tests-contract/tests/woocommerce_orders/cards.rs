//! Payment by card where more than one part of the shop takes part: money that is only authorised, orders kept as posts,
//! reports about another order, the Store API.

use serde_json::{Value as Json, json};
use tests_contract::server::Database;
use tests_contract::stripe_mock::{StripeMock, WEBHOOK_SECRET, signature};

use super::redsys::{self, REDSYS};
use super::shop::{HONEY, OIL, Shop, Visitor, redirect};
use super::stripe::{STRIPE, back, follow, is, notes, notify, now, shop, shop_with};

/// An older shop, whose orders are posts.
const IN_POSTS: &[(&str, &str)] = &[("woocommerce_custom_orders_table_enabled", "no")];

/// Orders that are posts: status and transaction.
fn posts(shop: &Shop) -> Vec<(String, String)> {
    shop.load(
        "SELECT p.post_status, COALESCE(m.meta_value, '') FROM {p}posts p LEFT JOIN {p}postmeta m \
         ON m.post_id = p.ID AND m.meta_key = '_transaction_id' WHERE p.post_type = 'shop_order' ORDER BY p.ID",
    )
}

fn is_post(shop: &Shop, status: &str, transaction: &str) {
    assert_eq!(posts(shop), [(status.to_owned(), transaction.to_owned())]);
    assert_eq!(shop.number("SELECT COUNT(*) FROM {p}wc_orders"), 0);
}

/// `capture: no`, on the payment page and with a payment method of the page: the order is on hold until the people of the
/// shop take the money.
pub fn authorised_and_captured(database: Database) {
    let stripe = StripeMock::start().expect("stripe");
    let shop = shop_with(database, &stripe, "no", &[]);
    let mut buyer = shop.buyer(OIL, 2);
    let pay = redirect(&buyer.buy(&[STRIPE]));
    follow(&mut buyer, &pay);
    let intent = stripe.pay_on_page(&stripe.ids("cs_").remove(0));
    assert_eq!(stripe.object(&intent)["status"], "requires_capture");
    assert!(follow(&mut buyer, &back(&pay)).contains("/order-received/"));
    is(&shop, "wc-on-hold", "ch_1");
    assert_eq!(shop.stock(OIL), "18");
    assert!(
        follow(&mut buyer, &pay).contains("/order-received/"),
        "an authorised order is not paid again"
    );
    let noted = notes(&shop).len();
    let kind = "payment_intent.amount_capturable_updated";
    let (body, header) = stripe.event(kind, &intent, now());
    for _ in 0..2 {
        assert_eq!(notify(&shop, &body, &header), 200);
    }
    is(&shop, "wc-on-hold", "ch_1");
    assert_eq!(notes(&shop).len(), noted, "{:?}", notes(&shop));
    let paid = "SELECT COUNT(*) FROM {p}wc_order_operational_data WHERE date_paid_gmt IS NOT NULL";
    assert_eq!(shop.number(paid), 0);
    stripe.capture(&intent);
    let (body, header) = stripe.event("payment_intent.succeeded", &intent, now());
    for _ in 0..2 {
        assert_eq!(notify(&shop, &body, &header), 200);
        is(&shop, "wc-processing", "ch_1");
    }
    assert_eq!((shop.number(paid), shop.stock(OIL).as_str()), (1, "18"));
    // A late event of the authorisation changes nothing any more.
    let late = body.replace("\"succeeded\"", "\"requires_capture\"");
    let signed = signature(WEBHOOK_SECRET, now(), &late);
    assert_eq!(notify(&shop, &late, &signed), 200);
    is(&shop, "wc-processing", "ch_1");
    // With a payment method of the page.
    let mut other = shop.buyer(HONEY, 1);
    let card = [STRIPE, ("wc-stripe-payment-method", "pm_card")];
    let pay = redirect(&other.buy(&card));
    assert!(follow(&mut other, &pay).contains("/order-received/"));
    let held =
        "SELECT COUNT(*) FROM {p}wc_orders WHERE status = 'wc-on-hold' AND transaction_id = 'ch_2'";
    assert_eq!(shop.number(held), 1);
    assert_eq!(stripe.charges().len(), 2);
}

/// An authorisation that is given up, or that lapses: the order is cancelled, its goods go back.
pub fn authorised_and_given_up(database: Database) {
    let stripe = StripeMock::start().expect("stripe");
    let shop = shop_with(database, &stripe, "no", &[]);
    let mut buyer = shop.buyer(OIL, 2);
    let card = [STRIPE, ("wc-stripe-payment-method", "pm_card")];
    let pay = redirect(&buyer.buy(&card));
    follow(&mut buyer, &pay);
    is(&shop, "wc-on-hold", "ch_1");
    let intent = stripe.ids("pi_").remove(0);
    stripe.cancel(&intent);
    let (body, header) = stripe.event("payment_intent.canceled", &intent, now());
    for _ in 0..2 {
        assert_eq!(notify(&shop, &body, &header), 200);
        is(&shop, "wc-cancelled", "ch_1");
        assert_eq!(shop.stock(OIL), "20");
    }
    // Of an order that waits for another try it says nothing.
    let mut other = shop.buyer(HONEY, 1);
    let pay = redirect(&other.buy(&[STRIPE]));
    follow(&mut other, &pay);
    let session = stripe.ids("cs_").remove(0);
    let intent = stripe.pay_on_page(&session);
    stripe.cancel(&intent);
    let (body, header) = stripe.event("payment_intent.canceled", &intent, now());
    assert_eq!(notify(&shop, &body, &header), 200);
    let waiting = "SELECT COUNT(*) FROM {p}wc_orders WHERE status = 'wc-pending'";
    assert_eq!(shop.number(waiting), 1);
}

/// Orders kept as posts, paid through Stripe.
pub fn stripe_in_posts(database: Database) {
    let stripe = StripeMock::start().expect("stripe");
    let shop = shop_with(database, &stripe, "yes", IN_POSTS);
    let mut buyer = shop.buyer(OIL, 2);
    let nonce = buyer.nonce();
    let card = |id| [STRIPE, ("wc-stripe-payment-method", id)];
    let pay = redirect(&buyer.order(&nonce, &card("pm_declined")));
    is_post(&shop, "wc-pending", "");
    follow(&mut buyer, &pay);
    is_post(&shop, "wc-failed", "");
    let pay = redirect(&buyer.order(&nonce, &card("pm_3ds")));
    assert!(follow(&mut buyer, &pay).starts_with("https://bank.example/"));
    is_post(&shop, "wc-failed", "");
    let intent = stripe.ids("pi_").remove(0);
    let kept = "SELECT COUNT(*) FROM {p}postmeta WHERE meta_key = '_stripe_intent_id' AND meta_value LIKE 'pi%'";
    assert_eq!(shop.number(kept), 1);
    stripe.authenticate(&intent);
    let (body, header) = stripe.event("payment_intent.succeeded", &intent, now());
    for (from, to) in [
        ("\"eur\"", "\"usd\""),
        ("\"amount_received\":", "\"amount_received\":1"),
    ] {
        let wrong = body.replace(from, to);
        let signed = signature(WEBHOOK_SECRET, now(), &wrong);
        assert_eq!(notify(&shop, &wrong, &signed), 400);
    }
    is_post(&shop, "wc-failed", "");
    for _ in 0..2 {
        assert_eq!(notify(&shop, &body, &header), 200);
        is_post(&shop, "wc-processing", "ch_1");
        assert_eq!(shop.stock(OIL), "18");
    }
    let paid =
        "SELECT COUNT(*) FROM {p}postmeta WHERE meta_key = '_date_paid' AND meta_value > '0'";
    assert_eq!(shop.number(paid), 1);
    assert!(follow(&mut buyer, &pay).contains("/order-received/"));
    assert_eq!(stripe.charges(), [intent]);
}

/// Orders kept as posts, paid through Redsys.
pub fn redsys_in_posts(database: Database) {
    let shop = redsys::shop_with(database, IN_POSTS);
    let mut buyer = shop.buyer(OIL, 1);
    let pay = redirect(&buyer.buy(&[REDSYS]));
    is_post(&shop, "wc-pending", "");
    let first = redsys::read_form(&mut buyer, &pay);
    let refused = redsys::notice(&first, "0190");
    assert_eq!(redsys::send(&shop, &refused, &refused), 200);
    is_post(&shop, "wc-failed", "");
    let second = redsys::read_form(&mut buyer, &pay);
    assert_ne!(first["DS_MERCHANT_ORDER"], second["DS_MERCHANT_ORDER"]);
    let paid = redsys::notice(&second, "0000");
    let mut wrong = paid.clone();
    wrong["Ds_Amount"] = json!("1");
    assert_eq!(redsys::send(&shop, &wrong, &wrong), 400);
    is_post(&shop, "wc-failed", "");
    for _ in 0..2 {
        assert_eq!(redsys::send(&shop, &paid, &paid), 200);
        is_post(&shop, "wc-processing", "123456");
        assert_eq!(shop.stock(OIL), "19");
    }
}

/// Two orders of the same amount: the report of one never pays for the other.
pub fn reports_for_another_order(database: Database) {
    const NUMBERS: &str = "SELECT CAST(id AS CHAR), status FROM {p}wc_orders ORDER BY id";
    let stripe = StripeMock::start().expect("stripe");
    let own = shop(database, &stripe);
    let (mut first, mut second) = (own.buyer(HONEY, 1), own.buyer(HONEY, 1));
    let pay = redirect(&first.buy(&[STRIPE]));
    redirect(&second.buy(&[STRIPE]));
    follow(&mut first, &pay);
    let intent = stripe.pay_on_page(&stripe.ids("cs_").remove(0));
    let (body, header) = stripe.event("payment_intent.succeeded", &intent, now());
    let orders: Vec<(String, String)> = own.load(NUMBERS);
    let to = |id: &str| format!("\"order_id\":\"{id}\"");
    let other = body.replace(&to(&orders[0].0), &to(&orders[1].0));
    assert_ne!(other, body);
    // Changed on the way; signed, but with the key of the first order.
    assert_eq!(notify(&own, &other, &header), 400);
    let signed = signature(WEBHOOK_SECRET, now(), &other);
    assert_eq!(notify(&own, &other, &signed), 200);
    let states = |shop: &Shop| -> Vec<String> {
        let rows: Vec<(String, String)> = shop.load(NUMBERS);
        rows.into_iter().map(|(_, status)| status).collect()
    };
    assert_eq!(states(&own), ["wc-pending", "wc-pending"]);
    assert_eq!(notify(&own, &body, &header), 200);
    assert_eq!(states(&own), ["wc-processing", "wc-pending"]);

    let own = redsys::shop(database);
    let (mut first, mut second) = (own.buyer(HONEY, 1), own.buyer(HONEY, 1));
    let pays = [&mut first, &mut second].map(|buyer| redirect(&buyer.buy(&[REDSYS])));
    let one = redsys::notice(&redsys::read_form(&mut first, &pays[0]), "0000");
    let two = redsys::notice(&redsys::read_form(&mut second, &pays[1]), "0000");
    assert_ne!(one["Ds_Order"], two["Ds_Order"]);
    // The signature of one order with the parameters of the other.
    assert_eq!(redsys::send(&own, &two, &one), 400);
    assert_eq!(states(&own), ["wc-pending", "wc-pending"]);
    assert_eq!(redsys::send(&own, &one, &one), 200);
    assert_eq!(states(&own), ["wc-processing", "wc-pending"]);
}

/// A request to the Store API, of a visitor with a nonce.
fn store(visitor: &mut Visitor, nonce: &str, path: &str, body: &Json) -> (u16, Json) {
    let headers = [("Nonce", nonce)];
    let path = format!("/wp-json/wc/store/v1/{path}");
    let answer = visitor.post_json(&path, &body.to_string(), &headers);
    let json = serde_json::from_str(&answer.body);
    (answer.status, json.expect("JSON"))
}

/// `payment_data` brings the payment method; the answer leads to the provider, who is asked once.
#[expect(clippy::too_many_lines, reason = "one visit, step after step")]
pub fn through_the_store_api(database: Database) {
    let address = json!({"first_name": "Ana", "last_name": "Ruiz", "address_1": "Calle Mayor 1", "city": "Guadix",
        "state": "GR", "postcode": "18500", "country": "ES", "phone": "600112233"});
    let mut billing = address.clone();
    billing["email"] = json!("ana@ejemplo.example");
    let order = |data: Json| {
        json!({"billing_address": billing, "shipping_address": address, "payment_method": "stripe",
            "payment_data": data})
    };
    let leads_to = |json: &Json| {
        let result = &json["payment_result"];
        assert_eq!(result["payment_status"], "success", "{json}");
        let url = result["redirect_url"].as_str().expect("address");
        let details = &result["payment_details"];
        assert_eq!(details[1], json!({"key": "redirect", "value": url}));
        url.replace("http://127.0.0.1:8081", "")
    };
    let stripe = StripeMock::start().expect("stripe");
    let shop = shop(database, &stripe);
    for (key, method, charges) in [
        ("wc-stripe-payment-method", "pm_card", 1),
        ("Stripe_Source", "src_card", 2),
    ] {
        let mut buyer = shop.buyer(OIL, 1);
        let page = buyer.ask("GET", "/wp-json/wc/store/v1/cart", "");
        let nonce = page.header("nonce").expect("nonce").to_owned();
        let data = json!([{"key": "payment_method", "value": "stripe"}, {"key": key, "value": method},
            {"key": "wc-stripe-new-payment-method", "value": false}]);
        let body = order(data);
        let (status, placed) = store(&mut buyer, &nonce, "checkout", &body);
        assert_eq!((status, &placed["status"]), (200, &json!("pending")));
        let pay = leads_to(&placed);
        // Sent again, by an impatient buyer.
        let (status, again) = store(&mut buyer, &nonce, "checkout", &body);
        assert_eq!((status, &again["order_id"]), (200, &placed["order_id"]));
        assert_eq!(leads_to(&again), pay);
        assert!(follow(&mut buyer, &pay).contains("/order-received/"));
        assert!(follow(&mut buyer, &pay).contains("/order-received/"));
        assert_eq!(stripe.charges().len(), charges);
        let sent = stripe.server.received_requests();
        let confirmed = sent.iter().filter(|own| own.url.ends_with("/confirm"));
        let with = format!("payment_method={method}");
        assert_eq!(confirmed.filter(|own| own.body.contains(&with)).count(), 1);
    }
    let paid = "SELECT COUNT(*) FROM {p}wc_orders WHERE status = 'wc-processing'";
    assert_eq!(shop.number(paid), 2);
    assert_eq!(shop.stock(OIL), "18");
    // Without a payment method, or with one that cannot be: the payment page of Stripe.
    for data in [
        json!([]),
        json!([{"key": "wc-stripe-payment-method", "value": "pm_x&amount=1"}]),
        json!([{"key": "wc-stripe-payment-method", "value": true}]),
    ] {
        let mut buyer = shop.buyer(HONEY, 1);
        let page = buyer.ask("GET", "/wp-json/wc/store/v1/cart", "");
        let nonce = page.header("nonce").expect("nonce").to_owned();
        let (status, placed) = store(&mut buyer, &nonce, "checkout", &order(data));
        assert_eq!(status, 200, "{placed}");
        let page = follow(&mut buyer, &leads_to(&placed));
        assert!(
            page.starts_with("https://checkout.stripe.example/"),
            "{page}"
        );
    }
    // An order that was declined is paid by its number.
    let mut buyer = shop.buyer(HONEY, 1);
    let page = buyer.ask("GET", "/wp-json/wc/store/v1/cart", "");
    let nonce = page.header("nonce").expect("nonce").to_owned();
    let data = |method: &str| json!([{"key": "wc-stripe-payment-method", "value": method}]);
    let (_, placed) = store(&mut buyer, &nonce, "checkout", &order(data("pm_declined")));
    follow(&mut buyer, &leads_to(&placed));
    let path = format!(
        "checkout/{}?key={}&billing_email=ana@ejemplo.example",
        placed["order_id"],
        placed["order_key"].as_str().expect("key")
    );
    let (status, paid) = store(&mut buyer, &nonce, &path, &order(data("pm_card")));
    assert_eq!(status, 200, "{paid}");
    let to = follow(&mut buyer, &leads_to(&paid));
    assert!(to.contains("/order-received/"), "{to}");
    assert_eq!(stripe.charges().len(), 3);
}
