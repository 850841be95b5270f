//! Shortcodes and their attributes.
#![cfg_attr(feature = "link", no_main)]

use std::cell::LazyCell;

use compat::wordpress::shortcode::{Shortcodes, shortcode_parse_atts};
use oxipress_fuzz::fuzz_target;

thread_local! {
    static SHORTCODES: LazyCell<Shortcodes<()>> = LazyCell::new(|| {
        let mut shortcodes = Shortcodes::new();
        for tag in ["a", "ab", "a-b", "et_pb_text"] {
            shortcodes.register(tag, |call, context: &mut ()| call.do_content(context).into_owned());
        }
        shortcodes
    });
}

fuzz_target!(|text: &str| {
    shortcode_parse_atts(text);
    SHORTCODES.with(|shortcodes| {
        shortcodes.do_shortcode(text, &mut ());
        shortcodes.do_shortcode_ignoring_html(text, &mut ());
        shortcodes.strip_shortcodes(text);
        shortcodes.has_shortcode(text, "ab");
    });
});
