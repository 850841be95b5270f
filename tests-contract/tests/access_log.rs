//! The lines of requests: no secret is in them, in whatever way a request is answered; a file is opened anew at SIGHUP;
//! lines that cannot be written are counted and stop nobody. Hardening S19 and S20.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use compat::binds;
use tests_contract::server::{Database, NOW, Oxipress, binary, recorded_arguments};
use tests_contract::site::Site;

/// What no log may hold.
const SECRET: &str = "S3CR3Tvalue";

/// Parameters with a secret, as they may come.
const PLANTED: &[&str] = &[
    "key=S3CR3Tvalue",
    "_wpnonce=S3CR3Tvalue&a=b",
    "_ajax_nonce=S3CR3Tvalue",
    "password=S3CR3Tvalue",
    "pwd=S3CR3Tvalue",
    "pass1=S3CR3Tvalue&pass2=S3CR3Tvalue",
    "post_password=S3CR3Tvalue",
    "moderation-hash=S3CR3Tvalue",
    "token=S3CR3Tvalue",
    "oxipress_subscription=S3CR3Tvalue",
    "order-key=S3CR3Tvalue",
    "order=wc_order_S3CR3Tvalue",
    "activation_key=S3CR3Tvalue",
    "action=rp&key=S3CR3Tvalue&login=S3CR3Tvalue",
    "%6bey=S3CR3Tvalue",
    "key%5B%5D=S3CR3Tvalue",
    "key[a]=S3CR3Tvalue;S3CR3Tvalue",
    "KEY=%22S3CR3Tvalue",
    "redirect_to=https%3A%2F%2Fa.example%2F%3Fkey%3DS3CR3Tvalue%26b%3Dc",
    "redirect_to=https%3A%2F%2Fa.example%2F%3Fr%3D%252Fx%253Ftoken%253DS3CR3Tvalue",
    "redirect_to=https%3A%2F%2Fana%3AS3CR3Tvalue%40a.example%2F",
    "u=https://ana:S3CR3Tvalue@a.example/",
];

/// Sends bytes and returns the status of the answer, 0 without one.
fn sent(addr: SocketAddr, request: &str) -> u16 {
    let mut stream = TcpStream::connect(addr).expect("connection");
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .expect("timeout");
    let _ = stream.write_all(request.as_bytes());
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let text = String::from_utf8_lossy(&answer);
    let status = text
        .strip_prefix("HTTP/1.1 ")
        .and_then(|rest| rest.get(..3));
    status.and_then(|digits| digits.parse().ok()).unwrap_or(0)
}

/// A request with secrets in every header that has them.
fn request(line: &str, query: &str, body: &str) -> String {
    format!(
        "{line} HTTP/1.1\r\nHost: 127.0.0.1:8081\r\nConnection: close\r\nReferer: http://ana:{SECRET}@a.example/?{query}\r\n\
         User-Agent: spy?{query}\r\nAuthorization: Basic {SECRET}\r\nCookie: wordpress_logged_in_x={SECRET}\r\n\
         X-WP-Nonce: {SECRET}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// The recorded site, its log in a file; whatever is not about the log is as in other tests.
fn serve(site: &Site, log: &Path, environment: &[(&str, &str)], stdout: Stdio) -> Oxipress {
    let mut command = Command::new(binary().expect("binary"));
    command
        .args(["serve", "--database", &site.url])
        .args(recorded_arguments())
        .env("OXIPRESS_NOW", NOW)
        .env("OXIPRESS_LOG", "info")
        .envs(environment.iter().copied())
        .stdout(stdout)
        .stderr(std::fs::File::create(log).expect("log"));
    Oxipress::run(&mut command).expect("server")
}

#[expect(clippy::too_many_lines, reason = "one story")]
fn no_secret_is_logged(format: &str, level: &str) {
    let site = Site::recorded(Database::Sqlite).expect("site");
    let folder = tempfile::tempdir().expect("folder");
    let (log, lines) = (folder.path().join("log"), folder.path().join("access.log"));
    let environment = [
        ("OXIPRESS_SERVER_LOG_FORMAT", format),
        (
            "OXIPRESS_SERVER_ACCESS_LOG_OUTPUT",
            lines.to_str().expect("path"),
        ),
        ("OXIPRESS_LOG", level),
    ];
    let server = serve(&site, &log, &environment, Stdio::null());
    let (mut asked, mut statuses) = (0, std::collections::BTreeMap::<u16, usize>::new());
    let mut count = |status: u16, is_logged: bool| {
        *statuses.entry(status).or_default() += 1;
        asked += usize::from(is_logged);
    };
    for query in PLANTED {
        let body = format!("log=ana&pwd={SECRET}&{query}");
        for (line, body) in [
            (format!("GET /?{query}"), ""),
            (format!("GET /aviso-legal/?{query}"), ""),
            (format!("GET /wp-login.php?{query}"), ""),
            (format!("GET /wp-admin/?{query}"), ""),
            (format!("GET /tarifas-que-no-hay/?{query}"), ""),
            (
                format!("GET http://ana:{SECRET}@127.0.0.1:8081/?{query}"),
                "",
            ),
            (format!("POST /wp-login.php?{query}"), body.as_str()),
            (format!("POST /wp-admin/admin-ajax.php?{query}"), &body),
            (format!("POST /wp-comments-post.php?{query}"), &body),
        ] {
            let status = sent(server.addr, &request(&line, query, body));
            count(status, true);
        }
        // Refused heads.
        let long = "x".repeat(9000);
        let get = format!("GET /?{query}");
        for head in [
            request(&format!("GET /?{query}&a={long}"), query, ""),
            request(&get, query, "").replace(
                "X-WP-Nonce",
                &format!("X-Long: {long}{long}{long}{long}\r\nX"),
            ),
            request(&get, query, "").replace("\r\nCookie", "\nCookie"),
            request(&get, query, "")
                .replace("Content-Length: 0", &format!("Content-Length: {SECRET}")),
        ] {
            let status = sent(server.addr, &head);
            assert!(matches!(status, 0 | 400 | 414 | 431), "{status}");
            count(status, false);
        }
    }
    // A database that lost its posts: answers are 500.
    site.execute("DROP TABLE {p}posts", binds![])
        .expect("table");
    for query in PLANTED {
        let line = format!("GET /?s=ninguno&{query}");
        count(sent(server.addr, &request(&line, query, "")), true);
    }
    server.terminate().expect("end");
    let lines = std::fs::read_to_string(lines).expect("lines");
    let log = std::fs::read_to_string(log).expect("log");
    println!(
        "{format}, {level}: statuses {statuses:?}; {} lines of {asked} requests, {} bytes of log",
        lines.lines().count(),
        log.len()
    );
    for status in [200, 302, 404, 500, 400, 414, 431] {
        assert!(statuses.contains_key(&status), "{status}: {statuses:?}");
    }
    assert_eq!(lines.lines().count(), asked);
    for (name, text) in [("access log", &lines), ("log", &log)] {
        let found: Vec<_> = text
            .lines()
            .filter(|line| line.contains(SECRET))
            .take(5)
            .collect();
        assert!(found.is_empty(), "{name}:\n{}", found.join("\n"));
        assert!(!text.contains('\u{1b}'), "colours in the {name}");
    }
    assert!(
        lines.contains("key=***") && lines.contains("wc_order_***"),
        "{lines}"
    );
    if format == "json" {
        for line in lines.lines().chain(log.lines()) {
            let object: serde_json::Value = serde_json::from_str(line).expect(line);
            assert!(object["fields"].is_object(), "{line}");
        }
    }
}

#[test]
fn no_secret_is_logged_as_text() {
    no_secret_is_logged("text", "trace");
}

#[test]
fn no_secret_is_logged_as_json() {
    no_secret_is_logged("json", "info");
}

fn wait_for(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(20), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_file_is_private_and_opened_anew_at_sighup() {
    use std::os::unix::fs::PermissionsExt as _;
    let site = Site::recorded(Database::Sqlite).expect("site");
    let folder = tempfile::tempdir().expect("folder");
    let (log, first) = (folder.path().join("log"), folder.path().join("access.log"));
    let rotated = folder.path().join("access.log.1");
    let output = [(
        "OXIPRESS_SERVER_ACCESS_LOG_OUTPUT",
        first.to_str().expect("path"),
    )];
    let server = serve(&site, &log, &output, Stdio::null());
    let ask = |path: &str| {
        assert_eq!(
            sent(server.addr, &request(&format!("GET {path}"), "a=b", "")),
            200
        )
    };
    let has =
        |file: &Path, text: &str| std::fs::read_to_string(file).is_ok_and(|t| t.contains(text));
    ask("/?firstpage=1");
    wait_for("the first line", || has(&first, "firstpage=1"));
    assert_eq!(
        first.metadata().expect("file").permissions().mode() & 0o777,
        0o600
    );
    std::fs::rename(&first, &rotated).expect("rotation");
    ask("/?secondpage=1");
    wait_for("a line in the old file", || has(&rotated, "secondpage=1"));
    let id = server.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-HUP", &id])
            .status()
            .expect("kill")
            .success()
    );
    wait_for("a new file", || first.exists());
    ask("/?thirdpage=1");
    // What is queued is written before the end.
    server.terminate().expect("end");
    assert!(has(&first, "thirdpage=1") && !has(&rotated, "thirdpage=1"));
}

#[test]
fn lines_that_cannot_be_written_are_counted_and_told_once() {
    let site = Site::recorded(Database::Sqlite).expect("site");
    let folder = tempfile::tempdir().expect("folder");
    let log = folder.path().join("log");
    let lost = |server: &Oxipress| {
        server
            .metric("oxipress_access_log_lost_total")
            .expect("metric")
    };
    let server = serve(
        &site,
        &log,
        &[("OXIPRESS_SERVER_ACCESS_LOG_OUTPUT", "/dev/full")],
        Stdio::null(),
    );
    for number in 0..20 {
        assert_eq!(
            sent(server.addr, &request(&format!("GET /?n={number}"), "", "")),
            200
        );
        std::thread::sleep(Duration::from_millis(30));
    }
    wait_for("20 lines", || lost(&server) >= 20);
    drop(server);
    let told = std::fs::read_to_string(&log).expect("log");
    assert_eq!(
        told.matches("lines of the access log are lost").count(),
        1,
        "{told}"
    );
    // A reader of standard output who does not read: the queue fills, and answers go on.
    let output = [("OXIPRESS_SERVER_ACCESS_LOG_OUTPUT", "stdout")];
    let server = serve(&site, &log, &output, Stdio::piped());
    let (long, start) = ("x".repeat(7000), Instant::now());
    for _ in 0..200 {
        let status = sent(server.addr, &request(&format!("GET /?a={long}"), "", ""));
        assert_eq!(status, 200);
    }
    let (number, took) = (lost(&server), start.elapsed());
    println!("200 requests in {took:?} with a blocked output: {number} lines lost");
    assert!((1..200).contains(&number), "{number}");
    let start = Instant::now();
    server.terminate().expect("end");
    assert!(
        start.elapsed() < Duration::from_secs(10),
        "{:?}",
        start.elapsed()
    );
}
