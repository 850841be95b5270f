//! The media library through the API: uploads, hostile files, edits, deletion, on both databases; kills and a full disk;
//! and the files of the font library.
//!
//! Contract "wordpress-rest", sections 7 and 14.

mod avif;
mod fonts;
mod hostile;
pub mod library;
mod output_format;
mod uploads;

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
    uploads::stored
    uploads::edits
    avif::avif_uploads
    avif::avif_edits
    output_format::of_photographs
    fonts::faces
}
