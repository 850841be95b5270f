//! The README's table of settings is the one that `oxipress settings --markdown` prints.
//!
//! `OXIPRESS_WRITE_README=1 cargo test -p endpoints --test readme` writes it.

use std::path::Path;

use endpoints::config::example;

const BEGIN: &str = "<!-- settings: made by `oxipress settings --markdown` -->\n";
const END: &str = "<!-- /settings -->";

#[test]
fn the_table_of_settings_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    let readme = std::fs::read_to_string(&path).expect("README.md");
    let (before, rest) = readme.split_once(BEGIN).expect("where the table begins");
    let (table, after) = rest.split_once(END).expect("where the table ends");
    let wanted = format!("\n{}\n", example::markdown());
    if std::env::var_os("OXIPRESS_WRITE_README").is_some() {
        std::fs::write(&path, format!("{before}{BEGIN}{wanted}{END}{after}")).expect("written");
        return;
    }
    assert_eq!(
        table, wanted,
        "README.md does not show the settings as they are; run again with OXIPRESS_WRITE_README=1"
    );
}
