//! The API with people signed in.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use compat::binds;
use compat::wordpress::db::Bind;
use serde_json::Value;
use tests_contract::client::{ClientResponse, send};
use tests_contract::recording::Request;
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;

/// Login names and application passwords of the recorded people (`owner.sql`).
pub const PEOPLE: [(&str, &str); 8] = [
    ("duena", "oAefgxpZxZMLtZi4mJCEKm69"),
    ("editora", "DoL8jkDg5oVXv4qmeSnJ59ng"),
    ("autora", "2cfLwtiGvGMazpJpXqKCfzqA"),
    ("colaboradora", "BpBdWqbeybMgHT6rdKGP9PmA"),
    ("suscriptora", "cB4SxzfDZuaZ2xGp9Mxfmx4G"),
    ("encargada", "zDazUCDvmULFCDkU5Fg8cNkn"),
    ("clienta", "e2ZspQRKVBbSUumwhyBbAxAN"),
    ("sinrol", "pc4qXfn2Y4MmYxAMAKs64yLC"),
];

/// The recorded site with its people, served.
pub struct Owned {
    /// Its rows.
    pub site: Site,
    /// The server.
    pub server: Oxipress,
}

impl Owned {
    /// Starts the site where application passwords work without TLS.
    pub fn start(database: Database) -> Self {
        let site = Site::recorded_with(database, "owner.sql").expect("site");
        let environment = [("WP_ENVIRONMENT_TYPE", "local")];
        let server = Oxipress::serve_recorded_site(&site.url, &[], &environment).expect("server");
        Self { site, server }
    }

    /// A request of somebody, nobody with an empty name. The body is JSON, empty for none.
    pub fn ask(&self, who: &str, method: &str, route: &str, body: &str) -> (u16, Value) {
        let answer = self.send(who, method, &format!("/wp-json{route}"), body);
        let found = serde_json::from_str(&answer.body).unwrap_or(Value::Null);
        (answer.status, found)
    }

    /// As [`Self::ask`], the whole response.
    pub fn send(&self, who: &str, method: &str, path: &str, body: &str) -> ClientResponse {
        let mut headers = vec![("Host".to_owned(), "127.0.0.1:8081".to_owned())];
        headers.push(("User-Agent".to_owned(), "Prueba/1".to_owned()));
        if let Some((name, password)) = PEOPLE.iter().find(|(name, _)| *name == who) {
            let credentials = STANDARD.encode(format!("{name}:{password}"));
            headers.push(("Authorization".to_owned(), format!("Basic {credentials}")));
        }
        if !body.is_empty() {
            headers.push(("Content-Type".into(), "application/json".into()));
            headers.push(("Content-Length".into(), body.len().to_string()));
        }
        let request = Request {
            method: method.into(),
            path: path.into(),
            headers,
            body: body.as_bytes().to_vec(),
            source_address: None,
        };
        send(self.server.addr, &request).expect("answer")
    }

    /// What a visitor sees at an address.
    pub fn page(&self, path: &str) -> String {
        self.send("", "GET", path, "").body
    }

    /// The texts of one column, joined by commas.
    pub fn column(&self, sql: &'static str, binds: Vec<Bind>) -> String {
        let rows: Vec<(String,)> = self.site.load(sql, binds).expect("rows");
        let rows: Vec<String> = rows.into_iter().map(|(text,)| text).collect();
        rows.join(",")
    }

    /// A stored option.
    pub fn option(&self, name: &str) -> String {
        const SQL: &str = "SELECT option_value FROM {p}options WHERE option_name = ?";
        self.column(SQL, binds![name])
    }

    /// The texts of the mails that wait or were delivered, once each of these addresses stands in them; after 5 s, as they
    /// are.
    pub fn mails_with(&self, addresses: &[&str]) -> String {
        let mut all = String::new();
        for _ in 0..50 {
            all.clear();
            for folder in ["mail", "spool"] {
                let files = std::fs::read_dir(self.server.mail.path().join(folder));
                for file in files.into_iter().flatten().flatten() {
                    all.push_str(&std::fs::read_to_string(file.path()).unwrap_or_default());
                }
            }
            if addresses.iter().all(|address| all.contains(address)) {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
        all
    }
}
