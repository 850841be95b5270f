//! The shop of the contract's cases (section 19), and visitors with their cookies.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use compat::binds;
use serde_json::Value;
use tests_contract::client::{ClientResponse, send};
use tests_contract::recording::Request;
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;

use crate::woocommerce::shop::{add, add_post, add_term, set_option};

/// Products of the contract's shop, by its letters.
pub const H: i64 = 7101;
pub const O: i64 = 7102;
pub const X: i64 = 7103;
pub const G: i64 = 7104;
pub const N: i64 = 7105;
pub const E: i64 = 7106;
pub const L: i64 = 7107;
pub const V: i64 = 7108;
pub const V1: i64 = 7109;
pub const V2: i64 = 7110;

/// The session's cookie.
pub const SESSION: &str = "wp_woocommerce_session_868d72495b7d63175cfbaed4ef4dd9ea";

/// A shop with its server.
pub struct Shop {
    pub server: Oxipress,
    pub site: Site,
}

impl Shop {
    /// The recorded shop.
    pub fn recorded(database: Database) -> Self {
        let site = Site::recorded(database).expect("site");
        let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
        Self { server, site }
    }

    /// The shop of the contract's cases. Without language packs: its texts are the plugin's English ones.
    pub fn of_cases(database: Database) -> Self {
        Self::with_options(database, &[])
    }

    /// The same with further options.
    pub fn with_options(database: Database, options: &[(&str, &str)]) -> Self {
        let site = Site::recorded(database).expect("site");
        fill(&site);
        for (name, value) in options {
            set_option(&site, name, value);
        }
        let server = Oxipress::serve(&site.url, &["--frontend", "legacy"], &[]).expect("server");
        Self { server, site }
    }

    pub fn visitor(&self) -> Visitor {
        Visitor {
            addr: self.server.addr,
            jar: BTreeMap::new(),
        }
    }

    /// Keys and values of the sessions.
    pub fn sessions(&self) -> Vec<(String, String)> {
        const SQL: &str = "SELECT session_key, session_value FROM {p}woocommerce_sessions";
        self.site.load(SQL, Vec::new()).expect("sessions")
    }

    pub fn add_session(&self, key: &str, value: &str, expiration: i64) {
        const ROW: &str = "INSERT INTO {p}woocommerce_sessions (session_key, session_value, session_expiry) VALUES (?, ?, ?)";
        let added = self.site.execute(ROW, binds![key, value, expiration]);
        assert_eq!(added.expect("row"), 1);
    }
}

/// A browser with its cookies.
#[derive(Clone)]
pub struct Visitor {
    pub addr: SocketAddr,
    pub jar: BTreeMap<String, String>,
}

impl Visitor {
    pub fn ask(&mut self, method: &str, path: &str, body: &str, referer: &str) -> ClientResponse {
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
        for line in set_cookies(&answer) {
            let (name, rest) = line.split_once('=').expect("cookie");
            if line.contains("Max-Age=0") {
                self.jar.remove(name);
            } else {
                let value = rest.split(';').next().unwrap_or_default();
                self.jar.insert(name.to_owned(), value.to_owned());
            }
        }
        answer
    }

    pub fn get(&mut self, path: &str) -> String {
        let answer = self.ask("GET", path, "", "");
        assert_eq!(answer.status, 200, "{path}");
        answer.body
    }

    pub fn post(&mut self, path: &str, body: &str) -> String {
        let answer = self.ask("POST", path, body, "");
        assert_eq!(answer.status, 200, "{path} {body}");
        answer.body
    }

    /// `wc-ajax`.
    pub fn ajax(&mut self, action: &str, body: &str) -> String {
        self.post(&format!("/?wc-ajax={action}"), body)
    }

    /// Puts a product in by script: whether that was refused.
    pub fn add(&mut self, product: i64, more: &str) -> bool {
        let answer = self.ajax("add_to_cart", &format!("product_id={product}{more}"));
        answer.contains("\"error\":true")
    }

    /// The mini cart and the cart's hash.
    pub fn fragments(&mut self) -> (String, String) {
        fragments(&self.ajax("get_refreshed_fragments", ""))
    }

    /// Units of the lines.
    pub fn units(&mut self) -> Vec<String> {
        let (content, _) = self.fragments();
        let pieces = content.split("<span class=\"quantity\">").skip(1);
        let units = pieces.map(|piece| piece.split(' ').next().unwrap_or_default().to_owned());
        units.collect()
    }

    /// The nonces of the cart's page: of its form, of its calculator, of its script.
    pub fn nonces(&mut self) -> Nonces {
        let page = self.get("/carrito/");
        let script = |name: &str| between(&page, &format!("\"{name}\":\""), "\"").to_owned();
        let field = |name: &str| between(&page, &format!("name=\"{name}\" value=\""), "\"");
        Nonces {
            cart: field("woocommerce-cart-nonce").to_owned(),
            calculator: field("woocommerce-shipping-calculator-nonce").to_owned(),
            apply_coupon: script("apply_coupon_nonce"),
            remove_coupon: script("remove_coupon_nonce"),
            shipping_method: script("update_shipping_method_nonce"),
        }
    }
}

/// The nonces of a cart's page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nonces {
    pub cart: String,
    pub calculator: String,
    pub apply_coupon: String,
    pub remove_coupon: String,
    pub shipping_method: String,
}

/// The mini cart and the hash of an answer.
pub fn fragments(answer: &str) -> (String, String) {
    let answer: Value = serde_json::from_str(answer).expect("an answer in JSON");
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    let content = text(&answer["fragments"]["div.widget_shopping_cart_content"]);
    (content, text(&answer["cart_hash"]))
}

/// What stands between two texts.
pub fn between<'t>(text: &'t str, start: &str, end: &str) -> &'t str {
    let rest = text.split_once(start).map_or("", |(_, rest)| rest);
    rest.split_once(end).map_or("", |(own, _)| own)
}

/// The notices of a page or of an answer, errors first.
pub fn notices(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    let errors = between(
        page,
        "<ul class=\"woocommerce-error\" role=\"alert\">",
        "</ul>",
    );
    let items = errors.split("<li").skip(1);
    found.extend(items.map(|item| between(item, ">", "</li>").trim().to_owned()));
    for class in ["woocommerce-message", "woocommerce-info"] {
        for piece in page.split(&format!("<div class=\"{class}\"")).skip(1) {
            found.push(between(piece, ">", "</div>").trim().to_owned());
        }
    }
    found
}

pub fn set_cookies(answer: &ClientResponse) -> Vec<&str> {
    let headers = answer.headers.iter();
    let own = headers.filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie"));
    own.map(|(_, value)| value.as_str()).collect()
}

/// A serialised map of texts.
pub fn serialized(pairs: &[(&str, &str)]) -> String {
    let text = |text: &str| format!("s:{}:\"{text}\";", text.len());
    let all: String = pairs.iter().map(|(k, v)| text(k) + &text(v)).collect();
    format!("a:{}:{{{all}}}", pairs.len())
}

fn fill(site: &Site) {
    set_option(site, "woocommerce_calc_taxes", "yes");
    const RATE: &str = "INSERT INTO {p}woocommerce_tax_rates (tax_rate_country, tax_rate_state, tax_rate, \
        tax_rate_name, tax_rate_priority, tax_rate_compound, tax_rate_shipping, tax_rate_order, tax_rate_class) \
        VALUES ('ES', '', '21.0000', 'IVA', 1, 0, 1, 0, '')";
    site.execute(RATE, Vec::new()).expect("rate");
    shipping(site);
    products(site);
    variable(site);
    let coupon = |id: i64, code: &str, kind: &str, amount: &str, own: &[(&str, &str)]| {
        let mut meta = vec![("discount_type", kind), ("coupon_amount", amount)];
        meta.extend_from_slice(own);
        add_post(site, id, ("shop_coupon", 0), code, &meta);
    };
    coupon(7120, "diez", "percent", "10", &[]);
    coupon(
        7121,
        "cinco",
        "fixed_cart",
        "5",
        &[("minimum_amount", "15")],
    );
    let free = [("free_shipping", "yes"), ("individual_use", "yes")];
    coupon(7122, "envio", "fixed_cart", "0", &free);
    coupon(
        7123,
        "viejo",
        "percent",
        "10",
        &[("date_expires", "1735686000")],
    );
}

fn shipping(site: &Site) {
    const CLEAR: &str = "DELETE FROM {p}woocommerce_shipping_zone_methods WHERE instance_id <> 1";
    const METHOD: &str = "INSERT INTO {p}woocommerce_shipping_zone_methods \
        (zone_id, instance_id, method_id, method_order, is_enabled) VALUES (1, ?, ?, ?, 1)";
    site.execute(CLEAR, Vec::new()).expect("methods");
    for (id, method) in [(2, "local_pickup"), (3, "free_shipping")] {
        site.execute(METHOD, binds![id, method, id])
            .expect("method");
    }
    let flat = [
        ("title", "Envio"),
        ("tax_status", "taxable"),
        ("cost", "4.95"),
    ];
    let pickup = [("title", "Recogida"), ("tax_status", "none"), ("cost", "")];
    let free = [
        ("title", "Gratis"),
        ("requires", "coupon"),
        ("min_amount", "0"),
        ("ignore_discounts", "no"),
    ];
    for (name, settings) in [
        ("flat_rate_1", &flat[..]),
        ("local_pickup_2", &pickup),
        ("free_shipping_3", &free),
    ] {
        let name = format!("woocommerce_{name}_settings");
        set_option(site, &name, &serialized(settings));
    }
}

fn products(site: &Site) {
    let price = |price: &'static str| [("_price", price), ("_regular_price", price)];
    let with = |own: &[(&'static str, &'static str)], cost| {
        let mut meta = price(cost).to_vec();
        meta.extend_from_slice(own);
        meta
    };
    add(site, H, "miel", &with(&[("_sku", "MIEL-1")], "9.99"), &[]);
    let oil = [
        ("_price", "15.5"),
        ("_regular_price", "20"),
        ("_sale_price", "15.5"),
        ("_manage_stock", "yes"),
        ("_stock", "3"),
        ("_stock_status", "instock"),
    ];
    add(site, O, "aceite", &oil, &[]);
    add(
        site,
        X,
        "agotado",
        &with(&[("_stock_status", "outofstock")], "5"),
        &[],
    );
    let voucher = [("_virtual", "yes"), ("_sold_individually", "yes")];
    add(site, G, "bono", &with(&voucher, "50"), &[]);
    add(site, N, "sin-precio", &[], &[]);
    let external = [("_product_url", "https://otra.example/")];
    add(site, E, "externo", &with(&external, "80"), &[]);
    set_kind(site, E, "external");
    let children = format!("a:3:{{i:0;i:{H};i:1;i:{O};i:2;i:{X};}}");
    add(site, L, "lote", &[("_children", &children)], &[]);
    set_kind(site, L, "grouped");
}

fn variable(site: &Site) {
    const ATTRIBUTE: &str = "INSERT INTO {p}woocommerce_attribute_taxonomies (attribute_name, attribute_label, \
        attribute_type, attribute_orderby, attribute_public) VALUES ('color', 'Color', 'select', 'menu_order', 0)";
    site.execute(ATTRIBUTE, Vec::new()).expect("attribute");
    add_term(site, 930, "pa_color", "red");
    add_term(site, 931, "pa_color", "blue");
    let attribute = |key: &str, name: &str, value: &str, is_taxonomy: u8| {
        format!(
            "s:{}:\"{key}\";a:6:{{s:4:\"name\";s:{}:\"{name}\";s:5:\"value\";s:{}:\"{value}\";s:8:\"position\";i:0;\
             s:10:\"is_visible\";i:1;s:12:\"is_variation\";i:1;s:11:\"is_taxonomy\";i:{is_taxonomy};}}",
            key.len(),
            name.len(),
            value.len(),
        )
    };
    let color = attribute("pa_color", "pa_color", "", 1);
    let size = attribute("talla", "Talla", "S | M", 0);
    let attributes = format!("a:2:{{{color}{size}}}");
    let meta = [
        ("_product_attributes", attributes.as_str()),
        ("_price", "12"),
        ("_price", "14"),
    ];
    let terms = [("pa_color", "red"), ("pa_color", "blue")];
    add(site, V, "camiseta", &meta, &terms);
    set_kind(site, V, "variable");
    let first = [
        ("attribute_pa_color", "red"),
        ("attribute_talla", "S"),
        ("_price", "12"),
        ("_regular_price", "12"),
    ];
    add_post(site, V1, ("product_variation", V), "camiseta-1", &first);
    let second = [
        ("attribute_pa_color", "blue"),
        ("attribute_talla", ""),
        ("_price", "14"),
        ("_regular_price", "14"),
        ("_manage_stock", "yes"),
        ("_stock", "2"),
        ("_stock_status", "instock"),
    ];
    add_post(site, V2, ("product_variation", V), "camiseta-2", &second);
}

/// Sets a product's type.
fn set_kind(site: &Site, product: i64, kind: &str) {
    const FIND: &str = "SELECT tt.term_taxonomy_id FROM {p}term_taxonomy tt JOIN {p}terms t \
        ON t.term_id = tt.term_id WHERE tt.taxonomy = 'product_type' AND t.slug = ?";
    const ADD: &str =
        "INSERT INTO {p}term_relationships (object_id, term_taxonomy_id) VALUES (?, ?)";
    let found: Vec<(i64,)> = site.load(FIND, binds![kind]).expect("type");
    let term = found.first().map(|(id,)| *id).unwrap_or_else(|| {
        add_term(site, product, "product_type", kind);
        product
    });
    site.execute(ADD, binds![product, term]).expect("type");
}
