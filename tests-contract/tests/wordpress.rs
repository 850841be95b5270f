//! The column `wordpress`: recorded exchanges replayed against the real binary, on both databases.
//!
//! Each area prints every difference; the figures below are what must hold.

use tests_contract::fixtures;
use tests_contract::recording::load;
use tests_contract::replay::replay;
use tests_contract::server::{Database, Oxipress};

/// What an area must reach.
struct Wanted {
    area: &'static str,
    mean: f64,
    exact: f64,
}

const AREAS: &[Wanted] = &[];

fn run(database: Database) {
    let mut failed = Vec::new();
    for wanted in AREAS {
        // Areas change the database; each starts from the recorded one.
        let server = Oxipress::start_recorded_site(database).expect("server");
        let recordings =
            load(&fixtures().join("recordings/wordpress").join(wanted.area)).expect("recordings");
        let report = replay(server.addr, &recordings).expect("replay");
        report.print(wanted.area);
        if report.mean() < wanted.mean || report.exact_share() < wanted.exact {
            failed.push(format!(
                "{}: mean {:.4}, exact {:.3}",
                wanted.area,
                report.mean(),
                report.exact_share()
            ));
        }
    }
    assert!(
        !AREAS.is_empty() && failed.is_empty(),
        "under what must hold: {failed:#?}"
    );
}

#[test]
fn recordings_on_sqlite() {
    run(Database::Sqlite);
}

#[test]
fn recordings_on_mariadb() {
    run(Database::MariaDb);
}
