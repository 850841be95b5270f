//! The media library through the API: uploads, hostile files, edits, deletion, on both databases; kills and a full disk.
//!
//! Contract "wordpress-rest", section 7.

mod hostile;
mod library;
mod uploads;

macro_rules! on_both {
    ($($name:ident)*) => {$(
        mod $name {
            use tests_contract::server::Database;

            #[test]
            fn on_sqlite() {
                super::uploads::$name(Database::Sqlite);
            }

            #[test]
            fn on_mariadb() {
                super::uploads::$name(Database::MariaDb);
            }
        }
    )*};
}

on_both! {
    stored
    edits
}
