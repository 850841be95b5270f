//! The column `multilingual`: small sites with WPML and with Polylang, for every kind of language URL, on both databases.
//!
//! Contract "wordpress-core", section 19. The languages of the recorded site, which are configured, are part of the
//! recordings in `wordpress.rs`.

use compat::binds;
use compat::wordpress::php::{Value, maybe_unserialize, serialize};
use tests_contract::client::{ClientResponse, get_with};
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;

const HOST: &str = "127.0.0.1:8081";

struct Stage {
    server: Oxipress,
    _site: Site,
}

/// The small site with the rows of a plugin.
fn site(database: Database, plugin: &str) -> Site {
    Site::of_cases(database, &["languages.sql", plugin]).expect("site")
}

impl Stage {
    /// A site whose stored option is changed before it is served.
    fn new(
        database: Database,
        dump: &str,
        option: &'static str,
        change: impl Fn(Value) -> Value,
    ) -> Self {
        const GET: &str = "SELECT option_value FROM {p}options WHERE option_name = ?";
        const SET: &str = "UPDATE {p}options SET option_value = ? WHERE option_name = ?";
        let site = site(database, dump);
        let rows: Vec<(Vec<u8>,)> = site.load(GET, binds![option]).expect("option");
        let stored = rows.first().map(|(raw,)| maybe_unserialize(raw));
        let changed = change(stored.unwrap_or_default());
        let text = match &changed {
            Value::Array(_) => serialize(&changed),
            text => text.to_bytes().into_owned(),
        };
        site.execute(SET, binds![text, option]).expect("option");
        let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
        Self {
            server,
            _site: site,
        }
    }

    fn wpml(database: Database, change: impl Fn(Value) -> Value) -> Self {
        Self::new(database, "wpml.sql", "icl_sitepress_settings", change)
    }

    fn polylang(database: Database, change: impl Fn(Value) -> Value) -> Self {
        Self::new(database, "polylang.sql", "polylang", change)
    }

    fn on(&self, host: &str, path: &str) -> ClientResponse {
        get_with(self.server.addr, path, &[("Host", host)]).expect("answer")
    }

    fn get(&self, path: &str) -> ClientResponse {
        self.on(HOST, path)
    }

    /// A page that holds these texts and none of the others.
    fn shows(&self, host: &str, path: &str, texts: &[&str], others: &[&str]) {
        let answer = self.on(host, path);
        assert_eq!(
            answer.status,
            200,
            "{host}{path} {:?}",
            answer.header("location")
        );
        for text in texts {
            assert!(
                answer.body.contains(text),
                "{host}{path}: no {text}\n{}",
                answer.body
            );
        }
        for other in others {
            assert!(
                !answer.body.contains(other),
                "{host}{path}: {other}\n{}",
                answer.body
            );
        }
    }

    fn is_missing(&self, path: &str) {
        let answer = self.get(path);
        assert_eq!(answer.status, 404, "{path} {:?}", answer.header("location"));
    }
}

/// The links to translations in a head, in order.
fn alternates(page: &str) -> Vec<&str> {
    let links = page.split("<link rel=\"alternate\" ").skip(1);
    let links = links.filter_map(|rest| rest.split_once(" />").map(|(link, _)| link));
    links.filter(|link| link.contains("hreflang=")).collect()
}

fn directories_of_wpml(database: Database) {
    let stage = Stage::wpml(database, |settings| settings);
    let show = |path: &str, texts: &[&str], others: &[&str]| stage.shows(HOST, path, texts, others);
    // Front pages, titles, the attributes of the document, menus.
    show(
        "/",
        &[
            "<html lang=\"es\"",
            "Portada de la loma",
            "La Loma",
            "Ir a contacto",
        ],
        &["Front page", "The Hill"],
    );
    show(
        "/en/",
        &[
            "<html lang=\"en-US\"",
            "Front page of the hill",
            "The Hill",
            "Casas cueva",
            "Go to contact",
            "http://127.0.0.1:8081/en/contacto/",
        ],
        &["Half done", "Ir a contacto"],
    );
    show(
        "/ar/",
        &["<html dir=\"rtl\" lang=\"ar\"", "الصفحة الأولى"],
        &["Front page"],
    );
    // The same slug in two languages; content of another language is not there.
    show("/contacto/", &["Escríbenos"], &["Write to us"]);
    show("/en/contacto/", &["Write to us"], &["Escríbenos"]);
    stage.is_missing("/en/hola/");
    stage.is_missing("/hello/");
    // German is not active: its directory is none.
    stage.is_missing("/de/nada/");
    stage.is_missing("/en/solo/");
    assert_eq!(
        stage.get("/en").header("location"),
        Some("http://127.0.0.1:8081/en/")
    );
    assert_eq!(
        stage.get("/en/contacto").header("location"),
        Some("http://127.0.0.1:8081/en/contacto/")
    );
    // Lists.
    show("/noticias/", &["/hola/"], &["/hello/"]);
    show("/en/news/", &["/en/hello/"], &["/hola/"]);
    show("/en/category/updates/", &["/en/hello/"], &["/hola/"]);
    stage.is_missing("/en/category/novedades/");
    assert!(
        stage
            .get("/en/feed/")
            .body
            .contains("http://127.0.0.1:8081/en/hello/")
    );
    alternates_of_wpml(&stage);
    switcher_of_wpml(&stage);
    consent_in_a_language(&stage);
}

fn alternates_of_wpml(stage: &Stage) {
    let page = stage.get("/en/contacto/").body;
    let home = "http://127.0.0.1:8081";
    let wanted = [
        format!("hreflang=\"es-es\" href=\"{home}/contacto/\""),
        format!("hreflang=\"en\" href=\"{home}/en/contacto/\""),
        format!("hreflang=\"ar\" href=\"{home}/ar/ittisal/\""),
        format!("hreflang=\"x-default\" href=\"{home}/contacto/\""),
    ];
    assert_eq!(alternates(&page), wanted);
    let page = stage.get("/noticias/").body;
    let links = alternates(&page);
    assert!(
        links.contains(&format!("hreflang=\"en\" href=\"{home}/en/news/\"").as_str()),
        "{links:?}"
    );
    let page = stage.get("/en/hello/").body;
    let wanted = [
        format!("hreflang=\"es-es\" href=\"{home}/hola/\""),
        format!("hreflang=\"en\" href=\"{home}/en/hello/\""),
        format!("hreflang=\"x-default\" href=\"{home}/hola/\""),
    ];
    assert_eq!(alternates(&page), wanted);
    let page = stage.get("/category/novedades/").body;
    assert!(
        alternates(&page)
            .contains(&format!("hreflang=\"en\" href=\"{home}/en/category/updates/\"").as_str())
    );
    for alone in ["/solo/", "/no-existe/"] {
        assert!(alternates(&stage.get(alone).body).is_empty(), "{alone}");
    }
}

fn switcher_of_wpml(stage: &Stage) {
    let page = stage.get("/en/contacto/").body;
    let at = page
        .find("<div class=\"wpml-ls-statics-shortcode_actions")
        .expect("switcher");
    let switcher = page[at..]
        .split_once("</div>")
        .expect("its end")
        .0
        .replace('\n', "");
    let wanted = "<div class=\"wpml-ls-statics-shortcode_actions wpml-ls wpml-ls-legacy-dropdown-click js-wpml-ls-legacy-dropdown-click\"><ul>\
        <li class=\"wpml-ls-slot-shortcode_actions wpml-ls-item wpml-ls-item-en wpml-ls-current-language wpml-ls-item-legacy-dropdown-click\">\
        <a href=\"#\" class=\"js-wpml-ls-item-toggle wpml-ls-item-toggle\"><span class=\"wpml-ls-native\">English</span></a>\
        <ul class=\"js-wpml-ls-sub-menu wpml-ls-sub-menu\">\
        <li class=\"wpml-ls-slot-shortcode_actions wpml-ls-item wpml-ls-item-es wpml-ls-first-item\"><a href=\"http://127.0.0.1:8081/contacto/\" class=\"wpml-ls-link\"><span class=\"wpml-ls-native\" lang=\"es\">Español</span></a></li>\
        <li class=\"wpml-ls-slot-shortcode_actions wpml-ls-item wpml-ls-item-ar wpml-ls-last-item\"><a href=\"http://127.0.0.1:8081/ar/ittisal/\" class=\"wpml-ls-link\"><span class=\"wpml-ls-native\" lang=\"ar\">العربية</span></a></li>\
        </ul></li></ul>";
    assert_eq!(switcher, wanted);
    // One language is no choice: the other ones are skipped.
    assert!(!stage.get("/solo/").body.contains("wpml-ls-item"));
}

/// Case 26 of the contract "cookie-consent": a text of another language does not stand in.
fn consent_in_a_language(stage: &Stage) {
    let accept = |path: &str| {
        let page = stage.get(path).body;
        let after = page
            .split_once("moove-gdpr-infobar-allow-all")
            .expect("button")
            .1;
        let label = after.split_once("aria-label=\"").expect("label").1;
        let suffix = page.split_once("\"wp_lang\":\"").expect("suffix").1;
        let text = |rest: &str| rest.split('"').next().unwrap_or_default().to_owned();
        (text(label), text(suffix))
    };
    assert_eq!(accept("/"), ("Vale".into(), "_es".into()));
    assert_eq!(accept("/en/"), ("Accept".into(), "_en".into()));
}

fn with(settings: Value, key: &str, value: impl Into<Value>) -> Value {
    settings.with(key, value)
}

/// Every language has a directory: the site's address leads to that of its own language.
fn a_directory_for_each_language(database: Database) {
    let stage = Stage::wpml(database, |settings| {
        let urls = Value::array().with("directory_for_default_language", 1);
        with(settings, "urls", urls)
    });
    let root = stage.get("/");
    assert_eq!(
        (root.status, root.header("location")),
        (302, Some("http://127.0.0.1:8081/es/"))
    );
    stage.shows(HOST, "/es/", &["Portada de la loma", "/es/contacto/"], &[]);
    stage.shows(HOST, "/en/contacto/", &["Write to us"], &[]);
}

fn parameters_of_wpml(database: Database) {
    let stage = Stage::wpml(database, |settings| {
        let settings = with(settings, "language_negotiation_type", 3);
        with(settings, "icl_lso_link_empty", 1)
    });
    let show = |path: &str, texts: &[&str], others: &[&str]| stage.shows(HOST, path, texts, others);
    show(
        "/?lang=en",
        &[
            "<html lang=\"en-US\"",
            "Front page of the hill",
            "http://127.0.0.1:8081/contacto/?lang=en",
        ],
        &["Portada"],
    );
    show("/contacto/?lang=en", &["Write to us"], &["Escríbenos"]);
    show("/contacto/", &["Escríbenos"], &["Write to us"]);
    show("/news/?lang=en", &["/hello/?lang=en"], &["/hola/"]);
    stage.is_missing("/hola/?lang=en");
    assert_eq!(
        stage.get("/contacto?lang=en").header("location"),
        Some("http://127.0.0.1:8081/contacto/?lang=en")
    );
    let page = stage.get("/contacto/").body;
    assert!(
        alternates(&page)
            .contains(&"hreflang=\"en\" href=\"http://127.0.0.1:8081/contacto/?lang=en\"")
    );
    // Archives of authors and dates, and searches, stay in the language.
    for (path, other) in [
        ("/author/ana/", "/author/ana/"),
        ("/2026/03/", "/2026/03/"),
        ("/?s=hello&", "/?s=hello&amp;"),
    ] {
        let mark = if path.contains('?') { "" } else { "?" };
        let there = match other.contains('?') {
            true => format!("{other}lang=en"),
            false => format!("{other}?lang=en"),
        };
        let page = stage.get(&format!("{path}{mark}lang=en")).body;
        assert!(
            page.contains("/hello/?lang=en") && !page.contains("/hola/"),
            "{path}\n{page}"
        );
        assert!(
            page.contains("<input type=\"hidden\" name=\"lang\" value=\"en\" />"),
            "{path}"
        );
        let links = alternates(&page).join("\n").replace("&#038;", "&amp;");
        assert!(
            links.contains(&format!("href=\"http://127.0.0.1:8081{there}\"")),
            "{there}: {links}"
        );
    }
    // A missing translation leads to the language's front page, where the site says so.
    show(
        "/solo/",
        &["href=\"http://127.0.0.1:8081/?lang=en\" class=\"wpml-ls-link\""],
        &[],
    );
}

/// Switchers outside of content: in a menu and in the one that translates it, and at the end of the page.
fn slots_of_wpml(database: Database) {
    let shown = || Value::array().with("show", 1);
    let menu = shown().with("is_hierarchical", 1);
    let footer = shown()
        .with("display_flags", 1)
        .with("include_flag_width", 18)
        .with("include_flag_height", 12);
    let slots = Value::array()
        .with("menus", Value::array().with(4, menu))
        .with("statics", Value::array().with("footer", footer));
    let site = site(database, "wpml.sql");
    const ADD: &str =
        "INSERT INTO {p}options (option_name, option_value, autoload) VALUES (?, ?, 'yes')";
    let row = binds!["wpml_language_switcher", serialize(&slots)];
    site.execute(ADD, row).expect("option");
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    let page = get_with(server.addr, "/en/contacto/", &[("Host", HOST)]).expect("page");
    let page = page.body.replace('\n', "");
    let of_menu = "<li id=\"menu-item-wpml-ls-5-en\" class=\"menu-item wpml-ls-slot-5 wpml-ls-item wpml-ls-item-en \
        wpml-ls-current-language wpml-ls-menu-item menu-item-type-wpml_ls_menu_item \
        menu-item-object-wpml_ls_menu_item menu-item-has-children menu-item-wpml-ls-5-en\">\
        <a href=\"http://127.0.0.1:8081/en/contacto/\"><span class=\"wpml-ls-native\">English</span></a>\
        <ul class=\"sub-menu\"><li id=\"menu-item-wpml-ls-5-es\" class=\"menu-item wpml-ls-slot-5 wpml-ls-item \
        wpml-ls-item-es wpml-ls-first-item wpml-ls-menu-item";
    assert!(page.contains(of_menu), "{page}");
    let of_footer = "<div class=\"wpml-ls-statics-footer wpml-ls wpml-ls-legacy-list-horizontal\"><ul>\
        <li class=\"wpml-ls-slot-footer wpml-ls-item wpml-ls-item-es wpml-ls-first-item wpml-ls-item-legacy-list-horizontal\">\
        <a href=\"http://127.0.0.1:8081/contacto/\" class=\"wpml-ls-link\">";
    assert!(page.contains(of_footer), "{page}");
    let flag = "/res/flags/es.png\" alt=\"\" width=\"18\" height=\"12\" />";
    assert!(page.contains(flag), "{page}");
    // From right to left the switcher says so.
    let arabic = get_with(server.addr, "/ar/ittisal/", &[("Host", HOST)]).expect("page");
    let of_footer =
        "<div class=\"wpml-ls-statics-footer wpml-ls wpml-ls-rtl wpml-ls-legacy-list-horizontal\">";
    assert!(arabic.body.contains(of_footer), "{}", arabic.body);
    assert!(arabic.body.contains("<body class=\"rtl "));
    // One language is no choice.
    let alone = get_with(server.addr, "/solo/", &[("Host", HOST)]).expect("page");
    assert!(!alone.body.contains("wpml-ls-"));
}

/// The API speaks the language of its address, or the one that is asked for.
fn answers_of_the_api(database: Database) {
    let slugs = |stage: &Stage, path: &str| stage.get(path).body;
    let posts = "wp-json/wp/v2/posts?_fields=slug";
    let (hello, hola) = (r#"[{"slug":"hello"}]"#, r#"[{"slug":"hola"}]"#);
    let stage = Stage::wpml(database, |settings| settings);
    assert_eq!(slugs(&stage, &format!("/{posts}")), hola);
    assert_eq!(slugs(&stage, &format!("/en/{posts}")), hello);
    assert_eq!(slugs(&stage, &format!("/{posts}&lang=en")), hello);
    assert_eq!(slugs(&stage, &format!("/{posts}&lang=xx")), hola);
    let missing = slugs(&stage, "/en/wp-json/no/existe");
    assert!(missing.contains("No route was found"), "{missing}");
    let stage = Stage::polylang(database, |options| options);
    let all = slugs(&stage, &format!("/{posts}&orderby=slug&order=asc"));
    assert!(all.contains("hello") && all.contains("hola"), "{all}");
    assert_eq!(slugs(&stage, &format!("/{posts}&lang=en")), hello);
    assert_eq!(slugs(&stage, &format!("/{posts}&lang=es")), hola);
}

fn domains_of_wpml(database: Database) {
    let stage = Stage::wpml(database, |settings| {
        let domains = Value::array()
            .with("en", "en.casa.example")
            .with("ar", "https://ar.casa.example/");
        let settings = with(settings, "language_negotiation_type", 2);
        with(settings, "language_domains", domains)
    });
    stage.shows(HOST, "/contacto/", &["Escríbenos"], &[]);
    let en = [
        "Write to us",
        "http://en.casa.example/contacto/",
        "http:\\/\\/en.casa.example\\/wp-admin\\/admin-ajax.php",
    ];
    stage.shows("en.casa.example", "/contacto/", &en, &["Escríbenos"]);
    stage.shows("en.casa.example", "/", &["Front page of the hill"], &[]);
    let page = stage.get("/contacto/").body;
    assert!(
        alternates(&page).contains(&"hreflang=\"ar\" href=\"https://ar.casa.example/ittisal/\"")
    );
    let moved = stage.on("en.casa.example", "/contacto");
    assert_eq!(
        moved.header("location"),
        Some("http://en.casa.example/contacto/")
    );
}

fn directories_of_polylang(database: Database) {
    let stage = Stage::polylang(database, |options| options);
    let show = |path: &str, texts: &[&str], others: &[&str]| stage.shows(HOST, path, texts, others);
    show(
        "/",
        &["<html lang=\"es\"", "Portada de la loma", "Ir a contacto"],
        &["The Hill"],
    );
    show(
        "/en/",
        &[
            "<html lang=\"en-US\"",
            "Front page of the hill",
            "The Hill",
            "Go to contact",
        ],
        &["Ir a contacto"],
    );
    show("/ar/", &["<html dir=\"rtl\" lang=\"ar\""], &[]);
    show("/en/contacto/", &["Write to us"], &["Escríbenos"]);
    show("/contacto/", &["Escríbenos"], &["Write to us"]);
    show("/en/news/", &["/en/hello/"], &["/hola/"]);
    show("/en/category/updates/", &["/en/hello/"], &["/hola/"]);
    stage.is_missing("/hello/");
    stage.is_missing("/en/category/novedades/");
    let page = stage.get("/en/hello/").body;
    let home = "http://127.0.0.1:8081";
    let wanted = [
        format!("href=\"{home}/hola/\" hreflang=\"es\""),
        format!("href=\"{home}/en/hello/\" hreflang=\"en\""),
    ];
    assert_eq!(alternates(&page), wanted);
    let items = [
        format!(
            "<li class=\"lang-item lang-item-6 lang-item-es lang-item-first\"><a lang=\"es-ES\" hreflang=\"es-ES\" href=\"{home}/hola/\">Español</a></li>"
        ),
        format!(
            "<li class=\"lang-item lang-item-7 lang-item-en current-lang\"><a lang=\"en-US\" hreflang=\"en-US\" href=\"{home}/en/hello/\">English</a></li>"
        ),
        format!(
            "<li class=\"lang-item lang-item-8 lang-item-ar no-translation\"><a lang=\"ar\" hreflang=\"ar\" href=\"{home}/ar/\">العربية</a></li>"
        ),
    ];
    for item in items {
        assert!(page.contains(&item), "{item}\n{page}");
    }
    let page = stage.get("/category/novedades/").body;
    let link = format!("href=\"{home}/en/category/updates/\" hreflang=\"en\"");
    assert!(alternates(&page).contains(&link.as_str()));
    consent_in_a_language(&stage);
}

/// Polylang with every language in a directory of the long form, with hosts of two kinds, and without permalinks.
fn other_ways_of_polylang(database: Database) {
    let long = Stage::polylang(database, |options| {
        let options = with(options, "rewrite", 0);
        with(options, "hide_default", 0)
    });
    let root = long.get("/");
    assert_eq!(
        (root.status, root.header("location")),
        (302, Some("http://127.0.0.1:8081/language/es/"))
    );
    long.shows(HOST, "/language/en/contacto/", &["Write to us"], &[]);
    let page = long.get("/language/en/").body;
    assert!(
        alternates(&page)
            .contains(&"href=\"http://127.0.0.1:8081/language/es/\" hreflang=\"x-default\"")
    );
    let below = Stage::polylang(database, |options| with(options, "force_lang", 2));
    below.shows(
        "en.127.0.0.1:8081",
        "/contacto/",
        &["Write to us", "http://en.127.0.0.1:8081/contacto/"],
        &[],
    );
    below.shows(HOST, "/contacto/", &["Escríbenos"], &[]);
    let hosts = Stage::polylang(database, |options| {
        let domains = Value::array()
            .with("es", "http://127.0.0.1:8081")
            .with("en", "http://hill.example");
        let options = with(options, "force_lang", 3);
        with(options, "domains", domains)
    });
    hosts.shows(
        "hill.example",
        "/",
        &["Front page of the hill", "http://hill.example/contacto/"],
        &[],
    );
    hosts.shows(HOST, "/", &["Portada de la loma"], &[]);
    languages_of_content(database);
    let plain = Stage::new(database, "polylang.sql", "permalink_structure", |_| {
        Value::from("")
    });
    plain.shows(
        HOST,
        "/?lang=en",
        &["Front page of the hill", "/?page_id=15&#038;lang=en"],
        &["Portada"],
    );
    plain.shows(
        HOST,
        "/?page_id=15&lang=en",
        &["Write to us"],
        &["Escríbenos"],
    );
    plain.shows(HOST, "/?page_id=14", &["Escríbenos"], &["Write to us"]);
}

/// Polylang where posts, pages and terms say the language themselves: only front pages and archives have directories.
fn languages_of_content(database: Database) {
    let stage = Stage::polylang(database, |options| with(options, "force_lang", 0));
    let show = |path: &str, texts: &[&str], others: &[&str]| stage.shows(HOST, path, texts, others);
    show(
        "/",
        &["<html lang=\"es\"", "Portada de la loma"],
        &["The Hill"],
    );
    show(
        "/en/",
        &["<html lang=\"en-US\"", "Front page of the hill"],
        &["Portada"],
    );
    let home = "http://127.0.0.1:8081";
    let hello = format!("{home}/hello/");
    let english = ["<html lang=\"en-US\"", "The Hill", &hello];
    show("/hello/", &english, &["/en/hello/", "Ir a contacto"]);
    show("/news/", &english, &["/hola/"]);
    show("/category/updates/", &english, &["/hola/"]);
    show(
        "/hola/",
        &["<html lang=\"es\"", "Ir a contacto"],
        &["Go to contact"],
    );
    let links = stage.get("/hello/").body;
    let wanted = [
        format!("href=\"{home}/hola/\" hreflang=\"es\""),
        format!("href=\"{home}/hello/\" hreflang=\"en\""),
    ];
    assert_eq!(alternates(&links), wanted);
    // Archives name it: by the directory, or by the parameter.
    show("/en/author/ana/", &[&hello], &["/hola/"]);
    show("/author/ana/?lang=en", &[&hello], &["/hola/"]);
    show("/?s=hello&lang=en", &[&hello], &[]);
    // An address whose language is not that of what it leads to is another one's.
    let moved = |path: &str| stage.get(path).header("location").map(str::to_owned);
    assert_eq!(moved("/en/hola/"), Some(format!("{home}/hola/")));
    assert_eq!(moved("/hello"), Some(hello));
}

fn all(database: Database) {
    directories_of_wpml(database);
    a_directory_for_each_language(database);
    parameters_of_wpml(database);
    slots_of_wpml(database);
    answers_of_the_api(database);
    domains_of_wpml(database);
    directories_of_polylang(database);
    other_ways_of_polylang(database);
}

#[test]
fn languages_on_sqlite() {
    all(Database::Sqlite);
}

#[test]
fn languages_on_mariadb() {
    all(Database::MariaDb);
}
