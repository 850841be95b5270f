//! A visit through the recording proxy: forms, an upload, a comment, a log-in; replayed on a fresh copy of the site.

use std::fs;

use serde_json::Value;
use tests_contract::client::{get_with, send};
use tests_contract::recording::{Request, recorded};

use super::{Proxy, recordings_in, replay, serve, site};

/// What a visitor does, as it was recorded once; each has values of its own that are personal.
fn requests() -> Vec<Request> {
    let named = [
        ("wordpress", "comments/ok"),
        ("contact-form-7", "cf7/full-ok"),
        ("wordpress", "login/bad-password"),
        ("wordpress", "login/ok"),
    ];
    let of = |(column, name): (&str, &str)| recorded(column, name).expect("recording").request;
    named.map(of).into()
}

#[test]
fn a_visit_is_masked_and_found_again_on_a_fresh_copy() {
    let base = tempfile::tempdir().expect("folder");
    let folder = base.path().join("recordings");
    let old = serve(&site());
    let proxy = Proxy::start(old.addr, &folder, &[]);
    let page = get_with(proxy.addr, "/contacto/", &[]).expect("page");
    assert_eq!(page.status, 200);
    for request in requests() {
        let through = send(proxy.addr, &request).expect("answer");
        assert!(through.status < 400, "{} {}", request.path, through.status);
    }
    let said = proxy.stop();
    assert!(
        said.contains("5 exchanges recorded") && said.contains("masked: "),
        "{said}"
    );
    assert_eq!(recordings_in(&folder), 5);
    let all: String = fs::read_dir(&folder)
        .expect("folder")
        .flatten()
        .map(|file| fs::read_to_string(file.path()).expect("file"))
        .collect();
    // What was typed, in every form in which it came.
    for secret in [
        "carmen@ejemplo.example",
        "carmen%40ejemplo.example",
        "demo-password",
        "958000123",
    ] {
        assert!(!all.contains(secret), "{secret} is on the disk");
    }
    // The password is masked, so the log-in of the copy is refused; everything else is the same.
    let new = serve(&site());
    let (status, said, report) = replay(&folder, new.addr, &[]);
    let differences = report["differences"].as_object().expect("differences");
    let names: Vec<_> = differences
        .keys()
        .filter(|name| !name.contains("wp-login"))
        .collect();
    assert!(names.is_empty(), "{said}");
    assert_eq!(status, 3, "{said}");
    let reading = replay(&folder, new.addr, &["--reading"]);
    assert_eq!(
        (reading.0, &reading.2["exchanges"]),
        (0, &Value::from(1)),
        "{}",
        reading.1
    );
}

/// Without masks a log-in is replayed, and later requests have the cookies of this run.
#[test]
fn cookies_of_this_run_are_sent() {
    let base = tempfile::tempdir().expect("folder");
    let folder = base.path().join("recordings");
    let old = serve(&site());
    let proxy = Proxy::start(old.addr, &folder, &["--no-masks"]);
    let login = recorded("wordpress", "login/ok")
        .expect("recording")
        .request;
    let answer = send(proxy.addr, &login).expect("login");
    let set = answer
        .headers
        .iter()
        .filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie"));
    let pairs: Vec<&str> = set.filter_map(|(_, line)| line.split(';').next()).collect();
    let page = get_with(
        proxy.addr,
        "/aviso-legal/",
        &[("Cookie", &pairs.join("; "))],
    )
    .expect("page");
    assert!(page.body.contains("logged-in"));
    proxy.stop();
    // Another database, where the recorded session is unknown: a replay logs in by itself.
    let new = serve(&site());
    let stale =
        get_with(new.addr, "/aviso-legal/", &[("Cookie", &pairs.join("; "))]).expect("page");
    assert!(
        !stale.body.contains("logged-in"),
        "the copy knows the session"
    );
    let (status, said, report) = replay(&folder, new.addr, &[]);
    assert_eq!(
        (status, &report["exchanges"]),
        (0, &Value::from(2)),
        "{said}"
    );
}
