//! The contract's case tables of the column `contact_form_7`: REST (24 E) and forms without script (24 H), on both
//! databases; and the verifying services, against stand-ins.

mod services;

use compat::binds;
use serde_json::Value;
use tests_contract::client::{ClientResponse, send};
use tests_contract::contact_form::{Part, fields, json, post, request, route};
use tests_contract::server::Database;
use tests_contract::stage::{HUMAN, Stage};

/// Counts cases and remembers those that differ.
#[derive(Default)]
struct Cases {
    all: usize,
    bad: Vec<String>,
}

impl Cases {
    fn is(&mut self, id: &str, got: &Value, wanted: &str) {
        let wanted: Value = serde_json::from_str(wanted).unwrap_or_else(|_| wanted.into());
        self.that(id, *got == wanted, || format!("wanted {wanted}, got {got}"));
    }

    fn that(&mut self, id: &str, holds: bool, why: impl FnOnce() -> String) {
        self.all += 1;
        if !holds {
            self.bad.push(format!("{id}: {}", why()));
        }
    }

    fn end(self, table: &str) {
        println!("{table}: {} checks, {} bad", self.all, self.bad.len());
        assert!(self.bad.is_empty(), "{}", self.bad.join("\n"));
    }
}

fn code(answer: &ClientResponse) -> String {
    let body = json(answer);
    format!(
        "{} {}",
        answer.status,
        body["code"].as_str().unwrap_or_default()
    )
}

fn keys(value: &Value) -> String {
    let keys = value
        .as_object()
        .map(|o| o.keys().cloned().collect::<Vec<_>>());
    keys.unwrap_or_default().join(" ")
}

#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn refusals(stage: &Stage, cases: &mut Cases) {
    let ask = |method: &str, path: &str, headers: &[(&str, &str)], body: &str| {
        let sent = request(method, path, headers, body.as_bytes().to_vec());
        code(&send(stage.addr(), &sent).expect("answer"))
    };
    let feedback = route(235, "feedback");
    let urlencoded = [("Content-Type", "application/x-www-form-urlencoded")];
    let json_type = [("Content-Type", "application/json")];
    let unit = |value: &str| {
        let answer = post(
            stage.addr(),
            &feedback,
            &fields(&[("_wpcf7_unit_tag", value)]),
            &[],
        );
        code(&answer.expect("answer"))
    };
    let unknown = post(
        stage.addr(),
        &route(999, "feedback"),
        &fields(&[("x", "1")]),
        &[],
    );
    let item = "/wp-json/contact-form-7/v1/contact-forms/235";
    let list = "/wp-json/contact-form-7/v1/contact-forms";
    for (id, got, wanted) in [
        (
            "E1",
            ask("POST", &feedback, &urlencoded, "a=1"),
            "415 wpcf7_unsupported_media_type",
        ),
        (
            "E2 json",
            ask("POST", &feedback, &json_type, "{}"),
            "415 wpcf7_unsupported_media_type",
        ),
        (
            "E2 none",
            ask("POST", &feedback, &[], ""),
            "415 wpcf7_unsupported_media_type",
        ),
        ("E3", code(&unknown.expect("answer")), "404 wpcf7_not_found"),
        ("E4", unit("%%%"), "400 wpcf7_unit_tag_not_found"),
        ("E4 none", unit(""), "400 wpcf7_unit_tag_not_found"),
        ("E5", ask("GET", &feedback, &[], ""), "404 rest_no_route"),
        (
            "E5 schema",
            ask("POST", &route(235, "feedback/schema"), &urlencoded, ""),
            "404 rest_no_route",
        ),
        (
            "E5 id",
            ask(
                "GET",
                "/wp-json/contact-form-7/v1/contact-forms/abc/refill",
                &[],
                "",
            ),
            "404 rest_no_route",
        ),
        ("E8 list", ask("GET", list, &[], ""), "403 wpcf7_forbidden"),
        ("E8 item", ask("GET", item, &[], ""), "403 wpcf7_forbidden"),
        (
            "E8 delete",
            ask("DELETE", item, &[], ""),
            "403 wpcf7_forbidden",
        ),
    ] {
        cases.that(id, got == wanted, || format!("wanted {wanted}, got {got}"));
    }
    let answer = stage.feedback_with(235, &[("_wpnonce", "garbage")], &[]);
    cases.is(
        "E20",
        &code(&answer).into(),
        "403 rest_cookie_invalid_nonce",
    );
}

#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn outcomes(stage: &Stage, cases: &mut Cases) {
    let plain = stage.form("[text* a]", "", &[]);
    cases.that(
        "E6",
        stage.get(&route(plain, "refill")).body == "[]",
        || "no empty list".into(),
    );
    let quiz = stage.form("[text a][quiz q \"2+2?|4\"]", "", &[]);
    let refill = json(&stage.get(&route(quiz, "refill")));
    let hash = refill["quiz"]["q"][1]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    let is_quiz = refill["quiz"]["q"][0] == "2+2?" && hash.len() == 32;
    cases.that("E7", is_quiz, || refill.to_string());
    let before = stage.mails();
    let sent = stage.feedback(plain, &[("a", "1")]);
    let wanted = "contact_form_id status message posted_data_hash into invalid_fields";
    cases.is("E9 keys", &keys(&sent).into(), wanted);
    cases.is("E9", &sent["status"], "mail_sent");
    cases.that("E9 mail", stage.mails() == before + 1, || "no mail".into());
    let again = stage.feedback(plain, &[("a", "1")]);
    cases.that(
        "E23",
        again["posted_data_hash"] == sent["posted_data_hash"],
        || again.to_string(),
    );
    for agent in ["", "x"] {
        let answer = json(&stage.feedback_with(plain, &[("a", "1")], &[("User-Agent", agent)]));
        cases.is("E10", &answer["status"], "spam");
        cases.is("E10 hash", &answer["posted_data_hash"], "\"\"");
    }
    let terms = stage.form("[text* a][acceptance t] Sí [/acceptance]", "", &[]);
    for (id, pairs, wanted) in [
        ("E12", vec![("a", "1")], "acceptance_missing"),
        (
            "E12 zero",
            vec![("a", "1"), ("t", "0")],
            "acceptance_missing",
        ),
        ("E13", vec![("a", "1"), ("t", "1")], "mail_sent"),
    ] {
        cases.is(id, &stage.feedback(terms, &pairs)["status"], wanted);
    }
    let demo = stage.form("[text a]", "demo_mode: on", &[]);
    let before = stage.mails();
    let answer = stage.feedback(demo, &[("a", "1")]);
    let wanted = "contact_form_id status message posted_data_hash demo_mode into invalid_fields";
    cases.is("E14", &keys(&answer).into(), wanted);
    cases.that("E14 mail", stage.mails() == before, || "a mail".into());
    let both = "demo_mode: on\nacceptance_as_validation: on";
    let strict = stage.form("[text a][acceptance t] Sí [/acceptance]", both, &[]);
    let answer = stage.feedback(strict, &[("a", "1")]);
    cases.is("E15", &answer["invalid_fields"][0]["field"], "t");
    let answer = stage.feedback(quiz, &[("q", " 4 "), ("_wpcf7_quiz_answer_q", &hash)]);
    cases.is("E18", &answer["status"], "mail_sent");
    cases.that("E18 quiz", answer["quiz"]["q"][0] == "2+2?", || {
        answer.to_string()
    });
    for pairs in [
        vec![("q", "5"), ("_wpcf7_quiz_answer_q", hash.as_str())],
        vec![("q", "4")],
    ] {
        let answer = stage.feedback(quiz, &pairs);
        cases.is("E19", &answer["invalid_fields"][0]["field"], "q");
    }
}

fn texts_and_accounts(stage: &Stage, cases: &mut Cases) {
    let named = stage.form(
        "[text* your-name]",
        "",
        &[
            ("mail_sent_ok", "Hola [your-name] <b>x</b> [_date]"),
            ("invalid_required", "Falta [your-name]"),
        ],
    );
    let answer = stage.feedback(named, &[("your-name", "Ana")]);
    let message = answer["message"].as_str().unwrap_or_default().to_owned();
    cases.that(
        "E24",
        message.starts_with("Hola Ana x ") && message.contains("2026"),
        || message.clone(),
    );
    let schema = json(&stage.get(&route(named, "feedback/schema")));
    cases.is("E25", &schema["rules"][0]["error"], "Falta [your-name]");
    const TRASH: &str = "UPDATE {p}posts SET post_status = 'trash' WHERE ID = ?";
    stage.site.execute(TRASH, binds![named]).expect("trash");
    cases.is(
        "E22",
        &stage.feedback(named, &[("your-name", "Ana")])["status"],
        "mail_sent",
    );
    let members = stage.form("[text a]", "subscribers_only: true", &[]);
    let answer = stage.feedback(members, &[("a", "1")]);
    cases.is(
        "E16",
        &keys(&answer).into(),
        "contact_form_id status message into invalid_fields",
    );
    cases.is("E16 status", &answer["status"], "error");
    let (cookies, nonce) = stage.sign_in();
    let cookie = [("Cookie", cookies.as_str())];
    let answer = stage.feedback_with(members, &[("a", "1"), ("_wpnonce", &nonce)], &cookie);
    cases.is("E17", &json(&answer)["status"], "mail_sent");
    editing(stage, cases, &cookies, &nonce);
}

fn editing(stage: &Stage, cases: &mut Cases, cookies: &str, nonce: &str) {
    let list = "/wp-json/contact-form-7/v1/contact-forms";
    let kind = "application/x-www-form-urlencoded";
    let headers = [
        ("Cookie", cookies),
        ("X-WP-Nonce", nonce),
        ("Content-Type", kind),
    ];
    let ask = |method: &str, path: &str, body: &str| {
        let sent = request(method, path, &headers, body.as_bytes().to_vec());
        send(stage.addr(), &sent).expect("answer")
    };
    let dry = json(&ask("POST", list, "title=x"));
    cases.is("E27", &dry["id"], "null");
    let wanted = "id slug title locale properties config_errors";
    cases.is("E27 keys", &keys(&dry).into(), wanted);
    cases.is(
        "E28",
        &code(&ask("POST", list, "id=235")).into(),
        "400 wpcf7_post_exists",
    );
    let body = "title=++Nueva+%3Cb%3Ex%3C%2Fb%3E+&context=save&form=%5Btext+a%5D";
    let made = json(&ask("POST", list, body));
    cases.is("E29", &made["title"], "Nueva x");
    cases.is("E29 slug", &made["slug"], "null");
    let item = format!("{list}/{}", made["id"]);
    let shown = json(&ask("GET", &item, ""));
    cases.is("E29 later", &shown["slug"], "nueva-x");
    cases.is(
        "item",
        &shown["properties"]["form"]["fields"][0]["name"],
        "a",
    );
    let all = json(&ask("GET", list, ""));
    let listed = all.as_array().map_or(0, Vec::len);
    cases.that(
        "list",
        listed > 8 && keys(&all[0]) == "id hash slug title locale",
        || all.to_string(),
    );
    let changed = json(&ask("PUT", &item, "title=Otra&context=save"));
    cases.is("update", &changed["title"], "Otra");
    mistakes(stage, cases, &|body| json(&ask("PUT", &item, body)));
    cases.is(
        "E30",
        &json(&ask("DELETE", &item, "")),
        r#"{"deleted":true}"#,
    );
    cases.is(
        "E30 twice",
        &code(&ask("DELETE", &item, "")).into(),
        "404 wpcf7_not_found",
    );
}

/// Contract sections 1.2 and 12: what the checker says is told always, and kept when the form is saved.
fn mistakes(stage: &Stage, cases: &mut Cases, put: &dyn Fn(&str) -> Value) {
    const KEPT: &str = "SELECT meta_value FROM {p}postmeta WHERE meta_key = '_config_validation'";
    let kept = || -> Vec<String> {
        let rows: Vec<(String,)> = stage.site.load(KEPT, vec![]).expect("meta");
        rows.into_iter().map(|(text,)| text).collect()
    };
    let before = kept();
    cases.is(
        "no mistake",
        &put("form=%5Btext*+a%5D%5Bemail*+your-email%5D")["config_errors"],
        "[]",
    );
    let bad = "form=%5Btext+page%5D%5Bemail*+your-email%5D&additional_settings=on_submit:+x";
    let told = put(bad)["config_errors"].clone();
    cases.is(
        "places",
        &keys(&told).into(),
        "form.body additional_settings.body",
    );
    let first = &told["form.body"][0];
    cases.is("mistake", &keys(first).into(), "message link");
    cases.is(
        "link",
        &first["link"],
        "https://contactform7.com/configuration-errors/unavailable-names/",
    );
    cases.that("dry", kept() == before, || kept().join(" "));
    put(&format!("{bad}&context=save"));
    let text = kept().concat();
    cases.that(
        "kept",
        text.contains("s:4:\"code\";s:17:\"unavailable_names\""),
        || text.clone(),
    );
    let good = "form=%5Btext*+a%5D%5Bemail*+your-email%5D&additional_settings=+";
    put(&format!("{good}&context=save"));
    cases.that("mended", kept().is_empty(), || kept().join(" "));
}

fn rest_cases(database: Database) {
    let stage = Stage::new(database, &[]);
    let mut cases = Cases::default();
    refusals(&stage, &mut cases);
    outcomes(&stage, &mut cases);
    texts_and_accounts(&stage, &mut cases);
    cases.end(&format!("24 E on {database:?}"));
}

#[test]
fn rest_cases_on_sqlite() {
    rest_cases(Database::Sqlite);
}

#[test]
fn rest_cases_on_mariadb() {
    rest_cases(Database::MariaDb);
}

/// Contract 24 H: the page shows what became of the form that was posted to it.
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn page_cases(database: Database) {
    let stage = Stage::new(database, &[]);
    let mut cases = Cases::default();
    let unit = "wpcf7-f235-p1989-o1";
    let good = [
        ("tu-nombre", "Ana"),
        ("tu-correo", "ana@ejemplo.example"),
        ("tu-mensaje", "Querríamos cuatro noches en mayo."),
        ("acepto", "1"),
    ];
    let send_page = |pairs: &[(&str, &str)], unit: &str| {
        let mut all = vec![("_wpcf7", "235"), ("_wpcf7_unit_tag", unit)];
        all.extend_from_slice(&HUMAN);
        all.extend_from_slice(pairs);
        let pairs: Vec<String> = all
            .iter()
            .map(|(n, v)| format!("{n}={}", encoded(v)))
            .collect();
        let kind = [("Content-Type", "application/x-www-form-urlencoded")];
        let sent = request("POST", "/contacto/", &kind, pairs.join("&").into_bytes());
        send(stage.addr(), &sent).expect("page")
    };
    let bad = send_page(
        &[("tu-nombre", "\"><script>x</script>"), ("tu-correo", "bad")],
        unit,
    );
    cases.that("H1 status", bad.status == 200, || bad.status.to_string());
    let form = form_of(&bad.body);
    cases.that(
        "H1 class",
        form.contains("class=\"wpcf7-form invalid\""),
        || form.clone(),
    );
    cases.that("H1 mark", form.contains("wpcf7-not-valid"), || form.clone());
    cases.that("H1 value", form.contains("value=\"bad\""), || form.clone());
    cases.that(
        "H1 escaped",
        !bad.body.contains("<script>x</script>"),
        || "markup".into(),
    );
    let before = stage.mails();
    let sent = send_page(&good, unit);
    let form = form_of(&sent.body);
    cases.that("H2", form.contains("class=\"wpcf7-form sent\""), || {
        form.clone()
    });
    cases.that("H2 empty", !form.contains("value=\"Ana\""), || form.clone());
    cases.that("H2 mails", stage.mails() > before, || "no mail".into());
    let before = stage.mails();
    let other = send_page(&good, "wpcf7-f235-p1-o9");
    let form = form_of(&other.body);
    cases.that("H3", form.contains("class=\"wpcf7-form init\""), || {
        form.clone()
    });
    cases.that("H3 mails", stage.mails() > before, || "no mail".into());
    let page = stage.get("/contacto/");
    let form = form_of(&page.body);
    cases.that(
        "not kept",
        form.contains("class=\"wpcf7-form init\""),
        || form.clone(),
    );
    cases.end(&format!("24 H on {database:?}"));
}

fn form_of(page: &str) -> String {
    let at = page
        .find("<form action=\"/contacto/#wpcf7-f235")
        .unwrap_or(0);
    let rest = page.get(at..).unwrap_or_default();
    rest.split("</form>").next().unwrap_or_default().to_owned()
}

fn encoded(text: &str) -> String {
    text.bytes().map(|b| format!("%{b:02X}")).collect()
}

#[test]
fn page_cases_on_sqlite() {
    page_cases(Database::Sqlite);
}

#[test]
fn page_cases_on_mariadb() {
    page_cases(Database::MariaDb);
}

/// Hardening S11: who claims another address is the same sender all the same.
#[test]
fn a_minute_has_its_number_of_submissions() {
    let stage = Stage::new(
        Database::Sqlite,
        &[("OXIPRESS_CONTACT_FORM_7_SUBMISSIONS_PER_MINUTE", "3")],
    );
    let form = stage.form("[text a]", "", &[]);
    let mut cases = Cases::default();
    for (number, wanted) in [
        (1, "mail_sent"),
        (2, "mail_sent"),
        (3, "mail_sent"),
        (4, "spam"),
        (5, "spam"),
    ] {
        let claimed = format!("192.0.2.{number}");
        let headers = [("X-Forwarded-For", claimed.as_str())];
        let answer = json(&stage.feedback_with(form, &[("a", "1")], &headers));
        cases.is(&format!("submission {number}"), &answer["status"], wanted);
    }
    cases.end("S11");
}

/// Contract section 15: a file reaches the mail and nothing else; nothing is left.
#[test]
fn files_go_with_their_mails() {
    let stage = Stage::new(Database::Sqlite, &[]);
    let form = stage.form("[text a][file f limit:2kb filetypes:txt]", "", &[]);
    let mut cases = Cases::default();
    let send = |name: &str, size: usize| {
        let mut parts = fields(&[("_wpcf7_unit_tag", "u1"), ("a", "1")]);
        parts.extend(fields(&HUMAN));
        parts.push(Part::File("f".into(), name.into(), vec![b'x'; size]));
        json(&post(stage.addr(), &route(form, "feedback"), &parts, &[]).expect("answer"))
    };
    cases.is("a text", &send("a.txt", 100)["status"], "mail_sent");
    cases.is(
        "too large",
        &send("a.txt", 3000)["invalid_fields"][0]["field"],
        "f",
    );
    cases.is(
        "a script",
        &send("evil.php", 10)["invalid_fields"][0]["field"],
        "f",
    );
    cases.is(
        "too large for the server",
        &send("a.txt", 9_000_000)["invalid_fields"][0]["field"],
        "f",
    );
    let left = stage.uploads();
    cases.that("nothing is left", left == 0, || format!("{left} files"));
    cases.end("files");
}
