//! `oxipress settings`.

use crate::column::Columns;
use crate::config::example;

pub(super) fn print(markdown: bool, columns: Columns) {
    let sections = columns.sections();
    print!(
        "{}",
        if markdown {
            example::markdown(&sections)
        } else {
            example::toml(&sections)
        }
    );
}
