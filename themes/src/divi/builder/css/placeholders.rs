//! Placeholders of form fields that only one browser knows: a list with one of them is dropped by the others.

/// The placeholders that only one browser knows.
const VENDOR: [&str; 3] = [
    "::-webkit-input-placeholder",
    "::-moz-placeholder",
    ":-ms-input-placeholder",
];

/// The other parts of a list of selectors, and its vendor placeholders; `None` without such.
pub fn split_placeholders(selector: &str) -> Option<(String, Vec<&str>)> {
    let is_vendor = |part: &&str| VENDOR.iter().any(|name| part.contains(name));
    if !selector.contains(',') || !is_vendor(&selector) {
        return None;
    }
    let parts = selector.split(',').map(str::trim);
    let (vendor, known): (Vec<&str>, Vec<&str>) = parts.partition(is_vendor);
    Some((known.join(", "), vendor))
}
