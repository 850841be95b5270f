//! What is stored may be hostile, and what is to be written may be read-only: stored PHP objects wherever a value is
//! unserialised, keys for new passwords past their time, files that their owner made read-only. Hardening S23.

use std::collections::BTreeMap;
use std::fs::Permissions;
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use compat::binds;
use compat::wordpress::fast_hash::wp_fast_hash;
use tests_contract::client::{ClientResponse, get_with};
use tests_contract::contact_form::{Part, fields, json, post, route};
use tests_contract::server::{Database, Oxipress, binary, recorded_arguments};
use tests_contract::site::Site;
use tests_contract::stage::{HUMAN, Stage};
use tests_contract::visit::{post_form, set_cookies};

/// Serialised values that no code of WordPress stored.
fn hostile_values() -> Vec<String> {
    let nested = |depth: usize| "a:1:{i:0;".repeat(depth) + "i:1;" + &"}".repeat(depth);
    let mut bomb = String::from("a:60:{i:0;a:2:{i:0;i:1;i:1;i:2;}");
    let mut last = 2;
    for at in 1..60 {
        bomb.push_str(&format!("i:{at};a:2:{{i:0;R:{last};i:1;R:{last};}}"));
        last += if at == 1 { 3 } else { 1 };
    }
    bomb.push('}');
    vec![
        r#"O:8:"stdClass":0:{}"#.to_owned(),
        r#"O:8:"stdClass":2:{s:1:"a";i:1;s:1:"b";R:1;}"#.to_owned(),
        r#"C:11:"ArrayObject":37:{x:i:0;a:1:{s:1:"a";i:1;};m:a:0:{}}}"#.to_owned(),
        r#"E:11:"Suit:Hearts";"#.to_owned(),
        r#"O:21:"WP_HTML_Token_Destroy":1:{s:10:"on_destroy";s:6:"system";}"#.to_owned(),
        "a:1:{i:0;R:1;}".to_owned(),
        r#"a:2:{i:0;O:1:"A":1:{s:1:"p";r:1;}i:1;r:2;}"#.to_owned(),
        bomb,
        nested(500),
        nested(20_000),
        "a:2147483647:{i:0;i:1;}".to_owned(),
        r#"s:999999999:"x";"#.to_owned(),
        r#"O:99999999:"A":1:{}"#.to_owned(),
        "a:1:{s:1:\"a\";d:1e999;}".to_owned(),
        "b:0;".to_owned(),
    ]
}

/// Where serialised values are: the table of targets of each, and the change of a part of them.
const PLACES: [(&str, &str, &str); 5] = [
    (
        "options",
        "CREATE TABLE hostile_options AS SELECT option_id AS id FROM {p}options WHERE (option_value LIKE 'a:%' \
         OR option_value LIKE 'O:%') AND option_name NOT IN ('active_plugins', 'wp_user_roles')",
        "UPDATE {p}options SET option_value = ? WHERE option_id IN (SELECT id FROM hostile_options WHERE (id + ?) % ? = 0)",
    ),
    (
        "postmeta",
        "CREATE TABLE hostile_postmeta AS SELECT meta_id AS id FROM {p}postmeta WHERE meta_value LIKE 'a:%' \
         OR meta_value LIKE 'O:%' OR meta_key LIKE '\\_wp\\_%' ESCAPE '\\'",
        "UPDATE {p}postmeta SET meta_value = ? WHERE meta_id IN (SELECT id FROM hostile_postmeta WHERE (id + ?) % ? = 0)",
    ),
    (
        "usermeta",
        "CREATE TABLE hostile_usermeta AS SELECT umeta_id AS id FROM {p}usermeta",
        "UPDATE {p}usermeta SET meta_value = ? WHERE umeta_id IN (SELECT id FROM hostile_usermeta WHERE (id + ?) % ? = 0)",
    ),
    (
        "termmeta",
        "CREATE TABLE hostile_termmeta AS SELECT meta_id AS id FROM {p}termmeta",
        "UPDATE {p}termmeta SET meta_value = ? WHERE meta_id IN (SELECT id FROM hostile_termmeta WHERE (id + ?) % ? = 0)",
    ),
    (
        "descriptions",
        "CREATE TABLE hostile_descriptions AS SELECT term_taxonomy_id AS id FROM {p}term_taxonomy",
        "UPDATE {p}term_taxonomy SET description = ? WHERE term_taxonomy_id IN \
         (SELECT id FROM hostile_descriptions WHERE (id + ?) % ? = 0)",
    ),
];

const PATHS: [&str; 16] = [
    "/",
    "/en/",
    "/noticias/",
    "/contacto/",
    "/tienda/",
    "/modulos/texto/",
    "/paseo-por-las-carcavas/",
    "/2026/",
    "/?s=cueva",
    "/feed/",
    "/wp-sitemap.xml",
    "/wp-json/",
    "/wp-json/wp/v2/pages",
    "/wp-json/wp/v2/media",
    "/wp-login.php",
    "/no-hay/",
];

/// The binary with its log in a file, without the right to write what is read-only: the superuser has it, unless it is
/// taken away.
fn bound_by_permissions(log: &Path) -> Command {
    let mut command = Command::new("setpriv");
    command
        .arg("--bounding-set=-dac_override,-dac_read_search")
        .arg(binary().expect("binary"))
        .stderr(std::fs::File::create(log).expect("log"));
    command
}

fn serve(site: &Site, log: &Path, environment: &[(&str, &str)]) -> anyhow::Result<Oxipress> {
    let arguments = recorded_arguments();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    Oxipress::serve_by(
        bound_by_permissions(log),
        &site.url,
        &arguments,
        environment,
    )
}

fn log_without_panic(log: &Path) -> String {
    let text = std::fs::read_to_string(log).expect("log");
    let found: Vec<_> = text
        .lines()
        .filter(|line| line.contains("panicked"))
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
    text
}

fn get(server: &Oxipress, path: &str) -> ClientResponse {
    get_with(server.addr, path, &[]).expect("answer")
}

#[test]
fn stored_objects_end_in_an_answer() {
    let folder = tempfile::tempdir().expect("folder");
    let values = hostile_values();
    let number = i64::try_from(values.len()).expect("number");
    let (mut statuses, mut failed, mut peak) = (BTreeMap::<u16, usize>::new(), Vec::new(), 0);
    for rotation in 0..number {
        let site = Site::recorded(Database::Sqlite).expect("site");
        let mut rows = 0;
        for (_, targets, change) in PLACES {
            site.execute(targets, binds![]).expect("targets");
            for (at, value) in (0_i64..).zip(&values) {
                let part = binds![value.as_str(), at + rotation, number];
                rows += site.execute(change, part).expect("change");
            }
        }
        let log = folder.path().join("log");
        let began = Instant::now();
        let server = serve(&site, &log, &[]).expect("server");
        for path in PATHS {
            let answer = get(&server, path);
            *statuses.entry(answer.status).or_default() += 1;
            if answer.status >= 500 {
                failed.push(format!("{path}, rotation {rotation}: {}", answer.status));
            }
        }
        let form = "log=anfitrion&pwd=demo-password&casacue4217=384211&alt_s=";
        let answer = post_form(server.addr, "/wp-login.php", form, &[]).expect("answer");
        *statuses.entry(answer.status).or_default() += 1;
        let cookies = set_cookies(&answer);
        let own = [("Cookie", cookies.as_str())];
        let answer = get_with(server.addr, "/", &own).expect("answer");
        *statuses.entry(answer.status).or_default() += 1;
        peak = peak.max(server.peak_memory().expect("memory"));
        log_without_panic(&log);
        if rotation == 0 {
            println!(
                "{rows} rows changed in each of {number} rotations; the first took {:?}",
                began.elapsed()
            );
        }
    }
    println!("answers {statuses:?}, at most {peak} MB; errors: {failed:#?}");
    assert!(peak < 400, "{peak} MB");
    assert!(statuses.keys().all(|status| *status != 0 && *status < 600));
}

#[test]
fn a_key_for_a_new_password_ends_with_its_time() {
    const SET: &str = "UPDATE {p}users SET user_activation_key = ? WHERE user_login = 'anfitrion'";
    const PASSWORD: &str = "SELECT user_pass FROM {p}users WHERE user_login = 'anfitrion'";
    let site = Site::recorded(Database::Sqlite).expect("site");
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    let password = || site.load::<(String,)>(PASSWORD, binds![]).expect("user");
    // `NOW`, in seconds.
    let now = 1_795_224_170_i64;
    let before = password();
    let (key, path) = ("Abc123Abc123Abc123Ab", "/wp-login.php?action=resetpass");
    let set = |made: i64| {
        let stored = format!("{made}:{}", wp_fast_hash(key.as_bytes()));
        assert_eq!(site.execute(SET, binds![stored]).expect("key"), 1);
    };
    let link = format!("/wp-login.php?action=rp&key={key}&login=anfitrion");
    let body = format!("pass1=otra-clave-larga&pass2=otra-clave-larga&rp_key={key}");
    let mut refused = 0;
    for age in [86_400, 86_401, 10 * 86_400, 2_000_000_000] {
        // The link leads to the form, with the key in a cookie.
        set(now);
        let cookies = set_cookies(&get(&server, &link));
        assert!(cookies.contains("wp-resetpass-"), "{cookies}");
        set(now - age);
        let own = [("Cookie", cookies.as_str())];
        let answer = get_with(server.addr, "/wp-login.php?action=rp", &own).expect("answer");
        let late = post_form(server.addr, path, &body, &own).expect("answer");
        for answer in [answer, late] {
            let target = answer.header("location").unwrap_or_default().to_owned();
            let is_to_start = answer.status == 302 && target.contains("error=expiredkey");
            assert!(
                is_to_start || answer.status == 200,
                "{} {target}",
                answer.status
            );
            refused += 1;
        }
        assert!(
            before == password(),
            "a key of {age} seconds changed the password"
        );
    }
    set(now - 86_000);
    let cookies = set_cookies(&get(&server, &link));
    let done = post_form(server.addr, path, &body, &[("Cookie", &cookies)]).expect("answer");
    assert_eq!(done.status, 200);
    assert!(before != password(), "a young key changes it");
    // Once.
    let after = password();
    let again = body.replace("otra-clave-larga", "una-tercera-clave");
    post_form(server.addr, path, &again, &[("Cookie", &cookies)]).expect("answer");
    assert!(after == password());
    println!("{refused} uses of keys past their time refused, one in time taken, once");
}

/// Makes a file, or a folder with its folders, writable or not.
fn set_writable(path: &Path, is_writable: bool) {
    let mode = match (path.is_dir(), is_writable) {
        (true, true) => 0o700,
        (true, false) => 0o500,
        (false, true) => 0o600,
        (false, false) => 0o400,
    };
    std::fs::set_permissions(path, Permissions::from_mode(mode)).expect("permissions");
    let inside = std::fs::read_dir(path).into_iter().flatten().flatten();
    let folders = inside
        .map(|entry| entry.path())
        .filter(|path| path.is_dir());
    folders.for_each(|folder| set_writable(&folder, is_writable));
}

/// Status of the answer and of the submission with a file.
fn submission(addr: SocketAddr, form: i64) -> String {
    let mut all = fields(&[("_wpcf7_unit_tag", "u1"), ("a", "Ana")]);
    all.extend(fields(&HUMAN));
    all.push(Part::File(
        "f".to_owned(),
        "a.txt".to_owned(),
        b"Hola".to_vec(),
    ));
    let answer = post(addr, &route(form, "feedback"), &all, &[]).expect("answer");
    let status = json(&answer)["status"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    format!("{} {status}", answer.status)
}

#[test]
#[expect(clippy::too_many_lines, reason = "one story")]
fn read_only_files_are_told_and_pages_go_on() {
    let folder = tempfile::tempdir().expect("folder");
    let (log, lines) = (folder.path().join("log"), folder.path().join("access.log"));
    let lines_text = lines.to_string_lossy().into_owned();
    let environment = [
        ("OXIPRESS_SERVER_ACCESS_LOG_OUTPUT", lines_text.as_str()),
        ("OXIPRESS_LOG", "info"),
    ];
    let stage = Stage::by(bound_by_permissions(&log), Database::Sqlite, &environment);
    let form = stage.form("[text* a] [file f filetypes:txt]", "", &[]);
    // The mail has the file as an attachment.
    const ATTACHED: &str = "UPDATE {p}postmeta SET meta_value = REPLACE(meta_value, \
        's:11:\"attachments\";s:0:\"\"', 's:11:\"attachments\";s:3:\"[f]\"') WHERE post_id = ? AND meta_key = '_mail'";
    assert_eq!(stage.site.execute(ATTACHED, binds![form]).expect("mail"), 1);
    std::thread::sleep(Duration::from_millis(1200));
    let send = || submission(stage.addr(), form);
    let pages = |what: &str| {
        for path in ["/", "/contacto/", "/noticias/", "/wp-json/"] {
            let answer = stage.get(&format!("{path}?{what}={}", stage.mails()));
            assert_eq!(answer.status, 200, "{path} with read-only {what}");
        }
    };
    assert_eq!(send(), "200 mail_sent");
    let database = PathBuf::from(stage.site.url.strip_prefix("sqlite:").expect("a file"));
    let beside = |end: &str| PathBuf::from(format!("{}{end}", database.display()));
    let own = |name: &str| stage.folder.path().join(name);
    for (what, paths, wanted) in [
        ("mail", vec![own("mail")], "200 mail_failed"),
        ("spool", vec![own("spool")], "200 mail_failed"),
        ("uploads", vec![own("uploads")], "200 validation_failed"),
        ("log", vec![lines.clone()], "200 mail_sent"),
        (
            "database",
            vec![
                database.clone(),
                beside("-wal"),
                beside("-shm"),
                database.parent().expect("folder").to_owned(),
            ],
            "",
        ),
    ] {
        let paths: Vec<&PathBuf> = paths.iter().filter(|path| path.exists()).collect();
        paths.iter().for_each(|path| set_writable(path, false));
        pages(what);
        let (began, answer) = (Instant::now(), send());
        let took = began.elapsed();
        pages(what);
        paths.iter().rev().for_each(|path| set_writable(path, true));
        let after = send();
        println!("read-only {what}: a submission gets {answer} in {took:?}, afterwards {after}");
        assert!(took < Duration::from_secs(20), "{what}: {took:?}");
        assert!(wanted.is_empty() || answer == wanted, "{what}: {answer}");
        assert_eq!(after, "200 mail_sent", "{what}");
    }
    set_writable(&lines, false);
    let id = stage.server.id().to_string();
    let sent = Command::new("kill").args(["-HUP", &id]).status();
    assert!(sent.expect("kill").success());
    let start = Instant::now();
    while !log_without_panic(&log).contains("the access log cannot be opened again") {
        assert!(
            start.elapsed() < Duration::from_secs(10),
            "the log is silent"
        );
        std::thread::sleep(Duration::from_millis(50));
    }
    pages("log");
    println!("{} lines of log", log_without_panic(&log).lines().count());
    set_writable(&lines, true);
    starts_with_read_only_files(stage, form, &log, &lines);
}

/// At the start what is read-only is an error that names it, or pages are served.
fn starts_with_read_only_files(stage: Stage, form: i64, log: &Path, lines: &Path) {
    let Stage {
        server,
        site,
        folder,
        ..
    } = stage;
    server.terminate().expect("end");
    let path = |name: &str| folder.path().join(name);
    let text = |path: &Path| path.to_string_lossy().into_owned();
    let [mail, spool, uploads] = ["mail", "spool", "uploads"].map(|name| text(&path(name)));
    let lines_text = text(lines);
    let environment = [
        ("OXIPRESS_MAIL_FOLDER", mail.as_str()),
        ("OXIPRESS_MAIL_SPOOL", &spool),
        ("OXIPRESS_SERVER_UPLOAD_FOLDER", &uploads),
        ("OXIPRESS_SERVER_ACCESS_LOG_OUTPUT", &lines_text),
        ("OXIPRESS_LOG", "info"),
    ];
    let database = PathBuf::from(site.url.strip_prefix("sqlite:").expect("a file"));
    for path in [
        lines.to_owned(),
        database,
        path("spool"),
        path("uploads"),
        path("mail"),
    ] {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        set_writable(&path, false);
        match serve(&site, log, &environment) {
            Ok(server) => {
                assert_eq!(get(&server, "/").status, 200, "{name}");
                let answer = submission(server.addr, form);
                println!(
                    "start with read-only {name}: pages are served, a submission gets {answer}"
                );
                assert!(
                    name != "site.sqlite" || answer != "200 mail_sent",
                    "{answer}"
                );
            }
            Err(_) => {
                let told = log_without_panic(log);
                let told = told.lines().last().unwrap_or_default();
                println!("start with read-only {name}: {told}");
                assert!(told.contains(&name) || told.contains("readonly"), "{told}");
            }
        }
        log_without_panic(log);
        set_writable(&path, true);
    }
}
