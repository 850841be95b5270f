//! Addresses and their queries.
#![no_main]

use compat::wordpress::php::query_string::parse_str;
use compat::wordpress::url::{esc_url, parse_url, wp_parse_url};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    parse_url(text);
    wp_parse_url(text);
    parse_str(text.as_bytes());
    let escaped = esc_url(text, &["http", "https"]);
    assert!(!escaped.contains(['<', '>', '"', '\'']), "{escaped}");
});
