//! Values that differ from run to run: nonces, hashes, versions of files, names made for one printing.
//!
//! Without a baseline that is asked twice, these patterns are how such values are known.

use std::sync::LazyLock;

use regex::Regex;

/// Stands in a wanted text for a value that may be another one each time.
pub const ANYTHING: char = '\u{e000}';

static MASKS: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
    [
        (r"\b[0-9a-f]{10}\b", "NONCE"),
        (r"\b[0-9a-f]{32,64}\b", "HASH"),
        // Of embedded posts: drawn by lot for each page.
        (r#"(secret=\\?"?)[0-9A-Za-z]{10}\b"#, "${1}SECRET"),
        // Made for each printing of a field (`uniqid`).
        (r"\bquantity_[0-9a-f]{13}\b", "quantity_UNIQID"),
        (r#"([?&;]ver=)[^&"']+"#, "${1}V"),
        (
            r"et-(core|builder|divi)[-\w]*cached-inline-styles[-\w]*",
            "ETSTYLE",
        ),
    ]
    .into_iter()
    .map(|(pattern, to)| (Regex::new(pattern).expect("a constant pattern"), to))
    .collect()
});

/// A text without what differs from run to run.
#[must_use]
pub fn mask(text: &str) -> String {
    MASKS.iter().fold(text.to_owned(), |t, (pattern, to)| {
        pattern.replace_all(&t, *to).into_owned()
    })
}

/// Dates as headers have them.
static DATES: LazyLock<Regex> = LazyLock::new(|| {
    let pattern =
        r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d[ -][A-Z][a-z]{2}[ -]\d{2,4} \d\d:\d\d:\d\d GMT";
    Regex::new(pattern).expect("a constant pattern")
});

/// A header's value without the dates in it.
#[must_use]
pub fn mask_dates(text: &str) -> String {
    DATES.replace_all(text, "DATE").into_owned()
}
