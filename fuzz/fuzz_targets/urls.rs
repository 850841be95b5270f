//! Addresses and their queries.
#![no_main]

use compat::wordpress::url::{esc_url, parse_str, parse_url, wp_parse_url};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    parse_url(text);
    wp_parse_url(text);
    parse_str::parse_str(text);
    let escaped = esc_url(text, &["http", "https"]);
    assert!(!escaped.contains(['<', '>', '"', '\'']), "{escaped}");
});
