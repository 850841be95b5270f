//! The column `contact_form_7`: its recordings replayed on both databases, with every header that the plugin and
//! WordPress send, JSON leaf by leaf, and the mails that went out.
//!
//! Contract "contact-form-7", sections 12, 13, 17 and 21. Mails are delivered synchronously to an SMTP sink, so that a
//! refusal is reported as recorded.

use std::time::Duration;

use serde_json::Value;
use tests_contract::client::{self, ClientResponse};
use tests_contract::compare::compare;
use tests_contract::recorded_mail;
use tests_contract::recording::{Recording, load};
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;
use tests_contract::smtp_sink::{Manners, SmtpSink};
use tests_contract::visit::Visit;
use tests_contract::{expected, fixtures};

/// Headers of every answer of the API that are contract (section 12.1).
const HEADERS: [&str; 9] = [
    "x-robots-tag",
    "link",
    "x-content-type-options",
    "access-control-expose-headers",
    "access-control-allow-headers",
    "allow",
    "vary",
    "expires",
    "cache-control",
];

/// The quiz of form 300: a question is drawn by lot, so each pair of question and hash is as good as the other.
const QUIZ: [(&str, &str); 2] = [
    ("¿Dos y dos?", "1d3aacda79137285bf3bc013aac13038"),
    ("¿Capital de Granada?", "5a572c641053192201132f728a38b6b3"),
];

fn folder() -> std::path::PathBuf {
    fixtures().join("recordings/contact-form-7/cf7")
}

/// The request with our own login where the recorded one has the recorder's.
fn with_login(server: &Oxipress, recording: &Recording) -> tests_contract::recording::Request {
    let mut request = recording.request.clone();
    let is_cookie = |(name, _): &&mut (String, String)| name.eq_ignore_ascii_case("cookie");
    let Some((_, value)) = request.headers.iter_mut().find(is_cookie) else {
        return request;
    };
    let visit = Visit::sign_in(server.addr).expect("login");
    let nonce = visit.rest_nonce(server.addr).expect("nonce");
    *value = visit.cookies;
    let body = String::from_utf8(request.body.clone()).expect("text");
    request.body = body.replace("9ad184a977", &nonce).into_bytes();
    request
}

/// Our quiz in place of the recorded one when it is one of the form's.
fn with_quiz(answer: &mut ClientResponse, recorded: &str) {
    let Ok(mut ours) = serde_json::from_str::<Value>(&answer.body) else {
        return;
    };
    let theirs: Value = serde_json::from_str(recorded).unwrap_or_default();
    let pair = |v: &Value| (v["quiz"]["suma"][0].clone(), v["quiz"]["suma"][1].clone());
    let (question, hash) = pair(&ours);
    if QUIZ.iter().any(|(q, h)| question == *q && hash == *h) && theirs.get("quiz").is_some() {
        ours["quiz"] = theirs["quiz"].clone();
        answer.body = ours.to_string();
    }
}

/// Differences of the headers that are contract.
fn headers(recording: &Recording, answer: &ClientResponse) -> Vec<String> {
    let all = |headers: &[(String, String)], name: &str| {
        let mut values: Vec<String> = headers
            .iter()
            .filter(|(n, _)| n.eq_ignore_ascii_case(name))
            .map(|(_, v)| v.clone())
            // Ours are packed for whoever can unpack them.
            .filter(|v| !(name == "vary" && v.eq_ignore_ascii_case("accept-encoding")))
            .collect();
        values.sort();
        values
    };
    let is_json = recording
        .response
        .header("content-type")
        .is_some_and(|t| t.contains("json"));
    let names = HEADERS.iter().filter(|name| is_json || **name != "vary");
    names
        .filter_map(|name| {
            let (want, got) = (
                all(&recording.response.headers, name),
                all(&answer.headers, name),
            );
            (want != got).then(|| format!("{name}: wanted {want:?}, got {got:?}"))
        })
        .collect()
}

fn run(database: Database) {
    let sink = SmtpSink::start().expect("sink");
    let site = Site::recorded(database).expect("site");
    let spool = tempfile::tempdir().expect("folder");
    let spool = spool.path().to_string_lossy();
    let mut environment = sink.variables(&spool);
    environment.push(("OXIPRESS_MAIL_DELIVERY", "wait"));
    let server = Oxipress::serve_recorded_site(&site.url, &[], &environment).expect("server");
    let recordings = load(&folder()).expect("recordings");
    let recorded_mails = recorded_mail::load(&folder()).expect("recorded mails");
    let mut found = expected::Differences::new();
    for recording in &recordings {
        let refuses = recording.name.ends_with("feedback-mail-failed");
        let refusal = refuses.then(|| "451 not now".to_owned());
        sink.set(Manners {
            to_mail: refusal,
            ..Manners::default()
        });
        let before = sink.messages().len();
        let mut answer =
            client::send(server.addr, &with_login(&server, recording)).expect("answer");
        with_quiz(&mut answer, &recording.response.body);
        let mut lines = compare(&recording.response, &answer);
        lines.extend(headers(recording, &answer));
        let wanted = recorded_mails.iter();
        let wanted: Vec<_> = wanted.filter(|m| m.recording == recording.name).collect();
        let taken = sink
            .wait_for(before + wanted.len(), Duration::from_secs(20))
            .expect("mails");
        let came = taken.get(before..).unwrap_or_default();
        if came.len() != wanted.len() {
            lines.push(format!("{} mails for {}", came.len(), wanted.len()));
        }
        for (wanted, came) in wanted.iter().zip(came) {
            lines.extend(wanted.differences(&came.text));
        }
        found.insert(recording.name.clone(), lines);
    }
    expected::check("contact-form-7", &found).expect("no other differences");
}

#[test]
fn recordings_on_sqlite() {
    run(Database::Sqlite);
}

#[test]
fn recordings_on_mariadb() {
    run(Database::MariaDb);
}
