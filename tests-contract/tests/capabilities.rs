//! Who may do what through the API: a table by resource, role and verb. Contract "wordpress-rest", section 4.
//!
//! The rows are in files of the folder `capabilities`, whose README tells how to read them.

pub mod plant;
mod rows;

use serde_json::Value;
use tests_contract::client::{ClientResponse, send};
use tests_contract::owner::{basic, owner_site, serve_owner_site};
use tests_contract::recording::Request;
use tests_contract::server::{Database, Oxipress};

use plant::Planter;
use rows::Cell;

fn ask(server: &Oxipress, cell: &Cell) -> ClientResponse {
    let mut headers = vec![("Host".to_owned(), "127.0.0.1:8081".to_owned())];
    if !cell.login.is_empty() {
        headers.push(("Authorization".into(), basic(cell.login)));
    }
    if !cell.body.is_empty() {
        headers.push(("Content-Type".into(), "application/json".into()));
    }
    let request = Request {
        method: cell.verb.clone(),
        path: cell.path.replace(' ', "%20"),
        headers,
        body: cell.body.clone().into_bytes(),
        source_address: None,
    };
    send(server.addr, &request).expect("answer")
}

/// The code of an error; of a batch, of its first answer.
fn code(answer: &ClientResponse) -> String {
    let body: Value = serde_json::from_str(&answer.body).unwrap_or_default();
    let error = match body.pointer("/responses/0/body") {
        Some(first) => first,
        None => &body,
    };
    error["code"].as_str().unwrap_or_default().to_owned()
}

/// Asks each cell of every so-and-so-many rows. A refusal that WordPress grants is as bad as the reverse.
fn walk(database: Database, every: usize) {
    let site = owner_site(database).expect("site");
    let cells = rows::cells(&Planter::new(&site), every);
    let server = serve_owner_site(&site).expect("server");
    let mut wrong = Vec::new();
    for cell in &cells {
        let answer = ask(&server, cell);
        let (made, code) = (answer.status, code(&answer));
        let (status, wanted) = &cell.want;
        if made != *status || wanted.as_ref().is_some_and(|wanted| *wanted != code) {
            let (login, want) = (cell.login, &cell.want);
            wrong.push(format!(
                "{}\n    as {login:?}: {made} {code}, not {want:?}",
                cell.row
            ));
        }
    }
    println!("{} cells", cells.len());
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn everybody_may_what_wordpress_lets_them() {
    walk(Database::Sqlite, 1);
}

#[test]
fn everybody_may_what_wordpress_lets_them_on_mariadb() {
    // What a database may change is the same in all rows: some are enough.
    walk(Database::MariaDb, 5);
}
