//! A client of the Store API.

use compat::binds;
use serde_json::{Value, json};
use tests_contract::client::{ClientResponse, send};
use tests_contract::recording::Request;
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;

/// Products of the recorded site: one with 20 units, another simple one, one that is out of stock, a variable one.
pub const OIL: i64 = 1970;
pub const HONEY: i64 = 1971;
pub const PLATE: i64 = 1973;
pub const BLANKET: i64 = 1974;

/// A site with a server on it.
pub struct Shop {
    server: Oxipress,
    pub site: Site,
}

impl Shop {
    pub fn new(database: Database, fill: impl FnOnce(&Site)) -> Self {
        let site = Site::recorded(database).expect("site");
        fill(&site);
        let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
        Self { server, site }
    }

    /// Sends a request; the path is below the name space.
    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut all = vec![("Host".to_owned(), "127.0.0.1:8081".to_owned())];
        let named = headers.iter();
        all.extend(named.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        let request = Request {
            method: method.to_owned(),
            path: format!("/wp-json/wc/store/v1/{path}"),
            headers: all,
            body: body.as_bytes().to_vec(),
            source_address: None,
        };
        Answer(send(self.server.addr, &request).expect("answer"))
    }

    pub fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], "")
    }

    /// A client that names its session by a token.
    pub fn client(&self) -> Client<'_> {
        let token = self.get("cart").header("cart-token");
        Client { shop: self, token }
    }

    pub fn sessions(&self) -> Vec<String> {
        const SQL: &str = "SELECT session_key FROM {p}woocommerce_sessions ORDER BY session_key";
        let rows: Vec<(String,)> = self.site.load(SQL, binds![]).expect("sessions");
        rows.into_iter().map(|(key,)| key).collect()
    }
}

/// A response.
pub struct Answer(pub ClientResponse);

impl Answer {
    pub fn header(&self, name: &str) -> String {
        self.0.header(name).unwrap_or_default().to_owned()
    }

    pub fn json(&self) -> Value {
        let parsed = serde_json::from_str(&self.0.body);
        assert!(parsed.is_ok(), "JSON: {}", self.0.body);
        parsed.unwrap_or_default()
    }

    /// Status and code of a refusal.
    pub fn refusal(&self) -> (u16, String) {
        let code = self.json()["code"].as_str().unwrap_or_default().to_owned();
        (self.0.status, code)
    }

    pub fn message(&self) -> String {
        self.json()["message"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }
}

/// An app.
pub struct Client<'s> {
    shop: &'s Shop,
    pub token: String,
}

impl Client<'_> {
    pub fn ask(&self, method: &str, path: &str, body: &Value) -> Answer {
        let headers = [
            ("Cart-Token", self.token.as_str()),
            ("Content-Type", "application/json"),
        ];
        let body = if body.is_null() {
            String::new()
        } else {
            body.to_string()
        };
        self.shop.send(method, path, &headers, &body)
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, body)
    }

    pub fn add(&self, id: i64, quantity: i64) -> Answer {
        self.post("cart/add-item", &json!({"id": id, "quantity": quantity}))
    }

    /// The cart after something was put in.
    pub fn with(&self, id: i64, quantity: i64) -> Value {
        let answer = self.add(id, quantity);
        assert_eq!(answer.0.status, 201, "{}", answer.0.body);
        answer.json()
    }

    pub fn cart(&self) -> Value {
        let answer = self.ask("GET", "cart", &Value::Null);
        assert_eq!(answer.0.status, 200, "{}", answer.0.body);
        answer.json()
    }
}

/// Ids and quantities of the lines of a cart.
pub fn lines(cart: &Value) -> Vec<(i64, i64)> {
    let items = cart["items"].as_array().cloned().unwrap_or_default();
    let number = |value: &Value| value.as_i64().unwrap_or_default();
    items
        .iter()
        .map(|item| (number(&item["id"]), number(&item["quantity"])))
        .collect()
}

/// Adds a coupon with meta.
pub fn add_coupon(site: &Site, id: i64, code: &str, meta: &[(&str, &str)]) {
    const POST: &str = "INSERT INTO {p}posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, \
        post_excerpt, post_status, comment_status, post_name, to_ping, pinged, post_modified, post_modified_gmt, \
        post_content_filtered, post_type) VALUES (?, 1, '2026-03-01 10:00:00', '2026-03-01 09:00:00', '', ?, '', \
        'publish', 'closed', ?, '', '', '2026-03-01 10:00:00', '2026-03-01 09:00:00', '', 'shop_coupon')";
    const META: &str = "INSERT INTO {p}postmeta (post_id, meta_key, meta_value) VALUES (?, ?, ?)";
    site.execute(POST, binds![id, code, code]).expect("coupon");
    for (key, value) in meta {
        site.execute(META, binds![id, *key, *value]).expect("meta");
    }
}
