//! Functions from a string to a string or a number.

use compat::wordpress::php::{hash, html, letter_case, slashes, strip_tags, trim, url, words};
use serde_json::json;

use super::typed::{bytes, text};
use crate::vectors::harness::check;

const FAMILY: &str = "php-serialize";

/// Holds a function from bytes to bytes against its vectors.
fn bytes_to_bytes<T: AsRef<[u8]>>(function: &str, call: impl Fn(&[u8]) -> T) {
    check(FAMILY, &[function], 0, |v| {
        Some(text(v, call(&bytes(v, 0)).as_ref()))
    });
}

#[test]
fn url_encoding() {
    bytes_to_bytes("urlencode", url::urlencode);
    bytes_to_bytes("rawurlencode", url::rawurlencode);
    bytes_to_bytes("urldecode", url::urldecode);
    bytes_to_bytes("rawurldecode", url::rawurldecode);
}

#[test]
fn escaping() {
    bytes_to_bytes("addslashes", slashes::addslashes);
    bytes_to_bytes("stripslashes", slashes::stripslashes);
    bytes_to_bytes("htmlspecialchars", html::htmlspecialchars);
    bytes_to_bytes("html_entity_decode", html::html_entity_decode);
    bytes_to_bytes("strip_tags", strip_tags::strip_tags);
    bytes_to_bytes("nl2br", trim::nl2br);
}

#[test]
fn letters_and_words() {
    bytes_to_bytes("ucwords", letter_case::ucwords);
    bytes_to_bytes("similar_ucfirst", letter_case::ucfirst);
    bytes_to_bytes("mb_strtoupper", letter_case::mb_strtoupper);
    bytes_to_bytes("strrev", trim::strrev);
    bytes_to_bytes("trim", |b| trim::trim(b).to_vec());
    check(FAMILY, &["str_word_count"], 0, |v| {
        Some(json!(words::str_word_count(&bytes(v, 0))))
    });
    check(FAMILY, &["wordwrap"], 0, |v| {
        let width = v.arg(1).as_u64()?.try_into().ok()?;
        let cut = v.arg(3).as_bool()?;
        let wrapped = words::wordwrap(&bytes(v, 0), width, &bytes(v, 2), cut);
        Some(text(v, &wrapped))
    });
}

#[test]
fn hashes() {
    bytes_to_bytes("md5", hash::md5);
    bytes_to_bytes("sha1", hash::sha1);
    bytes_to_bytes("base64_encode", hash::base64_encode);
    check(FAMILY, &["crc32"], 0, |v| {
        Some(json!(hash::crc32(&bytes(v, 0))))
    });
}
