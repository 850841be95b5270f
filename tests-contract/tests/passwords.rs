//! Wrong passwords (hardening S16): what they cost others, and when they are refused, at every door.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use compat::binds;
use compat::wordpress::password::phpass_hash;
use tests_contract::client::{ClientResponse, get_with, send};
use tests_contract::contact_form::request;
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;
use tests_contract::visit::{post_form, set_cookies};

const LOG_IN: &str = "/wp-login.php";
/// A post with the password "almendro".
const PROTECTED: &str = "/entrada-protegida/";
const COOKIE: &str = "wp-postpass_868d72495b7d63175cfbaed4ef4dd9ea";
/// Connections that log in at the same time.
const CONNECTIONS: usize = 100;
/// Pages of which the median is taken.
const PAGES: usize = 41;

fn log_in(addr: SocketAddr, name: &str, password: &str) -> ClientResponse {
    let form = format!("log={name}&pwd={password}&casacue4217=384211&alt_s=");
    post_form(addr, LOG_IN, &form, &[]).expect("an answer")
}

/// Whether an attempt was refused: 429, with the time to wait.
fn is_refused(answer: &ClientResponse) -> bool {
    let again = answer.header("retry-after").map(str::parse::<u64>);
    assert_eq!(
        answer.status == 429,
        matches!(again, Some(Ok(1..))),
        "{} {again:?}",
        answer.status
    );
    answer.status == 429
}

/// The median and the highest of the times of uncached pages.
fn pages(addr: SocketAddr) -> [Duration; 2] {
    let mut times: Vec<Duration> = (0..PAGES)
        .map(|n| {
            let start = Instant::now();
            let page = get_with(addr, &format!("/aviso-legal/?n={n}"), &[]).expect("a page");
            assert_eq!(page.status, 200);
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    [times[PAGES / 2], times[PAGES - 1]]
}

#[test]
fn an_uncached_page_does_not_wait_for_wrong_passwords() {
    let mut worst = 0.0_f64;
    // With the limits off every attempt may be hashed; with them most are refused.
    for limits in ["0", "10"] {
        let site = Site::recorded(Database::Sqlite).expect("site");
        let environment = [
            ("OXIPRESS_CACHE_ENABLED", "false"),
            ("OXIPRESS_ATTEMPTS_PER_ADDRESS_AND_ACCOUNT", limits),
            ("OXIPRESS_ATTEMPTS_PER_ADDRESS", limits),
            ("OXIPRESS_ATTEMPTS_PER_ACCOUNT", limits),
        ];
        let server = Oxipress::serve_recorded_site(&site.url, &[], &environment).expect("server");
        let addr = server.addr;
        pages(addr);
        let quiet = pages(addr);
        let stop = AtomicBool::new(false);
        let counts = [const { AtomicUsize::new(0) }; 3];
        let busy = std::thread::scope(|scope| {
            for _ in 0..CONNECTIONS {
                scope.spawn(|| {
                    while !stop.load(Ordering::SeqCst) {
                        let kind = match log_in(addr, "anfitrion", "wrong").status {
                            200 => 0,
                            429 => 1,
                            _ => 2,
                        };
                        counts[kind].fetch_add(1, Ordering::SeqCst);
                    }
                });
            }
            std::thread::sleep(Duration::from_secs(2));
            let busy = pages(addr);
            stop.store(true, Ordering::SeqCst);
            busy
        });
        let [checked, refused, others] = counts.map(AtomicUsize::into_inner);
        let ratio = busy[0].as_secs_f64() / quiet[0].as_secs_f64();
        println!(
            "limit {limits}, {CONNECTIONS} connections with wrong passwords: median of an uncached page {:?} -> {:?} ({ratio:.2} times), slowest {:?} -> {:?}; {checked} checked, {refused} refused, {others} others",
            quiet[0], busy[0], quiet[1], busy[1],
        );
        worst = worst.max(ratio);
    }
    // The promise is 1.5 for the release build; a debug build renders the refusals slowly. Without threads of their own
    // for the hashes it is over 100.
    let most = if cfg!(debug_assertions) { 10.0 } else { 1.5 };
    assert!(worst < most, "{worst:.2}");
}

#[test]
fn the_eleventh_wrong_password_is_refused_at_every_instance() {
    let site = Site::recorded(Database::MariaDb).expect("site");
    let serve = |now| {
        let now = [("OXIPRESS_NOW", now)];
        Oxipress::serve_recorded_site(&site.url, &[], &now).expect("server")
    };
    let (one, other) = (serve("2026-11-21T01:22:50Z"), serve("2026-11-21T01:22:50Z"));
    for n in 0..10 {
        let server = if n % 2 == 0 { &one } else { &other };
        let answer = log_in(server.addr, "anfitrion", "wrong");
        assert!(!is_refused(&answer) && answer.body.contains("anfitrion"));
    }
    let answers = [&one, &other].map(|server| log_in(server.addr, "anfitrion", "demo-password"));
    for answer in &answers {
        assert!(is_refused(answer));
        assert!(answer.body.contains("Too many failed attempts."));
        assert!(answer.body.contains("id=\"loginform\""));
    }
    println!(
        "after 10 wrong passwords at two instances both refuse for {} s",
        answers[0].header("retry-after").unwrap_or_default()
    );
    let later = serve("2026-11-21T01:28:30Z");
    assert_eq!(log_in(later.addr, "anfitrion", "demo-password").status, 302);
}

#[test]
fn a_right_password_starts_the_count_again() {
    let server = Oxipress::start_recorded_site(Database::Sqlite).expect("server");
    for _ in 0..3 {
        for _ in 0..9 {
            assert!(!is_refused(&log_in(server.addr, "anfitrion", "wrong")));
        }
        let answer = log_in(server.addr, "anfitrion", "demo-password");
        assert_eq!(answer.status, 302, "{}", answer.body);
    }
}

#[test]
fn a_protected_post_is_opened_once_and_guessed_ten_times() {
    let server = Oxipress::start_recorded_site(Database::Sqlite).expect("server");
    let view = |path: &str, cookie: &str| {
        let cookie = format!("{COOKIE}={cookie}");
        get_with(server.addr, path, &[("Cookie", cookie.as_str())]).expect("an answer")
    };
    let referer = [("Referer", "http://127.0.0.1:8081/entrada-protegida/")];
    let posted = post_form(
        server.addr,
        "/wp-login.php?action=postpass",
        "post_password=almendro",
        &referer,
    );
    let posted = set_cookies(&posted.expect("an answer"));
    let (_, right) = posted
        .split_once(&format!("{COOKIE}="))
        .expect("the cookie");
    let right = right.replace("%24", "$").replace("%2F", "/");
    let opens = |answer: &ClientResponse| answer.body.contains("Solo con clave.");
    assert!(opens(&view(PROTECTED, &right)));
    let guess = |n: u8| phpass_hash(b"wrong", [b'a' + n; 6]).expect("a hash");
    // A visitor with a wrong cookie goes on reading.
    for _ in 0..30 {
        let answer = view(PROTECTED, &guess(0));
        assert!(!is_refused(&answer) && !opens(&answer));
    }
    let refused: Vec<u8> = (0..12)
        .filter(|n| is_refused(&view(PROTECTED, &guess(*n))))
        .collect();
    println!(
        "12 passwords guessed for a post: refused from the {:?}th",
        refused
    );
    assert_eq!(refused, [10, 11]);
    // A list shows the post closed; who has opened it reads on.
    let list = view("/noticias/", &guess(20));
    assert!(!is_refused(&list) && list.status == 200);
    assert!(opens(&view(PROTECTED, &right)));
    // The REST API counts the same post.
    let rest = get_with(server.addr, "/wp-json/wp/v2/posts/37?password=wrong", &[]);
    let rest = rest.expect("an answer");
    assert!(is_refused(&rest));
    assert!(
        rest.body
            .starts_with("{\"code\":\"rest_too_many_attempts\"")
            && rest.body.contains("429"),
        "{}",
        rest.body
    );
}

#[test]
fn reset_keys_are_neither_mailed_nor_guessed_without_end() {
    let site = Site::recorded(Database::Sqlite).expect("site");
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    let asked = (0..11).filter(|_| {
        let form = "user_login=anfitrion&casacue4217=384211&alt_s=";
        let path = "/wp-login.php?action=lostpassword";
        let answer = post_form(server.addr, path, form, &[]).expect("an answer");
        assert!(
            is_refused(&answer) || answer.status == 302,
            "{}",
            answer.body
        );
        answer.status == 302
    });
    let asked = asked.count();
    const MAILS: &str = "SELECT COUNT(*) FROM {p}oxipress_outbox";
    let mails: Vec<(i64,)> = site.load(MAILS, binds![]).expect("rows");
    let guessed = (0..11).filter(|n| {
        let hash = COOKIE.trim_start_matches("wp-postpass_");
        let cookie = format!("wp-resetpass-{hash}=anfitrion:wrong{n}");
        let headers = [("Cookie", cookie.as_str())];
        let view = request("GET", "/wp-login.php?action=rp", &headers, Vec::new());
        !is_refused(&send(server.addr, &view).expect("an answer"))
    });
    let guessed = guessed.count();
    println!(
        "11 times each: {asked} reset keys asked for, {} mails, {guessed} keys tried",
        mails[0].0
    );
    assert_eq!((asked, mails[0].0, guessed), (10, 10, 10));
}
