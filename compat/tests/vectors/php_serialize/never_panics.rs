//! Parsers take any bytes: they answer or refuse, and never panic.

use compat::wordpress::php::query_string::parse_str;
use compat::wordpress::php::sprintf::vsprintf;
use compat::wordpress::php::strtotime::{date_create_immutable, strtotime};
use compat::wordpress::php::version_compare::version_compare;
use compat::wordpress::php::{
    Value, compare, html, json, maybe_unserialize, references, round, serialize, strip_tags,
    unserialize, words,
};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use proptest::prelude::*;

/// Text made of the pieces that a parser looks for, or of any bytes.
fn pieces(pieces: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        8 => proptest::sample::select(pieces).prop_map(|p| p.as_bytes().to_vec()),
        1 => proptest::collection::vec(any::<u8>(), 0..4),
    ];
    proptest::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

const SERIALIZED: &[&str] = &[
    "a:1:{",
    "a:2:{",
    "i:0;",
    "i:-9;",
    "s:1:\"a\";",
    "s:3:\"",
    "\";",
    "}",
    "N;",
    "b:1;",
    "d:1e5;",
    "O:1:\"C\":1:{",
    "C:1:\"C\":2:{",
    "E:3:\"A:B\";",
    "R:1;",
    "r:2;",
    "S:1:\"\\41\";",
    "d:NAN;",
    "99999999999999999999",
    ":",
    "a:0:{}",
];
const JSON: &[&str] = &[
    "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\\u00f1", "\\ud83d", "\\ude00", "\\n", "1", "-0",
    "1e5", ".5", "true", "null", " ", "\\",
];
const DATES: &[&str] = &[
    "first",
    "last",
    "next",
    " ",
    "day of",
    "monday",
    "+1",
    "-",
    "week",
    "2026",
    "-12-",
    "24",
    ":",
    "30",
    "T",
    "Z",
    "+02:00",
    "Europe/Madrid",
    "jan",
    "@",
    "9999999999999",
    "weekdays",
    "ago",
    "W53",
    "pm",
    ".",
    "/",
    "(",
    "of",
];
const MARKUP: &[&str] = &[
    "<",
    ">",
    "</b>",
    "<!--",
    "-->",
    "<?php",
    "?>",
    "&amp;",
    "&#x41;",
    "&#",
    ";",
    "&bogus;",
    "\"",
    "'",
    "<b ",
    "=",
    "\0",
    "é",
    "<?xml",
    "<!DOCTYPE",
];
const FORMATS: &[&str] = &[
    "%", "1$", "s", "d", "05", "-", "+", "'*", ".", "2", "f", "e", "g", "x", "c", "*", "l", "b",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn stored_values(bytes in pieces(SERIALIZED)) {
        if let Ok(value) = unserialize(&bytes) {
            // What was read is written in a form that reads the same.
            let stored = serialize(&value);
            let again = unserialize(&stored);
            prop_assert_eq!(again.as_ref().map(serialize), Ok(stored));
            references::resolve(&value);
            json::wp_json_encode(&value, 128);
            compare::spaceship(&value, &again.unwrap_or_default());
        }
        maybe_unserialize(&bytes);
    }

    #[test]
    fn json_text(bytes in pieces(JSON)) {
        if let Ok(value) = json::json_decode_assoc(&bytes) {
            // 1e999 is read as INF, which JSON cannot say: partial output writes 0.
            let partial = json::flags::PARTIAL_OUTPUT_ON_ERROR;
            prop_assert!(json::json_encode(&value, partial).is_some());
        }
    }

    #[test]
    fn query_strings(bytes in pieces(&["a", "[", "]", "=", "&", "%5B", "%", ".", "+", "[]", "0"])) {
        parse_str(&bytes);
    }

    #[test]
    fn dates(bytes in pieces(DATES)) {
        let zone = TimeZone::get("Europe/Madrid").unwrap();
        strtotime(&bytes, 1_795_083_330, &zone);
        date_create_immutable(&bytes, &Timestamp::UNIX_EPOCH.to_zoned(zone));
    }

    #[test]
    fn markup_and_words(bytes in pieces(MARKUP), width in 0_usize..9) {
        strip_tags::strip_tags_except(&bytes, "<b><i>");
        html::html_entity_decode(&bytes);
        html::htmlspecialchars_with(&bytes, html::Quotes::Both, false);
        words::wordwrap(&bytes, width, b"<", true);
        words::wordwrap(&bytes, width, b"", false);
        words::str_word_count(&bytes);
    }

    #[test]
    fn formats_and_numbers(bytes in pieces(FORMATS), f in any::<f64>(), places in -400_i32..400) {
        let args = [Value::from("ab"), Value::from(7), Value::Float(f)];
        let _ = vsprintf(&bytes, &args);
        round::number_format(f, places, ",", ".");
        version_compare(&String::from_utf8_lossy(&bytes), "1.0-rc1");
    }
}

/// 64 KB of hostile input each, in well under a second even without optimisation.
#[test]
fn hostile_input_stays_linear() {
    const SIZE: usize = 65_536;
    let fill = |piece: &str| piece.repeat(SIZE / piece.len()).into_bytes();
    let started = std::time::Instant::now();
    for piece in [
        "a:1:{i:0;",
        "a:1:{i:0;R:1;",
        "i:1;",
        "a:9:{s:1:\"a\";",
        "O:1:\"C\":1:{s:1:\"a\";",
    ] {
        let _ = unserialize(&fill(piece));
    }
    let mut flat = b"a:8000:{".to_vec();
    for i in 0..8000 {
        flat.extend(format!("i:{i};R:1;").bytes());
    }
    flat.push(b'}');
    references::resolve(&unserialize(&flat).unwrap());
    for piece in ["a[b][c]=1&", "a[", "a[]", "[", "%5B", "&", "a=1&"] {
        parse_str(&fill(piece));
    }
    for piece in ["[", "{\"a\":", "\"\\u0041", "1", "\\"] {
        let _ = json::json_decode_assoc(&fill(piece));
    }
    for piece in [
        "<", "<a ", "<!--", "&", "&amp", "&#", "<?php \"", "<\"", "é\u{0}",
    ] {
        strip_tags::strip_tags_except(&fill(piece), "<a>");
        html::html_entity_decode(&fill(piece));
        html::htmlspecialchars_with(&fill(piece), html::Quotes::Both, false);
        words::wordwrap(&fill(piece), 5, b"<", true);
    }
    for piece in ["now ", "+", "jan -", "III", "10/", "+1 day ", "-", "first "] {
        let full = fill(piece);
        strtotime(&full, 0, &TimeZone::UTC);
        strtotime(&full[..2048], 0, &TimeZone::UTC);
    }
    version_compare(&"1a".repeat(SIZE / 2), &"1.a.".repeat(SIZE / 4));
    println!("hostile input: {:?} in all", started.elapsed());
    assert!(started.elapsed().as_secs() < 20);
}

#[test]
fn the_deepest_value_is_read_written_and_dropped() {
    let nested = |depth: usize| {
        [
            b"a:1:{i:0;".repeat(depth),
            b"N;".to_vec(),
            b"}".repeat(depth),
        ]
        .concat()
    };
    let deepest = nested(512);
    let value = unserialize(&deepest).unwrap();
    assert_eq!(serialize(&value.clone()), deepest);
    assert!(unserialize(&nested(513)).is_err());
    assert!(json::json_encode(&value, 0).is_some());
    let json = [b"[".repeat(512), b"]".repeat(512)].concat();
    assert!(json::json_decode_assoc(&json).is_ok());
    let json = [b"[".repeat(513), b"]".repeat(513)].concat();
    assert_eq!(json::json_decode_assoc(&json), Err(json::JsonError::Depth));
}
