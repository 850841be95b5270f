//! Text filters of a page.
#![cfg_attr(feature = "link", no_main)]

use compat::wordpress::formatting::{
    autop::wpautop, balance_tags::force_balance_tags, html_split::wp_html_split,
};
use oxipress_fuzz::fuzz_target;

fuzz_target!(|text: &str| {
    wpautop(text, true);
    force_balance_tags(text);
    assert_eq!(
        wp_html_split(text).concat(),
        text,
        "splitting loses nothing"
    );
});
