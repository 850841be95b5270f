//! Phone numbers.

use crate::wordpress::static_regex::StaticRegex;

/// `is_phone`: whether a text consists of what phone numbers consist of. The empty text does.
pub fn is_phone(text: &str) -> bool {
    static OTHER: StaticRegex = StaticRegex::new(r"[\s#0-9_\-+/().]");
    OTHER.replace_all(text, "").trim().is_empty()
}

/// `wc_format_phone_number`: the number with `-` for slashes and points; empty when it is none.
pub fn format_phone_number(text: &str) -> String {
    static OTHER: StaticRegex = StaticRegex::new(r"[^0-9+\-(\s]*[^0-9+\-(\s)]");
    if !is_phone(text) {
        return String::new();
    }
    OTHER.replace_all(text, "-").trim().to_owned()
}

/// `wc_sanitize_phone_number`: digits and plus signs.
pub fn sanitize_phone_number(text: &str) -> String {
    let is_kept = |c: &char| c.is_ascii_digit() || *c == '+';
    text.chars().filter(is_kept).collect()
}
