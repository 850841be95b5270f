//! The column `woocommerce`: recorded pages of the catalogue, and its rules on products beside the recorded ones, on both
//! databases.
//!
//! Contract "woocommerce", sections 1, 5 and 6.

mod builder;
mod forms;
mod lists;
pub(crate) mod shop;

use anyhow::Result;
use tests_contract::recording::load;
use tests_contract::replay::replay;
use tests_contract::server::{Database, Oxipress};
use tests_contract::{expected, fixtures};

fn recorded_pages(database: Database) -> Result<()> {
    let server = Oxipress::start_recorded_site(database)?;
    let recordings = load(&fixtures().join("recordings/woocommerce/catalogue"))?;
    let found = replay(server.addr, &recordings)?;
    expected::check("woocommerce-catalogue", &found)
}

#[test]
fn recorded_pages_on_sqlite() -> Result<()> {
    recorded_pages(Database::Sqlite)
}

#[test]
fn recorded_pages_on_mariadb() -> Result<()> {
    recorded_pages(Database::MariaDb)
}

macro_rules! on_both {
    ($($module:ident::$name:ident)*) => {$(
        mod $name {
            use tests_contract::server::Database;

            #[test]
            fn on_sqlite() {
                super::$module::$name(Database::Sqlite);
            }

            #[test]
            fn on_mariadb() {
                super::$module::$name(Database::MariaDb);
            }
        }
    )*};
}

on_both! {
    builder::product_pages
    builder::modules_elsewhere
    builder::widgets
    builder::recently_viewed
    builder::blocks
    builder::rules
    lists::visibility
    lists::orders_and_filters
    lists::pages_of_lists
    lists::stock_and_reviews
    lists::categories
    lists::attributes
    lists::shortcodes
    forms::by_type
    forms::variations
}
