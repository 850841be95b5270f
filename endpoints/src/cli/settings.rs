//! `oxipress settings`.

use crate::config::example;

pub(super) fn print(markdown: bool) {
    print!(
        "{}",
        if markdown {
            example::markdown()
        } else {
            example::toml()
        }
    );
}
