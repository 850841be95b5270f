//! Links and files that a content names: values of HTML and shortcode attributes that lead to an address of the site.

use std::borrow::Cow;

use super::limits;

/// Ends of the names of attributes whose values are addresses.
const NAMES: [&str; 12] = [
    "href", "src", "url", "link", "image", "poster", "file", "logo", "audio", "mp4", "webm", "icon",
];

/// Calls `found` with the path and query of each internal address that the text names, without its fragment. `origins`
/// are the site's addresses without scheme and without a slash at the end: `//example.org`, `//example.org/blog`.
pub fn internal_links(text: &str, origins: &[String], mut found: impl FnMut(String)) {
    let bytes = text.as_bytes();
    let (mut at, mut count) = (0, 0);
    while let Some(next) = memchr::memchr(b'=', bytes.get(at..).unwrap_or_default()) {
        let equals = at + next;
        at = equals + 1;
        let Some((quote, value_at)) = quote_behind(text, at) else {
            continue;
        };
        if !is_address_name(text.get(..equals).unwrap_or_default()) {
            continue;
        }
        let rest = text.get(value_at..).unwrap_or_default();
        let Some(end) = rest.find(quote).filter(|end| *end <= limits::LINK) else {
            continue;
        };
        at = value_at + end + quote.len();
        let value = rest.get(..end).unwrap_or_default();
        if let Some(path) = internal(value, origins) {
            found(path);
            count += 1;
            if count >= limits::LINKS_OF_ONE {
                return;
            }
        }
    }
}

/// The quotation mark at a place, and where the value begins. Builders store some marks as entities.
fn quote_behind(text: &str, at: usize) -> Option<(&'static str, usize)> {
    let rest = text.get(at..)?;
    let quotes = ["\"", "'", "&quot;", "&#8221;", "&#8243;", "%22"];
    let quote = quotes.into_iter().find(|quote| rest.starts_with(quote))?;
    Some((quote, at + quote.len()))
}

fn is_address_name(before: &str) -> bool {
    let is_name = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
    let length = before
        .bytes()
        .rev()
        .take(40)
        .take_while(|b| is_name(b))
        .count();
    let name = before.get(before.len() - length..).unwrap_or_default();
    let name = name.to_ascii_lowercase();
    NAMES.iter().any(|end| {
        let start = name.strip_suffix(end);
        start.is_some_and(|start| start.is_empty() || start.ends_with(['_', '-']))
    })
}

/// Path and query of an address of the site; none for what leads elsewhere.
pub fn internal(value: &str, origins: &[String]) -> Option<String> {
    let value = value.trim();
    let value = match value.contains("&amp;") {
        true => Cow::Owned(value.replace("&amp;", "&")),
        false => Cow::Borrowed(value),
    };
    let address = value.split('#').next().unwrap_or_default();
    let is_plain =
        |c: char| !c.is_control() && !matches!(c, '[' | ']' | '{' | '}' | '<' | '>' | '"' | '\\');
    if address.is_empty() || !address.chars().all(is_plain) {
        return None;
    }
    let path = if address.starts_with('/') && !address.starts_with("//") {
        address
    } else {
        let at = address.find("//").filter(|at| {
            let scheme = address.get(..*at).unwrap_or_default().to_ascii_lowercase();
            matches!(scheme.as_str(), "" | "http:" | "https:")
        })?;
        let address = address.get(at..)?;
        let mut rests = origins
            .iter()
            .filter_map(|o| address.strip_prefix(o.as_str()));
        rests.find(|rest| rest.is_empty() || rest.starts_with(['/', '?']))?
    };
    let path = match path {
        "" => "/".to_owned(),
        query if query.starts_with('?') => format!("/{query}"),
        path => path.to_owned(),
    };
    Some(encoded(&path))
}

/// The address as a browser asks for it: spaces and letters outside of ASCII percent-encoded.
fn encoded(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_graphic() {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn links(text: &str) -> Vec<String> {
        let mut found = Vec::new();
        let origins = ["//site.example".to_owned(), "//127.0.0.1:8081".to_owned()];
        internal_links(text, &origins, |link| found.push(link));
        found
    }

    #[test]
    fn internal_addresses_are_found_in_html_and_shortcodes() {
        for (text, expected) in [
            ("<a href=\"/a/#b\">", &["/a/"][..]),
            (
                "<a href='https://site.example/a?x=1&amp;y=2'>",
                &["/a?x=1&y=2"],
            ),
            (
                "[m button_url=\"http://127.0.0.1:8081\" title=\"/no/\"]",
                &["/"],
            ),
            (
                "[m background_image=\"//site.example/wp-content/ñ x.jpg\"]",
                &["/wp-content/%C3%B1%20x.jpg"],
            ),
            ("<img src=\"https://other.example/a.png\">", &[]),
            (
                "<a href=\"https://site.example.evil/\"><a href=\"#x\"><a href=\"mailto:a@b\">",
                &[],
            ),
            ("<a href=\"javascript://site.example/\"><a href=\"\">", &[]),
            ("<a href=\"/[shortcode]/\"><a href=\"contact\">", &[]),
        ] {
            assert_eq!(links(text), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "[a-z=\"'#/& %ñ]{0,200}") {
            let _ = links(&text);
        }
    }
}
