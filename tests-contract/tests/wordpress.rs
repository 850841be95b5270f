//! The column `wordpress`: recorded exchanges replayed against the real binary, on both databases.
//!
//! Known differences (`fixtures/recordings/expected-differences`): the shop's and the form's own REST routes (`rest`), files
//! of the legacy software that are not in the repository (`static`), texts that builder modules print on search pages
//! (`pages`).

use anyhow::Result;
use tests_contract::recording::load;
use tests_contract::replay::replay;
use tests_contract::server::{Database, Oxipress};
use tests_contract::{expected, fixtures};

/// Areas change the database: each starts from the recorded one.
fn run(area: &str, database: Database) -> Result<()> {
    let server = Oxipress::start_recorded_site(database)?;
    let recordings = load(&fixtures().join("recordings/wordpress").join(area))?;
    let found = replay(server.addr, &recordings)?;
    // MariaDB puts posts of one second in the recorded order: there are fewer differences.
    let is_ordered = area == "pages" && database == Database::MariaDb;
    let set = if is_ordered { "pages-mariadb" } else { area };
    expected::check(&format!("wordpress-{set}"), &found)
}

macro_rules! areas {
    ($($name:ident $area:literal)*) => {$(
        mod $name {
            use super::{Database, Result, run};

            #[test]
            fn on_sqlite() -> Result<()> {
                run($area, Database::Sqlite)
            }

            #[test]
            fn on_mariadb() -> Result<()> {
                run($area, Database::MariaDb)
            }
        }
    )*};
}

areas! {
    ajax "ajax"
    canonical "canonical"
    comments "comments"
    feeds "feeds"
    login "login"
    pages "pages"
    rest "rest"
    static_files "static"
}
