//! PHP's serialised values, JSON and query strings.
#![cfg_attr(feature = "link", no_main)]

use compat::wordpress::php::{json, query_string, serialize, unserialize};
use oxipress_fuzz::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(value) = unserialize(bytes) {
        let written = serialize(&value);
        if let Ok(again) = unserialize(&written) {
            assert_eq!(written, serialize(&again), "a value changed on its way");
        }
    }
    let _ = json::json_decode_assoc(bytes);
    query_string::parse_str(bytes);
});
