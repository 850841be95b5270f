//! The site on which the cases are tried: forms of our own, posts, mails, a login.

use std::net::SocketAddr;

use compat::binds;
use compat::wordpress::php::{Value as Php, serialize};
use serde_json::Value;
use tests_contract::client::{Answer, send};
use tests_contract::contact_form::{fields, json, post, request, route};
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;

use crate::HUMAN;

/// The site, a folder for its mails, and the server.
pub struct Stage {
    pub server: Oxipress,
    pub site: Site,
    pub folder: tempfile::TempDir,
    made: std::cell::Cell<i64>,
}

impl Stage {
    pub fn new(database: Database, more: &[(&str, &str)]) -> Self {
        let site = Site::recorded(database).expect("site");
        let folder = tempfile::tempdir().expect("folder");
        let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
        let (mail, spool, uploads) = (path("mail"), path("spool"), path("uploads"));
        let mut environment = vec![
            ("OXIPRESS_MAIL_FOLDER", mail.as_str()),
            ("OXIPRESS_MAIL_SPOOL", spool.as_str()),
            ("OXIPRESS_MAIL_DELIVERY", "wait"),
            ("OXIPRESS_SERVER_UPLOAD_FOLDER", uploads.as_str()),
        ];
        environment.extend_from_slice(more);
        let server = Oxipress::serve_recorded_site(&site.url, &[], &environment).expect("server");
        Self {
            server,
            site,
            folder,
            made: std::cell::Cell::new(5000),
        }
    }

    pub fn addr(&self) -> SocketAddr {
        self.server.addr
    }

    /// A form of our own with these settings; its id.
    pub fn form(
        &self,
        template: &'static str,
        settings: &'static str,
        messages: &[(&str, &str)],
    ) -> i64 {
        const POST: &str = "INSERT INTO {p}posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, \
            post_excerpt, post_status, comment_status, ping_status, post_password, post_name, to_ping, pinged, \
            post_modified, post_modified_gmt, post_content_filtered, post_parent, guid, menu_order, post_type, \
            post_mime_type, comment_count) VALUES (?, 1, '2026-01-01 00:00:00', '2026-01-01 00:00:00', '', 'Case', '', \
            'publish', 'closed', 'closed', '', ?, '', '', '2026-01-01 00:00:00', '2026-01-01 00:00:00', '', 0, '', 0, \
            'wpcf7_contact_form', '', 0)";
        const META: &str =
            "INSERT INTO {p}postmeta (post_id, meta_key, meta_value) VALUES (?, ?, ?)";
        let id = self.made.get() + 1;
        self.made.set(id);
        let slug = format!("case-{id}");
        let mail = Php::array()
            .with("subject", "Case")
            .with("sender", "Case <web@casascueva.example>")
            .with("recipient", "reservas@casascueva.example")
            .with("body", "[a] [your-name]")
            .with("additional_headers", "")
            .with("attachments", "")
            .with("use_html", 0)
            .with("exclude_blank", 0);
        let mut stored = Php::array();
        for (key, text) in messages {
            stored = stored.with(*key, *text);
        }
        let (mail, stored) = (serialize(&mail), serialize(&stored));
        let rows: [(&str, Vec<u8>); 4] = [
            ("_form", template.as_bytes().to_vec()),
            ("_mail", mail),
            ("_messages", stored),
            ("_additional_settings", settings.as_bytes().to_vec()),
        ];
        for (key, value) in rows {
            self.site
                .execute(META, binds![id, key, value])
                .expect("meta");
        }
        // The form comes last: who sees it sees all of it.
        self.site.execute(POST, binds![id, slug]).expect("form");
        // The server sees it once it looked at the database again.
        let is_seen = |_| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            self.get(&route(id, "feedback/schema")).status == 200
        };
        assert!((0..200).any(is_seen), "form {id} is not seen");
        id
    }

    pub fn get(&self, path: &str) -> Answer {
        send(self.addr(), &request("GET", path, &[], Vec::new())).expect("answer")
    }

    pub fn feedback(&self, form: i64, pairs: &[(&str, &str)]) -> Value {
        json(&self.feedback_with(form, pairs, &[]))
    }

    pub fn feedback_with(
        &self,
        form: i64,
        pairs: &[(&str, &str)],
        headers: &[(&str, &str)],
    ) -> Answer {
        let mut all = fields(&[("_wpcf7_unit_tag", "u1")]);
        all.extend(fields(&HUMAN));
        all.extend(fields(pairs));
        post(self.addr(), &route(form, "feedback"), &all, headers).expect("answer")
    }

    pub fn mails(&self) -> usize {
        let entries = std::fs::read_dir(self.folder.path().join("mail"));
        entries.map_or(0, Iterator::count)
    }

    /// Cookies and REST nonce of the administrator.
    pub fn sign_in(&self) -> (String, String) {
        let form = "log=anfitrion&pwd=demo-password&casacue4217=384211&alt_s=";
        let kind = [("Content-Type", "application/x-www-form-urlencoded")];
        let sent = request("POST", "/wp-login.php", &kind, form.as_bytes().to_vec());
        let answer = send(self.addr(), &sent).expect("login");
        let set = answer.headers.iter();
        let set = set.filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie"));
        let pairs: Vec<&str> = set.filter_map(|(_, v)| v.split(';').next()).collect();
        let cookies = pairs.join("; ");
        let page = request(
            "GET",
            "/formularios-varios/",
            &[("Cookie", &cookies)],
            Vec::new(),
        );
        let page = send(self.addr(), &page).expect("page").body;
        let (_, after) = page
            .split_once("name=\"_wpnonce\" value=\"")
            .expect("nonce");
        (cookies, after.get(..10).unwrap_or_default().to_owned())
    }
}
