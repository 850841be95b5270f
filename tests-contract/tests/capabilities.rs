//! Who may do what through the API: a table by resource, role and verb. Contract "wordpress-rest", section 4.
//!
//! Each resource has a file with its rows. A row asks the same of every person, in the order of [`PERSONS`]; what is
//! expected is the status. Requests of rows change nothing where they are allowed, or nothing that a later row needs.

mod users;

use tests_contract::client::{ClientResponse, send};
use tests_contract::owner::{basic, owner_site, serve_owner_site};
use tests_contract::recording::Request;
use tests_contract::server::{Database, Oxipress};

/// The people who ask: nobody, then logins of the recorded site, from few rights to many.
const PERSONS: [&str; 9] = [
    "",
    "sinrol",
    "suscriptora",
    "clienta",
    "colaboradora",
    "autora",
    "editora",
    "encargada",
    "duena",
];

/// A request, and the status for each person, in the order of [`PERSONS`].
struct Row(
    &'static str,
    &'static str,
    &'static str,
    [u16; PERSONS.len()],
);

fn ask(server: &Oxipress, login: &str, row: &Row) -> ClientResponse {
    let Row(method, route, body, _) = row;
    let mut headers = vec![("Host".to_owned(), "127.0.0.1:8081".to_owned())];
    if !login.is_empty() {
        headers.push(("Authorization".into(), basic(login)));
    }
    if !body.is_empty() {
        headers.push(("Content-Type".into(), "application/json".into()));
        headers.push(("Content-Length".into(), body.len().to_string()));
    }
    let request = Request {
        method: (*method).to_owned(),
        path: format!("/wp-json/wp/v2{route}"),
        headers,
        body: body.as_bytes().to_vec(),
        source_address: None,
    };
    send(server.addr, &request).expect("answer")
}

fn walk(database: Database) {
    let site = owner_site(database).expect("site");
    let server = serve_owner_site(&site).expect("server");
    let tables: [&[Row]; 1] = [users::ROWS];
    let mut wrong = Vec::new();
    for row in tables.into_iter().flatten() {
        let Row(method, route, _, want) = row;
        for (login, want) in PERSONS.iter().zip(want) {
            let answer = ask(&server, login, row);
            if answer.status != *want {
                let (made, body) = (
                    answer.status,
                    answer.body.chars().take(120).collect::<String>(),
                );
                wrong.push(format!(
                    "{method} {route} as {login:?}: {made}, not {want}: {body}"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn rights_are_as_recorded() {
    walk(Database::Sqlite);
}

#[test]
fn rights_are_as_recorded_on_mariadb() {
    walk(Database::MariaDb);
}
