//! The cart: recorded exchanges, sessions that began elsewhere, tampered requests and parallel ones, on both databases.
//!
//! Contract "woocommerce", sections 3, 7, 10 and 17.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use anyhow::Result;
use compat::binds;
use compat::woocommerce::session::cookie::wc_session_cookie;
use tests_contract::client::{ClientResponse, send};
use tests_contract::recording::{Recording, Request, Response, Volatile, load};
use tests_contract::replay::replay;
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;
use tests_contract::{expected, fixtures};

/// Products of the recorded site: a simple one with 20 units, another simple one, a variation.
const OIL: i64 = 1970;
const HONEY: i64 = 1971;
const BLANKET: i64 = 1976;

/// The key of the honey's line.
const HONEY_KEY: &str = "de73998802680548b916f1947ffbad76";

const SESSION: &str = "wp_woocommerce_session_868d72495b7d63175cfbaed4ef4dd9ea";

struct Shop {
    server: Oxipress,
    site: Site,
}

impl Shop {
    fn new(database: Database) -> Self {
        let site = Site::recorded(database).expect("site");
        let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
        Self { server, site }
    }

    fn visitor(&self) -> Visitor {
        Visitor {
            addr: self.server.addr,
            jar: BTreeMap::new(),
        }
    }

    fn sessions(&self) -> Vec<(String, String)> {
        const SQL: &str = "SELECT session_key, session_value FROM {p}woocommerce_sessions";
        self.site.load(SQL, Vec::new()).expect("sessions")
    }
}

/// A browser with its cookies.
#[derive(Clone)]
struct Visitor {
    addr: SocketAddr,
    jar: BTreeMap<String, String>,
}

impl Visitor {
    fn ask(&mut self, method: &str, path: &str, body: &str, referer: &str) -> ClientResponse {
        let mut headers = vec![("Host".to_owned(), "127.0.0.1:8081".to_owned())];
        if method == "POST" {
            let kind = "application/x-www-form-urlencoded".to_owned();
            headers.push(("Content-Type".to_owned(), kind));
        }
        if !referer.is_empty() {
            headers.push(("Referer".to_owned(), referer.to_owned()));
        }
        let pairs: Vec<_> = self.jar.iter().map(|(k, v)| format!("{k}={v}")).collect();
        if !pairs.is_empty() {
            headers.push(("Cookie".to_owned(), pairs.join("; ")));
        }
        let request = Request {
            method: method.to_owned(),
            path: path.to_owned(),
            headers,
            body: body.as_bytes().to_vec(),
            source_address: None,
        };
        let answer = send(self.addr, &request).expect("answer");
        for (name, value) in &answer.headers {
            if name.eq_ignore_ascii_case("set-cookie")
                && let Some((key, rest)) = value.split_once('=')
            {
                let value = rest.split(';').next().unwrap_or_default();
                self.jar.insert(key.to_owned(), value.to_owned());
            }
        }
        answer
    }

    fn get(&mut self, path: &str) -> String {
        let answer = self.ask("GET", path, "", "");
        assert_eq!(answer.status, 200, "{path}");
        answer.body
    }

    fn post(&mut self, path: &str, body: &str) -> String {
        let answer = self.ask("POST", path, body, "");
        assert_eq!(answer.status, 200, "{path} {body}");
        answer.body
    }

    fn add(&mut self, product: i64, more: &str) -> String {
        let body = format!("product_id={product}{more}");
        self.post("/?wc-ajax=add_to_cart", &body)
    }

    /// Units of the lines of the mini cart.
    fn units(&mut self) -> Vec<String> {
        let body = self.post("/?wc-ajax=get_refreshed_fragments", "");
        let pieces = body.split("<span class=\\\"quantity\\\">").skip(1);
        let units = pieces.map(|piece| piece.split(' ').next().unwrap_or_default().to_owned());
        units.collect()
    }
}

/// What stands between two texts.
fn between<'t>(text: &'t str, start: &str, end: &str) -> &'t str {
    let rest = text.split_once(start).map_or("", |(_, rest)| rest);
    rest.split_once(end).map_or("", |(own, _)| own)
}

fn nonce(page: &str) -> &str {
    between(page, "name=\"woocommerce-cart-nonce\" value=\"", "\"")
}

fn set_cookies(answer: &ClientResponse) -> Vec<&str> {
    let headers = answer.headers.iter();
    let own = headers.filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie"));
    own.map(|(_, value)| value.as_str()).collect()
}

fn cookies(database: Database) {
    let shop = Shop::new(database);
    let mut visitor = shop.visitor();
    let first = visitor.ask(
        "POST",
        "/?wc-ajax=add_to_cart",
        "product_id=1971&quantity=2",
        "",
    );
    let set = set_cookies(&first);
    assert_eq!(set.len(), 3, "{set:?}");
    assert_eq!(set[0], "woocommerce_items_in_cart=1; path=/");
    let session = set
        .iter()
        .find(|c| c.starts_with(SESSION))
        .expect("session");
    assert!(session.contains("=t_") && session.ends_with("Max-Age=172800; path=/; HttpOnly"));
    let second = visitor.ask("POST", "/?wc-ajax=add_to_cart", "product_id=1971", "");
    let set = set_cookies(&second);
    assert_eq!(set.len(), 1, "{set:?}");
    assert!(set[0].starts_with("woocommerce_cart_hash="));
    assert_eq!(visitor.units(), ["3"]);
    let sessions = shop.sessions();
    assert_eq!(sessions.len(), 1);
    assert!(sessions[0].1.contains(HONEY_KEY), "{}", sessions[0].1);
    let last = format!("cart_item_key={HONEY_KEY}");
    let emptied = visitor.ask("POST", "/?wc-ajax=remove_from_cart", &last, "");
    let set = set_cookies(&emptied);
    assert!(
        set[0].starts_with("woocommerce_items_in_cart=0; expires="),
        "{set:?}"
    );
    // Pages of visitors without a cart come from the cache and hold nothing of others.
    assert!(shop.visitor().get("/").contains("<span>0 elementos</span>"));
}

fn quantities(database: Database) {
    let shop = Shop::new(database);
    let units = |more: &str| {
        let mut visitor = shop.visitor();
        let answer = visitor.add(HONEY, more);
        (answer.contains("\"error\":true"), visitor.units())
    };
    let one = || (false, vec!["1".to_owned()]);
    assert_eq!(units("&quantity=0"), one());
    assert_eq!(units("&quantity=1.5"), one());
    assert_eq!(units(""), one());
    assert_eq!(units("&quantity=-1"), (true, Vec::new()));
    assert_eq!(units("&quantity=abc"), (true, Vec::new()));
    assert_eq!(units("&quantity=99999999999999999999").1, ["10000"]);
    let mut visitor = shop.visitor();
    let answer = visitor.add(HONEY, "&price=0.01&line_total=0&total=0");
    assert!(answer.contains("6,90&nbsp;"), "{answer}");
    assert!(visitor.add(OIL, "&quantity=21").contains("\"error\":true"));
    let page = visitor.get("/producto/aceite-de-la-loma/");
    assert!(page.contains("<ul class=\"woocommerce-error\" role=\"alert\">"));
    let page = visitor.get("/producto/aceite-de-la-loma/");
    assert!(
        !page.contains("woocommerce-error"),
        "notices are printed once"
    );
    visitor.add(BLANKET, "");
    assert_eq!(visitor.units(), ["1", "1"]);
}

fn the_cart_page(database: Database) {
    let shop = Shop::new(database);
    let mut visitor = shop.visitor();
    assert!(visitor.get("/carrito/").contains("wc-empty-cart-message"));
    let page = visitor.post("/producto/miel-de-romero/", "quantity=2&add-to-cart=1971");
    assert!(page.contains("<div class=\"woocommerce-message\" role=\"alert\">"));
    let page = visitor.get("/carrito/");
    assert!(page.contains("<span>2 elementos</span>"));
    assert!(page.contains("13,80&nbsp;"));
    let own = nonce(&page).to_owned();
    let update = |quantity: &str, nonce: &str| {
        format!(
            "cart%5B{HONEY_KEY}%5D%5Bqty%5D={quantity}&update_cart=x&woocommerce-cart-nonce={nonce}"
        )
    };
    let page = visitor.post("/carrito/", &update("3", "0000000000"));
    assert!(!page.contains("woocommerce-message"));
    assert_eq!(visitor.units(), ["2"]);
    let mut stranger = shop.visitor();
    stranger.add(HONEY, "");
    stranger.post("/carrito/", &update("9", &own));
    assert_eq!(stranger.units(), ["1"], "a nonce is its visitor's");
    let page = visitor.post("/carrito/", &update("3", &own));
    assert!(page.contains("woocommerce-message") && page.contains("20,70&nbsp;"));
    let page = visitor.post("/carrito/", &update("3", &own));
    assert!(!page.contains("woocommerce-message"));
    let here = "http://127.0.0.1:8081/carrito/";
    let link = format!("/carrito/?remove_item={HONEY_KEY}&_wpnonce={own}");
    let removed = visitor.ask("GET", &link, "", here);
    assert_eq!(removed.status, 302);
    let location = removed.header("location").expect("location");
    assert_eq!(location, "http://127.0.0.1:8081/carrito/?removed_item=1");
    let page = visitor.get("/carrito/?removed_item=1");
    assert!(page.contains("class=\"restore-item\"") && page.contains("wc-empty-cart-message"));
    let link = format!("/carrito/?undo_item={HONEY_KEY}&_wpnonce={own}");
    let restored = visitor.ask("GET", &link, "", here);
    assert_eq!(
        (restored.status, restored.header("location")),
        (302, Some(here))
    );
    assert_eq!(visitor.units(), ["3"]);
    // A form of another site leads nowhere else.
    let away = visitor.ask("GET", &link, "", "http://other.example/");
    assert_eq!(away.status, 200);
}

fn coupons_and_shipping(database: Database) {
    let shop = Shop::new(database);
    let mut visitor = shop.visitor();
    visitor.add(HONEY, "&quantity=10");
    let page = visitor.get("/carrito/");
    let script = |name: &str| between(&page, &format!("\"{name}\":\""), "\"").to_owned();
    let apply = script("apply_coupon_nonce");
    let coupon = |visitor: &mut Visitor, nonce: &str, code: &str| {
        let body = format!("security={nonce}&coupon_code={code}");
        visitor.ask("POST", "/?wc-ajax=apply_coupon", &body, "")
    };
    let bad = coupon(&mut visitor, "bad", "loma10");
    assert_eq!((bad.status, bad.body.as_str()), (403, "-1"));
    let done = coupon(&mut visitor, &apply, "LOMA10");
    assert!(done.body.contains("woocommerce-message"), "{}", done.body);
    let again = coupon(&mut visitor, &apply, "loma10");
    assert!(again.body.contains("woocommerce-error"));
    let odd = coupon(&mut visitor, &apply, "%3Cscript%3Ealert(1)%3C/script%3E");
    assert!(!odd.body.contains("<script>"), "{}", odd.body);
    let totals = visitor.post("/?wc-ajax=get_cart_totals", "");
    assert!(totals.contains("cart-discount coupon-loma10"));
    assert!(totals.contains("66,60&nbsp;"), "{totals}");
    let method = script("update_shipping_method_nonce");
    let choose = |rate: &str| format!("security={method}&shipping_method%5B0%5D={rate}");
    let totals = visitor.post("/?wc-ajax=update_shipping_method", &choose("flat_rate%3A2"));
    assert!(totals.contains("71,10&nbsp;"), "{totals}");
    // A rate that is not offered is none.
    let totals = visitor.post(
        "/?wc-ajax=update_shipping_method",
        &choose("free_shipping%3A99"),
    );
    assert!(totals.contains("66,60&nbsp;"), "{totals}");
    let page = visitor.get("/carrito/?remove_coupon=loma10");
    assert!(!page.contains("coupon-loma10"));
}

fn foreign_sessions(database: Database) {
    let shop = Shop::new(database);
    let key = "t_0123456789abcdef0123456789abcd";
    let line = format!(
        "a:1:{{s:32:\"{HONEY_KEY}\";a:11:{{s:3:\"key\";s:32:\"{HONEY_KEY}\";s:10:\"product_id\";i:1971;\
         s:12:\"variation_id\";i:0;s:9:\"variation\";a:0:{{}}s:8:\"quantity\";i:4;s:9:\"data_hash\";\
         s:32:\"b5c1d5ca8bae6d4896cf1807cdf763f0\";s:13:\"line_tax_data\";a:2:{{s:8:\"subtotal\";a:0:{{}}\
         s:5:\"total\";a:0:{{}}}}s:13:\"line_subtotal\";d:27.6;s:17:\"line_subtotal_tax\";i:0;\
         s:10:\"line_total\";d:27.6;s:8:\"line_tax\";i:0;}}}}"
    );
    let cached = "a:1:{s:5:\"rates\";a:1:{i:0;O:16:\"WC_Shipping_Rate\":0:{}}}";
    let value = format!(
        "a:3:{{s:4:\"cart\";s:{}:\"{line}\";s:22:\"shipping_for_package_0\";s:{}:\"{cached}\";\
         s:9:\"extension\";s:1:\"x\";}}",
        line.len(),
        cached.len()
    );
    // The recordings' clock stands at 2026-11-21.
    let expiration = 1_795_400_000_i64;
    const ROW: &str = "INSERT INTO {p}woocommerce_sessions (session_key, session_value, session_expiry) VALUES (?, ?, ?)";
    shop.site
        .execute(ROW, binds![key, value, expiration])
        .expect("row");
    let cookie = |id: &str| {
        let value = wc_session_cookie(id, expiration, expiration - 86_400);
        value.replace('|', "%7C").replace('$', "%24")
    };
    let with = |value: String| {
        let mut visitor = shop.visitor();
        visitor.jar.insert(SESSION.to_owned(), value);
        visitor
    };
    let mut visitor = with(cookie(key));
    assert_eq!(visitor.units(), ["4"]);
    visitor.add(HONEY, "");
    assert_eq!(visitor.units(), ["5"]);
    let stored = shop.sessions();
    assert_eq!(stored.len(), 1);
    assert!(stored[0].1.contains("extension") && !stored[0].1.contains("WC_Shipping_Rate"));
    // A wrong hash, an id without a row, a user's id: strangers.
    let wrong = cookie(key).replace("%24generic%24", "%24generic%24x");
    let unknown = cookie("t_ffffffffffffffffffffffffffffff");
    for forged in [wrong, unknown.clone(), cookie("1")] {
        assert!(with(forged).units().is_empty());
    }
    let mut adopted = with(unknown);
    adopted.add(HONEY, "");
    let planted = "t_ffffffffffffffffffffffffffffff";
    assert!(shop.sessions().iter().all(|(key, _)| key != planted));
    assert_eq!(visitor.units(), ["5"]);
}

fn parallel_adds(database: Database) {
    let shop = Shop::new(database);
    let mut visitor = shop.visitor();
    visitor.add(HONEY, "");
    std::thread::scope(|scope| {
        for at in 0..8 {
            let mut own = visitor.clone();
            scope.spawn(move || match at % 2 {
                0 => own.add(HONEY, ""),
                _ => own.get("/aviso-legal/?add-to-cart=1971"),
            });
        }
    });
    assert_eq!(visitor.units(), ["9"]);
}

/// A request of the recorded visitor that stands between recorded ones.
fn step(recordings: &[Recording], seq: i64, path: &str, body: &str, nonce: &str) -> Recording {
    let with_cookies = recordings.iter().find(|r| r.name == "woo/coupon-ok");
    let with_cookies = with_cookies.expect("recording");
    let cookie = with_cookies.request.headers.iter();
    let cookie = cookie.filter(|(name, _)| name == "Cookie" && seq != 648);
    let kind = "application/x-www-form-urlencoded".to_owned();
    let headers = [
        ("Host".to_owned(), "127.0.0.1:8081".to_owned()),
        ("Content-Type".to_owned(), kind),
    ];
    Recording {
        name: format!("step/{seq}"),
        seq,
        session: with_cookies.session.clone(),
        request: Request {
            method: "POST".to_owned(),
            path: path.to_owned(),
            headers: headers.into_iter().chain(cookie.cloned()).collect(),
            body: body.as_bytes().to_vec(),
            source_address: None,
        },
        response: Response {
            status: 200,
            headers: Vec::new(),
            body: String::new(),
            is_excerpt: true,
            has_no_body: true,
        },
        volatile: vec![Volatile {
            place: "request.form".to_owned(),
            kind: "nonce".to_owned(),
            value: nonce.to_owned(),
        }],
        compared_headers: Vec::new(),
    }
}

/// The recorded visits. The steps in between are those that the recorded pages tell of.
fn recorded_visits(database: Database) -> Result<()> {
    let server = Oxipress::start_recorded_site(database)?;
    let mut recordings = load(&fixtures().join("recordings/woocommerce/cart"))?;
    let zero =
        format!("cart%5B{HONEY_KEY}%5D%5Bqty%5D=0&update_cart=x&woocommerce-cart-nonce=cbdefaead6");
    let blanket =
        "attribute_color=Cal&quantity=1&add-to-cart=1974&product_id=1974&variation_id=1976";
    let paris = "calc_shipping_country=FR&calc_shipping_state=&calc_shipping_city=Paris&calc_shipping_postcode=75001\
        &woocommerce-shipping-calculator-nonce=459577b29d&calc_shipping=x";
    let add = "/?wc-ajax=add_to_cart";
    let minimum = "security=69516fbfca&coupon_code=minimo50";
    let steps = [
        (648, add, "product_id=1970&quantity=2", ""),
        (650, add, "product_id=1970&quantity=99", ""),
        (653, "/producto/manta-de-lana/", blanket, ""),
        (661, "/carrito/", zero.as_str(), "cbdefaead6"),
        (671, "/?wc-ajax=apply_coupon", minimum, "69516fbfca"),
        (675, "/carrito/", paris, "459577b29d"),
    ];
    for (seq, path, body, nonce) in steps {
        let step = step(&recordings, seq, path, body, nonce);
        recordings.push(step);
    }
    recordings.sort_by_key(|recording| recording.seq);
    let mut found = replay(server.addr, &recordings)?;
    found.retain(|name, _| !name.starts_with("step/"));
    expected::check("woocommerce-cart", &found)
}

macro_rules! on_both {
    ($($name:ident)*) => {$(
        mod $name {
            use tests_contract::server::Database;

            #[test]
            fn on_sqlite() {
                super::$name(Database::Sqlite);
            }

            #[test]
            fn on_mariadb() {
                super::$name(Database::MariaDb);
            }
        }
    )*};
}

on_both! { cookies quantities the_cart_page coupons_and_shipping foreign_sessions parallel_adds }

#[test]
fn recorded_visits_on_sqlite() -> Result<()> {
    recorded_visits(Database::Sqlite)
}

#[test]
fn recorded_visits_on_mariadb() -> Result<()> {
    recorded_visits(Database::MariaDb)
}
