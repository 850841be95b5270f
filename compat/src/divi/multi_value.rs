//! Values of several parts, separated by bars: `10px|20px|10px|20px`.
//!
//! Vectors divi-helpers `multi_value.*`.

/// The parts; with `length`, exactly so many: missing ones are empty.
pub fn split(value: &str, length: Option<usize>) -> Vec<&str> {
    let parts = value.split('|');
    match length {
        Some(length) => parts.chain(std::iter::repeat("")).take(length).collect(),
        None => parts.collect(),
    }
}

/// Whether any part is not empty.
pub fn has_value(value: &str) -> bool {
    value.split('|').any(|part| !part.is_empty())
}

/// The parts of `value`, those of `fallback` in place of the empty ones.
pub fn merge(value: &str, fallback: &str, length: Option<usize>) -> String {
    let longest = value.split('|').count().max(fallback.split('|').count());
    let length = Some(length.unwrap_or(longest));
    let pairs = split(value, length)
        .into_iter()
        .zip(split(fallback, length));
    let merged: Vec<&str> = pairs
        .map(|(a, b)| if a.is_empty() { b } else { a })
        .collect();
    merged.join("|")
}
