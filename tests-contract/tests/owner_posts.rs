//! Posts written by the people of a site: rows as the recorded database had them, several editors at once, a killed
//! server, schedules. Contract "wordpress-rest", section 6.

mod front_page;
mod locks;
mod restart;
mod rows;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use compat::binds;
use serde_json::{Value, json};
use tests_contract::client::{ClientResponse, send};
use tests_contract::consistency::findings;
use tests_contract::owner::{basic, owner_site, serve_owner_site};
use tests_contract::recording::Request;
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;

const DATABASES: [Database; 2] = [Database::Sqlite, Database::MariaDb];

/// A request of a person.
fn ask(server: &Oxipress, login: &str, method: &str, route: &str, body: &Value) -> ClientResponse {
    try_ask(server.addr, login, method, route, body).expect("answer")
}

fn try_ask(
    addr: std::net::SocketAddr,
    login: &str,
    method: &str,
    route: &str,
    body: &Value,
) -> anyhow::Result<ClientResponse> {
    let text = match body {
        Value::Null => String::new(),
        body => body.to_string(),
    };
    let mut headers = vec![
        ("Host".to_owned(), "127.0.0.1:8081".to_owned()),
        ("Content-Type".to_owned(), "application/json".to_owned()),
        ("Content-Length".to_owned(), text.len().to_string()),
    ];
    if !login.is_empty() {
        headers.push(("Authorization".to_owned(), basic(login)));
    }
    let request = Request {
        method: method.to_owned(),
        path: format!("/wp-json/wp/v2{route}"),
        headers,
        body: text.into_bytes(),
        source_address: None,
    };
    send(addr, &request)
}

/// What a visitor sees at an address of the site, asked by the site's own host: by another one it redirects.
fn visit(server: &Oxipress, path: &str) -> ClientResponse {
    let request = Request {
        method: "GET".to_owned(),
        path: path.to_owned(),
        headers: vec![("Host".to_owned(), "127.0.0.1:8081".to_owned())],
        body: Vec::new(),
        source_address: None,
    };
    send(server.addr, &request).expect("page")
}

fn json_of(answer: &ClientResponse) -> Value {
    serde_json::from_str(&answer.body).expect("JSON")
}

fn new_findings(site: &Site, before: &BTreeSet<String>) -> Vec<String> {
    let after = findings(site).expect("findings");
    after.difference(before).cloned().collect()
}

fn create(server: &Oxipress, body: &Value) -> i64 {
    let made = ask(server, "editora", "POST", "/posts", body);
    assert_eq!(made.status, 201, "{}", made.body);
    json_of(&made)["id"].as_i64().expect("id")
}

/// Two people save one post at the same time, through an instance each: both are answered, and what is stored is one of the
/// states that were saved, with a revision of it.
#[test]
fn two_editors_on_one_post() {
    for database in DATABASES {
        let site = owner_site(database).expect("site");
        let before = findings(&site).expect("findings");
        let server = serve_owner_site(&site).expect("server");
        let other = serve_owner_site(&site).expect("server");
        let id = create(
            &server,
            &json!({"title": "De dos", "content": "0", "status": "publish"}),
        );
        let route = format!("/posts/{id}");
        std::thread::scope(|scope| {
            for (login, server) in [("duena", &server), ("editora", &other)] {
                let route = &route;
                scope.spawn(move || {
                    for n in 0..12 {
                        let body = json!({
                            "title": format!("{login} {n}"),
                            "content": format!("<p>{login} {n}</p>"),
                            "tags": [20 + n % 2],
                        });
                        let saved = ask(server, login, "POST", route, &body);
                        assert_eq!(saved.status, 200, "{}", saved.body);
                        let saved = json_of(&saved);
                        assert_eq!(saved["title"]["raw"], format!("{login} {n}"));
                    }
                });
            }
        });
        let stored = json_of(&ask(
            &server,
            "duena",
            "GET",
            &format!("{route}?context=edit"),
            &Value::Null,
        ));
        let title = stored["title"]["raw"].as_str().expect("title");
        assert_eq!(
            stored["content"]["raw"],
            format!("<p>{title}</p>"),
            "one state, not two"
        );
        let revisions: Vec<(String,)> = site
            .load(
                "SELECT post_title FROM {p}posts WHERE post_parent = ? AND post_type = 'revision' ORDER BY ID DESC",
                binds![id],
            )
            .expect("revisions");
        assert_eq!(revisions.len(), 24, "each state was kept");
        assert!(revisions.iter().any(|(kept,)| kept == title));
        assert_eq!(new_findings(&site, &before), Vec::<String>::new());
    }
}

/// The server is killed while posts are made, published and thrown away: what was acknowledged is there, and nothing is
/// half there.
#[test]
fn a_killed_server_leaves_whole_posts() {
    for database in DATABASES {
        let site = owner_site(database).expect("site");
        let before = findings(&site).expect("findings");
        let mut kept: Vec<(i64, String)> = Vec::new();
        for round in 0..6_u64 {
            let server = serve_owner_site(&site).expect("server");
            let addr = server.addr;
            let (first, saved_one) = std::sync::mpsc::channel();
            let saver = std::thread::spawn(move || {
                let mut acknowledged = Vec::new();
                for n in 0..500 {
                    let title = format!("Ronda {round} {n}");
                    let body = json!({"title": title, "content": "<p>x</p>", "status": "publish",
                        "categories": [17, 18], "sticky": n % 3 == 0, "format": "aside"});
                    let Ok(made) = try_ask(addr, "editora", "POST", "/posts", &body) else {
                        break;
                    };
                    if made.status != 201 {
                        break;
                    }
                    let id = json_of(&made)["id"].as_i64().expect("id");
                    let body = json!({"title": format!("{title} bis"), "status": "private"});
                    let saved = try_ask(addr, "editora", "POST", &format!("/posts/{id}"), &body);
                    match saved {
                        Ok(saved) if saved.status == 200 => {
                            acknowledged.push((id, format!("{title} bis")));
                            let _ = first.send(());
                        }
                        _ => break,
                    }
                }
                acknowledged
            });
            // In the middle of a later save, however slow the machine is.
            saved_one
                .recv_timeout(Duration::from_secs(30))
                .expect("something was saved");
            std::thread::sleep(Duration::from_millis(37 * round));
            server.kill().expect("killed");
            kept.extend(saver.join().expect("saver"));
        }
        let server = serve_owner_site(&site).expect("server");
        for (id, title) in &kept {
            let found = json_of(&ask(
                &server,
                "editora",
                "GET",
                &format!("/posts/{id}?context=edit"),
                &Value::Null,
            ));
            assert_eq!(found["title"]["raw"], title.as_str());
            assert_eq!(
                found["_links"]["version-history"][0]["count"], 1,
                "with its revision"
            );
        }
        assert!(!kept.is_empty(), "something was saved");
        assert_eq!(new_findings(&site, &before), Vec::<String>::new());
    }
}

/// A scheduled post is published once when its time has come, by whichever of two instances; PHP's event goes.
#[test]
fn scheduled_posts_are_published_once() {
    const EVENTS: &str = "SELECT option_value FROM {p}options WHERE option_name = 'cron'";
    for database in DATABASES {
        let site = owner_site(database).expect("site");
        let before = findings(&site).expect("findings");
        let server = serve_owner_site(&site).expect("server");
        // The recordings' clock starts at 2026-11-21 02:22:50 on the site.
        let id = create(
            &server,
            &json!({"title": "A su hora", "status": "future", "date": "2026-11-21T09:00:00", "categories": [17]}),
        );
        let cron: Vec<(String,)> = site.load(EVENTS, binds![]).expect("cron");
        let event = format!("s:4:\"args\";a:1:{{i:0;i:{id};}}");
        assert!(
            cron[0].0.contains("publish_future_post") && cron[0].0.contains(&event),
            "{cron:?}"
        );
        assert_eq!(
            ask(&server, "", "GET", &format!("/posts/{id}"), &Value::Null).status,
            401
        );
        drop(server);
        let later = [
            ("WP_ENVIRONMENT_TYPE", "local"),
            ("OXIPRESS_NOW", "2026-11-21T08:00:01Z"),
        ];
        let serve = || Oxipress::serve_recorded_site(&site.url, &[], &later).expect("server");
        let servers = [serve(), serve()];
        let begin = Instant::now();
        while ask(
            &servers[1],
            "",
            "GET",
            &format!("/posts/{id}"),
            &Value::Null,
        )
        .status
            != 200
        {
            assert!(begin.elapsed() < Duration::from_secs(20), "not published");
            std::thread::sleep(Duration::from_millis(50));
        }
        assert_eq!(visit(&servers[0], "/a-su-hora/").status, 200);
        let post = json_of(&ask(
            &servers[0],
            "editora",
            "GET",
            &format!("/posts/{id}?context=edit"),
            &Value::Null,
        ));
        assert_eq!(
            (&post["status"], &post["date"]),
            (&json!("publish"), &json!("2026-11-21T09:00:00"))
        );
        assert_eq!(
            post["_links"]["version-history"][0]["count"], 1,
            "published once"
        );
        let cron: Vec<(String,)> = site.load(EVENTS, binds![]).expect("cron");
        assert!(!cron[0].0.contains("publish_future_post"), "{cron:?}");
        assert_eq!(new_findings(&site, &before), Vec::<String>::new());
    }
}

/// A kept page and a kept list show a change at once on the instance that made it.
#[test]
fn kept_pages_show_a_change_at_once() {
    let site = owner_site(Database::Sqlite).expect("site");
    let server = serve_owner_site(&site).expect("server");
    let get = |path: &str| visit(&server, path).body;
    let id = create(
        &server,
        &json!({"title": "Antes del cambio", "content": "<p>uno</p>", "status": "publish"}),
    );
    let list = "/wp-json/wp/v2/posts?_fields=title&per_page=3";
    for path in ["/antes-del-cambio/", list] {
        assert!(get(path).contains("Antes del cambio"), "{path}");
        get(path);
    }
    let saved = ask(
        &server,
        "editora",
        "POST",
        &format!("/posts/{id}"),
        &json!({"title": "Tras el cambio"}),
    );
    assert_eq!(saved.status, 200);
    for path in ["/antes-del-cambio/", list] {
        assert!(get(path).contains("Tras el cambio"), "{path}");
    }
    let gone = ask(
        &server,
        "editora",
        "DELETE",
        &format!("/posts/{id}?force=true"),
        &Value::Null,
    );
    assert_eq!(gone.status, 200);
    assert!(!get(list).contains("Tras el cambio"));
}
