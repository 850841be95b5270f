//! Polylang's switcher as an item of a menu and as a widget, in every way in which they are set, on both databases.
//!
//! Contract "wordpress-core", section 19.2.

use compat::binds;
use compat::wordpress::php::{Value, serialize};
use tests_contract::client::get_with;
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;

const HOST: &str = "127.0.0.1:8081";

/// Puts a switcher behind the other items of a menu.
fn add_menu_switcher(site: &Site, menu: i64, options: &Value) {
    const POST: &str = "INSERT INTO {p}posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, \
        post_excerpt, post_status, post_name, to_ping, pinged, post_modified, post_modified_gmt, \
        post_content_filtered, post_type, post_parent, menu_order) VALUES (40, 1, '2026-01-01 00:00:00', \
        '2026-01-01 00:00:00', '', 'Idiomas', 'Elegir', 'publish', 'item-40', '', '', '2026-01-01 00:00:00', \
        '2026-01-01 00:00:00', '', 'nav_menu_item', 0, 9)";
    const META: &str = "INSERT INTO {p}postmeta (post_id, meta_key, meta_value) VALUES (40, ?, ?)";
    const IN_MENU: &str =
        "INSERT INTO {p}term_relationships (object_id, term_taxonomy_id) VALUES (40, ?)";
    site.execute(POST, binds![]).expect("item");
    for (key, value) in [
        ("_menu_item_type", b"custom".to_vec()),
        ("_menu_item_menu_item_parent", b"0".to_vec()),
        ("_menu_item_object_id", b"40".to_vec()),
        ("_menu_item_object", b"custom".to_vec()),
        ("_menu_item_url", b"#pll_switcher".to_vec()),
        ("_pll_menu_item", serialize(options)),
    ] {
        site.execute(META, binds![key, value]).expect("meta");
    }
    site.execute(IN_MENU, binds![menu]).expect("menu");
}

/// The items of the page's menu behind that which leads to the page of contact.
fn behind_contact(page: &str) -> String {
    let page = page.replace(['\n', '\t'], "");
    let menu = page
        .split_once("Go to contact</a></li>")
        .expect("an item")
        .1;
    menu.split("</ul></nav>")
        .next()
        .unwrap_or_default()
        .to_owned()
}

/// Polylang's switcher as an item of a menu, in every way in which it is set.
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn menu_switchers_of_polylang(database: Database) {
    const ADDRESS: &str = "http://127.0.0.1:8081";
    const IMAGE: &str = "width=\"16\" height=\"11\" style=\"width: 16px; height: 11px;\" />";
    let on = |names: &[&str]| {
        let none = Value::array().with("show_names", 0);
        names.iter().fold(none, |all, name| all.with(*name, 1))
    };
    let item = |code: &str, term: i64, more: &str, tag: &str, address: &str, label: &str| {
        format!(
            "<li id=\"menu-item-40-{code}\" class=\"lang-item lang-item-{term} lang-item-{code}{more} menu-item \
             menu-item-type-custom menu-item-object-custom menu-item-40-{code}\">\
             <a href=\"{ADDRESS}{address}\" hreflang=\"{tag}\" lang=\"{tag}\">{label}</a></li>"
        )
    };
    let flag = |code: &str, alt: &str| {
        format!(
            "<img src=\"{ADDRESS}/wp-content/plugins/polylang/flags/{code}.png\" alt=\"{alt}\" {IMAGE}"
        )
    };
    let label = |code: &str, name: &str| {
        let flag = flag(code, "");
        format!("{flag}<span style=\"margin-left:0.3em;\">{name}</span>")
    };
    const SET: &str = "UPDATE {p}postmeta SET meta_value = ? WHERE meta_key = '_pll_menu_item'";
    let files = ["languages.sql", "polylang.sql"];
    let site = Site::of_cases(database, &files).expect("site");
    add_menu_switcher(&site, 105, &Value::array());
    let at_hello = |options: Value| {
        site.execute(SET, binds![serialize(&options)])
            .expect("settings");
        let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
        let page = get_with(server.addr, "/en/hello/", &[("Host", HOST)]).expect("page");
        behind_contact(&page.body)
    };
    let es = |more: &str, label: &str| item("es", 6, more, "es-ES", "/hola/", label);
    let en = |more: &str, label: &str| {
        item(
            "en",
            7,
            &format!(" current-lang{more}"),
            "en-US",
            "/en/hello/",
            label,
        )
    };
    let ar = |more: &str, label: &str| {
        item(
            "ar",
            8,
            &format!(" no-translation{more}"),
            "ar",
            "/ar/",
            label,
        )
    };
    // Side by side, in names.
    let wanted = [
        es(" lang-item-first", "Español"),
        en("", "English"),
        ar("", "العربية"),
    ];
    assert_eq!(at_hello(on(&["show_names"])), wanted.concat());
    // Flags alone say the name themselves; the language without the page is left out, and the page's own.
    let options = on(&["show_flags", "hide_if_no_translation", "hide_current"]);
    assert_eq!(
        at_hello(options),
        es(" lang-item-first", &flag("es", "Español"))
    );
    // Neither names nor flags: names. Every link leads home.
    let wanted = [
        item("es", 6, " lang-item-first", "es-ES", "/", "Español"),
        item("en", 7, " current-lang", "en-US", "/en/", "English").replace(
            "menu-item-object-custom menu-item-40-en",
            "menu-item-object-custom menu-item-home menu-item-40-en",
        ),
        ar("", "العربية"),
    ];
    assert_eq!(at_hello(on(&["force_home"])), wanted.concat());
    // Below the page's own language, which leads nowhere.
    let wanted = format!(
        "<li id=\"menu-item-40\" class=\"pll-parent-menu-item menu-item menu-item-type-custom menu-item-object-custom \
         current-menu-parent menu-item-has-children menu-item-40\"><a href=\"#pll_switcher\">{}</a>\
         <ul class=\"sub-menu\">{}{}{}</ul></li>",
        label("us", "English"),
        es(" lang-item-first", &label("es", "Español")),
        en("", &label("us", "English")),
        ar("", &label("arab", "العربية")),
    );
    let options = on(&["dropdown", "show_names", "show_flags"]);
    assert_eq!(at_hello(options), wanted);
    // Without settings it is an item as any other.
    let plain = at_hello(Value::array());
    assert!(
        plain.contains("<a title=\"Elegir\" href=\"#pll_switcher\">Idiomas</a>"),
        "{plain}"
    );
    widgets_of_polylang(&site);
}

/// Polylang's widget: flags stand on the side where a line begins, and a choice knows what is chosen.
fn widgets_of_polylang(site: &Site) {
    const SET: &str =
        "UPDATE {p}options SET option_value = ? WHERE option_name = 'widget_polylang'";
    const FLAG: &str = "flags/us.png\" alt=\"\" width=\"16\" height=\"11\" style=\"width: 16px; height: 11px;\" />";
    let at = |path: &str, on: &[&str]| {
        let none = Value::array().with("title", "");
        let settings = on.iter().fold(none, |all, name| all.with(*name, 1));
        let widgets = Value::array().with(2, settings).with("_multiwidget", 1);
        site.execute(SET, binds![serialize(&widgets)])
            .expect("widget");
        let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
        let page = get_with(server.addr, path, &[("Host", HOST)]).expect("page");
        page.body
    };
    let names = ["show_names", "show_flags"];
    let arabic = at("/ar/", &names);
    let label = |side: &str| format!("{FLAG}<span style=\"margin-{side}:0.3em;\">English</span>");
    assert!(arabic.contains(&label("right")), "{arabic}");
    assert!(arabic.contains("<body class=\"rtl "), "{arabic}");
    assert!(at("/en/hello/", &names).contains(&label("left")));
    let page = at("/en/hello/", &["show_flags", "hide_current"]);
    assert!(page.contains("flags/es.png\" alt=\"Español\"") && !page.contains("lang-item-en "));
    // The page's own language is always among those to choose from.
    let page = at(
        "/en/hello/",
        &[
            "dropdown",
            "hide_current",
            "force_home",
            "hide_if_no_translation",
        ],
    );
    let choice = "<option value=\"en\" lang=\"en-US\" selected='selected'>English</option>";
    assert!(
        page.contains(choice) && !page.contains("<option value=\"ar\""),
        "{page}"
    );
    let urls =
        r#"var urls_2 = {"es":"http:\/\/127.0.0.1:8081\/","en":"http:\/\/127.0.0.1:8081\/en\/"};"#;
    assert!(page.contains(urls), "{page}");
}

#[test]
fn switchers_on_sqlite() {
    menu_switchers_of_polylang(Database::Sqlite);
}

#[test]
fn switchers_on_mariadb() {
    menu_switchers_of_polylang(Database::MariaDb);
}
