//! The cart: recorded visits, the contract's cases, sessions that began elsewhere, tampered requests and parallel ones, on
//! both databases.
//!
//! Contract "woocommerce", sections 3, 7, 10, 17 and 19.

mod ajax;
mod forms;
mod recorded;
mod sessions;
pub(crate) mod shop;

use anyhow::Result;
use tests_contract::server::Database;

#[test]
fn recorded_visits_on_sqlite() -> Result<()> {
    recorded::visits(Database::Sqlite)
}

#[test]
fn recorded_visits_on_mariadb() -> Result<()> {
    recorded::visits(Database::MariaDb)
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
    ajax::answers
    ajax::adding
    ajax::quantities
    ajax::coupons
    ajax::shipping
    forms::products
    forms::variations_and_groups
    forms::updates
    forms::stock
    forms::links
    forms::calculator
    forms::options
    forms::cross_sells
    sessions::rows_of_php
    sessions::our_rows
    sessions::cookies
    sessions::broken_rows
    sessions::parallel
    sessions::parallel_processes
    sessions::logins
    sessions::expired
}
