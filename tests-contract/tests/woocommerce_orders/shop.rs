//! The recorded shop with browsers that buy in it.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use anyhow::Result;
use compat::binds;
use compat::wordpress::db::FromRow;
use compat::wordpress::php::url::urlencode;
use tests_contract::client::{ClientResponse, send};
use tests_contract::recording::Request;
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;

/// Products of the recorded site: one with 20 units, one that nobody counts, a virtual one.
pub const OIL: i64 = 1970;
pub const HONEY: i64 = 1971;
pub const VOUCHER: i64 = 1972;

pub struct Shop {
    pub server: Oxipress,
    pub site: Site,
}

impl Shop {
    pub fn new(database: Database) -> Self {
        Self::with_options(database, &[])
    }

    /// The shop with options of its own.
    pub fn with_options(database: Database, options: &[(&str, &str)]) -> Self {
        Self::with_environment(database, options, &[])
    }

    /// The shop with options and variables of its own.
    pub fn with_environment(
        database: Database,
        options: &[(&str, &str)],
        environment: &[(&str, &str)],
    ) -> Self {
        const DELETE: &str = "DELETE FROM {p}options WHERE option_name = ?";
        const ADD: &str =
            "INSERT INTO {p}options (option_name, option_value, autoload) VALUES (?, ?, 'on')";
        let site = Site::recorded(database).expect("site");
        for (name, value) in options {
            site.execute(DELETE, binds![*name]).expect("delete");
            site.execute(ADD, binds![*name, *value]).expect("option");
        }
        let server = Oxipress::serve_recorded_site(&site.url, &[], environment).expect("server");
        Self { server, site }
    }

    /// Kills the server, and starts it again on its database.
    pub fn restart(self, environment: &[(&str, &str)]) -> Self {
        let Self { server, site } = self;
        server.kill().expect("killed");
        let server = Oxipress::serve_recorded_site(&site.url, &[], environment).expect("server");
        Self { server, site }
    }

    pub fn visitor(&self) -> Visitor {
        Visitor {
            addr: self.server.addr,
            jar: BTreeMap::new(),
        }
    }

    /// A visitor with a product in the cart.
    pub fn buyer(&self, product: i64, units: i64) -> Visitor {
        let mut visitor = self.visitor();
        visitor.add(product, units);
        visitor
    }

    pub fn load<R: FromRow>(&self, sql: &'static str) -> Vec<R> {
        self.site.load(sql, Vec::new()).expect("rows")
    }

    /// The first number of a query.
    pub fn number(&self, sql: &'static str) -> i64 {
        let rows: Vec<(i64,)> = self.load(sql);
        rows.first().map_or(0, |(number,)| *number)
    }

    pub fn set_stock(&self, product: i64, units: i64) {
        const SET: &str =
            "UPDATE {p}postmeta SET meta_value = ? WHERE post_id = ? AND meta_key = '_stock'";
        self.site
            .execute(SET, binds![units.to_string(), product])
            .expect("stock");
    }

    pub fn stock(&self, product: i64) -> String {
        const SQL: &str =
            "SELECT meta_value FROM {p}postmeta WHERE post_id = ? AND meta_key = '_stock'";
        let rows: Vec<(String,)> = self.site.load(SQL, binds![product]).expect("stock");
        rows.first()
            .map(|(units,)| units.clone())
            .unwrap_or_default()
    }
}

/// A browser with its cookies.
#[derive(Clone)]
pub struct Visitor {
    pub addr: SocketAddr,
    pub jar: BTreeMap<String, String>,
}

impl Visitor {
    pub fn ask(&mut self, method: &str, path: &str, body: &str) -> ClientResponse {
        self.ask_with(method, path, body, &[])
    }

    /// Sends a request with further headers.
    pub fn ask_with(
        &mut self,
        method: &str,
        path: &str,
        body: &str,
        further: &[(&str, &str)],
    ) -> ClientResponse {
        let kind = [("Content-Type", "application/x-www-form-urlencoded")];
        let kind = kind.into_iter().filter(|_| method == "POST");
        let headers: Vec<_> = kind.chain(further.iter().copied()).collect();
        self.send(method, path, body, &headers).expect("answer")
    }

    /// Sends JSON with further headers.
    pub fn post_json(
        &mut self,
        path: &str,
        body: &str,
        further: &[(&str, &str)],
    ) -> ClientResponse {
        let kind = [("Content-Type", "application/json")];
        let headers: Vec<_> = kind.into_iter().chain(further.iter().copied()).collect();
        self.send("POST", path, body, &headers).expect("answer")
    }

    /// Sends a request; fails when the server does not answer.
    pub fn send(
        &mut self,
        method: &str,
        path: &str,
        body: &str,
        further: &[(&str, &str)],
    ) -> Result<ClientResponse> {
        let mut headers = vec![
            ("Host".to_owned(), "127.0.0.1:8081".to_owned()),
            ("User-Agent".to_owned(), "Browser/1.0".to_owned()),
        ];
        let named = further.iter();
        headers.extend(named.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
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
        let answer = send(self.addr, &request)?;
        for (name, value) in &answer.headers {
            if name.eq_ignore_ascii_case("set-cookie")
                && let Some((key, rest)) = value.split_once('=')
            {
                let value = rest.split(';').next().unwrap_or_default();
                self.jar.insert(key.to_owned(), value.to_owned());
            }
        }
        Ok(answer)
    }

    pub fn get(&mut self, path: &str) -> String {
        let answer = self.ask("GET", path, "");
        assert_eq!(answer.status, 200, "{path}");
        answer.body
    }

    pub fn post(&mut self, path: &str, body: &str) -> String {
        let answer = self.ask("POST", path, body);
        assert_eq!(answer.status, 200, "{path} {body}");
        answer.body
    }

    pub fn add(&mut self, product: i64, units: i64) {
        let body = format!("product_id={product}&quantity={units}");
        let answer = self.post("/?wc-ajax=add_to_cart", &body);
        assert!(answer.contains("fragments"), "{answer}");
    }

    /// The nonce of the checkout's form.
    pub fn nonce(&mut self) -> String {
        let page = self.get("/finalizar-compra/");
        let field = "name=\"woocommerce-process-checkout-nonce\" value=\"";
        let nonce = between(&page, field, "\"").to_owned();
        assert!(!nonce.is_empty(), "{page}");
        nonce
    }

    /// Sends the form; `changes` replace fields, a field with the value `-` is left out.
    pub fn order(&mut self, nonce: &str, changes: &[(&str, &str)]) -> String {
        self.post("/?wc-ajax=checkout", &form(nonce, changes))
    }

    /// Reads the form's page and orders.
    pub fn buy(&mut self, changes: &[(&str, &str)]) -> String {
        let nonce = self.nonce();
        self.order(&nonce, changes)
    }
}

/// The fields of a form that is all right.
pub fn form(nonce: &str, changes: &[(&str, &str)]) -> String {
    let mut fields: Vec<(&str, &str)> = vec![
        ("billing_first_name", "Ana"),
        ("billing_last_name", "Ruiz"),
        ("billing_company", ""),
        ("billing_country", "ES"),
        ("billing_address_1", "Calle Mayor 1"),
        ("billing_address_2", ""),
        ("billing_postcode", "18500"),
        ("billing_city", "Guadix"),
        ("billing_state", "GR"),
        ("billing_phone", "600112233"),
        ("billing_email", "ana@ejemplo.example"),
        ("order_comments", ""),
        ("shipping_method[0]", "flat_rate:1"),
        ("payment_method", "cod"),
        ("woocommerce-process-checkout-nonce", nonce),
    ];
    for (name, value) in changes {
        match fields.iter_mut().find(|(own, _)| own == name) {
            Some((_, own)) => *own = value,
            None => fields.push((name, value)),
        }
    }
    let encoded = |text: &str| urlencode(text.as_bytes());
    let pairs = fields.into_iter().filter(|(_, value)| *value != "-");
    let pairs: Vec<_> = pairs
        .map(|(name, value)| format!("{}={}", encoded(name), encoded(value)))
        .collect();
    pairs.join("&")
}

/// What stands between two texts.
pub fn between<'t>(text: &'t str, start: &str, end: &str) -> &'t str {
    let rest = text.split_once(start).map_or("", |(_, rest)| rest);
    rest.split_once(end).map_or("", |(own, _)| own)
}

/// The address to which a successful answer leads, as a path.
pub fn redirect(answer: &str) -> String {
    assert!(answer.contains("\"result\":\"success\""), "{answer}");
    let url = between(answer, "\"redirect\":\"", "\"").replace("\\/", "/");
    let path = url.strip_prefix("http://127.0.0.1:8081").expect("own site");
    path.to_owned()
}

/// The fields that errors of an answer are about, in their order; those about none are empty.
pub fn errors(answer: &str) -> Vec<String> {
    assert!(answer.contains("\"result\":\"failure\""), "{answer}");
    let items = answer.split("<li").skip(1);
    items
        .map(|item| between(item, " data-id=\\\"", "\\\"").to_owned())
        .collect()
}
