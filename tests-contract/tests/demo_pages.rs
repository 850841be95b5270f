//! The demo site's own pages (`fixtures/demo-pages`): each is served, whole, in its language, with its pictures.

use std::collections::BTreeSet;
use std::process::{Command, Stdio};

use regex::Regex;
use tests_contract::client::{ClientResponse, get};
use tests_contract::server::{Oxipress, binary};

/// Pages with the language that they are in.
const PAGES: &[(&str, &str)] = &[
    ("/bienvenida/", "es"),
    ("/la-casa/", "es"),
    ("/tarifas/", "es"),
    ("/cuaderno-de-la-loma/", "es"),
    ("/alrededores-de-la-loma/", "es"),
    ("/historia-de-la-loma/", "es"),
    ("/como-llegar/", "es"),
    ("/en/welcome/", "en-US"),
    ("/en/the-house/", "en-US"),
    ("/en/prices/", "en-US"),
    ("/fr/bienvenue/", "fr-FR"),
    ("/fr/la-maison/", "fr-FR"),
    ("/fr/tarifs/", "fr-FR"),
    ("/de/willkommen/", "de-DE"),
    ("/de/das-haus/", "de-DE"),
    ("/de/preise/", "de-DE"),
];

struct Demo {
    server: Oxipress,
    _home: tempfile::TempDir,
}

impl Demo {
    fn serve() -> Self {
        let home = tempfile::tempdir().expect("temporary folder");
        let mut command = Command::new(binary().expect("binary"));
        command
            .arg("serve")
            .current_dir(home.path())
            .env_clear()
            .env("HOME", home.path())
            .env("OXIPRESS_LOG", "error")
            .stdout(Stdio::null());
        let server = Oxipress::run(&mut command).expect("server");
        Self {
            server,
            _home: home,
        }
    }

    fn get(&self, path: &str) -> ClientResponse {
        get(self.server.addr, path).expect("answer")
    }
}

fn all<'a>(pattern: &str, text: &'a str) -> Vec<&'a str> {
    let pattern = Regex::new(pattern).expect("pattern");
    let captures = pattern.captures_iter(text);
    captures
        .filter_map(|found| found.get(1).map(|m| m.as_str()))
        .collect()
}

#[test]
fn pages_of_the_house_are_served_whole() {
    let demo = Demo::serve();
    let mut pictures = BTreeSet::new();
    for (path, language) in PAGES {
        let page = demo.get(path);
        assert_eq!(page.status, 200, "{path}");
        assert!(
            page.body.contains(&format!("lang=\"{language}\"")),
            "{path} is in {language}"
        );
        let raw = all(r"(\[/?et_pb_\w+)", &page.body);
        assert!(raw.is_empty(), "{path} prints {raw:?}");
        let named = all(
            r"(/wp-content/uploads/[\w./-]+\.(?:webp|mp4|webm|mp3))",
            &page.body,
        );
        pictures.extend(named.into_iter().map(str::to_owned));
    }
    assert!(pictures.len() > 20, "{pictures:?}");
    for picture in &pictures {
        assert_eq!(demo.get(picture).status, 200, "{picture}");
    }
}

#[test]
fn translations_know_each_other() {
    let demo = Demo::serve();
    let page = demo.get("/la-casa/").body;
    for (language, path) in [
        ("en", "/en/the-house/"),
        ("fr", "/fr/la-maison/"),
        ("de", "/de/das-haus/"),
    ] {
        let other = format!("http://{}{path}", demo.server.addr);
        assert!(page.contains(&other), "{language}: {other}");
    }
}

/// Fonts lie beside the browser modules: what the sheet names is what `react-modules/fonts.js` brings.
#[test]
fn fonts_of_the_sheet_come_from_packages() {
    let demo = Demo::serve();
    let sheet = demo.get("/wp-content/oxipress/theme.css").body;
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../react-modules/fonts.js");
    let script = std::fs::read_to_string(script).expect("fonts.js");
    let fonts = all(r#"url\("modules/fonts/([^"]+)"\)"#, &sheet);
    assert_eq!(fonts.len(), 6, "{fonts:?}");
    for font in fonts {
        assert!(script.contains(&format!("\"{font}\"")), "{font}");
    }
}
