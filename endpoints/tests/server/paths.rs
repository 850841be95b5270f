//! S6: 400 ways to ask for what is not to be had. Every file of the folder that must not leave holds the word
//! `geheim`; no answer may hold it.

use std::fs::{create_dir_all, write};
use std::os::unix::fs::symlink;

use super::site::{Site, serve};
use super::wire_client::{exchange, status};

const SECRET: &str = "geheim";

fn folders() -> tempfile::TempDir {
    let top = tempfile::tempdir().unwrap();
    let root = top.path().join("site/wp-content");
    for folder in ["uploads/2026", "plugins/x/.git", ".hidden"] {
        create_dir_all(root.join(folder)).unwrap();
    }
    write(top.path().join("site/wp-config.php"), SECRET).unwrap();
    write(top.path().join("secret.txt"), SECRET).unwrap();
    write(top.path().join("site/secret.txt"), SECRET).unwrap();
    for name in FORBIDDEN {
        write(root.join("uploads").join(name), SECRET).unwrap();
    }
    write(root.join("plugins/x/.git/config"), SECRET).unwrap();
    write(root.join(".hidden/a.txt"), SECRET).unwrap();
    write(root.join("uploads/open.txt"), "open to all").unwrap();
    symlink(top.path().join("secret.txt"), root.join("uploads/link.txt")).unwrap();
    symlink("../../../secret.txt", root.join("uploads/climb.txt")).unwrap();
    symlink(top.path(), root.join("uploads/top")).unwrap();
    symlink(
        root.join("uploads/x.php"),
        root.join("uploads/innocent.jpg"),
    )
    .unwrap();
    symlink(root.join("plugins/x/.git"), root.join("uploads/git")).unwrap();
    symlink(
        root.join("uploads/open.txt"),
        root.join("uploads/inside.txt"),
    )
    .unwrap();
    top
}

const FORBIDDEN: &[&str] = &[
    "x.php",
    "X.PHP",
    "x.pHp",
    "x.php5",
    "x.php7",
    "x.phtml",
    "x.phar",
    "x.pht",
    "x.phps",
    "x.php.jpg",
    "x.php~",
    "x.php.bak",
    "x.PHTML",
    "x.phar.gz",
    ".htaccess",
    ".env",
    ".user.ini",
    "wp-config.php",
    "wp-config.php.save",
    "wp-config.txt",
    "debug.log",
    "dump.sql",
    "site.sqlite",
    "site.sqlite3",
    "a.db",
    "a.bak",
    "a.old",
    "a.swp",
    "settings.ini",
    "run.sh",
    "run.py",
    "a.inc",
    "a.conf",
    "oxipress.toml",
];

/// Ways to write a name so that only some servers recognise it.
fn spellings(path: &str) -> Vec<String> {
    let last = path.rsplit('/').next().unwrap();
    let folder = path.strip_suffix(last).unwrap();
    let encoded: String = last.bytes().map(|b| format!("%{b:02x}")).collect();
    let upper: String = last.bytes().map(|b| format!("%{b:02X}")).collect();
    vec![
        path.to_owned(),
        format!("{folder}{encoded}"),
        format!("{folder}{upper}"),
        format!("{folder}/{last}"),
        format!("{folder}{last}?x=y.jpg"),
        format!("{folder}{last}%00.jpg"),
        format!("{folder}{last}%20"),
        format!("{folder}{last}/"),
        format!("{folder}{last}/x.jpg"),
    ]
}

fn climbs() -> Vec<String> {
    let mut cases = Vec::new();
    let ups = [
        "..",
        "%2e%2e",
        "%2E%2E",
        ".%2e",
        "%2e.",
        "..%00",
        "%252e%252e",
        "..;",
        "..%20",
        "%c0%ae%c0%ae",
        "..%5c..",
        "..\\..",
    ];
    let slashes = [
        "/", "%2f", "%2F", "%5c", "\\", "//", "/./", "%252f", "%c0%af",
    ];
    for up in ups {
        for slash in slashes {
            cases.push(format!(
                "/wp-content/uploads/{up}{slash}{up}{slash}secret.txt"
            ));
        }
    }
    for path in [
        "/wp-content/../wp-config.php",
        "/wp-content/uploads/../../wp-config.php",
        "/wp-content//../wp-config.php",
        "/wp-content/./../wp-config.php",
        "/../../etc/passwd",
        "//etc/passwd",
        "/wp-content//etc/passwd",
        "/wp-content/%2fetc%2fpasswd",
        "/wp-content/uploads/link.txt",
        "/wp-content/uploads/climb.txt",
        "/wp-content/uploads/top/secret.txt",
        "/wp-content/uploads/top/site/secret.txt",
        "/wp-content/uploads/top/site/wp-config.php",
        "/wp-content/uploads/innocent.jpg",
        "/wp-content/uploads/git/config",
        "/wp-content/plugins/x/.git/config",
        "/wp-content/.hidden/a.txt",
        "/wp-content/%2ehidden/a.txt",
        "http://a/wp-content/../wp-config.php",
    ] {
        cases.push(path.to_owned());
    }
    cases
}

#[tokio::test]
async fn no_byte_of_a_hidden_file_is_served() {
    let top = folders();
    let server = serve(Site::with_folder(&top.path().join("site/wp-content")));
    let address = server.address().unwrap();
    let mut cases = climbs();
    for name in FORBIDDEN {
        cases.extend(spellings(&format!("/wp-content/uploads/{name}")));
    }
    assert!(cases.len() >= 400, "{}", cases.len());
    for case in &cases {
        for method in ["GET", "HEAD"] {
            let request =
                format!("{method} {case} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            let answer = exchange(address, request.as_bytes()).await;
            let status = status(&answer);
            assert!(
                matches!(status, 400 | 403 | 404),
                "{method} {case}: {status}"
            );
            assert!(!String::from_utf8_lossy(&answer).contains(SECRET), "{case}");
        }
    }
    // What is open stays open.
    for path in [
        "/wp-content/uploads/open.txt",
        "/wp-content/uploads/inside.txt",
        "/wp-content//uploads/%6fpen.txt",
    ] {
        let request = format!("GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
        assert_eq!(
            status(&exchange(address, request.as_bytes()).await),
            200,
            "{path}"
        );
    }
    println!("S6: {} paths, 0 bytes served", cases.len());
}
