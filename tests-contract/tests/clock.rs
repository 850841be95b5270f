//! Hardening R7: the clock passes a nonce tick, a change of daylight saving time, and the end of a year. Pages are served
//! throughout, nonces change with the tick, and no cached page has an outdated nonce.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use compat::wordpress::db::Bind;
use regex::Regex;
use tests_contract::client::get_with;
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;

const PATHS: &[&str] = &[
    "/",
    "/noticias/",
    "/paseo-por-las-carcavas/",
    "/aviso-legal/",
    "/contacto/",
    "/en/",
    "/tienda/",
    "/2026/",
    "/?s=cueva",
    "/modulos/texto/",
];

/// Nonces that a page carries: the ten digits, by what stands before them.
fn nonces(pattern: &Regex, body: &str) -> BTreeMap<String, String> {
    let found = pattern.captures_iter(body);
    found.map(|c| (c[1].to_owned(), c[2].to_owned())).collect()
}

/// Asks for all pages until the clock is `seconds` past the start; every answer in order, as (path, nonces).
fn ask_until(server: &Oxipress, seconds: u64) -> Vec<(&'static str, BTreeMap<String, String>)> {
    let pattern =
        Regex::new(r#"(\w*nonce\w*)["']?\s*[:=]\s*["']([0-9a-f]{10})\b"#).expect("pattern");
    let (began, mut answers) = (Instant::now(), Vec::new());
    while began.elapsed() < Duration::from_secs(seconds) {
        for path in PATHS {
            let answer = get_with(server.addr, path, &[]).expect("answer");
            assert_eq!(answer.status, 200, "{path}");
            assert!(answer.body.contains("</html>"), "{path}");
            answers.push((*path, nonces(&pattern, &answer.body)));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    answers
}

/// The first answer with a nonce other than that of the same name before it.
fn first_change(answers: &[(&str, BTreeMap<String, String>)]) -> Option<usize> {
    let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
    answers.iter().position(|(_, nonces)| {
        nonces
            .iter()
            .any(|(name, nonce)| seen.insert(name, nonce).is_some_and(|old| old != nonce))
    })
}

/// The nonces change once, for all pages at the same moment; never does an older one come after a newer one.
fn tick_passes(site: &Site, now: &str) {
    let clock = [("OXIPRESS_NOW", now)];
    let server = Oxipress::serve_recorded_site(&site.url, &[], &clock).expect("server");
    let answers = ask_until(&server, 7);
    let changed_at = first_change(&answers);
    let mut seen: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    // Nonces of pages that a slow machine reached after that moment only, and answers after it with an old nonce.
    let (mut unchanged, mut late) = (BTreeSet::new(), Vec::new());
    for (at, (path, nonces)) in answers.iter().enumerate() {
        let is_after = changed_at.is_some_and(|changed_at| at >= changed_at);
        for (name, nonce) in nonces {
            let values = seen.entry(name).or_default();
            if values.last() == Some(&nonce.as_str()) {
                if is_after && values.len() == 1 && !unchanged.contains(name.as_str()) {
                    late.push(format!("{path}: {name} {nonce} is of the older tick"));
                }
                continue;
            }
            if values.contains(&nonce.as_str()) {
                late.push(format!("{path}: {name} {nonce} again"));
            } else if values.is_empty() && is_after {
                unchanged.insert(name.as_str());
            }
            values.push(nonce);
        }
    }
    println!(
        "{now}: {} answers, {} nonces, changed at answer {changed_at:?}",
        answers.len(),
        seen.len()
    );
    assert!(!seen.is_empty(), "no page carries a nonce");
    assert!(late.is_empty(), "{}", late.join("\n"));
    assert!(
        seen.len() > unchanged.len(),
        "{now}: no page came before the tick"
    );
    for (name, values) in &seen {
        let wanted = if unchanged.contains(name) { 1 } else { 2 };
        assert_eq!(values.len(), wanted, "{now}: {name} {values:?}");
    }
}

fn nonces_change_with_the_tick(database: Database) {
    let site = Site::recorded(database).expect("site");
    // A tick is half a day of Unix time.
    for now in ["2026-11-21T11:59:57Z", "2026-11-21T23:59:57Z"] {
        tick_passes(&site, now);
    }
}

#[test]
fn nonces_change_with_the_tick_on_sqlite() {
    nonces_change_with_the_tick(Database::Sqlite);
}

#[test]
fn nonces_change_with_the_tick_on_mariadb() {
    nonces_change_with_the_tick(Database::MariaDb);
}

#[test]
fn pages_are_answered_at_every_border_of_the_calendar() {
    let site = Site::recorded(Database::Sqlite).expect("site");
    let none: Vec<Bind> = Vec::new();
    let zone: Vec<(String,)> = site
        .load(
            "SELECT option_value FROM {p}options WHERE option_name = 'timezone_string'",
            none,
        )
        .expect("option");
    println!("time zone {zone:?}");
    let borders = [
        ("summer time begins", "2027-03-28T00:59:58Z"),
        ("summer time ends", "2026-10-25T00:59:58Z"),
        ("the hour that comes twice", "2026-10-25T01:59:58Z"),
        ("the site's year ends", "2026-12-31T22:59:58Z"),
        ("the year ends", "2026-12-31T23:59:58Z"),
        ("a leap day", "2028-02-28T23:59:58Z"),
        ("after 2038", "2038-01-19T03:14:06Z"),
    ];
    for (name, now) in borders {
        let clock = [("OXIPRESS_NOW", now)];
        let server = Oxipress::serve_recorded_site(&site.url, &[], &clock).expect("server");
        let answers = ask_until(&server, 3);
        let all: BTreeSet<_> = answers.iter().map(|(path, _)| path).collect();
        println!(
            "{name}: {} answers of {} pages, all 200",
            answers.len(),
            all.len()
        );
    }
}
