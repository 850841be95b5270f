//! Addresses and their queries.
#![cfg_attr(feature = "link", no_main)]

use compat::wordpress::php::query_string::parse_str;
use compat::wordpress::url::{esc_url, parse_url, wp_parse_url};
use oxipress_fuzz::fuzz_target;

fuzz_target!(|text: &str| {
    parse_url(text);
    wp_parse_url(text);
    parse_str(text.as_bytes());
    let escaped = esc_url(text, &["http", "https"]);
    assert!(!escaped.contains(['<', '>', '"', '\'']), "{escaped}");
});
