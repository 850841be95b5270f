//! A database that goes away and comes back while people save: contract "wordpress-rest", section 6.3.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::json;
use tests_contract::server::Oxipress;
use tests_contract::site::Site;

use super::{ask, findings, json_of, new_findings, try_ask};

/// A save that was acknowledged before or during an outage is there afterwards, whole; one that was refused was refused
/// with 503.
#[test]
fn a_restarted_database_loses_no_save() {
    let site = Site::recorded_in_own_mariadb_with("owner.sql").expect("site");
    let before = findings(&site).expect("findings");
    // Each refusal is logged as an error.
    let quiet = [("WP_ENVIRONMENT_TYPE", "local"), ("OXIPRESS_LOG", "off")];
    let server = Oxipress::serve_recorded_site(&site.url, &[], &quiet).expect("server");
    let stop = AtomicBool::new(false);
    let save = |login: &'static str| {
        let mut acknowledged = Vec::new();
        let mut refused = 0;
        let mut n = 0;
        while !stop.load(Ordering::SeqCst) {
            n += 1;
            let title = format!("{login} {n}");
            let body =
                json!({"title": title, "content": "<p>x</p>", "status": "publish", "tags": [20]});
            let made = try_ask(server.addr, login, "POST", "/posts", &body).expect("an answer");
            match made.status {
                201 => acknowledged.push((json_of(&made)["id"].as_i64().expect("id"), title)),
                503 => {
                    refused += 1;
                    std::thread::sleep(Duration::from_millis(20));
                }
                status => panic!("{status} {}", made.body),
            }
        }
        (acknowledged, refused)
    };
    let saved = std::thread::scope(|scope| {
        let savers = ["duena", "editora", "autora"].map(|login| scope.spawn(move || save(login)));
        for away in [0, 400, 100] {
            std::thread::sleep(Duration::from_millis(700));
            let away = Duration::from_millis(away);
            site.restart_database(away).expect("restart");
        }
        std::thread::sleep(Duration::from_secs(2));
        stop.store(true, Ordering::SeqCst);
        savers.map(|saver| saver.join().expect("saver"))
    });
    let (mut kept, mut refused) = (0, 0);
    for (acknowledged, refusals) in saved {
        refused += refusals;
        for (id, title) in acknowledged {
            let route = format!("/posts/{id}?context=edit");
            let found = ask(&server, "duena", "GET", &route, &serde_json::Value::Null);
            assert_eq!(json_of(&found)["title"]["raw"], title, "{id}");
            kept += 1;
        }
    }
    println!("{kept} saves kept, {refused} refused");
    assert!(kept > 0, "something was saved");
    assert_eq!(new_findings(&site, &before), Vec::<String>::new());
}
