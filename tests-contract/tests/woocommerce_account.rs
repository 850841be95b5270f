//! The shop's account: signing in, registering, forgotten passwords, orders, downloads, addresses and details, on both
//! databases.
//!
//! Contract "woocommerce", sections 9.9, 13.2, 13.3, 14, 17 and 19 (cases 75, 76 and 104 to 107).

mod downloads;
mod guests;
mod members;
mod recorded;
mod shop;

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
    recorded::pages
    guests::logging_in
    guests::registering
    guests::forgotten_passwords
    guests::guesses
    members::orders
    members::cancelling
    members::ordering_again
    members::addresses
    members::details
    members::logging_out
    downloads::permissions
    downloads::parts
}
