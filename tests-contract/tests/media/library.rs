//! The recorded site with people, a folder of its own for uploads, and a client.

#![expect(clippy::panic, reason = "helpers of tests")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use compat::binds;
use pictures::{Format, Picture};
use serde_json::Value;
use tempfile::TempDir;
use tests_contract::client::{ClientResponse, send};
use tests_contract::folder::copy_folder;
use tests_contract::owner::basic;
use tests_contract::recorded_site::recorded_site;
use tests_contract::recording::Request;
use tests_contract::server::{Database, Oxipress, binary};
use tests_contract::site::Site;

/// The recorded site with people, and a folder of its own for uploads.
pub struct Library {
    pub server: Oxipress,
    pub site: Site,
    pub root: PathBuf,
    pub _folder: Option<TempDir>,
}

pub fn serve(command: Command, site: &Site, root: &Path) -> Oxipress {
    serve_with(command, site, root, &[])
}

/// The same with further variables.
fn serve_with(command: Command, site: &Site, root: &Path, more: &[(&str, &str)]) -> Oxipress {
    let root = root.to_string_lossy();
    let config = recorded_site().join("oxipress.toml");
    let config = config.to_string_lossy();
    let arguments = ["--wp-root", &root, "--config", &config];
    let mut environment = vec![("WP_ENVIRONMENT_TYPE", "local"), ("OXIPRESS_LOG", "error")];
    environment.extend(more);
    Oxipress::serve_by(command, &site.url, &arguments, &environment).expect("server")
}

impl Library {
    pub fn start(database: Database) -> Self {
        Self::of(Site::recorded_with(database, "owner.sql").expect("site"))
    }

    /// The same with settings, as variables.
    pub fn start_with(database: Database, settings: &[(&str, &str)]) -> Self {
        let site = Site::recorded_with(database, "owner.sql").expect("site");
        Self::of_with(site, settings)
    }

    pub fn of(site: Site) -> Self {
        Self::of_with(site, &[])
    }

    fn of_with(site: Site, settings: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("folder");
        let root = folder.path().join("wp-root");
        copy_folder(&recorded_site().join("wp-root"), &root).expect("copy");
        let program = Command::new(binary().expect("binary"));
        Self {
            server: serve_with(program, &site, &root, settings),
            site,
            root,
            _folder: Some(folder),
        }
    }

    pub fn uploads(&self) -> PathBuf {
        self.root.join("wp-content/uploads")
    }

    /// All files below the uploads folder, hidden ones included.
    pub fn files(&self) -> BTreeSet<String> {
        files(&self.uploads(), "")
    }

    pub fn ask(
        &self,
        who: &str,
        (method, path): (&str, &str),
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> ClientResponse {
        let mut all = vec![("Host".to_owned(), "127.0.0.1:8081".to_owned())];
        all.push(("Authorization".to_owned(), basic(who)));
        all.extend(
            headers
                .iter()
                .map(|(k, v)| ((*k).to_owned(), (*v).to_owned())),
        );
        all.push(("Content-Length".to_owned(), body.len().to_string()));
        let request = Request {
            method: method.to_owned(),
            path: format!("/wp-json/wp/v2{path}"),
            headers: all,
            body: body.to_vec(),
            source_address: None,
        };
        send(self.server.addr, &request).expect("answer")
    }

    pub fn upload(&self, name: &str, mime: &str, body: &[u8]) -> (u16, Value) {
        let answer = self.send_file(name, mime, body);
        (answer.status, json_of(&answer))
    }

    /// As [`Self::upload`], where the answer may be a page: that of a database that is away.
    pub fn upload_status(&self, name: &str, mime: &str, body: &[u8]) -> u16 {
        self.send_file(name, mime, body).status
    }

    fn send_file(&self, name: &str, mime: &str, body: &[u8]) -> ClientResponse {
        let disposition = format!("attachment; filename=\"{name}\"");
        let headers = [
            ("Content-Type", mime),
            ("Content-Disposition", &*disposition),
        ];
        self.ask("editora", ("POST", "/media"), &headers, body)
    }

    pub fn post(&self, who: &str, path: &str, body: &Value) -> (u16, Value) {
        let headers = [("Content-Type", "application/json")];
        let answer = self.ask(who, ("POST", path), &headers, body.to_string().as_bytes());
        (answer.status, json_of(&answer))
    }

    pub fn count(&self, sql: &'static str) -> i64 {
        let rows: Vec<(i64,)> = self.site.load(sql, binds![]).expect("rows");
        rows[0].0
    }
}

pub fn files(folder: &Path, below: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = format!("{below}{}", entry.file_name().to_string_lossy());
        // As it was listed: a folder that is gone by now is no file.
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            found.extend(files(&entry.path(), &format!("{name}/")));
        } else {
            found.insert(name);
        }
    }
    found
}

pub fn json_of(answer: &ClientResponse) -> Value {
    serde_json::from_str(&answer.body).unwrap_or_else(|_| panic!("{}", answer.body))
}

/// A picture of stripes and noise.
pub fn picture(width: u32, height: u32, format: Format) -> Vec<u8> {
    let mut random: u32 = 7;
    let mut pixels = Vec::new();
    for place in 0..width * height {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let stripe = place % width / 16 * 5 % 200;
        let value = u8::try_from(stripe + (random >> 28)).unwrap_or(255);
        pixels.extend([value, 255 - value, value / 2]);
    }
    let picture = Picture {
        width,
        height,
        channels: 3,
        pixels,
        has_palette: false,
        color_profile: None,
    };
    picture.encode(format).expect("picture")
}
