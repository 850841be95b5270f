//! The recorded site on which the page builder's endpoints are tried. What does not work ends the test.

use crate::client::{self, ClientResponse};
use crate::contact_form::request;
use crate::server::{Database, Oxipress};
use crate::site::Site;

/// The form of the demo site.
pub const CHECKSUM: &str = "13a1f08f0deacd6267a01a0716d6c274";

/// An SMTP address without a listener: mails stay in the outbox, where a test reads them.
pub const NO_MAIL_SERVER: [(&str, &str); 4] = [
    ("OXIPRESS_MAIL_TRANSPORT", "smtp"),
    ("OXIPRESS_MAIL_SMTP_HOST", "127.0.0.1"),
    ("OXIPRESS_MAIL_SMTP_PORT", "9"),
    ("OXIPRESS_MAIL_SMTP_TLS", "none"),
];

const FORM: &str = "application/x-www-form-urlencoded; charset=UTF-8";

/// The site, the server, and what pages tell scripts.
pub struct DiviStage {
    /// The database.
    pub site: Site,
    /// The server.
    pub server: Oxipress,
    /// `et_frontend_nonce`.
    pub frontend_nonce: String,
    /// `et_ab_log_nonce`.
    pub log_nonce: String,
}

fn value_of(page: &str, key: &str) -> String {
    let (_, after) = page
        .split_once(&format!("\"{key}\":\""))
        .unwrap_or_default();
    after.split('"').next().unwrap_or_default().to_owned()
}

impl DiviStage {
    /// The recorded site.
    pub fn new(database: Database, environment: &[(&str, &str)]) -> Self {
        Self::on(Site::recorded(database).expect("site"), environment)
    }

    /// A site of one's own.
    pub fn on(site: Site, environment: &[(&str, &str)]) -> Self {
        let server = Oxipress::serve_recorded_site(&site.url, &[], environment).expect("server");
        let page = request("GET", "/aviso-legal/", &[], Vec::new());
        let page = client::send(server.addr, &page).expect("page").body;
        Self {
            frontend_nonce: value_of(&page, "et_frontend_nonce"),
            log_nonce: value_of(&page, "et_ab_log_nonce"),
            site,
            server,
        }
    }

    /// Posts to `admin-ajax.php`.
    pub fn post(&self, fields: &[(&str, &str)]) -> ClientResponse {
        let body: Vec<String> = fields
            .iter()
            .map(|(name, value)| format!("{name}={}", encoded(value)))
            .collect();
        let headers = [("Content-Type", FORM)];
        let body = body.join("&").into_bytes();
        let request = request("POST", "/wp-admin/admin-ajax.php", &headers, body);
        client::send(self.server.addr, &request).expect("answer")
    }

    /// Sends something to count.
    pub fn log(&self, nonce: &str, json: &str) -> ClientResponse {
        let fields = [
            ("action", "et_pb_update_stats_table"),
            ("stats_data_array", json),
            ("et_ab_log_nonce", nonce),
        ];
        self.post(&fields)
    }

    /// How many rows are counted.
    pub fn events(&self) -> i64 {
        const SQL: &str = "SELECT COUNT(*) FROM {p}et_divi_ab_testing_stats";
        let rows = self.site.load::<(i64,)>(SQL, Vec::new()).expect("rows");
        rows.first().map_or(0, |(n,)| *n)
    }

    /// Sends the form to subscribe.
    pub fn subscribe(&self, provider: &str, checksum: &str, email: &str) -> ClientResponse {
        self.post(&[
            ("action", "et_pb_submit_subscribe_form"),
            ("et_frontend_nonce", &self.frontend_nonce),
            ("et_list_id", "abc123"),
            ("et_firstname", "Ana"),
            ("et_lastname", "Ruiz"),
            ("et_email", email),
            ("et_provider", provider),
            ("et_account", "lista-casa"),
            ("et_ip_address", "true"),
            ("et_checksum", checksum),
        ])
    }

    /// The texts of the mails that wait.
    pub fn mail_texts(&self) -> Vec<String> {
        const SQL: &str = "SELECT mail FROM {p}oxipress_outbox ORDER BY id";
        let rows = self.site.load::<(String,)>(SQL, Vec::new()).expect("mails");
        let text = |(mail,): (String,)| {
            let mail: serde_json::Value = serde_json::from_str(&mail).expect("JSON");
            let body = mail["mail"]["body"].as_str().unwrap_or_default();
            let to = mail["mail"]["to"][0]["email"].as_str().unwrap_or_default();
            format!("{to}\n{body}")
        };
        rows.into_iter().map(text).collect()
    }

    /// Addresses and states of the stored subscribers.
    pub fn subscribers(&self) -> Vec<(String, String)> {
        const SQL: &str = "SELECT email, state FROM {p}oxipress_subscribers ORDER BY id";
        self.site.load(SQL, Vec::new()).unwrap_or_default()
    }
}

/// A value of a form.
pub fn encoded(text: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric();
    let byte = |b: u8| match plain(b) {
        true => char::from(b).to_string(),
        false => format!("%{b:02X}"),
    };
    text.bytes().map(byte).collect()
}
