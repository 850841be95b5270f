//! Contract sections 13 (step 9) and 16: the services that a site may have keys for, against stand-ins.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use compat::binds;
use compat::wordpress::php::query_string::parse_str;
use compat::wordpress::php::{Value as Php, serialize};
use serde_json::json;
use tests_contract::server::Database;
use tests_contract::stage::Stage;

use super::Cases;

/// One request to a stand-in: head and form.
fn asked(stream: &mut TcpStream) -> (String, HashMap<String, String>) {
    let mut text = vec![0; 16 * 1024];
    let mut length = 0;
    loop {
        length += stream.read(&mut text[length..]).unwrap_or_default();
        let so_far = String::from_utf8_lossy(&text[..length]).into_owned();
        let Some((head, body)) = so_far.split_once("\r\n\r\n") else {
            continue;
        };
        let wanted = head
            .to_lowercase()
            .split_once("content-length: ")
            .map_or(0, |(_, rest)| {
                rest.split("\r\n")
                    .next()
                    .and_then(|n| n.parse().ok())
                    .unwrap_or(0)
            });
        if body.len() >= wanted {
            return (head.to_owned(), form(body));
        }
    }
}

/// The fields of a form; those of a list under the list's name.
fn form(body: &str) -> HashMap<String, String> {
    let mut fields = HashMap::new();
    for (key, value) in &parse_str(body.as_bytes()) {
        fields.insert(key.to_string_lossy(), value.to_string_lossy().into_owned());
        for (key, value) in value.iter() {
            fields.insert(key.to_string_lossy(), value.to_string_lossy().into_owned());
        }
    }
    fields
}

fn answer(stream: &mut TcpStream, status: &str, body: &str) {
    let length = body.len();
    let text =
        format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}");
    let _ = stream.write_all(text.as_bytes());
}

/// A stand-in that answers each request; its address.
fn serve(mut act: impl FnMut(TcpStream) + Send + 'static) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("port");
    let addr = listener.local_addr().expect("address");
    std::thread::spawn(move || listener.incoming().flatten().for_each(&mut act));
    addr
}

/// A verifying service: a token says which answer it gets.
fn verifier() -> SocketAddr {
    serve(|mut stream| {
        let (_, form) = asked(&mut stream);
        let is_known = form.get("secret").is_some_and(|secret| secret == "s3cret");
        match form.get("response").map(String::as_str) {
            Some("human") if is_known => {
                answer(&mut stream, "200 OK", r#"{"success":true,"score":0.9}"#);
            }
            Some("half") => answer(&mut stream, "200 OK", r#"{"success":false,"score":0.5}"#),
            // Nobody else waits for the silent one.
            Some("silent") => drop(std::thread::spawn(move || {
                std::thread::sleep(std::time::Duration::from_secs(3));
                drop(stream);
            })),
            _ => answer(&mut stream, "500 Oops", r#"{"success":true,"score":1.0}"#),
        }
    })
}

/// Writes an option and waits until the server has read it.
fn set_option(stage: &Stage, name: &'static str, value: Vec<u8>) {
    const DELETE: &str = "DELETE FROM {p}options WHERE option_name = ?";
    const INSERT: &str =
        "INSERT INTO {p}options (option_name, option_value, autoload) VALUES (?, ?, 'on')";
    stage.site.execute(DELETE, binds![name]).expect("option");
    stage
        .site
        .execute(INSERT, binds![name, value])
        .expect("option");
    // Who sees the second form has read the options after they were written.
    stage.form("[text a]", "", &[]);
    stage.form("[text a]", "", &[]);
}

/// The option `wpcf7` with keys of a service.
fn set_keys(stage: &Stage, service: &'static str, keys: Php) {
    let option = Php::array().with("version", "6.1.6").with(service, keys);
    set_option(stage, "wpcf7", serialize(&option));
}

/// E26, and the services with all their answers.
#[test]
fn services_decide_who_is_human() {
    let url = format!("http://{}/siteverify", verifier());
    for (service, field) in [
        ("recaptcha", "_wpcf7_recaptcha_response"),
        ("turnstile", "_wpcf7_turnstile_response"),
    ] {
        let stage = Stage::new(
            Database::Sqlite,
            &[
                ("OXIPRESS_CONTACT_FORM_7_RECAPTCHA_URL", &url),
                ("OXIPRESS_CONTACT_FORM_7_TURNSTILE_URL", &url),
                ("OXIPRESS_CONTACT_FORM_7_VERIFY_TIMEOUT", "1"),
            ],
        );
        set_keys(&stage, service, Php::array().with("k3y", "s3cret"));
        let form = stage.form("[text a]", "", &[]);
        let mut cases = Cases::default();
        for (token, wanted) in [
            (None, "spam"),
            (Some("human"), "mail_sent"),
            (Some("half"), "spam"),
            (Some("broken"), "spam"),
            (Some("silent"), "spam"),
        ] {
            let mut pairs = vec![("a", "1")];
            pairs.extend(token.map(|token| (field, token)));
            let status = &stage.feedback(form, &pairs)["status"];
            cases.is(&format!("{service} {token:?}"), status, wanted);
        }
        cases.end(service);
    }
}

/// The forms that a stand-in was sent.
type SentForms = Arc<Mutex<Vec<HashMap<String, String>>>>;

/// A stand-in for Akismet, and what it was asked.
fn akismet() -> (SocketAddr, SentForms) {
    let seen = SentForms::default();
    let of_service = seen.clone();
    let addr = serve(move |mut stream| {
        let (_, form) = asked(&mut stream);
        let author = form.get("comment_author").cloned().unwrap_or_default();
        of_service.lock().expect("list").push(form);
        match author.as_str() {
            "Robot" => answer(&mut stream, "200 OK", "true"),
            "Broken" => answer(&mut stream, "500 Oops", "true"),
            _ => answer(&mut stream, "200 OK", "false"),
        }
    });
    (addr, seen)
}

/// Akismet and Flamingo are active from now on.
fn switch_on_plugins(stage: &Stage) {
    let rows: Vec<(Vec<u8>,)> = stage
        .site
        .load(
            "SELECT option_value FROM {p}options WHERE option_name = 'active_plugins'",
            vec![],
        )
        .expect("plugins");
    let plugins = compat::wordpress::php::unserialize(&rows[0].0).expect("plugins");
    let plugins = plugins
        .with_pushed("akismet/akismet.php")
        .with_pushed("flamingo/flamingo.php");
    set_option(stage, "active_plugins", serialize(&plugins));
}

/// What Flamingo keeps of Akismet's answer about the last message.
fn kept_by_flamingo(stage: &Stage) -> compat::wordpress::php::Value {
    let kept: Vec<(Vec<u8>,)> = stage
        .site
        .load(
            "SELECT meta_value FROM {p}postmeta WHERE meta_key = '_akismet' ORDER BY meta_id DESC LIMIT 1",
            vec![],
        )
        .expect("what Flamingo keeps");
    compat::wordpress::php::unserialize(&kept[0].0).expect("what was asked")
}

/// Akismet is asked for forms that say who writes; only its yes makes spam.
#[test]
fn akismet_knows_robots() {
    let (addr, seen) = akismet();
    let url = format!("http://{addr}/1.1/comment-check");
    let stage = Stage::new(
        Database::Sqlite,
        &[("OXIPRESS_CONTACT_FORM_7_AKISMET_URL", &url)],
    );
    let marked = stage.form("[text a akismet:author][textarea m]", "", &[]);
    let plain = stage.form("[text a]", "", &[]);
    let mut cases = Cases::default();
    let robot = [("a", "Robot"), ("m", "Compra")];
    cases.is(
        "no key",
        &stage.feedback(marked, &robot)["status"],
        "mail_sent",
    );
    set_option(&stage, "wordpress_api_key", b"k3y".to_vec());
    cases.is(
        "no plugin",
        &stage.feedback(marked, &robot)["status"],
        "mail_sent",
    );
    switch_on_plugins(&stage);
    cases.is("robot", &stage.feedback(marked, &robot)["status"], "spam");
    let form = seen.lock().expect("list").pop().unwrap_or_default();
    for (name, wanted) in [
        ("api_key", "k3y"),
        ("comment_author", "Robot"),
        ("comment_type", "contact-form"),
        ("user_ip", "127.0.0.1"),
        ("blog_lang", "es_ES"),
    ] {
        let got = form.get(name).cloned().unwrap_or_default();
        cases.that(name, got == wanted, || got.clone());
    }
    let kept = kept_by_flamingo(&stage);
    let asked = kept.at("comment").at("comment_author");
    let asked = asked.to_string_lossy().into_owned();
    cases.that(
        "kept by Flamingo",
        asked == "Robot" && kept.at("spam").to_bool(),
        || asked.clone(),
    );
    for author in ["Ana", "Broken"] {
        let status = &stage.feedback(marked, &[("a", author)])["status"];
        cases.is(author, status, "mail_sent");
    }
    let before = seen.lock().expect("list").len();
    cases.is(
        "plain form",
        &stage.feedback(plain, &robot)["status"],
        "mail_sent",
    );
    let after = seen.lock().expect("list").len();
    cases.that("not asked", before == after, || format!("{before} {after}"));
    cases.end("Akismet");
}

/// A stand-in for Stripe: the intents by id. A browser "pays" through the returned map.
fn stripe() -> (SocketAddr, Arc<Mutex<HashMap<String, serde_json::Value>>>) {
    let intents: Arc<Mutex<HashMap<String, serde_json::Value>>> = Arc::default();
    let known = intents.clone();
    let addr = serve(move |mut stream| {
        let (head, form) = asked(&mut stream);
        let mut known = known.lock().expect("intents");
        if !head
            .to_lowercase()
            .contains("authorization: bearer sk_test_1")
        {
            return answer(&mut stream, "401 Unauthorized", "{}");
        }
        let line = head.split("\r\n").next().unwrap_or_default();
        let path = line.split(' ').nth(1).unwrap_or_default();
        let id = path
            .trim_start_matches("/v1/payment_intents")
            .trim_start_matches('/');
        if line.starts_with("POST") && id.is_empty() {
            let id = format!("pi_{}", known.len() + 1);
            let amount: u64 = form["amount"].parse().expect("amount");
            let intent = json!({"id": id, "client_secret": format!("{id}_s"), "amount": amount,
                "currency": form["currency"], "status": "requires_payment_method", "metadata": {},
                "receipt_email": form.get("receipt_email")});
            answer(&mut stream, "200 OK", &intent.to_string());
            known.insert(id, intent);
            return;
        }
        let Some(intent) = known.get_mut(id) else {
            return answer(&mut stream, "404 Not Found", "{}");
        };
        for (name, value) in form {
            intent["metadata"][name] = value.into();
        }
        answer(&mut stream, "200 OK", &intent.to_string());
    });
    (addr, intents)
}

/// The way of a paid message: payment required, paid, sent; the same payment again is spam.
#[test]
#[expect(clippy::too_many_lines, reason = "one story")]
fn a_payment_counts_once() {
    let (addr, intents) = stripe();
    let url = format!("http://{addr}/v1/payment_intents");
    let stage = Stage::new(
        Database::Sqlite,
        &[
            ("OXIPRESS_CONTACT_FORM_7_STRIPE_URL", &url),
            ("OXIPRESS_CONTACT_FORM_7_VERIFY_TIMEOUT", "2"),
        ],
    );
    let template = "[email your-email][stripe amount:1500 currency:EUR \"Pagar\"]";
    let form = stage.form(template, "", &[]);
    let dearer = stage.form(
        "[email your-email][stripe amount:9900 currency:EUR]",
        "",
        &[],
    );
    let mut cases = Cases::default();
    let fields = [("your-email", "ana@ejemplo.example")];
    cases.is(
        "no keys",
        &stage.feedback(form, &fields)["status"],
        "mail_sent",
    );
    let keys = Php::array()
        .with("publishable", "pk_test_1")
        .with("secret", "sk_test_1");
    set_keys(&stage, "stripe", Php::array().with("api_keys", keys));
    let before = stage.mails();
    let unpaid = stage.feedback(form, &fields);
    cases.is("unpaid", &unpaid["status"], "payment_required");
    let wanted = "contact_form_id stripe status message posted_data_hash into invalid_fields";
    cases.is("keys", &super::keys(&unpaid).into(), wanted);
    let secret = &unpaid["stripe"]["payment_intent"]["client_secret"];
    cases.is("secret", secret, "pi_1_s");
    cases.that("no mail yet", stage.mails() == before, || "a mail".into());
    let hash = unpaid["posted_data_hash"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    let with = |form: i64, intent: &str| {
        let pairs = [
            fields[0],
            ("_wpcf7_stripe_payment_intent", intent),
            ("_wpcf7_posted_data_hash", &hash),
        ];
        stage.feedback(form, &pairs)["status"].clone()
    };
    cases.is("not paid yet", &with(form, "pi_1"), "spam");
    cases.is("unknown", &with(form, "pi_9"), "spam");
    cases.is("another path", &with(form, "../pi_1"), "spam");
    let pay = |id: &str| intents.lock().expect("intents")[id].clone();
    let mut paid = pay("pi_1");
    cases.is("amount", &paid["amount"], "1500");
    cases.is("receipt", &paid["receipt_email"], "ana@ejemplo.example");
    paid["status"] = "succeeded".into();
    intents.lock().expect("intents").insert("pi_1".into(), paid);
    cases.is("too little", &with(dearer, "pi_1"), "spam");
    cases.is("paid", &with(form, "pi_1"), "mail_sent");
    cases.that("mail", stage.mails() == before + 1, || {
        stage.mails().to_string()
    });
    let used = &pay("pi_1")["metadata"]["wpcf7_contact_form_id"];
    cases.is("noted", used, &format!("\"{form}\""));
    cases.is("used", &with(form, "pi_1"), "spam");
    cases.end("Stripe");
}

/// Without Stripe nothing is sent unpaid.
#[test]
fn a_silent_stripe_aborts() {
    let stage = Stage::new(
        Database::Sqlite,
        &[(
            "OXIPRESS_CONTACT_FORM_7_STRIPE_URL",
            "http://127.0.0.1:9/v1/payment_intents",
        )],
    );
    let keys = Php::array()
        .with("publishable", "pk_test_1")
        .with("secret", "sk_test_1");
    set_keys(&stage, "stripe", Php::array().with("api_keys", keys));
    let form = stage.form("[text a][stripe amount:5 currency:eur]", "", &[]);
    let before = stage.mails();
    let mut cases = Cases::default();
    cases.is(
        "aborted",
        &stage.feedback(form, &[("a", "1")])["status"],
        "aborted",
    );
    cases.that("no mail", stage.mails() == before, || "a mail".into());
    cases.end("silent Stripe");
}
