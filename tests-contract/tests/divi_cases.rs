//! The case table of the contract "divi-ajax", section 7, on both databases: contact forms, searches, layouts that are
//! posted, split tests on pages that are kept elsewhere. Cases 3 to 6 and 8 to 16 are those of `divi.rs`,
//! `divi_abuse.rs` and `newsletters.rs`.

use compat::binds;
use tests_contract::client::{ClientResponse, get_with, send};
use tests_contract::contact_form::request;
use tests_contract::divi_contact_form::{Described, Posted, THREE, error, forms};
use tests_contract::divi_stage::DiviStage;
use tests_contract::server::Database;

const FORM: &str = "application/x-www-form-urlencoded";
/// Two forms, the first with a sum.
const TWO_FORMS: &str = "/modulos/formulario-divi-captcha/";
/// A form with a field that is shown only for a booking.
const CONDITIONAL: &str = "/modulos/formulario-divi/";

const REQUIRED: &str = "Asegúrese de que rellena todos los campos obligatorios.";
const CAPTCHA: &str = "Asegúrese de haber introducido el captcha.";
const EMAIL: &str = "Correo electrónico inválido.";
const REFRESH: &str = "Por favor, actualice la página y vuelva a intentarlo.";
const INVALID: &str = "Presentación inválida. Actualice la página e intente nuevamente.";
const THANKS: &str = "<p>Gracias por contactarnos</p>";

fn mails(stage: &DiviStage) -> i64 {
    const SQL: &str = "SELECT COUNT(*) FROM {p}oxipress_submissions";
    let rows = stage.site.load::<(i64,)>(SQL, binds![]).unwrap_or_default();
    rows.first().map_or(0, |(n,)| *n)
}

/// Cases 17 to 26 and 29 to 31, on the first of two forms.
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn a_form_with_a_sum(stage: &DiviStage) {
    let good = Posted::new(stage, TWO_FORMS, 0, &THREE).with("et_pb_contact_captcha_N", "99");
    let lowered = [THREE[0], THREE[1], ("mensaje", false, "text")];
    let swapped = [THREE[1], THREE[0], THREE[2]];
    let other_type = [THREE[0], THREE[1], ("mensaje", true, "input")];
    let cases: [(&str, Posted, String); 17] = [
        ("17, 21", good.clone(), THANKS.to_owned()),
        (
            "18",
            good.clone().with("et_pb_contact_nombre_N", ""),
            error(REQUIRED),
        ),
        (
            "19",
            good.clone()
                .with("et_pb_contact_nombre_N", " ")
                .without("et_pb_contact_mensaje_N"),
            error(REQUIRED).repeat(2),
        ),
        (
            "20",
            good.clone().with("et_pb_contact_correo_N", "ana@"),
            error(EMAIL),
        ),
        (
            "22, absent",
            good.clone().without("et_pb_contact_captcha_N"),
            error(CAPTCHA),
        ),
        (
            "22, 0",
            good.clone().with("et_pb_contact_captcha_N", "0"),
            error(CAPTCHA),
        ),
        (
            "23",
            good.clone()
                .with("_wpnonce-et-pb-contact-form-submitted-N", "0000000000"),
            error(REFRESH),
        ),
        (
            "23, none",
            good.clone()
                .without("_wpnonce-et-pb-contact-form-submitted-N"),
            error(REFRESH),
        ),
        (
            "24",
            good.clone().without("et_pb_contact_email_fields_N"),
            error(REQUIRED),
        ),
        (
            "24, no JSON",
            good.clone().with("et_pb_contact_email_fields_N", "[{"),
            error(INVALID),
        ),
        ("25", good.clone().described(&lowered, &[]), error(INVALID)),
        ("26", good.clone().described(&swapped, &[]), error(INVALID)),
        (
            "26, type",
            good.clone().described(&other_type, &[]),
            error(INVALID),
        ),
        (
            "28",
            good.clone().described(&THREE[..2], &["mensaje"]),
            error(INVALID),
        ),
        (
            "29",
            good.clone().with("et_pb_contact_et_number_N", "7"),
            String::new(),
        ),
        (
            "30",
            good.clone().with("et_pb_contact_nombre_N", "0"),
            THANKS.to_owned(),
        ),
        (
            "31",
            good.clone().without("et_pb_contactform_submit_N"),
            String::new(),
        ),
    ];
    for (name, posted, wanted) in cases {
        let before = mails(stage);
        let page = posted.send(stage);
        let is_taken = wanted == THANKS;
        let all = forms(&page);
        assert_eq!(all.len(), 2, "{name}");
        assert_eq!(all[0].0, wanted, "{name}");
        assert_eq!(all[1], (String::new(), true), "{name}: the other form");
        assert_eq!(mails(stage) - before, i64::from(is_taken), "{name}");
        let first = page.split("<div class=\"et-pb-contact-message\">").nth(1);
        let first = first.unwrap_or_default();
        assert_eq!(
            first.contains("<form class=\"et_pb_contact_form"),
            !is_taken,
            "{name}"
        );
        if name == "18" {
            assert!(
                first.contains("value=\"ana@casa.example\"") && first.contains(">Hola</textarea>")
            );
        }
    }
}

/// Case 36.
fn the_second_form(stage: &DiviStage) {
    let posted = Posted::new(stage, TWO_FORMS, 1, &THREE[..2]);
    let all = forms(&posted.send(stage));
    assert_eq!(all[0], (String::new(), true));
    assert_eq!(all[1], (THANKS.to_owned(), false));
    let page = posted.with("et_pb_contact_nombre_N", "").send(stage);
    let all = forms(&page);
    assert_eq!(
        (all[0].0.as_str(), all[1].0.as_str()),
        ("", error(REQUIRED).as_str())
    );
}

/// Cases 27 and 28.
fn a_field_on_a_condition(stage: &DiviStage) {
    let all: [Described; 9] = [
        ("nombre", true, "input"),
        ("correo", true, "email"),
        ("codigo", false, "input"),
        ("motivo", true, "select"),
        ("casa", true, "radio"),
        ("extras", false, "checkbox"),
        ("acepto", true, "checkbox"),
        ("detalle", false, "text"),
        ("mensaje", true, "text"),
    ];
    let without = |id: &str| -> Vec<Described> {
        all.iter()
            .copied()
            .filter(|(other, ..)| *other != id)
            .collect()
    };
    let posted = Posted::new(stage, CONDITIONAL, 0, &all);
    let says = |posted: &Posted| forms(&posted.send(stage)).remove(0).0;
    assert_eq!(says(&posted), "<p>Recibido, gracias.</p>");
    let hidden = posted
        .clone()
        .without("et_pb_contact_casa_N")
        .described(&without("casa"), &["casa"]);
    assert_eq!(says(&hidden), "<p>Recibido, gracias.</p>", "27");
    let undeclared = posted
        .clone()
        .described(&without("casa"), &[])
        .without("et_pb_contact_email_hidden_fields_N");
    assert_eq!(says(&undeclared), error(INVALID), "left out without a word");
    let unconditional = posted.described(&without("mensaje"), &["mensaje"]);
    assert_eq!(says(&unconditional), error(INVALID), "28");
}

fn get(stage: &DiviStage, path: &str) -> ClientResponse {
    get_with(stage.server.addr, path, &[]).expect("page")
}

/// Cases 1 and 2.
fn unknown_actions(stage: &DiviStage) {
    for fields in [
        &[][..],
        &[("action", "et_pb_ab_builder_data")],
        &[("action", "et_fb_ajax_save")],
        &[("action", "et_pb_get_saved_templates")],
    ] {
        let answer = stage.post(fields);
        assert_eq!(
            (answer.status, answer.body.as_str()),
            (400, "0"),
            "{fields:?}"
        );
    }
}

/// Cases 32 to 34: only the page itself, whatever is posted beside it.
fn layouts_and_pages(stage: &DiviStage) {
    let page = get(stage, "/aviso-legal/").body;
    let fields = "et_layout_block_layout_content=%5Bet_pb_text%5Dintruso%5B%2Fet_pb_text%5D";
    for path in [
        "/aviso-legal/",
        "/aviso-legal/?et_block_layout_preview=1&et_block_layout_preview_nonce=x",
    ] {
        let posted = request("POST", path, &[("Content-Type", FORM)], fields.into());
        let answer = send(stage.server.addr, &posted).expect("answer");
        assert_eq!(answer.status, 200, "{path}");
        assert!(!answer.body.contains("intruso"), "{path}");
        assert!(answer.body.contains("Titular: Casas Cueva La Loma") && page.contains("Titular"));
    }
}

/// What a search found: addresses, and types of posts.
fn found(stage: &DiviStage, query: &str) -> Vec<(String, String)> {
    let page = get(stage, &format!("/?s=cueva{query}"));
    assert_eq!(page.status, 200, "{query}");
    let entries = page.body.split("<article id=\"post-").skip(1);
    let entry = |entry: &str| {
        let (_, kind) = entry.split_once(" type-")?;
        let (_, title) = entry.split_once("<h2 class=\"entry-title\">")?;
        let (_, link) = title.split_once("href=\"")?;
        let until =
            |text: &str, end: &[char]| text.split(end).next().unwrap_or_default().to_owned();
        Some((until(link, &['"']), until(kind, &[' ', '"'])))
    };
    entries.filter_map(entry).collect()
}

/// Case 35, and what the form may ask for beside it.
fn searches(stage: &DiviStage) {
    const FILED: &str = "SELECT p.post_name FROM {p}posts p JOIN {p}term_relationships r ON r.object_id = p.ID \
        JOIN {p}term_taxonomy t ON t.term_taxonomy_id = r.term_taxonomy_id \
        WHERE t.taxonomy = 'category' AND t.term_id = ?";
    const CATEGORIES: &str =
        "SELECT term_id, term_id FROM {p}term_taxonomy WHERE taxonomy = 'category'";
    let kinds = |query: &str| {
        let mut kinds: Vec<String> = found(stage, query)
            .into_iter()
            .map(|(_, kind)| kind)
            .collect();
        assert!(!kinds.is_empty(), "{query}");
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    };
    let form = "&et_pb_searchform_submit=et_search_proccess&et-posts-count=50";
    assert_eq!(kinds(form), ["post"]);
    assert_eq!(
        kinds(&format!("{form}&et_pb_include_pages=yes")),
        ["page"],
        "35"
    );
    assert_eq!(kinds(&format!("{form}&et_pb_include_posts=yes")), ["post"]);
    let both = format!("{form}&et_pb_include_pages=yes&et_pb_include_posts=yes");
    assert_eq!(kinds(&both), ["page", "post"]);
    // Without the form's mark the rest means nothing.
    assert!(
        kinds("&et_pb_include_pages=yes")
            .iter()
            .any(|kind| kind != "page")
    );
    // So many on a page, and not those of a category.
    let one = found(stage, "&et_pb_searchform_submit=1&et-posts-count=1");
    assert_eq!(one.len(), 1);
    let all = found(stage, form);
    let categories = stage
        .site
        .load::<(i64, i64)>(CATEGORIES, binds![])
        .expect("rows");
    let mut left_out = 0;
    for (category, _) in categories {
        let filed = stage
            .site
            .load::<(String,)>(FILED, binds![category])
            .expect("rows");
        let is_filed = |(address, _): &(String, String)| {
            let is_of = |(name,): &(String,)| address.ends_with(&format!("/{name}/"));
            filed.iter().any(is_of)
        };
        let rest = found(stage, &format!("{form}&et_pb_search_cat=999999,{category}"));
        let wanted: Vec<_> = all.iter().filter(|address| !is_filed(address)).collect();
        assert_eq!(rest.iter().collect::<Vec<_>>(), wanted, "{category}");
        left_out += all.len() - rest.len();
    }
    assert!(left_out > 0, "some post has a category");
}

/// Cases 6, 7 and 37: a page that somebody else keeps has a place for each subject, which the endpoint fills.
fn places_for_subjects(database: Database) {
    let stage = DiviStage::new(database, &[("OXIPRESS_DIVI_SPLIT_TESTS", "placeholders")]);
    let first = get(&stage, "/prueba-ab/");
    let cookie = first
        .headers
        .iter()
        .find(|(n, _)| n.eq_ignore_ascii_case("set-cookie"));
    let cookie = cookie.map(|(_, line)| line.split(';').next().unwrap_or_default());
    let cookie = cookie.expect("a cookie").to_owned();
    assert!(first.body.contains("\"is_cache_plugin_active\":\"yes\""));
    let place = "et_pb_subject_placeholder_id_2062_";
    let places: Vec<&str> = first
        .body
        .split(place)
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect();
    assert!(places.len() >= 2, "{places:?}");
    assert!(
        !first.body.contains("et_pb_ab_subject_id-2062_"),
        "no subject's markup"
    );
    let subject = |cookie: &str| {
        let body = format!(
            "action=et_pb_ab_get_subject_id&et_frontend_nonce={}&et_pb_ab_test_id=2062",
            stage.frontend_nonce
        );
        let headers = [("Content-Type", FORM), ("Cookie", cookie)];
        let asked = request("POST", "/wp-admin/admin-ajax.php", &headers, body.into());
        let answer = send(stage.server.addr, &asked).expect("answer");
        let json: serde_json::Value = serde_json::from_str(&answer.body).expect("JSON");
        (
            json["id"].clone(),
            json["content"].as_str().unwrap_or_default().to_owned(),
        )
    };
    let (id, content) = subject(&cookie);
    let id = id.as_str().expect("an id").to_owned();
    assert!(places.contains(&id.as_str()));
    assert!(
        content.contains(&format!("et_pb_ab_subject_id-2062_{id}")),
        "{content}"
    );
    let name = cookie.split('=').next().unwrap_or_default();
    let (unknown, content) = subject(&format!("{name}={}", "0".repeat(32)));
    assert_eq!(unknown, places[0], "7: the first of the list");
    assert!(content.contains(&format!("et_pb_ab_subject_id-2062_{}", places[0])));
}

fn case_table(database: Database) {
    let stage = DiviStage::new(database, &[]);
    unknown_actions(&stage);
    a_form_with_a_sum(&stage);
    the_second_form(&stage);
    a_field_on_a_condition(&stage);
    layouts_and_pages(&stage);
    searches(&stage);
    places_for_subjects(database);
}

#[test]
fn case_table_on_sqlite() {
    case_table(Database::Sqlite);
}

#[test]
fn case_table_on_mariadb() {
    case_table(Database::MariaDb);
}
