//! Pages with the blocks of the cart and the checkout: what they tell the plugin's scripts.

use std::fmt::Write as _;

use compat::binds;
use compat::wordpress::php::url::rawurldecode;
use compat::wordpress::php::{Value as Php, serialize};
use serde_json::Value;
use tests_contract::client::{ClientResponse, send};
use tests_contract::markup::mask;
use tests_contract::recording::Request;
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;

use super::checkout::{number, set_option};
use super::shop::{HONEY, OIL};

/// The rows that the recorded site has for these pages.
pub const PAGES: &str = "site-blocks.sql";

/// The text between two others.
fn between<'t>(text: &'t str, start: &str, end: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(start)?;
    rest.split_once(end).map(|(own, _)| own)
}

/// A value that a script decodes; null when the page has none.
fn decoded(page: &str, start: &str) -> Value {
    let encoded = between(
        page,
        &format!("{start}JSON.parse( decodeURIComponent( '"),
        "'",
    );
    let json = rawurldecode(encoded.unwrap_or_default().as_bytes());
    serde_json::from_slice(&json).unwrap_or_default()
}

/// `wcSettings`.
fn settings(page: &str) -> Value {
    decoded(page, "var wcSettings = ")
}

/// The answers that the page brings.
fn preloads(page: &str) -> Value {
    decoded(page, "createPreloadingMiddleware( ")
}

/// The leaves of a value with their paths, in order.
fn leaves(value: &Value, path: &str, lines: &mut Vec<String>) {
    match value {
        Value::Object(map) if !map.is_empty() => {
            for (key, inner) in map {
                leaves(inner, &format!("{path}/{key}"), lines);
            }
        }
        Value::Array(list) if !list.is_empty() => {
            for (at, inner) in list.iter().enumerate() {
                leaves(inner, &format!("{path}/{at}"), lines);
            }
        }
        leaf => lines.push(format!("{path}: {leaf}")),
    }
}

/// What differs from run to run.
const VOLATILE: [&str; 6] = [
    "/Nonce:",
    "/Nonce-Timestamp:",
    "/Cart-Token:",
    "/order_id:",
    "/order_key:",
    "/order_number:",
];

/// Texts of the plugin that the words of the recordings do not hold: not compared.
const WORDS: [&str; 7] = [
    "settings/countries/",
    "settings/orderStatuses/",
    "/states/",
    "abel: ",
    "/wordCountType: ",
    "/localPickupText: ",
    "/locale/state/",
];

/// What a page with a block tells the scripts: the scripts themselves, settings, answers.
pub fn told(page: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for (name, value) in [("settings", settings(page)), ("preloads", preloads(page))] {
        if value.is_null() {
            continue;
        }
        let mut own = Vec::new();
        leaves(&value, name, &mut own);
        let own = own.into_iter();
        let own = own.filter(|line| !WORDS.iter().any(|name| line.contains(name)));
        let own = own.map(|line| {
            let volatile = VOLATILE.iter().find(|name| line.contains(**name));
            volatile.map_or_else(|| mask(&line), |name| (*name).to_owned())
        });
        lines.extend(own);
    }
    if lines.is_empty() {
        return lines;
    }
    let tags = page.split("<script ").skip(1);
    let tags = tags.filter_map(|tag| tag.split('>').next());
    let tags = tags.filter(|tag| tag.contains("id=\""));
    lines.extend(tags.map(str::to_owned));
    for handle in ["wp-api-fetch", "wp-data"] {
        let code = between(page, &format!("id=\"{handle}-js-after\">"), "</script>");
        lines.extend(code.map(mask));
    }
    let code = between(page, "id=\"wc-blocks-middleware-js-before\">", "</script>");
    lines.extend(code.map(|code| mask(code.split("Nonce: '").next().unwrap_or_default())));
    let hints = page.split("<link rel='prerender'").skip(1);
    lines.extend(hints.filter_map(|hint| Some(hint.split('>').next()?.to_owned())));
    lines
}

/// Lines of one list that another one has not, in both directions.
pub fn differences(want: &[String], got: &[String]) -> Vec<String> {
    let missing = want.iter().filter(|line| !got.contains(line));
    let missing = missing.map(|line| format!("missing: {line}"));
    let more = got.iter().filter(|line| !want.contains(line));
    let more = more.map(|line| format!("more: {line}"));
    let mut lines: Vec<String> = missing.chain(more).collect();
    if lines.is_empty() && want != got {
        lines.push("another order".to_owned());
    }
    lines
}

struct Shop {
    server: Oxipress,
    site: Site,
}

impl Shop {
    fn new(database: Database, fill: impl FnOnce(&Site)) -> Self {
        let site = Site::recorded_with(database, PAGES).expect("site");
        fill(&site);
        let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
        Self { server, site }
    }

    fn ask(&self, method: &str, path: &str, cookies: &str, body: &str) -> ClientResponse {
        let mut headers = vec![("Host".to_owned(), "127.0.0.1:8081".to_owned())];
        if !cookies.is_empty() {
            headers.push(("Cookie".to_owned(), cookies.to_owned()));
        }
        if method == "POST" {
            let kind = "application/x-www-form-urlencoded".to_owned();
            headers.push(("Content-Type".to_owned(), kind));
        }
        let request = Request {
            method: method.to_owned(),
            path: path.to_owned(),
            headers,
            body: body.as_bytes().to_vec(),
            source_address: None,
        };
        send(self.server.addr, &request).expect("answer")
    }

    /// The cookies of a visitor with a product in the cart.
    fn buyer(&self, product: i64) -> String {
        let body = format!("product_id={product}&quantity=1");
        let answer = self.ask("POST", "/?wc-ajax=add_to_cart", "", &body);
        let mut cookies = String::new();
        for (name, value) in &answer.headers {
            if name.eq_ignore_ascii_case("set-cookie") {
                let own = value.split(';').next().unwrap_or_default();
                let _ = write!(cookies, "{own}; ");
            }
        }
        cookies.trim_end_matches("; ").to_owned()
    }

    fn page(&self, path: &str, cookies: &str) -> String {
        let answer = self.ask("GET", path, cookies, "");
        assert_eq!(answer.status, 200, "{path}");
        answer.body
    }

    fn orders(&self) -> i64 {
        number(&self.site, "SELECT COUNT(*) FROM {p}wc_orders")
    }
}

/// Who has nothing in the cart gets an empty cart, and why there is no draft.
pub fn without_goods(database: Database) {
    let shop = Shop::new(database, |_| {});
    let cart = shop.page("/carrito-bloques/", "");
    let answer = &preloads(&cart)["/wc/store/v1/cart"];
    assert_eq!(answer["body"]["items_count"], 0);
    assert_eq!(answer["headers"]["User-ID"], 0);
    assert!(!cart.contains("rel='prerender'"));
    let checkout = shop.page("/pago-bloques/", "");
    let told = settings(&checkout);
    assert_eq!(told["checkoutData"]["code"], "woocommerce_rest_cart_empty");
    assert_eq!(told["isCheckoutBlock"], true);
    assert_eq!(shop.orders(), 0);
    // Every visitor has a token of his own: the page is not kept.
    let token = |page: &str| preloads(page)["/wc/store/v1/cart"]["headers"]["Cart-Token"].clone();
    assert_ne!(token(&cart), token(&shop.page("/carrito-bloques/", "")));
}

/// The pages tell what the API tells, and the nonce that it takes.
pub fn with_goods(database: Database) {
    let shop = Shop::new(database, |_| {});
    let cookies = shop.buyer(HONEY);
    let page = shop.page("/carrito-bloques/", &cookies);
    let api = shop.ask("GET", "/wp-json/wc/store/v1/cart", &cookies, "");
    let cart: Value = serde_json::from_str(&api.body).expect("cart");
    let answer = preloads(&page)["/wc/store/v1/cart"].clone();
    assert_eq!(answer["body"], cart);
    assert_eq!(answer["headers"]["Nonce"].as_str(), api.header("nonce"));
    let hash = answer["headers"]["Cart-Hash"].as_str();
    assert_eq!(hash, api.header("cart-hash"));
    assert!(page.contains("rel='prerender' href='http://127.0.0.1:8081/finalizar-compra/'"));
    let nonce = answer["headers"]["Nonce"].as_str().expect("nonce");
    assert!(page.contains(&format!("storeApiNonce: '{nonce}'")));
    assert_eq!(shop.orders(), 0, "the cart makes no draft");
    let first = settings(&shop.page("/pago-bloques/", &cookies))["checkoutData"].clone();
    assert_eq!(
        (first["status"].as_str(), shop.orders()),
        (Some("checkout-draft"), 1)
    );
    let again = settings(&shop.page("/pago-bloques/", &cookies))["checkoutData"].clone();
    assert_eq!((&again["order_id"], shop.orders()), (&first["order_id"], 1));
    // Somebody else has a cart of his own.
    let other = shop.buyer(OIL);
    let page = shop.page("/carrito-bloques/", &other);
    let items = &preloads(&page)["/wc/store/v1/cart"]["body"]["items"];
    assert_eq!(items[0]["id"], OIL);
}

/// The settings follow the shop's options.
pub fn options(database: Database) {
    let shop = Shop::new(database, |site| {
        set_option(site, "woocommerce_checkout_phone_field", "hidden");
        set_option(site, "woocommerce_checkout_company_field", "required");
        set_option(site, "woocommerce_enable_coupons", "no");
        set_option(site, "woocommerce_tax_display_cart", "incl");
        set_option(site, "woocommerce_ship_to_destination", "billing_only");
        set_option(site, "woocommerce_registration_generate_password", "yes");
        set_option(site, "woocommerce_currency", "USD");
        set_option(site, "woocommerce_currency_pos", "left");
        let off = "a:1:{s:7:\"enabled\";s:2:\"no\";}";
        set_option(site, "woocommerce_bacs_settings", off);
        set_option(
            site,
            "woocommerce_pickup_location_settings",
            "a:2:{s:7:\"enabled\";s:3:\"yes\";s:5:\"title\";s:7:\"En casa\";}",
        );
        const ZONES: &str = "DELETE FROM {p}woocommerce_shipping_zone_methods";
        site.execute(ZONES, binds![]).expect("zones");
    });
    let page = shop.page("/pago-bloques/", &shop.buyer(HONEY));
    let told = settings(&page);
    let fields = &told["defaultFields"];
    assert_eq!(fields["phone"]["hidden"], true);
    assert_eq!(fields["company"]["required"], true);
    assert_eq!(told["couponsEnabled"], false);
    assert_eq!(told["displayCartPricesIncludingTax"], true);
    assert_eq!(told["forcedBillingAddress"], true);
    assert_eq!(told["generatePassword"], true);
    assert_eq!(told["shippingMethodsExist"], false);
    assert_eq!(told["currency"]["symbol"], "$");
    assert_eq!(told["currency"]["priceFormat"], "%1$s%2$s");
    assert_eq!(told["paymentMethodSortOrder"], serde_json::json!(["cod"]));
    assert_eq!(told["localPickupText"], "En casa");
    let pickups = serde_json::json!(["local_pickup", "pickup_location"]);
    assert_eq!(told["collectableMethodIds"], pickups);
    assert!(page.contains("id=\"wc-payment-method-cod-js\""));
    assert!(!page.contains("id=\"wc-payment-method-bacs-js\""));
    assert!(!page.contains("zxcvbn-async"));
}

/// The shop's own checkout: empty carts are led away, and the first view writes down which fields there are.
pub fn own_pages(database: Database) {
    let shop = Shop::new(database, |site| {
        set_option(site, "woocommerce_cart_page_id", "2101");
        set_option(site, "woocommerce_checkout_page_id", "2102");
        set_option(site, "woocommerce_checkout_phone_field", "required");
    });
    let empty = shop.ask("GET", "/pago-bloques/", "", "");
    let cart = "http://127.0.0.1:8081/carrito-bloques/";
    assert_eq!((empty.status, empty.header("location")), (302, Some(cart)));
    let answer = shop.ask("GET", "/pago-bloques/", &shop.buyer(HONEY), "");
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("x-frame-options"), Some("SAMEORIGIN"));
    const FIELDS: &str = "SELECT option_name, option_value FROM {p}options \
        WHERE option_name LIKE 'woocommerce_checkout_%_field' ORDER BY option_name";
    let rows: Vec<(String, String)> = shop.site.load(FIELDS, binds![]).expect("options");
    let rows: Vec<_> = rows.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let wanted = [
        ("woocommerce_checkout_address_2_field", "optional"),
        ("woocommerce_checkout_company_field", "hidden"),
        ("woocommerce_checkout_phone_field", "required"),
    ];
    assert_eq!(rows, wanted);
}

/// Keys of card payment stay on the server.
pub fn secrets(database: Database) {
    let secret = ["sk_live_geheim", "whsec_geheim", "sq7Geheim"];
    let text = |value: &Php| String::from_utf8_lossy(&serialize(value)).into_owned();
    let plugins: Php = [
        "woo-redsys-gateway-light/woocommerce-redsys.php",
        "woocommerce-gateway-stripe/woocommerce-gateway-stripe.php",
        "woocommerce/woocommerce.php",
    ]
    .into_iter()
    .collect();
    let stripe = Php::array()
        .with("enabled", "yes")
        .with("title", "Tarjeta")
        .with("testmode", "no")
        .with("secret_key", secret[0])
        .with("webhook_secret", secret[1]);
    let redsys = Php::array()
        .with("enabled", "yes")
        .with("title", "Redsys")
        .with("testmode", "no")
        .with("customer", "999008881")
        .with("terminal", "001")
        .with("secretsha256", secret[2]);
    let shop = Shop::new(database, |site| {
        set_option(site, "active_plugins", &text(&plugins));
        set_option(site, "woocommerce_stripe_settings", &text(&stripe));
        set_option(site, "woocommerce_redsys_settings", &text(&redsys));
    });
    let cookies = shop.buyer(HONEY);
    let told = settings(&shop.page("/pago-bloques/", &cookies));
    assert_eq!(told["paymentMethodData"]["stripe"]["title"], "Tarjeta");
    for path in [
        "/carrito-bloques/",
        "/pago-bloques/",
        "/finalizar-compra/",
        "/wp-json/wc/store/v1/cart",
    ] {
        let page = rawurldecode(shop.page(path, &cookies).as_bytes());
        let page = String::from_utf8_lossy(&page);
        for text in secret {
            assert!(!page.contains(text), "{path} {text}");
        }
    }
}
