//! The column `divi`: its recordings replayed on both databases, with the mails that went out, the requests that went to
//! services, and the rows that were written.
//!
//! Contract "divi-ajax". Captcha digits are drawn by lot; everything else is as recorded.

use std::time::Duration;

use regex::Regex;
use serde_json::Value;
use tests_contract::client::{self, ClientResponse};
use tests_contract::compare::compare;
use tests_contract::expected::{self, Differences};
use tests_contract::fixtures;
use tests_contract::mock_server::{MockServer, Sent};
use tests_contract::recorded_mail;
use tests_contract::recording::{Recording, load};
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;
use tests_contract::smtp_sink::{Manners, SmtpSink};

fn folder(area: &str) -> std::path::PathBuf {
    fixtures().join("recordings/divi").join(area)
}

/// The whole file of a recording.
fn raw(area: &str, recording: &Recording) -> Value {
    let name = recording.name.rsplit('/').next().unwrap_or_default();
    let path = folder(area).join(format!("{name}.json"));
    let text = std::fs::read_to_string(path).expect("recording");
    serde_json::from_str(&text).expect("json")
}

/// A page without the digits of its sum and without the honeypot's number.
fn without_lots(html: &str) -> String {
    let lots = Regex::new(
        r#"data-(first|second)_digit="\d+"|captcha_question">\d+ \+ \d+|wpa_field_info":"[^"]*"#,
    );
    lots.expect("pattern").replace_all(html, "").into_owned()
}

/// Differences of an exchange.
fn judge(recording: &Recording, mut answer: ClientResponse) -> Vec<String> {
    let mut wanted = recording.response.clone();
    wanted.body = without_lots(&wanted.body);
    answer.body = without_lots(&answer.body);
    let mut lines = compare(&wanted, &answer);
    if wanted.is_excerpt {
        lines.extend(messages(&wanted.body, &answer.body));
    }
    let header = |name: &str| {
        answer
            .headers
            .iter()
            .any(|(n, _)| n.eq_ignore_ascii_case(name))
    };
    if recording.response.header("set-cookie").is_some() != header("set-cookie") {
        lines.push("a cookie is set, or not".into());
    }
    lines
}

/// Of an excerpt: what the visitor is told, whether the form is there, what it holds.
fn messages(wanted: &str, got: &str) -> Vec<String> {
    const PATTERNS: [&str; 5] = [
        r#"(?s)<div class="et-pb-contact-message">.*?</div>"#,
        r#"<form class="et_pb_contact_form[^>]*>"#,
        r#"<input type="text"[^>]* value="[^"]*" name="et_pb_contact_[^"]*""#,
        r"<textarea[^>]*>[^<]*</textarea>",
        r#"class="[^"]*et_pb_ab_[^"]*""#,
    ];
    let mut lines = Vec::new();
    for pattern in PATTERNS {
        let pattern = Regex::new(pattern).expect("pattern");
        let all = |text: &str| {
            let found = pattern.find_iter(text);
            let spaces = |text: &str| {
                text.split(' ')
                    .filter(|w| !w.is_empty())
                    .collect::<Vec<_>>()
                    .join(" ")
            };
            found.map(|m| spaces(m.as_str())).collect::<Vec<_>>()
        };
        let (wanted, got) = (all(wanted), all(got));
        if wanted != got {
            lines.push(format!("wanted {wanted:#?}, got {got:#?}"));
        }
    }
    lines
}

fn contact_forms(database: Database) {
    let sink = SmtpSink::start().expect("sink");
    let site = Site::recorded(database).expect("site");
    let port = sink.addr.port().to_string();
    let environment = [
        ("OXIPRESS_MAIL_TRANSPORT", "smtp"),
        ("OXIPRESS_MAIL_SMTP_HOST", "127.0.0.1"),
        ("OXIPRESS_MAIL_SMTP_PORT", &port),
        ("OXIPRESS_MAIL_SMTP_TLS", "none"),
    ];
    let server = Oxipress::serve_recorded_site(&site.url, &[], &environment).expect("server");
    let (mut found, mut mails) = (Differences::new(), 0);
    let mut recordings = load(&folder("divi-contact")).expect("recordings");
    // The refused mail comes last: it would be tried again while others are counted.
    recordings.sort_by_key(|recording| recording.name.ends_with("mail-failed"));
    for recording in recordings {
        let raw = raw("divi-contact", &recording);
        let refusal = recording.name.ends_with("mail-failed");
        sink.set(Manners {
            to_mail: refusal.then(|| "554 never".to_owned()),
            ..Manners::default()
        });
        let before = sink.messages().len();
        let answer = client::send(server.addr, &recording.request).expect("answer");
        let mut lines = judge(&recording, answer);
        let wanted = raw["effects"]["mails"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let taken = sink
            .wait_for(before + wanted.len(), Duration::from_secs(20))
            .expect("mails");
        let came = taken.get(before..).unwrap_or_default();
        if came.len() != wanted.len() {
            lines.push(format!("{} mails for {}", came.len(), wanted.len()));
        }
        for (wanted, came) in wanted.iter().zip(came) {
            let volatile = &raw["volatile"];
            lines.extend(recorded_mail::differences(wanted, volatile, &came.text));
        }
        mails += came.len();
        found.insert(recording.name.clone(), lines);
    }
    let kept = site.load::<(i64, String)>(
        "SELECT container_post_id, posted_data FROM {p}oxipress_submissions WHERE status = 'mail_sent'",
        Vec::new(),
    );
    let kept = kept.expect("submissions");
    // What the mail server refused is stored all the same.
    assert_eq!(kept.len(), mails + 1, "{kept:#?}");
    assert!(
        kept.iter()
            .any(|(_, data)| data.contains("ana@ejemplo.example"))
    );
    // The recorder shows a name that is written as an encoded word (basic-unicode-name) with quotes of its own.
    expected::check("divi-contact", &found).expect("no other differences");
}

/// As the recorder's stand-in answered: 400 where the body says `falla`, else 200.
fn as_recorded(sent: &Sent) -> (u16, String) {
    if sent.body.contains("falla") {
        (400, "{\"detail\":\"simulated\"}".into())
    } else {
        (200, "{\"id\":\"x\",\"status\":\"pending\"}".into())
    }
}

fn signups(database: Database) {
    let service = MockServer::start(as_recorded).expect("stand-in");
    let url = format!("http://{}", service.addr);
    let site = Site::recorded(database).expect("site");
    let environment = [("OXIPRESS_DIVI_PROVIDER_URL", url.as_str())];
    let server = Oxipress::serve_recorded_site(&site.url, &[], &environment).expect("server");
    let mut found = Differences::new();
    for recording in load(&folder("divi-signup")).expect("recordings") {
        let raw = raw("divi-signup", &recording);
        let before = service.received_requests().len();
        let answer = client::send(server.addr, &recording.request).expect("answer");
        let mut lines = judge(&recording, answer);
        let came = service.received_requests().split_off(before);
        let none = Vec::new();
        let wanted = raw["effects"]["outbound_http"].as_array().unwrap_or(&none);
        if came.len() != wanted.len() {
            lines.push(format!("{} requests for {}", came.len(), wanted.len()));
        }
        for (wanted, came) in wanted.iter().zip(&came) {
            let authorization = wanted["headers"]["Authorization"].as_str();
            let is_same = wanted["method"] == came.method.as_str()
                && wanted["url"] == came.url.as_str()
                && wanted["body"] == came.body.as_str()
                && authorization == Some(came.header("authorization"));
            if !is_same {
                lines.push(format!("wanted {wanted}, got {came:?}"));
            }
        }
        found.insert(recording.name.clone(), lines);
    }
    expected::check("divi-signup", &found).expect("no other differences");
}

fn request(cookie: Option<&str>) -> tests_contract::recording::Request {
    let cookies = cookie.map(|cookie| ("Cookie", cookie));
    let headers: Vec<_> = cookies.into_iter().collect();
    tests_contract::contact_form::request("GET", "/prueba-ab/", &headers, Vec::new())
}

/// The events that were counted, by the post's id.
fn events(site: &Site) -> Vec<(String, String, String)> {
    const SQL: &str =
        "SELECT test_id, subject_id, event FROM {p}et_divi_ab_testing_stats ORDER BY id";
    site.load(SQL, Vec::new()).expect("rows")
}

fn split_tests(database: Database) {
    let site = Site::recorded(database).expect("site");
    let start = |mode: &str| {
        let environment = [("OXIPRESS_DIVI_SPLIT_TESTS", mode)];
        Oxipress::serve_recorded_site(&site.url, &[], &environment).expect("server")
    };
    let live = start("live");
    let mut found = Differences::new();
    let recordings = load(&folder("divi-ab")).expect("recordings");
    let (cached, visits): (Vec<_>, Vec<_>) =
        recordings.iter().partition(|r| r.name.contains("cached-"));
    for recording in visits {
        if recording.name.ends_with("page-visit-3") {
            // Two visitors came before, whose visits are not among the recordings.
            (0..2).for_each(|_| drop(client::send(live.addr, &request(None)).expect("visit")));
        }
        let before = events(&site).len();
        let answer = client::send(live.addr, &recording.request).expect("answer");
        let mut lines = judge(recording, answer);
        let wrote = events(&site).split_off(before);
        lines.extend(rows_differ(&raw("divi-ab", recording), &wrote));
        found.insert(recording.name.clone(), lines);
    }
    drop(live);
    let server = start("placeholders");
    for recording in cached {
        let answer = client::send(server.addr, &recording.request).expect("answer");
        let lines = judge(recording, answer);
        found.insert(recording.name.clone(), lines);
    }
    let cache = site.load::<(String,)>(
        "SELECT meta_value FROM {p}postmeta WHERE post_id = 2062 AND meta_key = 'et_pb_subjects_cache'",
        Vec::new(),
    );
    let cache = cache.expect("rows");
    assert!(
        cache.len() == 1 && cache[0].0.starts_with("a:3:{i:1;s:"),
        "{cache:?}"
    );
    expected::check("divi-ab", &found).expect("no other differences");
}

/// Rows as recorded. Events of a test that is not there are counted by the builder, and not by us.
fn rows_differ(raw: &Value, wrote: &[(String, String, String)]) -> Option<String> {
    let recorded = &raw["effects"]["db"]["wp_et_divi_ab_testing_stats"]["new_rows"];
    let text = |row: &Value, key: &str| row[key].as_str().unwrap_or_default().to_owned();
    let wanted: Vec<_> = recorded
        .as_array()
        .into_iter()
        .flatten()
        .map(|row| {
            (
                text(row, "test_id"),
                text(row, "subject_id"),
                text(row, "event"),
            )
        })
        .filter(|(test, ..)| test == "2062")
        .collect();
    (wanted != wrote).then(|| format!("rows {wrote:?} for {wanted:?}"))
}

fn pages_of_lists(database: Database) {
    let server = Oxipress::start_recorded_site(database).expect("server");
    let mut found = Differences::new();
    for recording in load(&folder("pagination")).expect("recordings") {
        let answer = client::send(server.addr, &recording.request).expect("answer");
        let lines = judge(&recording, answer);
        found.insert(recording.name.clone(), lines);
    }
    expected::check("pagination", &found).expect("no other differences");
}

macro_rules! on_both {
    ($($name:ident)*) => {
        mod on_sqlite {
            $(#[test]
            fn $name() {
                super::$name(super::Database::Sqlite);
            })*
        }
        mod on_mariadb {
            $(#[test]
            fn $name() {
                super::$name(super::Database::MariaDb);
            })*
        }
    };
}

on_both!(contact_forms signups split_tests pages_of_lists);
