//! What other posts than the page's own say of a page made with Divi: templates and layouts of the Theme Builder,
//! elements of the library, display conditions. The rows are those that the builder writes.

use compat::binds;
use compat::wordpress::db::Bind;
use tests_contract::client::{ClientResponse, get_with};
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;

const INSERT: &str = "INSERT INTO {p}posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, \
    post_excerpt, post_status, post_name, to_ping, pinged, post_modified, post_modified_gmt, post_content_filtered, \
    post_type) VALUES (?, 1, ?, ?, ?, ?, '', 'publish', ?, '', '', ?, ?, '', ?)";
const META: &str = "INSERT INTO {p}postmeta (post_id, meta_key, meta_value) VALUES (?, ?, ?)";
const DATE: &str = "2026-11-20 10:00:00";

struct Stage {
    site: Site,
}

impl Stage {
    fn new(database: Database) -> Self {
        let site = Site::recorded(database).expect("site");
        Self { site }
    }

    fn execute(&self, sql: &'static str, binds: Vec<Bind>) {
        self.site.execute(sql, binds).expect("row");
    }

    fn post(&self, id: i64, post_type: &str, content: &str) {
        let name = format!("p{id}");
        let binds = binds![
            id,
            DATE,
            DATE,
            content,
            name.as_str(),
            name.as_str(),
            DATE,
            DATE,
            post_type
        ];
        self.execute(INSERT, binds);
    }

    fn meta(&self, id: i64, rows: &[(&str, &str)]) {
        for (key, value) in rows {
            self.execute(META, binds![id, *key, *value]);
        }
    }

    /// A page made with the builder.
    fn page(&self, id: i64, content: &str) {
        self.post(id, "page", content);
        self.meta(id, &[("_et_pb_use_builder", "on")]);
    }

    /// A template with its layouts, header, body and footer; an empty text is no layout, `-` a hidden area.
    fn template(&self, id: i64, use_on: &[&str], layouts: [&str; 3]) {
        self.post(id, "et_template", "");
        self.meta(9000, &[("_et_template", &id.to_string())]);
        self.meta(id, &[("_et_enabled", "1")]);
        for rule in use_on {
            self.meta(id, &[("_et_use_on", rule)]);
        }
        if use_on.is_empty() {
            self.meta(id, &[("_et_default", "1")]);
        }
        for (number, (area, text)) in (1..).zip(["header", "body", "footer"].iter().zip(layouts)) {
            let layout = if text.len() > 1 { id + number } else { 0 };
            let key = |part: &str| format!("_et_{area}_layout_{part}");
            let enabled = if text == "-" { "0" } else { "1" };
            let layout_id = layout.to_string();
            self.meta(id, &[(&key("id"), &layout_id), (&key("enabled"), enabled)]);
            if layout > 0 {
                self.post(layout, &format!("et_{area}_layout"), text);
            }
        }
    }

    fn serve(&self) -> Oxipress {
        Oxipress::serve_recorded_site(&self.site.url, &[], &[]).expect("server")
    }
}

fn section(inside: &str) -> String {
    format!(
        "[et_pb_section fb_built=\"1\" _builder_version=\"4.20.4\"][et_pb_row _builder_version=\"4.20.4\"]\
         [et_pb_column type=\"4_4\" _builder_version=\"4.20.4\"]{inside}[/et_pb_column][/et_pb_row][/et_pb_section]"
    )
}

fn text(words: &str) -> String {
    format!("[et_pb_text _builder_version=\"4.20.4\"]<p>{words}</p>[/et_pb_text]")
}

fn ask(server: &Oxipress, path: &str, headers: &[(&str, &str)]) -> ClientResponse {
    get_with(server.addr, path, headers).expect("answer")
}

/// That a page has these texts, in this order, and none of those.
fn check(body: &str, has: &[&str], has_not: &[&str]) {
    let mut rest = body;
    for wanted in has {
        let at = rest.find(wanted);
        assert!(at.is_some(), "{wanted} is missing (in this place):\n{body}");
        rest = &rest[at.unwrap_or_default() + wanted.len()..];
    }
    for unwanted in has_not {
        assert!(!body.contains(unwanted), "{unwanted}:\n{body}");
    }
}

#[expect(clippy::too_many_lines, reason = "one site, page by page")]
fn templates(database: Database) {
    let stage = Stage::new(database);
    stage.post(9000, "et_theme_builder", "");
    let header = section(&(text("Arriba") + &text("Otra vez [et_no]")));
    let body = section(&format!(
        "[et_pb_post_title _builder_version=\"4.20.4\"][/et_pb_post_title]{}[et_pb_post_content _builder_version=\"4.20.4\"][/et_pb_post_content]",
        text("Antes")
    ));
    let footer = section(&text("Abajo"));
    let all = [header.as_str(), &body, &footer];
    stage.template(9100, &["singular:post_type:post:all"], all);
    stage.template(9200, &["singular:post_type:post:id:28"], [&header, "", ""]);
    stage.template(9300, &["search", "404"], ["", &section(&text("Nada")), "-"]);
    stage.template(9400, &[], ["", "", &footer]);
    stage.meta(9102, &[("_et_pb_custom_css", ".mio { top: 1px; }")]);
    let server = stage.serve();
    let page = ask(&server, "/paseo-por-las-carcavas/", &[]).body;
    check(
        &page,
        &[
            ".mio{top:1px;}",
            "et-tb-has-template et-tb-has-header et-tb-has-body et-tb-has-footer",
            "<div id=\"page-container\">",
            "<div id=\"et-boc\" class=\"et-boc\">",
            "<header class=\"et-l et-l--header\">",
            "et_pb_section_0_tb_header",
            "et_pb_text_0_tb_header",
            "Arriba",
            "et_pb_text_1_tb_header",
            "<div id=\"et-main-area\">",
            "<div id=\"main-content\">",
            "<div class=\"et-l et-l--body\">",
            "et_pb_post_title_0_tb_body",
            "et_pb_text_0_tb_body",
            "et_pb_post_content_0_tb_body",
            "<footer class=\"et-l et-l--footer\">",
            "et_pb_text_0_tb_footer",
        ],
        &[
            "id=\"main-header\"",
            "id=\"main-footer\"",
            "et_fixed_nav et_show_nav",
            "et_pb_footer_columns3",
            "et_right_sidebar et_divi_theme",
        ],
    );
    let page = ask(&server, "/la-ruta-del-almendro/", &[]).body;
    check(
        &page,
        &[
            "et-tb-has-template et-tb-has-header",
            "et-l--header",
            "id=\"et-main-area\"",
            "id=\"left-area\"",
            "id=\"main-footer\"",
        ],
        &["et-tb-has-body", "id=\"main-header\"", "et-l--footer"],
    );
    let missing = ask(&server, "/no-hay-tal-cosa/", &[]);
    assert_eq!(missing.status, 404);
    check(
        &missing.body,
        &[
            "et-tb-has-body et-tb-has-footer et-tb-footer-disabled",
            "id=\"main-header\"",
            "id=\"et-main-area\"",
            "id=\"et-boc\"",
            "id=\"main-content\"",
            "et-l--body",
            "Nada",
        ],
        &["id=\"main-footer\"", "et-l--footer", "not-found-title"],
    );
    let page = ask(&server, "/modulos/texto/", &[]).body;
    check(
        &page,
        &[
            "et_pb_section_0 ",
            "<div id=\"et-boc\"",
            "et_pb_text_0_tb_footer",
        ],
        &["et-tb-has-header", "id=\"main-footer\""],
    );
}

#[test]
fn templates_replace_parts_of_the_page_on_sqlite() {
    templates(Database::Sqlite);
}

#[test]
fn templates_replace_parts_of_the_page_on_mariadb() {
    templates(Database::MariaDb);
}

#[test]
fn a_layout_that_changes_shows_at_once() {
    let stage = Stage::new(Database::Sqlite);
    stage.post(9000, "et_theme_builder", "");
    stage.template(9100, &["homepage"], ["", "", &section(&text("Vieja"))]);
    let server = stage.serve();
    check(&ask(&server, "/", &[]).body, &["Vieja"], &[]);
    const CHANGE: &str = "UPDATE {p}posts SET post_content = ? WHERE ID = 9103";
    stage.execute(CHANGE, binds![section(&text("Nueva")).as_str()]);
    let shows = |words: &str| {
        let mut looks = 0;
        while !ask(&server, "/", &[]).body.contains(words) && looks < 300 {
            std::thread::sleep(std::time::Duration::from_millis(20));
            looks += 1;
        }
        check(&ask(&server, "/", &[]).body, &[words], &[]);
    };
    shows("Nueva");
    // Without the template, the theme's own foot is back.
    const OFF: &str =
        "UPDATE {p}postmeta SET meta_value = '0' WHERE post_id = 9100 AND meta_key = '_et_enabled'";
    stage.execute(OFF, binds![]);
    shows("id=\"main-footer\"");
}

#[test]
fn the_library_stands_in_for_global_elements() {
    let stage = Stage::new(Database::Sqlite);
    let blurb = "[et_pb_text text_orientation=\"center\" module_class=\"suya\" saved_tabs=\"all\" ]<p>De todos</p>[/et_pb_text]";
    stage.post(9001, "et_pb_layout", blurb);
    let shared = section(&format!(
        "{}[et_pb_text global_module=\"9001\" saved_tabs=\"all\"]Propio[/et_pb_text]",
        text("Sección de todos")
    ));
    stage.post(9002, "et_pb_layout", &shared);
    let circle = section("[et_pb_text global_module=\"9001\"]x[/et_pb_text]")
        .replace("[et_pb_row ", "[et_pb_row global_module=\"9004\" ");
    stage.post(9003, "et_pb_layout", &circle);
    stage.post(9004, "et_pb_layout", "[et_pb_row][et_pb_column type=\"4_4\"][et_pb_code]a[/et_pb_code][/et_pb_column][/et_pb_row][et_pb_section global_module=\"9003\"][/et_pb_section]");
    let local = section(
        "[et_pb_text global_module=\"9001\" saved_tabs=\"all\"]Propio[/et_pb_text]\
         [et_pb_text global_module=\"9001\"]Se queda[/et_pb_text]\
         [et_pb_text global_module=\"8999\" module_class=\"sola\"]No está[/et_pb_text]",
    );
    let page = format!(
        "{local}[et_pb_section global_module=\"9002\"][et_pb_row][/et_pb_row][/et_pb_section]{}",
        section(&text("Fin"))
    );
    stage.page(9010, &page);
    stage.page(
        9011,
        "[et_pb_section global_module=\"9003\"][/et_pb_section]",
    );
    let server = stage.serve();
    let body = ask(&server, "/p9010/", &[]).body;
    check(
        &body,
        &[
            "et_pb_text_0 suya",
            "et_pb_text_align_center",
            "De todos",
            "et_pb_text_1 suya",
            "Se queda",
            "et_pb_text_2 sola",
            "No está",
            // The placeholder has the number before.
            "et_pb_section_2",
            "et_pb_text_3",
            "Sección de todos",
            "et_pb_text_4 suya",
            "De todos",
            "et_pb_section_3",
            "Fin",
        ],
        &["et_pb_section_1 ", "Propio"],
    );
    let body = ask(&server, "/p9011/", &[]).body;
    check(&body, &["et_pb_section_1", "et_pb_code_0"], &[]);
}

#[test]
fn conditions_drop_what_is_for_others() {
    use base64::Engine as _;
    let stage = Stage::new(Database::Sqlite);
    let condition = |json: &str| base64::engine::general_purpose::STANDARD.encode(json);
    let cookie = condition(
        r#"[{"id":"a","condition":"cookie","conditionSettings":{"displayRule":"cookieExists","cookieName":"vino"},"operator":"OR"}]"#,
    );
    let logged = condition(
        r#"[{"id":"b","condition":"loggedInStatus","conditionSettings":{"displayRule":"loggedIn"},"operator":"OR"}]"#,
    );
    let module = |conditions: &str, words: &str| {
        format!("[et_pb_text display_conditions=\"{conditions}\"]<p>{words}</p>[/et_pb_text]")
    };
    stage.page(
        9010,
        &section(&(module(&cookie, "Con cookie") + &text("Siempre"))),
    );
    stage.page(
        9011,
        &section(&(module(&logged, "Socios") + &text("Siempre"))),
    );
    let server = stage.serve();
    for _ in 0..2 {
        let body = ask(&server, "/p9010/", &[]).body;
        check(&body, &["et_pb_text_1", "Siempre"], &["Con cookie"]);
        let body = ask(&server, "/p9010/", &[("Cookie", "vino=1")]).body;
        check(&body, &["et_pb_text_0", "Con cookie", "et_pb_text_1"], &[]);
        check(
            &ask(&server, "/p9011/", &[]).body,
            &["et_pb_text_1"],
            &["Socios"],
        );
    }
}
