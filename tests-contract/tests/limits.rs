//! End-to-end checks of request limits (hardening S2) and of files that must not be served (S6). The full case tables
//! are unit tests of the server.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::Duration;

use tests_contract::folder::copy_folder;
use tests_contract::recorded_site::recorded_site;
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;

const SECRET: &str = "S3CRET-0f1e2d3c";

/// Sends bytes; the status and everything that comes back.
fn raw(addr: SocketAddr, request: &str) -> (u16, Vec<u8>) {
    let mut stream = TcpStream::connect(addr).expect("connection");
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .expect("time-out");
    // A server that refuses may close before everything is sent.
    let _ = stream.write_all(request.as_bytes());
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let line = String::from_utf8_lossy(answer.get(..12).unwrap_or_default()).into_owned();
    let status = line
        .split(' ')
        .nth(1)
        .and_then(|s| s.parse().ok())
        .unwrap_or(0);
    (status, answer)
}

fn get(target: &str, headers: &str) -> String {
    format!("GET {target} HTTP/1.1\r\nHost: 127.0.0.1:8081\r\nConnection: close\r\n{headers}\r\n")
}

#[test]
fn every_bound_has_its_status() {
    let server = Oxipress::start_recorded_site(Database::Sqlite).expect("server");
    let many = |n: usize| (0..n).map(|i| format!("X-{i}: 1\r\n")).collect::<String>();
    let post =
        |headers: &str| format!("POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n{headers}\r\n");
    let cases = [
        (
            "a request line of 9 KB",
            get(&format!("/?{}", "a".repeat(9 * 1024)), ""),
            414,
        ),
        (
            "a request line of 7 KB",
            get(&format!("/?{}", "a".repeat(7 * 1024)), ""),
            200,
        ),
        ("101 headers", get("/", &many(101)), 431),
        ("90 headers", get("/", &many(90)), 200),
        (
            "a header of 40 KB",
            get("/", &format!("X: {}\r\n", "a".repeat(40 * 1024))),
            431,
        ),
        (
            "a body of 64 MB and a byte",
            post("Content-Length: 67108865\r\n"),
            413,
        ),
        (
            "two lengths",
            post("Content-Length: 1\r\nContent-Length: 2\r\n"),
            400,
        ),
        (
            "a length and chunks",
            post("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"),
            400,
        ),
        (
            "no host",
            "GET / HTTP/1.1\r\nConnection: close\r\n\r\n".to_owned(),
            400,
        ),
    ];
    let mut bad = Vec::new();
    for (name, request, wanted) in &cases {
        let (status, _) = raw(server.addr, request);
        if status != *wanted {
            bad.push(format!("{name}: wanted {wanted}, got {status}"));
        }
    }
    println!("{} bounds, {} without their status", cases.len(), bad.len());
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// The recorded site's folder with files that hold a secret.
fn site_with_secrets(folder: &Path) {
    let root = folder.join("www");
    copy_folder(&recorded_site().join("wp-root"), &root).expect("copy");
    let config = std::fs::read_to_string(root.join("wp-config.php")).expect("wp-config.php");
    let config = format!("{config}\n// {SECRET}\n");
    let uploads = root.join("wp-content/uploads");
    std::fs::create_dir_all(&uploads).expect("folder");
    std::fs::create_dir_all(root.join(".git")).expect("folder");
    std::fs::create_dir_all(uploads.join(".private")).expect("folder");
    for file in [
        "wp-config.php",
        ".env",
        ".htaccess",
        ".htpasswd",
        ".user.ini",
        ".git/config",
        "xmlrpc.php",
        "a.phtml",
        "a.phar",
        "wp-content/uploads/a.php",
        "wp-content/uploads/a.php7",
        "wp-content/uploads/.htaccess",
        "wp-content/uploads/.private/a.txt",
        "wp-content/index.php",
        "wp-content/a.PHP",
        "../outside.txt",
    ] {
        let text = if file == "wp-config.php" {
            &config
        } else {
            SECRET
        };
        std::fs::write(root.join(file), text).expect("file");
    }
    std::os::unix::fs::symlink(folder.join("outside.txt"), uploads.join("link.txt")).expect("link");
    std::os::unix::fs::symlink(folder, uploads.join("up")).expect("link");
    std::os::unix::fs::symlink("../../wp-config.php", uploads.join("config.txt")).expect("link");
}

/// Paths that a web server has once served what it should not.
const HIDDEN: &[&str] = &[
    "/wp-config.php",
    "/wp-config.php/",
    "/wp-config.php/a",
    "/wp-config.php?a",
    "//wp-config.php",
    "/./wp-config.php",
    "/wp-config%2ephp",
    "/wp-config.ph%70",
    "/wp-config.php%00",
    "/wp-config.php%00.txt",
    "/wp-config.php%20",
    "/wp-config.php.",
    "/WP-CONFIG.PHP",
    "/%77p-config.php",
    "/wp-config.php;a",
    "/wp-config.php%3Fa",
    "/wp-config.php::$DATA",
    "/.env",
    "/%2eenv",
    "/.ENV",
    "/./.env",
    "/a/../.env",
    "/.htaccess",
    "/.htpasswd",
    "/.user.ini",
    "/.git/config",
    "/.git%2fconfig",
    "/%2egit/config",
    "/.git/",
    "/.git",
    "/xmlrpc.php.txt",
    "/a.phtml",
    "/a.phar",
    "/wp-content/uploads/a.php",
    "/wp-content/uploads/a.php/",
    "/wp-content/uploads/a.php/x.jpg",
    "/wp-content/uploads/a.php7",
    "/wp-content/uploads/a.ph%70",
    "/wp-content/uploads/a.php%00.jpg",
    "/wp-content/uploads/.htaccess",
    "/wp-content/uploads/.private/a.txt",
    "/wp-content/uploads/%2eprivate/a.txt",
    "/wp-content/index.php",
    "/wp-content/a.PHP",
    "/wp-content/uploads/link.txt",
    "/wp-content/uploads/up/outside.txt",
    "/wp-content/uploads/up/www/wp-config.php",
    "/wp-content/uploads/up/www/.env",
    "/wp-content/uploads/config.txt",
    "/wp-content/uploads/up/",
    "/wp-content/uploads/",
];

fn targets() -> Vec<String> {
    let mut targets: Vec<String> = HIDDEN.iter().map(|t| (*t).to_owned()).collect();
    let ups = [
        "..",
        "%2e%2e",
        "%2E.",
        ".%2e",
        "..%00",
        "%252e%252e",
        "..;",
        "..%c0%af",
        "%c0%ae%c0%ae",
        "....",
    ];
    let ends = ["outside.txt", "www/wp-config.php", "www/.env"];
    for up in ups {
        for slash in ["/", "%2f", "%5c", "\\"] {
            for end in ends {
                targets.push(format!("/{up}{slash}{end}"));
                targets.push(format!(
                    "/wp-content/uploads{slash}{}{end}",
                    format!("{up}{slash}").repeat(3)
                ));
                targets.push(format!(
                    "/wp-content/uploads/{}{end}",
                    format!("{up}{slash}").repeat(4)
                ));
            }
        }
    }
    targets
}

#[test]
fn no_byte_of_a_hidden_file_is_served() {
    let folder = tempfile::tempdir().expect("folder");
    site_with_secrets(folder.path());
    let root = folder.path().join("www").to_string_lossy().into_owned();
    let site = Site::recorded(Database::Sqlite).expect("site");
    let server = Oxipress::serve(&site.url, &["--wp-root", &root], &[]).expect("server");
    std::fs::write(
        folder.path().join("www/wp-content/uploads/open.txt"),
        "open",
    )
    .expect("file");
    let (status, answer) = raw(server.addr, &get("/wp-content/uploads/open.txt", ""));
    assert!(
        status == 200 && answer.ends_with(b"open"),
        "files are served at all"
    );
    let targets = targets();
    let (mut served, mut failed) = (Vec::new(), Vec::new());
    for target in &targets {
        let (status, answer) = raw(server.addr, &get(target, ""));
        let body = String::from_utf8_lossy(&answer);
        if body.contains(SECRET) || body.contains("DB_PASSWORD") {
            served.push(format!("{target}: {status}"));
        } else if status == 0 || status >= 500 {
            failed.push(format!("{target}: {status}"));
        }
    }
    println!(
        "{} paths, {} of them served a secret, {} failed",
        targets.len(),
        served.len(),
        failed.len()
    );
    assert!(
        served.is_empty() && failed.is_empty(),
        "{served:#?} {failed:#?}"
    );
}
