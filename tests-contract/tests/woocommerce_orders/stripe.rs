//! Payment by card through a stand-in for Stripe.

use compat::wordpress::date::mysql::parse_local;
use compat::wordpress::php::{Value, serialize};
use tests_contract::client::ClientResponse;
use tests_contract::server::{Database, NOW};
use tests_contract::stripe_mock::{KEY, StripeMock, WEBHOOK_SECRET, signature};

use super::shop::{HONEY, OIL, Shop, Visitor, redirect};

pub const STRIPE: (&str, &str) = ("payment_method", "stripe");

/// The server's time.
pub fn now() -> i64 {
    let date = NOW.trim_end_matches('Z').replace('T', " ");
    parse_local(&date).expect("time")
}

/// Options of a shop with Stripe. `capture`: `yes`, or `no` where the money is only authorised.
pub fn options(capture: &str) -> [(&'static str, String); 2] {
    let plugins: Value = [
        "woocommerce-gateway-stripe/woocommerce-gateway-stripe.php",
        "woocommerce/woocommerce.php",
    ]
    .into_iter()
    .collect();
    let settings = Value::array()
        .with("enabled", "yes")
        .with("title", "Tarjeta")
        .with("testmode", "yes")
        .with("capture", capture)
        .with("test_secret_key", KEY)
        .with("test_webhook_secret", WEBHOOK_SECRET);
    let text = |value: &Value| String::from_utf8_lossy(&serialize(value)).into_owned();
    [
        ("active_plugins", text(&plugins)),
        ("woocommerce_stripe_settings", text(&settings)),
    ]
}

pub fn shop(database: Database, stripe: &StripeMock) -> Shop {
    shop_with(database, stripe, "yes", &[])
}

/// A shop with further options.
pub fn shop_with(
    database: Database,
    stripe: &StripeMock,
    capture: &str,
    further: &[(&str, &str)],
) -> Shop {
    let options = options(capture);
    let options = options.iter().map(|(k, v)| (*k, v.as_str()));
    let options: Vec<_> = options.chain(further.iter().copied()).collect();
    Shop::with_environment(database, &options, &environment(&stripe.url()))
}

pub fn environment(url: &str) -> [(&str, &str); 2] {
    [
        ("OXIPRESS_WOOCOMMERCE_STRIPE_URL", url),
        ("OXIPRESS_WOOCOMMERCE_PAYMENT_TIMEOUT", "1"),
    ]
}

fn status(shop: &Shop) -> Vec<(String, String)> {
    shop.load("SELECT status, COALESCE(transaction_id, '') FROM {p}wc_orders ORDER BY id")
}

pub fn is(shop: &Shop, state: &str, transaction: &str) {
    assert_eq!(status(shop), [(state.to_owned(), transaction.to_owned())]);
}

pub fn notes(shop: &Shop) -> Vec<String> {
    let rows: Vec<(String,)> = shop.load(
        "SELECT comment_content FROM {p}comments WHERE comment_type = 'order_note' ORDER BY comment_ID",
    );
    rows.into_iter().map(|(note,)| note).collect()
}

fn location(answer: &ClientResponse) -> String {
    assert_eq!(answer.status, 302, "{}", answer.body);
    answer.header("location").unwrap_or_default().to_owned()
}

/// Where an address of the shop leads.
pub fn follow(visitor: &mut Visitor, url: &str) -> String {
    let path = url.strip_prefix("http://127.0.0.1:8081").unwrap_or(url);
    location(&visitor.ask("GET", path, ""))
}

/// Where the provider sends the buyer back.
pub fn back(pay: &str) -> String {
    pay.replace("oxipress_card_pay", "oxipress_card_back")
}

pub fn notify(shop: &Shop, body: &str, signature: &str) -> u16 {
    let headers = [("Stripe-Signature", signature)];
    let mut stripe = shop.visitor();
    stripe
        .ask_with("POST", "/?wc-api=wc_stripe", body, &headers)
        .status
}

/// Without a card field of ours the buyer pays on Stripe's page; the session is read when the buyer is back, and the event
/// that says the same changes nothing more.
pub fn paid_on_the_payment_page(database: Database) {
    let stripe = StripeMock::start().expect("stripe");
    let shop = shop(database, &stripe);
    let mut buyer = shop.buyer(OIL, 2);
    let page = buyer.get("/finalizar-compra/");
    assert!(page.contains("payment_method_stripe") && !page.contains(KEY));
    let nonce = buyer.nonce();
    let pay = redirect(&buyer.order(&nonce, &[STRIPE]));
    is(&shop, "wc-pending", "");
    assert_eq!(
        redirect(&buyer.order(&nonce, &[STRIPE])),
        pay,
        "the same order"
    );
    let page = follow(&mut buyer, &pay);
    assert!(
        page.starts_with("https://checkout.stripe.example/cs_test_"),
        "{page}"
    );
    assert_eq!(follow(&mut buyer, &pay), page, "the same session");
    // Back without having paid: whatever the address says, the order is still to be paid.
    let back = back(&pay);
    let claimed = format!("{back}&redirect_status=succeeded&payment_status=paid");
    assert!(follow(&mut buyer, &claimed).contains("/order-pay/"));
    is(&shop, "wc-pending", "");
    let session = stripe.ids("cs_").remove(0);
    let intent = stripe.pay_on_page(&session);
    assert!(follow(&mut buyer, &back).contains("/order-received/"));
    is(&shop, "wc-processing", "ch_1");
    assert_eq!(shop.stock(OIL), "18");
    let noted = notes(&shop).len();
    let (body, header) = stripe.event("payment_intent.succeeded", &intent, now());
    for _ in 0..2 {
        assert_eq!(notify(&shop, &body, &header), 200);
    }
    is(&shop, "wc-processing", "ch_1");
    assert_eq!(
        (notes(&shop).len(), shop.stock(OIL).as_str()),
        (noted, "18")
    );
    assert!(
        follow(&mut buyer, &pay).contains("/order-received/"),
        "paid is paid"
    );
    assert_eq!(stripe.charges(), [intent]);
    // Who does not have the key is led away.
    let stranger = pay.replace("key=wc_order_", "key=wc_order_x");
    assert!(!follow(&mut shop.visitor(), &stranger).contains("stripe"));
}

/// A payment method of the browser confirms the intent of the order.
pub fn three_d_secure_and_declined_cards(database: Database) {
    let stripe = StripeMock::start().expect("stripe");
    let shop = shop(database, &stripe);
    let mut buyer = shop.buyer(HONEY, 1);
    let nonce = buyer.nonce();
    let card = |id| [STRIPE, ("wc-stripe-payment-method", id)];
    let pay = redirect(&buyer.order(&nonce, &card("pm_declined")));
    assert!(follow(&mut buyer, &pay).contains("/order-received/"));
    is(&shop, "wc-failed", "");
    let declined = notes(&shop)
        .into_iter()
        .any(|note| note.contains("Your card was declined."));
    assert!(declined, "{:?}", notes(&shop));
    let pay = redirect(&buyer.order(&nonce, &card("pm_3ds")));
    let bank = follow(&mut buyer, &pay);
    assert!(bank.starts_with("https://bank.example/3ds/pi_"), "{bank}");
    assert_eq!(follow(&mut buyer, &pay), bank);
    let claimed = format!("{}&redirect_status=succeeded", back(&pay));
    assert!(follow(&mut buyer, &claimed).contains("/order-pay/"));
    assert!(stripe.charges().is_empty());
    let intent = stripe.ids("pi_").remove(0);
    stripe.authenticate(&intent);
    assert!(follow(&mut buyer, &back(&pay)).contains("/order-received/"));
    is(&shop, "wc-processing", "ch_1");
    assert!(follow(&mut buyer, &pay).contains("/order-received/"));
    assert_eq!(stripe.charges(), [intent], "one intent, one charge");
}

/// Tampering, replays, other shops.
pub fn events_that_do_not_fit(database: Database) {
    let stripe = StripeMock::start().expect("stripe");
    let shop = shop(database, &stripe);
    let mut buyer = shop.buyer(HONEY, 1);
    let pay = redirect(&buyer.buy(&[STRIPE]));
    follow(&mut buyer, &pay);
    let session = stripe.ids("cs_").remove(0);
    let intent = stripe.pay_on_page(&session);
    let (body, header) = stripe.event("payment_intent.succeeded", &intent, now());
    let noted = notes(&shop).len();
    let sign = |body: &str, time: i64| signature(WEBHOOK_SECRET, time, body);
    // Not signed, signed by others, changed, too old.
    assert_eq!(notify(&shop, &body, ""), 400);
    assert_eq!(
        notify(&shop, &body, &signature("whsec_other", now(), &body)),
        400
    );
    assert_eq!(notify(&shop, &body.replace("ch_1", "ch_2"), &header), 400);
    assert_eq!(notify(&shop, &body, &sign(&body, now() - 301)), 400);
    is(&shop, "wc-pending", "");
    assert_eq!(notes(&shop).len(), noted, "who is not known writes nothing");
    // Another shop of the same account.
    let other = body.replace("wc_order_", "wc_order_other");
    assert_eq!(notify(&shop, &other, &sign(&other, now())), 200);
    // Signed, but not what the order says: noted once.
    for (from, to) in [
        ("\"eur\"", "\"usd\""),
        ("\"amount_received\":", "\"amount_received\":1"),
    ] {
        let wrong = body.replace(from, to);
        assert_ne!(wrong, body);
        for _ in 0..2 {
            assert_eq!(notify(&shop, &wrong, &sign(&wrong, now())), 400);
        }
    }
    is(&shop, "wc-pending", "");
    assert_eq!(notes(&shop).len(), noted + 2, "{:?}", notes(&shop));
    // All of it right, eight times at once.
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let sent: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| notify(&shop, &body, &header)))
            .collect();
        sent.into_iter()
            .map(|own| own.join().expect("answer"))
            .collect()
    });
    assert_eq!(statuses, [200; 8]);
    is(&shop, "wc-processing", "ch_1");
    let changes = notes(&shop).len();
    assert_eq!(notify(&shop, &body, &header), 200);
    assert_eq!(notes(&shop).len(), changes);
    // Another payment of the same order has taken money: the shop is told.
    let second = body.replace("ch_1", "ch_9");
    assert_eq!(notify(&shop, &second, &sign(&second, now())), 400);
    is(&shop, "wc-processing", "ch_1");
    assert_eq!(notes(&shop).len(), changes + 1);
    // A failure of a paid order says nothing.
    let failed = body
        .replace("payment_intent.succeeded", "payment_intent.payment_failed")
        .replace(
            "\"status\":\"succeeded\"",
            "\"status\":\"requires_payment_method\"",
        );
    assert_eq!(notify(&shop, &failed, &sign(&failed, now())), 200);
    is(&shop, "wc-processing", "ch_1");
}

/// The server dies after Stripe has made the intent, or has charged it: the buyer tries again, and is charged once.
pub fn killed_between_intent_and_answer(database: Database) {
    let stripe = StripeMock::start().expect("stripe");
    let shop = shop(database, &stripe);
    let url = stripe.url();
    let mut buyer = shop.buyer(OIL, 1);
    let card = [STRIPE, ("wc-stripe-payment-method", "pm_card")];
    let pay = redirect(&buyer.buy(&card));
    stripe.be_silent("payment_intents");
    assert!(follow(&mut buyer, &pay).contains("/order-pay/"));
    assert_eq!(
        stripe.ids("pi_").len(),
        1,
        "made, but the shop does not know it"
    );
    // Now the card is charged, and the server dies before it hears of it.
    stripe.be_silent("confirm");
    let lost = {
        let (mut own, pay) = (buyer.clone(), pay.clone());
        std::thread::spawn(move || own.send("GET", &pay, "", &[]))
    };
    while stripe.charges().is_empty() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let shop = shop.restart(&environment(&url));
    let _ = lost.join().expect("thread");
    is(&shop, "wc-pending", "");
    buyer.addr = shop.server.addr;
    for _ in 0..2 {
        assert!(follow(&mut buyer, &pay).contains("/order-received/"));
    }
    is(&shop, "wc-processing", "ch_1");
    assert_eq!(stripe.charges().len(), 1);
    assert_eq!(stripe.ids("pi_").len(), 1);
}

/// The cart changed while the payment page was open.
pub fn another_amount_closes_the_page(database: Database) {
    const TOTAL: &str = "UPDATE {p}wc_orders SET total_amount = total_amount + 1";
    let stripe = StripeMock::start().expect("stripe");
    let shop = shop(database, &stripe);
    let mut buyer = shop.buyer(HONEY, 1);
    let pay = redirect(&buyer.buy(&[STRIPE]));
    let first = follow(&mut buyer, &pay);
    shop.site.execute(TOTAL, Vec::new()).expect("total");
    let second = follow(&mut buyer, &pay);
    assert_ne!(first, second);
    let ids = stripe.ids("cs_");
    assert_eq!(stripe.object(&ids[0])["status"], "expired");
    assert_eq!(stripe.object(&ids[1])["status"], "open");
}

/// Stripe does not answer: the order waits, and is paid later.
pub fn without_an_answer(database: Database) {
    let stripe = StripeMock::start().expect("stripe");
    let shop = shop(database, &stripe);
    let mut buyer = shop.buyer(HONEY, 1);
    let pay = redirect(&buyer.buy(&[STRIPE]));
    stripe.be_silent("sessions");
    let to = follow(&mut buyer, &pay);
    assert!(to.contains("/order-pay/"), "{to}");
    let path = to.strip_prefix("http://127.0.0.1:8081").expect("own site");
    assert!(buyer.get(path).contains("woocommerce-error"));
    is(&shop, "wc-pending", "");
    assert!(follow(&mut buyer, &pay).starts_with("https://checkout.stripe.example/"));
    assert_eq!(
        stripe.ids("cs_").len(),
        1,
        "the same session as that of the lost answer"
    );
}
