//! Hardening R8: PHP and Oxipress change the same rows by turns. Nothing that one of them wrote is lost by the other,
//! and what both write serialised stays byte for byte what PHP would write.

use std::collections::BTreeSet;

use compat::binds;
use compat::wordpress::php::{serialize, unserialize};
use tests_contract::client::send;
use tests_contract::recording::recorded;
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;
use tests_contract::visit::Visit;

const ROUNDS: usize = 12;

/// Logs in by the form; the cookies that the server sets.
fn log_in(server: &Oxipress, browser: &str) -> String {
    let visit = Visit::sign_in_with(server.addr, &[("User-Agent", browser)]);
    visit.expect("login").cookies
}

fn session_tokens(site: &Site) -> Vec<u8> {
    const SQL: &str = "SELECT meta_value FROM {p}usermeta WHERE meta_key = 'session_tokens' AND user_id = \
        (SELECT ID FROM {p}users WHERE user_login = 'anfitrion')";
    let rows: Vec<(Vec<u8>,)> = site.load(SQL, binds![]).expect("usermeta");
    assert!(rows.len() < 2, "one row");
    rows.into_iter().next().map(|row| row.0).unwrap_or_default()
}

/// The sessions, each as serialised bytes under its verifier.
fn sessions(raw: &[u8]) -> Vec<(String, Vec<u8>)> {
    let value = unserialize(raw).expect("serialised sessions");
    assert_eq!(serialize(&value), raw, "not as PHP writes it");
    let array = value.as_array().expect("an array");
    array
        .iter()
        .map(|(k, v)| (k.to_string_lossy(), serialize(v)))
        .collect()
}

/// A session as PHP with a plugin writes it (`attach_session_information`): keys of its own, of every type.
fn foreign_session(round: usize) -> (String, String) {
    let browser = format!("Navegador ñ {round} \"x\"");
    let session = format!(
        "a:7:{{s:10:\"expiration\";i:1999999999;s:2:\"ip\";s:9:\"127.0.0.1\";s:2:\"ua\";s:{}:\"{browser}\";\
         s:5:\"login\";i:1795224170;s:16:\"two-factor-login\";d:1795224170.25;s:4:\"list\";a:2:{{i:0;b:1;i:5;N;}}\
         s:6:\"object\";O:8:\"stdClass\":1:{{s:1:\"a\";s:4:\"añ\0\";}}}}",
        browser.len()
    );
    // A session of another order, and one of before 4.0: only its end.
    let session = match round % 3 {
        0 => session,
        1 => "a:2:{s:5:\"login\";i:1795224170;s:10:\"expiration\";i:1999999999;}".to_owned(),
        _ => "a:3:{s:10:\"expiration\";i:1999999999;s:4:\"mark\";s:0:\"\";s:2:\"ip\";s:3:\"::1\";}"
            .to_owned(),
    };
    (format!("{round:064x}"), session)
}

/// PHP's turn: adds a session to the stored text, without our code.
fn add_as_php(site: &Site, raw: &[u8], round: usize) {
    const SQL: &str = "UPDATE {p}usermeta SET meta_value = ? WHERE meta_key = 'session_tokens' AND user_id = \
        (SELECT ID FROM {p}users WHERE user_login = 'anfitrion')";
    let (verifier, session) = foreign_session(round);
    let text = String::from_utf8(raw.to_vec()).expect("text");
    let (head, rest) = text.split_once(":{").expect("an array");
    let number: usize = head.trim_start_matches("a:").parse().expect("a number");
    let body = rest.strip_suffix('}').expect("an end");
    let text = format!("a:{}:{{{body}s:64:\"{verifier}\";{session}}}", number + 1);
    site.execute(SQL, binds![text]).expect("update");
}

fn sessions_by_turns(database: Database) {
    let site = Site::recorded(database).expect("site");
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    log_in(&server, "primero");
    let mut bad = Vec::new();
    for round in 0..ROUNDS {
        add_as_php(&site, &session_tokens(&site), round);
        let before = sessions(&session_tokens(&site));
        log_in(&server, &format!("Navegador {round} ñ"));
        let after = sessions(&session_tokens(&site));
        if after.len() != before.len() + 1 {
            bad.push(format!(
                "{round}: {} sessions of {}",
                after.len(),
                before.len() + 1
            ));
        }
        for (was, is) in before.iter().zip(&after).filter(|(was, is)| was != is) {
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            bad.push(format!("{round}: {} became {}", text(&was.1), text(&is.1)));
        }
    }
    let all = sessions(&session_tokens(&site)).len();
    println!(
        "R8 {database:?}: {all} sessions written by turns, {} changed or lost",
        bad.len()
    );
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

#[test]
fn sessions_are_written_by_turns_on_sqlite() {
    sessions_by_turns(Database::Sqlite);
}

#[test]
fn sessions_are_written_by_turns_on_mariadb() {
    sessions_by_turns(Database::MariaDb);
}

/// Several browsers log in at the same moment: none is logged out by another.
fn logins_at_once(database: Database) {
    const BROWSERS: usize = 8;
    let site = Site::recorded(database).expect("site");
    let servers: [Oxipress; 2] = std::array::from_fn(|_| {
        Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server")
    });
    for round in 0..3 {
        let had = session_tokens(&site);
        let had = if had.is_empty() {
            0
        } else {
            sessions(&had).len()
        };
        std::thread::scope(|scope| {
            for browser in 0..BROWSERS {
                let server = &servers[browser % servers.len()];
                scope.spawn(move || log_in(server, &format!("navegador {browser}")));
            }
        });
        let stored = sessions(&session_tokens(&site)).len();
        println!(
            "R8 {database:?}, round {round}: {} of {BROWSERS} logins at once are stored",
            stored - had
        );
        assert_eq!(stored, had + BROWSERS, "{database:?}: a login was lost");
    }
}

#[test]
fn logins_at_once_are_all_stored_on_sqlite() {
    logins_at_once(Database::Sqlite);
}

#[test]
fn logins_at_once_are_all_stored_on_mariadb() {
    logins_at_once(Database::MariaDb);
}

fn comments_by_turns(database: Database) {
    const COUNT: &str = "SELECT comment_count FROM {p}posts WHERE ID = 27";
    const APPROVED: &str =
        "SELECT COUNT(*) FROM {p}comments WHERE comment_post_ID = 27 AND comment_approved = '1'";
    const BY_PHP: &str = "INSERT INTO {p}comments (comment_post_ID, comment_author, comment_author_email, \
        comment_author_url, comment_author_IP, comment_date, comment_date_gmt, comment_content, comment_approved, \
        comment_agent, comment_type) VALUES (27, 'Otra', '', '', '', '2026-11-20 10:00:00', '2026-11-20 09:00:00', \
        ?, '1', '', 'comment')";
    const COUNTED: &str = "UPDATE {p}posts SET comment_count = comment_count + 1 WHERE ID = 27";
    let site = Site::recorded(database).expect("site");
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    let cookies = log_in(&server, "primero");
    let number = |sql: &'static str| site.load::<(i64,)>(sql, binds![]).expect("count")[0].0;
    let first = number(COUNT);
    let mut texts = BTreeSet::new();
    for round in 0..ROUNDS {
        site.execute(BY_PHP, binds![format!("Por PHP {round}")])
            .expect("comment");
        site.execute(COUNTED, binds![]).expect("count");
        let mut request = recorded("wordpress", "comments/ok")
            .expect("comment")
            .request;
        let body = String::from_utf8(request.body).expect("text");
        request.body = body
            .replace("Preciosa+caminata", &format!("Turno+{round}"))
            .into_bytes();
        request
            .headers
            .retain(|(name, _)| !name.eq_ignore_ascii_case("cookie"));
        request.headers.push(("Cookie".to_owned(), cookies.clone()));
        let answer = send(server.addr, &request).expect("answer");
        assert_eq!(answer.status, 302, "{round}: {}", answer.body);
        texts.insert(format!("Turno {round}, repetimos."));
        assert_eq!(number(COUNT), number(APPROVED), "round {round}");
    }
    let written = number(COUNT) - first;
    println!("R8 {database:?}: {written} comments written by turns, all counted");
    assert_eq!(written, 2 * i64::try_from(ROUNDS).expect("small"));
    const TEXTS: &str =
        "SELECT comment_content FROM {p}comments WHERE comment_content LIKE 'Turno %'";
    let rows: Vec<(String,)> = site.load(TEXTS, binds![]).expect("comments");
    assert_eq!(
        rows.into_iter().map(|row| row.0).collect::<BTreeSet<_>>(),
        texts
    );
}

#[test]
fn comments_are_counted_by_turns_on_sqlite() {
    comments_by_turns(Database::Sqlite);
}

#[test]
fn comments_are_counted_by_turns_on_mariadb() {
    comments_by_turns(Database::MariaDb);
}
