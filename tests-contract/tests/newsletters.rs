//! Every newsletter provider of the sign-up form against a mock: accepted, already subscribed, refused, rate-limited,
//! temporarily failing, not responding; and the local list with its confirmation mail and export.
//!
//! Contract "divi-ajax", section 2 and section 7, cases 15 and 16.

use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};

use compat::binds;
use compat::wordpress::php::{Value, serialize};
use tests_contract::client;
use tests_contract::contact_form::request;
use tests_contract::divi_stage::{CHECKSUM, DiviStage, NO_MAIL_SERVER};
use tests_contract::mock_server::{MockResponse, MockServer, Sent};
use tests_contract::server::{Database, Oxipress, binary};
use tests_contract::site::Site;

/// A provider: its name in forms, its API path, and its responses.
struct Service {
    slug: &'static str,
    host: &'static str,
    /// Header, or part of the address or body, that holds the key.
    key: &'static str,
    taken: (u16, &'static str),
    known: fn(&Sent) -> (u16, &'static str),
    refused: (u16, &'static str),
    /// The message for an invalid API key.
    told: &'static str,
}

const LATER: &str = "An error occurred, please try later.";

const SERVICES: [Service; 7] = [
    Service {
        slug: "mailchimp",
        host: "us7.api.mailchimp.com/3.0/lists/abc123/members",
        key: "authorization: Basic YnVpbGRlcjprM3ktdXM3",
        taken: (200, r#"{"id":"1","status":"pending"}"#),
        known: |sent| match sent.method.as_str() {
            "GET" => (200, r#"{"status":"subscribed"}"#),
            _ => (
                400,
                r#"{"title":"Member Exists","detail":"ana is already a list member. Use PUT to insert or update list members."}"#,
            ),
        },
        refused: (
            401,
            r#"{"title":"API Key Invalid","status":401,"detail":"Your API key may be invalid."}"#,
        ),
        told: LATER,
    },
    Service {
        slug: "activecampaign",
        host: "casa.api-us1.com/admin/api.php?api_action=contact_sync",
        key: "api-token: k3y-us7",
        taken: (
            200,
            r#"{"subscriber_id":3,"result_code":1,"result_message":"Contact added"}"#,
        ),
        known: |_| {
            (
                200,
                r#"{"subscriber_id":3,"result_code":1,"result_message":"Contact updated"}"#,
            )
        },
        refused: (
            200,
            r#"{"result_code":0,"result_message":"You are not authorized to access this file"}"#,
        ),
        told: "You are not authorized to access this file",
    },
    Service {
        slug: "sendinblue",
        host: "api.brevo.com/v3/contacts",
        key: "api-key: k3y-us7",
        taken: (201, r#"{"id":7}"#),
        known: |_| (204, ""),
        refused: (401, r#"{"message":"Key not found","code":"unauthorized"}"#),
        told: "Key not found",
    },
    Service {
        slug: "mailerlite",
        host: "api.mailerlite.com/api/v2/groups/abc123/subscribers",
        key: "x-mailerlite-apikey: k3y-us7",
        taken: (200, r#"{"id":9,"type":"active"}"#),
        known: |_| {
            (
                200,
                r#"{"id":9,"type":"active","date_updated":"2026-11-01"}"#,
            )
        },
        refused: (401, r#"{"error":{"code":1,"message":"Unauthorized"}}"#),
        told: "Unauthorized",
    },
    Service {
        slug: "convertkit",
        host: "api.convertkit.com/v3/forms/abc123/subscribe",
        key: r#""api_key":"k3y-us7""#,
        taken: (200, r#"{"subscription":{"id":1,"state":"inactive"}}"#),
        known: |_| (200, r#"{"subscription":{"id":1,"state":"active"}}"#),
        refused: (
            401,
            r#"{"error":"Authorization Failed","message":"API Key not valid"}"#,
        ),
        told: "API Key not valid",
    },
    Service {
        slug: "hubspot",
        host: "api.hubapi.com/contacts/v1/",
        key: "hapikey=k3y-us7",
        taken: (200, r#"{"vid":77,"isNew":true}"#),
        known: |sent| match sent.url.contains("/lists/") {
            true => (200, r#"{"updated":[],"discarded":[77]}"#),
            false => (200, r#"{"vid":77,"isNew":false}"#),
        },
        refused: (
            401,
            r#"{"status":"error","message":"This hapikey doesn't exist."}"#,
        ),
        told: "This hapikey doesn't exist.",
    },
    Service {
        slug: "getresponse",
        host: "api.getresponse.com/v3/contacts",
        key: "x-auth-token: api-key k3y-us7",
        taken: (202, ""),
        known: |_| (409, r#"{"code":1008,"message":"Contact already added"}"#),
        refused: (
            401,
            r#"{"code":1014,"message":"Problem during authentication process"}"#,
        ),
        told: "Problem during authentication process",
    },
];

fn service_of(sent: &Sent) -> &'static Service {
    let found = SERVICES.iter().find(|s| sent.url.contains(s.host));
    assert!(found.is_some(), "whose is {}?", sent.url);
    found.expect("a service")
}

/// The behaviour of the mock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mood {
    Takes,
    Knows,
    Refuses,
    TooMany,
    Broken,
    Silent,
}

fn reply(mood: Mood, sent: &Sent) -> MockResponse {
    let service = service_of(sent);
    let (status, body) = match mood {
        Mood::Takes => service.taken,
        Mood::Knows => (service.known)(sent),
        Mood::Refuses => service.refused,
        Mood::TooMany => (429, "{}"),
        Mood::Broken => (503, "<html>"),
        Mood::Silent => (0, ""),
    };
    MockResponse {
        header: match mood {
            Mood::TooMany => "Retry-After: 3600\r\n".to_owned(),
            _ => String::new(),
        },
        is_silent: mood == Mood::Silent,
        ..MockResponse::from((status, body.to_owned()))
    }
}

/// The site with an account at each service.
fn site_with_accounts(database: Database) -> Site {
    const SET: &str =
        "UPDATE {p}options SET option_value = ? WHERE option_name = 'et_core_api_email_options'";
    let site = Site::recorded(database).expect("site");
    let account = || {
        let data = Value::array()
            .with("api_key", "k3y-us7")
            .with("api_url", "https://casa.api-us1.com")
            .with("is_authorized", "true")
            .with("lists", Value::array());
        Value::array().with("lista-casa", data)
    };
    let all = SERVICES.iter();
    let accounts = all.fold(Value::array(), |all, service| {
        all.with(service.slug, account())
    });
    let option = serialize(&Value::array().with("accounts", accounts));
    let changed = site.execute(SET, binds![option]).expect("accounts");
    assert_eq!(changed, 1);
    site
}

const TAKEN: &str = r#"{"success":true}"#;

fn told(text: &str) -> String {
    format!(r#"{{"error":"Error de suscripci\u00f3n: {text}"}}"#)
}

/// Failed subscriptions are retried until the provider accepts them, and then removed from the queue.
#[expect(clippy::too_many_lines, reason = "one story")]
fn services(database: Database) {
    let mood = Arc::new(Mutex::new(Mood::Takes));
    let current = Arc::clone(&mood);
    let mock_server = MockServer::start(move |sent| {
        reply(
            *current.lock().unwrap_or_else(PoisonError::into_inner),
            sent,
        )
    });
    let mock_server = mock_server.expect("stand-in");
    let becomes = |new: Mood| *mood.lock().unwrap_or_else(PoisonError::into_inner) = new;
    let url = format!("http://{}", mock_server.addr);
    let env = [
        ("OXIPRESS_DIVI_PROVIDER_URL", url.as_str()),
        ("OXIPRESS_DIVI_PROVIDER_TIMEOUT", "1"),
    ];
    let stage = DiviStage::on(site_with_accounts(database), &env);
    let subscribe = |service: &Service, email: &str| {
        let answer = stage.subscribe(service.slug, CHECKSUM, email);
        assert_eq!(
            answer.header("content-type"),
            Some("text/html; charset=UTF-8"),
            "{}",
            service.slug
        );
        answer.body
    };
    for service in &SERVICES {
        let slug = service.slug;
        becomes(Mood::Takes);
        assert_eq!(subscribe(service, "ana@casa.example"), TAKEN, "{slug}");
        let sent = mock_server.received_requests();
        let own: Vec<&Sent> = sent
            .iter()
            .filter(|s| s.url.contains(service.host))
            .collect();
        assert!(!own.is_empty(), "{slug}");
        for sent in own {
            let headers = sent.headers.iter().map(|(n, v)| format!("{n}: {v}"));
            let all: Vec<String> = headers
                .chain([sent.url.clone(), sent.body.clone()])
                .collect();
            assert!(
                all.iter().any(|text| text.contains(service.key)),
                "{slug}: {all:?}"
            );
        }
        becomes(Mood::Knows);
        assert_eq!(subscribe(service, "ana@casa.example"), TAKEN, "{slug}");
        becomes(Mood::Refuses);
        let refused = told(service.told);
        assert_eq!(subscribe(service, "eva@casa.example"), refused, "{slug}");
        assert!(stage.subscribers().is_empty(), "{slug}");
    }
    for service in &SERVICES {
        let slug = service.slug;
        for (name, new) in [
            ("muchos", Mood::TooMany),
            ("roto", Mood::Broken),
            ("callado", Mood::Silent),
        ] {
            becomes(new);
            let email = format!("{name}-{slug}@casa.example");
            assert_eq!(subscribe(service, &email), told(LATER), "{slug} {new:?}");
        }
    }
    let rows = stage.subscribers();
    assert_eq!(rows.len(), 3 * SERVICES.len());
    assert!(rows.iter().all(|(_, state)| state == "queued"), "{rows:?}");
    // `Retry-After` is honoured.
    const PAUSES: &str = "SELECT next_attempt - created FROM {p}oxipress_subscribers \
        WHERE email LIKE 'muchos-%'";
    let pauses = stage.site.load::<(i64,)>(PAUSES, binds![]).expect("rows");
    assert!(
        pauses.iter().all(|(seconds,)| *seconds >= 3600),
        "{pauses:?}"
    );
    becomes(Mood::Takes);
    let before = mock_server.received_requests().len();
    let DiviStage { site, server, .. } = stage;
    drop(server);
    let later = [env[0], env[1], ("OXIPRESS_NOW", "2026-11-21T08:00:00Z")];
    let server = Oxipress::serve_recorded_site(&site.url, &[], &later).expect("server");
    wait_until_nobody_is_kept(&site);
    drop(server);
    let again = mock_server.received_requests().split_off(before);
    for service in &SERVICES {
        for name in ["muchos", "roto", "callado"] {
            let email = format!("{name}-{}", service.slug);
            let has = |sent: &&Sent| sent.body.contains(&email) || sent.url.contains(&email);
            assert!(again.iter().any(|sent| has(&sent)), "{email}");
        }
    }
}

fn wait_until_nobody_is_kept(site: &Site) {
    const COUNT: &str = "SELECT COUNT(*) FROM {p}oxipress_subscribers";
    let is_over = |_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        let left = site.load::<(i64,)>(COUNT, binds![]).expect("rows");
        left == [(0,)]
    };
    assert!((0..600).any(is_over), "subscriptions still wait");
}

fn export(site: &Site, more: &[&str]) -> String {
    let mut command = Command::new(binary().expect("binary"));
    command.args(["subscribers", "export"]).args(more);
    let output = command.args(["--database", &site.url]).output();
    let output = output.expect("oxipress");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The local list: confirmation mail, its link, and the export of confirmed subscribers.
fn own_list(database: Database) {
    let stage = DiviStage::new(database, &NO_MAIL_SERVER);
    for email in ["ana@casa.example", "Eva@casa.example"] {
        assert_eq!(stage.subscribe("local", CHECKSUM, email).body, TAKEN);
    }
    let letters = stage.mail_texts();
    assert_eq!(letters.len(), 2);
    const TOKENS: &str = "SELECT token FROM {p}oxipress_subscribers ORDER BY id";
    let tokens = stage.site.load::<(String,)>(TOKENS, binds![]);
    let tokens = tokens.expect("tokens");
    let link = format!("/?oxipress_subscription={}", tokens[0].0);
    assert!(letters[0].starts_with("ana@casa.example\n"), "{letters:?}");
    assert!(letters[0].contains(&link), "{letters:?}");
    let head =
        "email,first_name,last_name,list,provider,state,subscribed,confirmed,ip_address,fields\r\n";
    assert_eq!(export(&stage.site, &[]), head, "nobody has confirmed yet");
    for _ in 0..2 {
        let page = request("GET", &link, &[], Vec::new());
        let page = client::send(stage.server.addr, &page).expect("page");
        assert_eq!(page.status, 200);
    }
    let lines = export(&stage.site, &[]);
    let line = lines.strip_prefix(head).expect("the head");
    assert!(
        line.starts_with("ana@casa.example,Ana,Ruiz,abc123,local,subscribed,2026-11-21T01:2"),
        "{line}"
    );
    assert_eq!(line.lines().count(), 1);
    let all = export(&stage.site, &["--all"]);
    assert!(
        all.contains("\r\neva@casa.example,Ana,Ruiz,abc123,local,pending,"),
        "{all}"
    );
}

#[test]
fn services_on_sqlite() {
    services(Database::Sqlite);
}

#[test]
fn services_on_mariadb() {
    services(Database::MariaDb);
}

#[test]
fn own_list_on_sqlite() {
    own_list(Database::Sqlite);
}

#[test]
fn own_list_on_mariadb() {
    own_list(Database::MariaDb);
}
