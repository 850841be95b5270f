//! Kses: HTML that only holds allowed elements, attributes, styles and protocols.
//!
//! Contract "wordpress-core", section 17 (comments); values: vectors `wp_kses`, `wp_kses_post`,
//! `wp_filter_nohtml_kses`. Kses works on the text, not on a tree: it never balances tags.

pub mod allowed_html;
pub mod attributes;
pub mod bad_protocol;
pub mod block_content;
pub mod entity_names;
pub mod no_null;
pub mod normalize_entities;
pub mod safecss;
pub mod split;

pub use allowed_html::{AllowedHtml, AttributeCheck, AttributeRule};
pub use bad_protocol::{WP_ALLOWED_PROTOCOLS, wp_kses_bad_protocol};
pub use split::{Kses, wp_kses};

use crate::wordpress::formatting::slashes::{stripslashes, wp_slash, wp_unslash};

/// `wp_kses_post`: what an author without special rights may write.
pub fn wp_kses_post(content: &str) -> String {
    wp_kses(content, AllowedHtml::post(), &WP_ALLOWED_PROTOCOLS)
}

/// `wp_kses_data`: what a visitor may write in a comment.
pub fn wp_kses_data(content: &str) -> String {
    wp_kses(content, AllowedHtml::data(), &WP_ALLOWED_PROTOCOLS)
}

/// `wp_filter_kses`: the comment rules on a text with slashes, as the filters of a submission give it.
pub fn wp_filter_kses(slashed: &str) -> String {
    wp_slash(&wp_kses_data(&wp_unslash(slashed))).into_owned()
}

/// `wp_filter_nohtml_kses`: no element at all, on a text with slashes.
pub fn wp_filter_nohtml_kses(slashed: &str) -> String {
    let clean = wp_kses(
        &stripslashes(slashed),
        AllowedHtml::strip(),
        &WP_ALLOWED_PROTOCOLS,
    );
    wp_slash(&clean).into_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn comments() {
        assert_eq!(
            wp_filter_kses("<a href=\\\"javascript:x\\\" class=\\\"y\\\">it\\'s</a> <p>z</p>"),
            "<a href=\\\"x\\\">it\\'s</a> z"
        );
    }

    proptest! {
        #[test]
        fn no_script_survives(text in "(<|</|<!--|-->|<!|>|script|b|a href=|onclick=x|\"|'|/| |javascript:|é|\n){0,30}") {
            let out = wp_kses_post(&text);
            prop_assert!(!out.contains("<script"));
            prop_assert!(!out.contains(" onclick=") || !out.contains("<b onclick"));
        }
    }
}
