//! The Store API: recorded exchanges, and the contract's table of cases, on both databases.
//!
//! Contract "woocommerce-store-api".

mod blocks;
mod cases;
mod checkout;
mod races;
mod routes;
mod shop;
mod sums;

use anyhow::Result;
use tests_contract::client::send;
use tests_contract::compare::compare;
use tests_contract::expected::Differences;
use tests_contract::markup::mask;
use tests_contract::rebind::Rebinder;
use tests_contract::recording::{Recording, load};
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;
use tests_contract::{expected, fixtures};

/// Differences of the headers that the recording names; of values that differ from run to run only whether they are there.
fn headers(recording: &Recording, answer: &tests_contract::client::ClientResponse) -> Vec<String> {
    let names = recording.compared_headers.iter();
    let lines = names.filter_map(|name| {
        let (want, got) = (recording.response.header(name), answer.header(name));
        let place = format!("response.headers.{name}");
        let is_volatile = recording.volatile.iter().any(|v| v.place == place);
        let same = if is_volatile {
            want.is_some() == got.is_some()
        } else {
            want.map(mask) == got.map(mask)
        };
        (!same).then(|| format!("{name}: wanted {want:?}, got {got:?}"))
    });
    lines.collect()
}

/// The bytes of a body that no run changes: order of keys, numbers as texts, escapes.
fn bytes(recording: &Recording, answer: &tests_contract::client::ClientResponse) -> Option<String> {
    let is_volatile = |v: &tests_contract::recording::Volatile| v.place == "response.body";
    if recording.volatile.iter().any(is_volatile) || recording.response.has_no_body {
        return None;
    }
    let (want, got) = (mask(&masked(&recording.response.body)), mask(&answer.body));
    (want != got).then(|| "the body has other bytes".to_owned())
}

/// A text with what stands between a name and an end masked.
fn masked_between(text: &str, name: &str, end: char) -> String {
    let mut parts = text.split(name);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let value = part.find(end).unwrap_or(part.len());
        out.push_str(name);
        out.push('0');
        out.push_str(&part[value..]);
    }
    out
}

/// A body whose tokens, times and keys of orders, which differ from run to run, are masked: parts of batches hold them.
fn masked(body: &str) -> String {
    let body = masked_between(body, "\"Cart-Token\":\"", '"');
    let body = masked_between(&body, "=wc_order_", '"');
    let body = masked_between(&body, "\"wc_order_", '"');
    masked_between(&body, "\"Nonce-Timestamp\":", ',')
}

fn recorded_exchanges(database: Database) -> Result<()> {
    let site = Site::recorded_with(database, blocks::PAGES)?;
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[])?;
    let recordings = load(&fixtures().join("recordings/woocommerce/store"))?;
    let (mut rebinder, mut found) = (Rebinder::default(), Differences::new());
    for recording in &recordings {
        let mut answer = send(server.addr, &rebinder.prepare(recording))?;
        // Keys of orders are taken from what was sent before, so they are learnt unmasked.
        rebinder.learn(recording, &answer);
        let page = answer.body.clone();
        answer.body = masked(&answer.body);
        let mut want = recording.response.clone();
        want.body = masked(&want.body);
        let mut lines = compare(&want, &answer);
        lines.extend(headers(recording, &answer));
        lines.extend(bytes(recording, &answer));
        let own = blocks::told(&recording.response.body);
        if !own.is_empty() {
            lines.extend(blocks::differences(&own, &blocks::told(&page)));
        }
        found.insert(recording.name.clone(), lines);
    }
    expected::check("woocommerce-store", &found)
}

#[test]
fn recorded_exchanges_on_sqlite() -> Result<()> {
    recorded_exchanges(Database::Sqlite)
}

#[test]
fn recorded_exchanges_on_mariadb() -> Result<()> {
    recorded_exchanges(Database::MariaDb)
}

macro_rules! on_both {
    ($($module:ident::$name:ident)*) => {$(
        mod $name {
            use tests_contract::server::Database;

            #[test]
            fn on_sqlite() {
                super::$module::$name(Database::Sqlite);
            }

            #[test]
            fn on_mariadb() {
                super::$module::$name(Database::MariaDb);
            }
        }
    )*};
}

on_both! {
    blocks::without_goods
    blocks::with_goods
    blocks::options
    blocks::own_pages
    blocks::secrets
    cases::strangers_leave_no_trace
    cases::arguments_come_before_the_nonce
    cases::tokens
    cases::what_may_not_be_bought
    cases::quantities
    cases::coupons
    cases::what_changed_meanwhile
    routes::schemas
    routes::routes_follow_the_options
    routes::batches
    routes::other_origins
    routes::lists_of_products
    routes::attributes_of_variations
    sums::taxes
    sums::prices_with_tax
    sums::costs_wait_for_the_address
    checkout::drafts
    checkout::refusals
    checkout::coupons_of_others
    checkout::payment_by_number
    checkout::coupons_of_an_order
    checkout::rate_limit
    checkout::free_orders
    checkout::drafts_in_posts
    races::a_request_sent_twice
    races::last_pieces
    races::kills
}
