//! Constants of `wp-config.php` that change what visitors get: those of Contact Form 7, and `WP_CACHE`.
//!
//! Contracts "contact-form-7", sections 1.5 and 9, and "wordpress-core", section 19.2.

use std::path::Path;

use tests_contract::client::{ClientResponse, get_with};
use tests_contract::fixtures;
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;

const HOST: &str = "127.0.0.1:8081";

/// The recorded site's configuration with definitions of its own.
fn configured(folder: &Path, definitions: &str) -> String {
    let recorded = fixtures().join("casas-cueva/wp-root/wp-config.php");
    let text = std::fs::read_to_string(recorded).expect("wp-config.php");
    let text = text.replacen("<?php", &format!("<?php\n{definitions}\n"), 1);
    std::fs::write(folder.join("wp-config.php"), text).expect("wp-config.php");
    folder.to_string_lossy().into_owned()
}

struct Stage {
    server: Oxipress,
    _site: Site,
    _folder: tempfile::TempDir,
}

impl Stage {
    fn new(site: Site, definitions: &str) -> Self {
        let folder = tempfile::tempdir().expect("folder");
        let root = configured(folder.path(), definitions);
        let arguments = ["--wp-root", &root, "--frontend", "legacy"];
        let server = Oxipress::serve(&site.url, &arguments, &[]).expect("server");
        Self {
            server,
            _site: site,
            _folder: folder,
        }
    }

    fn get(&self, path: &str) -> ClientResponse {
        get_with(self.server.addr, path, &[("Host", HOST)]).expect("answer")
    }
}

/// The first form of a page, from its tag to its end.
fn form(page: &str) -> &str {
    let rest = page.split_once("<form action=").expect("a form").1;
    rest.split_once("</form>").expect("its end").0
}

fn forms(database: Database) {
    let recorded = || Site::recorded(database).expect("site");
    let usual = Stage::new(recorded(), "").get("/contacto/").body;
    assert!(form(&usual).contains("<p>"), "{}", form(&usual));
    assert!(usual.contains("id='contact-form-7-css'"));
    assert!(usual.contains("var wpcf7 = {") && !usual.contains("\"cached\""));
    // What the form's own script stands on: it translates two sentences by itself.
    let places = [
        "wp-hooks-js",
        "wp-i18n-js",
        "wp-i18n-js-after",
        "swv-js",
        "contact-form-7-js",
    ];
    let places = places.map(|id| usual.find(&format!("id=\"{id}\"")));
    assert!(
        places.is_sorted() && places.iter().all(Option::is_some),
        "{places:?}"
    );
    assert!(usual.contains("setLocaleData( { 'text direction\\u0004ltr': [ 'ltr' ] } );"));
    let bare = "define( 'WPCF7_AUTOP', false );\ndefine( 'WP_CACHE', true );";
    let bare = Stage::new(recorded(), bare).get("/contacto/").body;
    let inside = form(&bare).split_once("</fieldset>").expect("fields").1;
    assert!(
        !inside.contains("<p>") && inside.contains("wpcf7-submit"),
        "{inside}"
    );
    assert!(bare.contains("\"cached\": 1"), "{bare}");
    let off = "define( 'WPCF7_LOAD_JS', false ); define( 'WPCF7_LOAD_CSS', FALSE );";
    let off = Stage::new(recorded(), off).get("/contacto/").body;
    assert!(!off.contains("contact-form-7-css") && !off.contains("var wpcf7 = {"));
    assert!(!off.contains("swv-js") && off.contains("class=\"wpcf7-form init\""));
}

/// A site with a page cache of its own remembers the language by a script: a header would be kept with the page.
fn languages(database: Database) {
    let files = ["languages.sql", "polylang.sql"];
    let site = || Site::of_cases(database, &files).expect("site");
    let cached = Stage::new(site(), "define( 'WP_CACHE', true );").get("/en/contacto/");
    assert_eq!(cached.header("set-cookie"), None);
    let script = "document.cookie = \"pll_language=en; expires=\" + expirationDate.toUTCString() + \"; path=\\/; SameSite=Lax\";";
    assert!(cached.body.contains(script), "{}", cached.body);
    let named = Stage::new(site(), "define( 'PLL_COOKIE', 'lengua' );").get("/en/contacto/");
    let line = named.header("set-cookie").unwrap_or_default();
    assert!(line.starts_with("lengua=en; expires="), "{line}");
    assert!(!named.body.contains("pll_cookie_script"));
    let none = Stage::new(site(), "define( 'PLL_COOKIE', false );").get("/en/contacto/");
    assert_eq!(none.header("set-cookie"), None);
}

#[test]
fn constants_on_sqlite() {
    forms(Database::Sqlite);
    languages(Database::Sqlite);
}

#[test]
fn constants_on_mariadb() {
    forms(Database::MariaDb);
    languages(Database::MariaDb);
}

/// Without `wp-config.php` the secrets are options (contract "wordpress-core", section 12.1): created once, read at each
/// later start.
#[test]
fn a_site_without_wp_config_starts_again() {
    for database in [Database::Sqlite, Database::MariaDb] {
        let site = Site::recorded(database).expect("site");
        let secrets = || -> Vec<(String, String)> {
            let sql = "SELECT option_name, option_value FROM {p}options \
                       WHERE option_name LIKE '%key' OR option_name LIKE '%salt' ORDER BY option_name";
            site.load(sql, compat::binds![]).expect("secrets")
        };
        let start = || {
            let server = Oxipress::serve(&site.url, &[], &[]).expect("server");
            let page = get_with(server.addr, "/", &[("Host", HOST)]).expect("page");
            assert!(page.status < 500, "{database:?}: {}", page.status);
            server.terminate().expect("end");
        };
        start();
        let first = secrets();
        start();
        assert_eq!(first, secrets(), "{database:?}");
    }
}
