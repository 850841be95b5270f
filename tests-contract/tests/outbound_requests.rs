//! Requests of ours to hosts that stored content names: private addresses are refused, whatever they are written as, and
//! only settings lead there (S22). Newsletter forms while their provider is slow: nothing acknowledged is lost, memory
//! stays, other pages go on (S23).

use std::collections::BTreeSet;
use std::net::TcpListener;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use compat::binds;
use compat::wordpress::php::{Value, serialize};
use tests_contract::client;
use tests_contract::contact_form::request;
use tests_contract::divi_stage::{CHECKSUM, DiviStage};
use tests_contract::mock_server::MockServer;
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;

/// Stores an account at ActiveCampaign, whose host is part of the account, and at Mailchimp, whose host is part of the
/// key.
fn store_accounts(site: &Site, api_url: &str, api_key: &str) {
    const SET: &str =
        "UPDATE {p}options SET option_value = ? WHERE option_name = 'et_core_api_email_options'";
    let data = Value::array()
        .with("api_key", api_key)
        .with("api_url", api_url)
        .with("is_authorized", "true")
        .with("lists", Value::array());
    let account = Value::array().with("lista-casa", data);
    let accounts = Value::array()
        .with("activecampaign", account.clone())
        .with("mailchimp", account);
    let option = serialize(&Value::array().with("accounts", accounts));
    assert_eq!(site.execute(SET, binds![option]).expect("accounts"), 1);
}

#[test]
fn private_addresses_of_stored_accounts_are_refused() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("listener");
    listener.set_nonblocking(true).expect("listener");
    let port = listener.local_addr().expect("address").port();
    let environment = [("OXIPRESS_DIVI_PROVIDER_TIMEOUT", "2")];
    let stage = DiviStage::new(Database::Sqlite, &environment);
    let mut refused = 0;
    for host in [
        "127.0.0.1",
        "localhost",
        "2130706433",
        "0x7f.1",
        "0177.0.0.1",
        "127.1",
        "0.0.0.0",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "ana@127.0.0.1",
        "169.254.169.254",
        "10.0.0.1",
        "192.168.1.1",
        "172.16.0.1",
        "100.64.0.1",
        "[fd00:ec2::254]",
        "[fe80::1]",
    ] {
        store_accounts(
            &stage.site,
            &format!("http://{host}:{port}"),
            &format!("k3y-{host}:{port}/"),
        );
        // The server looks at the database twice a second.
        std::thread::sleep(Duration::from_millis(700));
        for provider in ["activecampaign", "mailchimp"] {
            let began = Instant::now();
            let answer = stage.subscribe(provider, CHECKSUM, &format!("a{refused}@casa.example"));
            assert!(
                !answer.body.contains("\"success\":true"),
                "{host}: {}",
                answer.body
            );
            // Refused at once: nobody is waited for.
            assert!(
                began.elapsed() < Duration::from_millis(1900),
                "{host}: {:?}",
                began.elapsed()
            );
            refused += 1;
        }
    }
    assert!(listener.accept().is_err(), "somebody came");
    println!("{refused} requests to private addresses refused, 0 connections");
}

#[test]
#[expect(clippy::too_many_lines, reason = "one story")]
fn sign_ups_at_a_slow_provider_are_kept_and_pages_go_on() {
    const VISITORS: u64 = 48;
    const EACH: u64 = 8;
    let is_slow = Arc::new(AtomicUsize::new(1));
    let slow = Arc::clone(&is_slow);
    // One request at a time, 100 ms each: most are not answered in time.
    let provider = MockServer::start(move |_| {
        let pause = 100 * slow.load(Ordering::SeqCst);
        std::thread::sleep(Duration::from_millis(u64::try_from(pause).unwrap_or(0)));
        (200, r#"{"id":"1","status":"pending"}"#.to_owned())
    });
    let provider = provider.expect("provider");
    let url = format!("http://{}", provider.addr);
    let environment = [
        ("OXIPRESS_DIVI_PROVIDER_URL", url.as_str()),
        ("OXIPRESS_DIVI_PROVIDER_TIMEOUT", "1"),
    ];
    let site = Site::recorded(Database::Sqlite).expect("site");
    store_accounts(&site, "https://casa.api-us1.com", "k3y-us7");
    let stage = DiviStage::on(site, &environment);
    let before = stage.server.peak_memory().expect("memory");
    let (next, taken) = (AtomicU64::new(0), Mutex::new(BTreeSet::new()));
    let (later, slowest) = (
        Mutex::new(BTreeSet::new()),
        Mutex::new((0_u32, Duration::ZERO)),
    );
    let began = Instant::now();
    let (addr, nonce) = (stage.server.addr, stage.frontend_nonce.as_str());
    std::thread::scope(|scope| {
        for _ in 0..VISITORS {
            scope.spawn(|| {
                for _ in 0..EACH {
                    let email = format!("n{}@casa.example", next.fetch_add(1, Ordering::SeqCst));
                    let body = format!(
                        "action=et_pb_submit_subscribe_form&et_frontend_nonce={nonce}&et_list_id=abc123&et_email={}\
                         &et_provider=mailchimp&et_account=lista-casa&et_checksum={CHECKSUM}",
                        email.replace('@', "%40")
                    );
                    let headers = [("Content-Type", "application/x-www-form-urlencoded")];
                    let post = request("POST", "/wp-admin/admin-ajax.php", &headers, body.into_bytes());
                    let answer = client::send(addr, &post).expect("answer");
                    let set = match answer.body.contains("\"success\":true") {
                        true => &taken,
                        false => &later,
                    };
                    set.lock().expect("set").insert(email);
                }
            });
        }
        // A visitor reads pages that are not kept.
        scope.spawn(|| {
            while next.load(Ordering::SeqCst) < VISITORS * EACH {
                let began = Instant::now();
                let page = request("GET", "/?s=cueva", &[], Vec::new());
                assert_eq!(client::send(addr, &page).expect("page").status, 200);
                let mut seen = slowest.lock().expect("times");
                *seen = (seen.0 + 1, seen.1.max(began.elapsed()));
            }
        });
    });
    let took = began.elapsed();
    let (taken, later) = (
        taken.into_inner().expect("set"),
        later.into_inner().expect("set"),
    );
    let (pages, slowest) = slowest.into_inner().expect("times");
    let grown = stage
        .server
        .peak_memory()
        .expect("memory")
        .saturating_sub(before);
    let sent = |email: &str| {
        let all = provider.received_requests();
        all.iter().any(|sent| sent.body.contains(email))
    };
    for email in &taken {
        assert!(sent(email), "{email} was acknowledged");
    }
    let kept: BTreeSet<String> = stage
        .subscribers()
        .into_iter()
        .map(|(email, _)| email)
        .collect();
    for email in &later {
        assert!(kept.contains(email), "{email} is kept for later");
    }
    println!(
        "{} sign-ups in {took:?}: {} taken, {} kept for later; {pages} pages meanwhile, the slowest in {slowest:?}; +{grown} MB",
        taken.len() + later.len(),
        taken.len(),
        later.len(),
    );
    assert_eq!(
        taken.len() + later.len(),
        usize::try_from(VISITORS * EACH).expect("number")
    );
    assert!(!later.is_empty() && pages > 0);
    assert!(
        slowest < Duration::from_secs(10) && grown < 64,
        "{slowest:?}, {grown} MB"
    );
    // The provider recovers: everybody is subscribed.
    is_slow.store(0, Ordering::SeqCst);
    let DiviStage { site, server, .. } = stage;
    drop(server);
    let again = [
        environment[0],
        environment[1],
        ("OXIPRESS_NOW", "2026-11-21T08:00:00Z"),
    ];
    let _server = Oxipress::serve_recorded_site(&site.url, &[], &again).expect("server");
    const COUNT: &str = "SELECT COUNT(*) FROM {p}oxipress_subscribers";
    let start = Instant::now();
    while site.load::<(i64,)>(COUNT, binds![]).expect("rows") != [(0,)] {
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "subscriptions still wait"
        );
        std::thread::sleep(Duration::from_millis(100));
    }
    println!(
        "{} of them subscribed {:?} after the provider recovered",
        later.len(),
        start.elapsed()
    );
    for email in &later {
        assert!(sent(email), "{email}");
    }
}
