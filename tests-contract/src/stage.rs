//! The recorded site on which contact forms are tried: forms of our own, posts, mails, a login. What does not work ends
//! the test.

use std::net::SocketAddr;
use std::process::Command;

use compat::binds;
use compat::wordpress::php::{Value as Php, serialize};
use serde_json::Value;

use crate::client::{ClientResponse, send};
use crate::contact_form::{fields, json, post, request, route};
use crate::server::{Database, Oxipress, binary, recorded_arguments};
use crate::site::Site;
use crate::visit::Visit;

/// The two fields of the honeypot as its script fills them in.
pub const HUMAN: [(&str, &str); 2] = [("casacue4217", "1"), ("alt_s", "")];

/// The site, a folder for its mails, and the server.
pub struct Stage {
    /// The server.
    pub server: Oxipress,
    /// Its database.
    pub site: Site,
    /// Holds `mail`, `spool` and `uploads`.
    pub folder: tempfile::TempDir,
    made: std::cell::Cell<i64>,
}

impl Stage {
    /// The site, its visitors waiting for their mails, with variables of its own.
    pub fn new(database: Database, more: &[(&str, &str)]) -> Self {
        let binary = Command::new(binary().expect("binary"));
        Self::by(binary, database, more)
    }

    /// As [`new`](Self::new), started by a command that ends with the binary.
    pub fn by(command: Command, database: Database, more: &[(&str, &str)]) -> Self {
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
        let arguments = recorded_arguments();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let server = Oxipress::serve_by(command, &site.url, &arguments, &environment);
        Self {
            server: server.expect("server"),
            site,
            folder,
            made: std::cell::Cell::new(5000),
        }
    }

    /// Where the server listens.
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
        // The form is inserted last, so that a reader that sees it sees all its parts.
        self.site.execute(POST, binds![id, slug]).expect("form");
        // The server sees it once it looked at the database again.
        let is_seen = |_| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            self.get(&route(id, "feedback/schema")).status == 200
        };
        assert!((0..200).any(is_seen), "form {id} is not seen");
        id
    }

    /// A page, as a visitor gets it.
    pub fn get(&self, path: &str) -> ClientResponse {
        send(self.addr(), &request("GET", path, &[], Vec::new())).expect("answer")
    }

    /// The response to a valid submission.
    pub fn feedback(&self, form: i64, pairs: &[(&str, &str)]) -> Value {
        json(&self.feedback_with(form, pairs, &[]))
    }

    /// As [`feedback`](Self::feedback), with headers.
    pub fn feedback_with(
        &self,
        form: i64,
        pairs: &[(&str, &str)],
        headers: &[(&str, &str)],
    ) -> ClientResponse {
        let mut all = fields(&[("_wpcf7_unit_tag", "u1")]);
        all.extend(fields(&HUMAN));
        all.extend(fields(pairs));
        post(self.addr(), &route(form, "feedback"), &all, headers).expect("answer")
    }

    /// Number of mails in the folder.
    pub fn mails(&self) -> usize {
        self.entries("mail")
    }

    /// Number of uploaded files left in the folders of all instances.
    pub fn uploads(&self) -> usize {
        let instances = std::fs::read_dir(self.folder.path().join("uploads"));
        let instances = instances.into_iter().flatten().flatten();
        let left =
            instances.map(|folder| std::fs::read_dir(folder.path()).map_or(1, Iterator::count));
        left.sum()
    }

    fn entries(&self, folder: &str) -> usize {
        let entries = std::fs::read_dir(self.folder.path().join(folder));
        entries.map_or(0, Iterator::count)
    }

    /// The number that a statement counts; 0 while there is no such table.
    pub fn count(&self, sql: &'static str) -> usize {
        let rows: Vec<(i64,)> = self.site.load(sql, binds![]).unwrap_or_default();
        let first = rows.first().and_then(|(n,)| usize::try_from(*n).ok());
        first.unwrap_or_default()
    }

    /// Cookies and REST nonce of the administrator.
    pub fn sign_in(&self) -> (String, String) {
        let visit = Visit::sign_in(self.addr()).expect("login");
        let nonce = visit.rest_nonce(self.addr()).expect("nonce");
        (visit.cookies, nonce)
    }
}
