//! The render pool: a slow page is stopped at the timeout and frees its thread, other requests are not delayed, and a
//! full pool gives 503.

use std::time::{Duration, Instant};

use compat::binds;
use tests_contract::client::get_with;
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;

/// Forms on a page that renders for far longer than the time limit.
const FORMS: usize = 30_000;
const LIMIT: Duration = Duration::from_secs(2);
const LARGE: &str = "/aviso-legal/";

/// The recorded site with a page that takes a minute.
fn site_with_a_large_page() -> Site {
    let site = Site::recorded(Database::Sqlite).expect("site");
    let sql = "SELECT post_content FROM {p}posts WHERE post_content LIKE '%[contact-form-7 id%' AND post_type = 'page'";
    let pages: Vec<(String,)> = site.load(sql, binds![]).expect("pages");
    let text = &pages.first().expect("a page with a form").0;
    let (_, form) = text.split_once("[contact-form-7").expect("a form");
    let (form, _) = form.split_once(']').expect("a whole shortcode");
    let content = format!("[contact-form-7{form}]").repeat(FORMS);
    let sql = "UPDATE {p}posts SET post_content = ? WHERE post_name = 'aviso-legal'";
    let changed = site.execute(sql, binds![content]).expect("large page");
    assert!(changed > 0);
    site
}

fn serve(site: &Site, environment: &[(&str, &str)]) -> Oxipress {
    let limit = LIMIT.as_secs().to_string();
    let mut all = vec![("OXIPRESS_SERVER_ANSWER_TIMEOUT", limit.as_str())];
    all.extend(environment);
    Oxipress::serve_recorded_site(&site.url, &[], &all).expect("server")
}

#[test]
fn a_page_that_takes_a_minute_is_cut_off_and_others_notice_nothing() {
    let site = site_with_a_large_page();
    let server = serve(&site, &[("OXIPRESS_SERVER_RENDER_THREADS", "2")]);
    assert_eq!(
        get_with(server.addr, "/contacto/", &[])
            .expect("page")
            .status,
        200
    );
    let (took, longest) = std::thread::scope(|scope| {
        let large = scope.spawn(|| {
            let began = Instant::now();
            let answer = get_with(server.addr, LARGE, &[]).expect("an answer");
            assert_eq!(answer.status, 503);
            assert!(answer.header("retry-after").is_some());
            began.elapsed()
        });
        let mut longest = Duration::ZERO;
        for n in 0.. {
            if large.is_finished() {
                break;
            }
            let began = Instant::now();
            let path = format!("/contacto/?otro={n}");
            assert_eq!(get_with(server.addr, &path, &[]).expect("page").status, 200);
            longest = longest.max(began.elapsed());
        }
        (large.join().expect("visitor"), longest)
    });
    assert!(took >= LIMIT && took < 3 * LIMIT, "cut off after {took:?}");
    assert!(longest < LIMIT, "another visitor waited {longest:?}");
}

#[test]
fn a_page_that_is_cut_off_gives_its_thread_back_and_a_full_pool_says_503() {
    let site = site_with_a_large_page();
    let environment = [
        ("OXIPRESS_SERVER_RENDER_THREADS", "1"),
        ("OXIPRESS_SERVER_RENDER_QUEUE", "0"),
    ];
    let server = serve(&site, &environment);
    let refused = std::thread::scope(|scope| {
        let large = scope.spawn(|| {
            // As long as another visitor holds the only thread, this one is refused at once.
            loop {
                let began = Instant::now();
                let status = get_with(server.addr, LARGE, &[]).expect("an answer").status;
                if began.elapsed() >= LIMIT {
                    return status;
                }
            }
        });
        let mut refused = None;
        for n in 0.. {
            if large.is_finished() || refused.is_some() {
                break;
            }
            let answer = get_with(server.addr, &format!("/contacto/?otro={n}"), &[]);
            refused = answer.ok().filter(|answer| answer.status == 503);
        }
        assert_eq!(large.join().expect("visitor"), 503);
        refused
    });
    let refused = refused.expect("a full pool");
    assert!(refused.header("retry-after").is_some());
    let began = Instant::now();
    while get_with(server.addr, "/contacto/?despues", &[])
        .expect("an answer")
        .status
        != 200
    {
        assert!(began.elapsed() < 5 * LIMIT, "the thread is not given back");
        std::thread::sleep(Duration::from_millis(20));
    }
}
