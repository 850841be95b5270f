//! The table of settings in docs/operating.md is the one that `oxipress settings --markdown` prints; README stays short.
//!
//! `OXIPRESS_WRITE_DOCS=1 cargo test -p endpoints readme` writes it.

use std::path::Path;

use endpoints::columns::COLUMNS;
use endpoints::config::example;

const BEGIN: &str = "<!-- settings: made by `oxipress settings --markdown` -->\n";
const END: &str = "<!-- /settings -->";

#[test]
fn the_table_of_settings_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/operating.md");
    let page = std::fs::read_to_string(&path).expect("docs/operating.md");
    let (before, rest) = page.split_once(BEGIN).expect("where the table begins");
    let (table, after) = rest.split_once(END).expect("where the table ends");
    let wanted = format!("\n{}\n", example::markdown(&COLUMNS.sections()));
    if std::env::var_os("OXIPRESS_WRITE_DOCS").is_some() {
        std::fs::write(&path, format!("{before}{BEGIN}{wanted}{END}{after}")).expect("written");
        return;
    }
    assert_eq!(
        table, wanted,
        "docs/operating.md does not show the settings as they are; run again with OXIPRESS_WRITE_DOCS=1"
    );
}

#[test]
fn readme_is_short() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    let bytes = std::fs::metadata(path).expect("README.md").len();
    assert!(bytes <= 8192, "README.md has {bytes} bytes");
}
