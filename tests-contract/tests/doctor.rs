//! `oxipress doctor` beside a running server.

#![expect(clippy::panic, reason = "helpers of tests")]

use std::process::Command;

use compat::binds;
use serde_json::Value;
use tests_contract::client::get_with;
use tests_contract::server::{Database, NOW, Oxipress, binary, recorded_arguments};
use tests_contract::site::Site;

/// The findings, and the exit status.
fn doctor(url: &str, arguments: &[&str], environment: &[(&str, &str)]) -> (Vec<Value>, i32) {
    let mut own = recorded_arguments();
    for flag in ["--frontend", "--wp-root"] {
        let is_taken = flag == "--frontend" || arguments.contains(&flag);
        let at = own.iter().position(|a| a == flag).filter(|_| is_taken);
        own.drain(at.map_or(0..0, |at| at..at + 2));
    }
    let output = Command::new(binary().expect("binary"))
        .args(["doctor", "--json", "--database", url])
        .args(own)
        .args(arguments)
        .env("OXIPRESS_NOW", NOW)
        .envs(environment.iter().copied())
        .output()
        .expect("doctor");
    let text = String::from_utf8_lossy(&output.stdout);
    let found = serde_json::from_str(&text);
    let found =
        found.unwrap_or_else(|e| panic!("{e}: {text} {}", String::from_utf8_lossy(&output.stderr)));
    (found, output.status.code().expect("status"))
}

/// The first finding of an area whose text holds the words.
fn find<'f>(found: &'f [Value], area: &str, words: &str) -> &'f Value {
    let is_it = |f: &&Value| f["area"] == area && f["what"].as_str().expect("what").contains(words);
    found
        .iter()
        .find(is_it)
        .unwrap_or_else(|| panic!("{area}: {words}: {found:#?}"))
}

fn a_running_server_is_looked_at(database: Database) {
    let site = Site::recorded(database).expect("site");
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    let (url, admin) = (format!("http://{}", server.addr), server.admin.to_string());
    let forged = [("Host", "127.0.0.1:8081"), ("X-Forwarded-For", "10.9.8.7")];
    assert_eq!(
        get_with(server.addr, "/aviso-legal/", &forged)
            .expect("page")
            .status,
        200
    );
    let mail = server.mail.path().join("mail").display().to_string();
    let environment = [("OXIPRESS_MAIL_FOLDER", mail.as_str())];
    let arguments = [
        "--url",
        &url,
        "--admin",
        &admin,
        "--send-test-to",
        "a@casascueva.example",
    ];
    let (found, status) = doctor(&site.url, &arguments, &environment);
    for finding in &found {
        assert!(
            !finding["advice"].as_str().expect("advice").is_empty(),
            "{finding}"
        );
    }
    assert_eq!(find(&found, "server", "answers 200")["level"], "ok");
    let ignored = find(&found, "proxy", "are ignored, the last from 127.0.0.1");
    assert_eq!(ignored["level"], "warning");
    assert_eq!(
        find(&found, "proxy", "are ignored, as configured")["level"],
        "ok"
    );
    assert_eq!(
        find(
            &found,
            "mail",
            "a test mail to a@casascueva.example was accepted"
        )["level"],
        "ok"
    );
    assert_eq!(std::fs::read_dir(&mail).expect("mails").count(), 1);
    assert_eq!(find(&found, "cache", "pages in")["level"], "ok");
    assert_eq!(
        find(&found, "clock", "OXIPRESS_NOW sets the clock")["level"],
        "warning"
    );
    assert_eq!(find(&found, "folders", "uploads")["level"], "ok");
    find(&found, "files", "");
    let product = match database {
        Database::Sqlite => "SQLite",
        Database::MariaDb => "MariaDB",
    };
    assert_eq!(find(&found, "database", product)["level"], "ok");
    let errors: Vec<_> = found.iter().filter(|f| f["level"] == "error").collect();
    assert_eq!((errors, status), (Vec::new(), 0));
}

#[test]
fn a_running_server_is_looked_at_on_sqlite() {
    a_running_server_is_looked_at(Database::Sqlite);
}

#[test]
fn a_running_server_is_looked_at_on_mariadb() {
    a_running_server_is_looked_at(Database::MariaDb);
}

#[test]
fn what_does_not_work_is_an_error_with_advice() {
    let site = Site::recorded(Database::Sqlite).expect("site");
    const HOME: &str = "UPDATE {p}options SET option_value = 'https://casascueva.example' WHERE option_name IN ('home', 'siteurl')";
    site.execute(HOME, binds![]).expect("option");
    let nobody = ["--url", "http://127.0.0.1:9", "--send-test-to", "nobody"];
    let (found, status) = doctor(&site.url, &nobody, &[]);
    assert_eq!(status, 1);
    assert_eq!(find(&found, "server", "does not answer")["level"], "error");
    let proxy = find(&found, "proxy", "speaks plain HTTP and trusts no proxy");
    assert_eq!(proxy["level"], "error");
    assert!(
        proxy["advice"]
            .as_str()
            .expect("advice")
            .contains("trusted_proxies")
    );
    assert_eq!(
        find(&found, "mail", "is no e-mail address")["level"],
        "error"
    );
}

/// Why pages are not kept, and why a submission was spam.
#[test]
fn pages_and_submissions_are_explained() {
    let site = Site::recorded(Database::Sqlite).expect("site");
    const TABLE: &str = "CREATE TABLE {p}oxipress_submissions (id INTEGER PRIMARY KEY, created INTEGER, form_id INTEGER, \
        form_title TEXT, status TEXT, remote_ip TEXT, url TEXT, spam_log TEXT, flamingo_post INTEGER)";
    site.execute(TABLE, binds![]).expect("table");
    const ROW: &str = "INSERT INTO {p}oxipress_submissions VALUES (17, 1790000000, 235, 'Contacto', 'spam', '10.0.0.1', '/', ?, 41)";
    let log =
        r#"[{"agent":"disallowed_list","reason":"Disallowed words (palabraprohibida) are used."}]"#;
    site.execute(ROW, binds![log]).expect("row");
    for id in ["17", "41"] {
        let (found, _) = doctor(&site.url, &["--submission", id], &[]);
        find(
            &found,
            "submission",
            "submission 17 of \"Contacto\" (form 235)",
        );
        let why = find(&found, "submission", "palabraprohibida");
        assert!(
            why["advice"]
                .as_str()
                .expect("advice")
                .contains("disallowed_keys")
        );
    }
    let (found, status) = doctor(&site.url, &["--submission", "18"], &[]);
    assert_eq!(
        (
            find(&found, "submission", "no submission 18")["level"].as_str(),
            status
        ),
        (Some("error"), 1)
    );
    for (page, words) in [
        ("/aviso-legal/", "is kept for at most"),
        ("/carrito/", "is not kept: it shows a cart"),
        ("/prueba-ab/", "is not kept: it holds a split test"),
        (
            "/aviso-legal/?preview=1",
            "the request names a query argument",
        ),
        (
            "/wp-content/uploads/x.jpg",
            "the request is for a script or a file",
        ),
    ] {
        let (found, _) = doctor(&site.url, &["--page", page], &[]);
        find(&found, "page", words);
    }
}

/// Tables of another kind and files that nobody serves are named, each with what to do.
#[test]
fn tables_and_files_that_are_wrong_are_named() {
    let site = Site::recorded(Database::MariaDb).expect("site");
    const NAMES: &str = "UPDATE {p}posts SET post_content = CONCAT(post_content, \
        '<p><img src=\"/wp-content/uploads/nada.jpg\" alt=\"\"></p>\
        <style>@font-face{font-family:Nada;src:url(/wp-content/uploads/nada.woff2)}</style>') \
        WHERE ID IN (SELECT option_value FROM {p}options WHERE option_name = 'page_on_front')";
    for sql in [
        NAMES,
        "ALTER TABLE {p}commentmeta ENGINE = MyISAM",
        "ALTER TABLE {p}termmeta CONVERT TO CHARACTER SET latin1",
    ] {
        site.execute(sql, binds![]).expect("change");
    }
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    let url = format!("http://{}", server.addr);
    let (found, status) = doctor(&site.url, &["--url", &url], &[]);
    for (area, words, advice) in [
        (
            "database",
            "tables without transactions: wp_commentmeta (MyISAM)",
            "InnoDB",
        ),
        (
            "database",
            "tables without utf8mb4: wp_termmeta (latin1",
            "CONVERT TO CHARACTER SET",
        ),
        ("database", "the user has all privileges", ""),
        (
            "files",
            "/wp-content/uploads/nada.jpg is answered with 404; / names it",
            "copy the file",
        ),
        (
            "files",
            "/wp-content/uploads/nada.woff2 is answered with 404; / names it",
            "copy the font",
        ),
    ] {
        let finding = find(&found, area, words);
        let told = finding["advice"].as_str().expect("advice");
        assert!(told.contains(advice), "{finding}");
        assert_eq!(finding["level"] == "ok", advice.is_empty(), "{finding}");
    }
    let errors = found.iter().any(|f| f["level"] == "error");
    assert_eq!(status == 1, errors);
}

/// A folder that cannot be written, secrets that are no texts: errors and warnings that say so.
#[test]
fn folders_and_secrets_that_are_wrong_are_named() {
    let site = Site::recorded(Database::Sqlite).expect("site");
    let folder = tempfile::tempdir().expect("folder");
    // A file in the place of the folder: nobody can write into it, root neither.
    let spool = folder.path().join("spool");
    std::fs::write(&spool, "").expect("file");
    let root = folder.path().join("site");
    std::fs::create_dir_all(root.join("wp-content")).expect("folder");
    let config = "<?php\ndefine( 'AUTH_KEY', getenv( 'KEY' ) );\n$table_prefix = 'wp_';\n";
    std::fs::write(root.join("wp-config.php"), config).expect("file");
    let own = root.display().to_string();
    let spool = spool.display().to_string();
    let environment = [("OXIPRESS_SERVER_UPLOAD_FOLDER", spool.as_str())];
    let (found, status) = doctor(&site.url, &["--wp-root", &own], &environment);
    assert_eq!(find(&found, "folders", "uploads")["level"], "error");
    let spool = find(
        &found,
        "folders",
        "files of requests (server.upload_folder)",
    );
    assert_eq!(spool["level"], "error");
    assert!(spool["advice"].as_str().expect("advice").contains("chown"));
    find(
        &found,
        "configuration",
        "does not define all keys and salts",
    );
    assert_eq!(status, 1);
}
