//! The recorded shop with browsers that have accounts in it.

use std::collections::BTreeMap;
use std::fs;
use std::net::SocketAddr;

use compat::binds;
use compat::wordpress::php::url::urlencode;
use tests_contract::client::{ClientResponse, send};
use tests_contract::recording::Request;
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;

/// A product of the recorded site that nobody counts.
pub const HONEY: i64 = 1971;
/// A virtual one.
pub const VOUCHER: i64 = 1972;
pub const ACCOUNT: &str = "/mi-cuenta/";
pub const PASSWORD: &str = "Cl4ve-larga-demo";

pub struct Shop {
    pub server: Oxipress,
    pub site: Site,
}

impl Shop {
    pub fn new(database: Database) -> Self {
        Self::with_options(database, &[])
    }

    pub fn with_options(database: Database, options: &[(&str, &str)]) -> Self {
        const DELETE: &str = "DELETE FROM {p}options WHERE option_name = ?";
        const ADD: &str =
            "INSERT INTO {p}options (option_name, option_value, autoload) VALUES (?, ?, 'on')";
        let site = Site::recorded(database).expect("site");
        for (name, value) in options {
            site.execute(DELETE, binds![*name]).expect("delete");
            site.execute(ADD, binds![*name, *value]).expect("option");
        }
        let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
        Self { server, site }
    }

    pub fn visitor(&self) -> Visitor {
        Visitor {
            addr: self.server.addr,
            jar: BTreeMap::new(),
        }
    }

    /// A visitor who has just registered.
    pub fn member(&self, email: &str) -> Visitor {
        let mut visitor = self.visitor();
        let fields = [("email", email), ("password", PASSWORD), ("register", "x")];
        let answer = visitor.send_form(ACCOUNT, "woocommerce-register-nonce", &fields);
        assert_eq!(answer.status, 302, "{}", answer.body);
        visitor
    }

    pub fn number(&self, sql: &'static str) -> i64 {
        let rows: Vec<(i64,)> = self.site.load(sql, Vec::new()).expect("rows");
        rows.first().map_or(0, |(number,)| *number)
    }

    pub fn text(&self, sql: &'static str) -> String {
        let rows: Vec<(String,)> = self.site.load(sql, Vec::new()).expect("rows");
        rows.into_iter()
            .next()
            .map_or(String::new(), |(text,)| text)
    }

    /// The mails to an address, decoded as far as the tests read them.
    pub fn mails(&self, to: &str) -> Vec<String> {
        let folder = self.server.mail.path().join("mail");
        let files = fs::read_dir(folder).into_iter().flatten().flatten();
        let mails = files.filter_map(|file| fs::read_to_string(file.path()).ok());
        let decoded = mails.map(|mail| mail.replace("=\r\n", "").replace("=3D", "="));
        let is_to = |mail: &String| mail.contains(&format!("To: {to}"));
        decoded.filter(is_to).collect()
    }

    /// Waits until the queue has delivered a mail to an address that holds a text.
    pub fn mail_with(&self, to: &str, text: &str) -> String {
        for _ in 0..200 {
            let mut mails = self.mails(to).into_iter();
            if let Some(mail) = mails.find(|mail| mail.contains(text)) {
                return mail;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        let mails = self.mails(to).into_iter();
        let found = mails.last().filter(|mail| mail.contains(text));
        found.expect("a mail with the text")
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

    pub fn ask_with(
        &mut self,
        method: &str,
        path: &str,
        body: &str,
        more: &[(&str, &str)],
    ) -> ClientResponse {
        let mut headers = vec![
            ("Host".to_owned(), "127.0.0.1:8081".to_owned()),
            ("User-Agent".to_owned(), "Browser/1.0".to_owned()),
        ];
        headers.extend(more.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())));
        if method == "POST" {
            let kind = "application/x-www-form-urlencoded".to_owned();
            headers.push(("Content-Type".to_owned(), kind));
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
                if matches!(value, "" | "+" | "%20") {
                    self.jar.remove(key);
                } else {
                    self.jar.insert(key.to_owned(), value.to_owned());
                }
            }
        }
        answer
    }

    pub fn get(&mut self, path: &str) -> String {
        let answer = self.ask("GET", path, "");
        assert_eq!(
            answer.status,
            200,
            "{path}: {:?}",
            answer.header("location")
        );
        answer.body
    }

    /// Reads the page of a form and sends it with its nonce.
    pub fn send_form(
        &mut self,
        path: &str,
        nonce: &str,
        fields: &[(&str, &str)],
    ) -> ClientResponse {
        let page = self.get(path);
        let value = between(&page, &format!("name=\"{nonce}\" value=\""), "\"").to_owned();
        assert!(!value.is_empty(), "{nonce} on {path}: {page}");
        let mut all = vec![(nonce, value.as_str())];
        all.extend_from_slice(fields);
        self.ask("POST", path, &encoded(&all))
    }

    pub fn is_logged_in(&self) -> bool {
        let mut names = self.jar.keys();
        names.any(|name| name.starts_with("wordpress_logged_in_"))
    }

    /// Orders a product and returns the order's number.
    pub fn order(&mut self, product: i64, changes: &[(&str, &str)]) -> i64 {
        let add = format!("product_id={product}&quantity=1");
        let added = self.ask("POST", "/?wc-ajax=add_to_cart", &add).body;
        assert!(added.contains("fragments"), "{added}");
        let page = self.get("/finalizar-compra/");
        let field = "name=\"woocommerce-process-checkout-nonce\" value=\"";
        let nonce = between(&page, field, "\"").to_owned();
        let mut fields = vec![
            ("billing_first_name", "Ana"),
            ("billing_last_name", "Ruiz"),
            ("billing_country", "ES"),
            ("billing_address_1", "Calle Mayor 1"),
            ("billing_postcode", "18500"),
            ("billing_city", "Guadix"),
            ("billing_state", "GR"),
            ("billing_phone", "600112233"),
            ("billing_email", "ana@ejemplo.example"),
            ("shipping_method[0]", "flat_rate:1"),
            ("payment_method", "bacs"),
            ("woocommerce-process-checkout-nonce", &nonce),
        ];
        for (name, value) in changes {
            match fields.iter_mut().find(|(own, _)| own == name) {
                Some((_, own)) => *own = value,
                None => fields.push((name, value)),
            }
        }
        let placed = self
            .ask("POST", "/?wc-ajax=checkout", &encoded(&fields))
            .body;
        let id = between(&placed, "order-received\\/", "\\/");
        assert!(!id.is_empty(), "{placed}");
        id.parse().expect("number of the order")
    }
}

pub fn encoded(fields: &[(&str, &str)]) -> String {
    let part = |text: &str| urlencode(text.as_bytes());
    let pairs = fields.iter();
    let pairs = pairs.map(|(name, value)| format!("{}={}", part(name), part(value)));
    pairs.collect::<Vec<_>>().join("&")
}

/// What stands between two texts.
pub fn between<'t>(text: &'t str, start: &str, end: &str) -> &'t str {
    let rest = text.split_once(start).map_or("", |(_, rest)| rest);
    rest.split_once(end).map_or("", |(own, _)| own)
}

/// A link of a page as a path, its entities decoded.
pub fn link(page: &str, start: &str) -> String {
    let found = between(page, start, "\"")
        .replace("&#038;", "&")
        .replace("&amp;", "&");
    let path = found.strip_prefix("http://127.0.0.1:8081");
    assert!(path.is_some(), "no {start} in {page}");
    path.unwrap_or_default().to_owned()
}

/// The errors of a page, without markup around them.
pub fn errors(page: &str) -> Vec<String> {
    let list = between(page, "<ul class=\"woocommerce-error\"", "</ul>");
    let items = list.split("<li").skip(1);
    items
        .map(|item| between(item, ">", "</li>").trim().to_owned())
        .collect()
}
