//! `sanitize_title`, `sanitize_title_with_dashes`, `sanitize_title_for_query`: from a title to a slug.

use super::accents::remove_accents;
use super::strip_all_tags::strip_tags;
use crate::wordpress::php::url::hex;

/// What a slug is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TitleContext {
    /// A new slug: accents go, dashes and invisible characters are cleaned.
    Save,
    /// A given slug that is shown or looked up.
    Display,
}

/// The slug of a title; `fallback` when nothing is left.
pub fn sanitize_title(title: &str, fallback: &str, locale: &str) -> String {
    let plain = remove_accents(title, locale);
    let slug = sanitize_title_with_dashes(&plain, TitleContext::Save);
    if slug.is_empty() {
        fallback.to_owned()
    } else {
        slug
    }
}

/// The slug as it is looked up: like [`sanitize_title`], but accents stay as percent codes.
pub fn sanitize_title_for_query(title: &str) -> String {
    sanitize_title_with_dashes(title, TitleContext::Display)
}

/// Lower case, words joined by dashes, letters outside ASCII as percent codes (200 bytes at most).
pub fn sanitize_title_with_dashes(title: &str, context: TitleContext) -> String {
    let title = only_valid_octets(&strip_tags(title));
    let lower: String = title.chars().flat_map(char::to_lowercase).collect();
    let mut slug = utf8_uri_encode(&lower, 200).to_ascii_lowercase();
    if context == TitleContext::Save {
        slug = clean_for_save(&slug);
    }
    let slug = without_entities(&slug);
    let mut out = String::with_capacity(slug.len());
    for c in slug.chars() {
        match c {
            '.' | ' ' | '-' if out.ends_with('-') => {}
            '.' | ' ' | '-' => out.push('-'),
            '%' | '_' | 'a'..='z' | '0'..='9' => out.push(c),
            _ => {}
        }
    }
    out.trim_matches('-').to_owned()
}

/// Keeps `%xx`, removes any other percent sign.
fn only_valid_octets(text: &str) -> String {
    // A literal `---c3---` is what WordPress marks octets with: it becomes one too.
    let mut marked = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('%') {
        marked.push_str(before);
        rest = after;
        if let Some(octet) = after.get(..2).filter(|o| is_octet(o)) {
            marked.push_str("---");
            marked.push_str(octet);
            marked.push_str("---");
            rest = after.get(2..).unwrap_or_default();
        }
    }
    marked.push_str(rest);
    let mut out = String::with_capacity(marked.len());
    let mut rest = marked.as_str();
    while let Some(at) = rest.find("---") {
        let (before, found) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.push_str(before);
        match found
            .get(3..5)
            .filter(|o| is_octet(o) && found.get(5..8) == Some("---"))
        {
            Some(octet) => {
                out.push('%');
                out.push_str(octet);
                rest = found.get(8..).unwrap_or_default();
            }
            None => {
                out.push('-');
                rest = found.get(1..).unwrap_or_default();
            }
        }
    }
    out.push_str(rest);
    out
}

fn is_octet(text: &str) -> bool {
    text.len() == 2 && text.bytes().all(|b| hex(b).is_some())
}

/// `utf8_uri_encode`: characters outside ASCII as lower-case percent codes, whole characters only, at
/// most `length` bytes.
pub fn utf8_uri_encode(text: &str, length: usize) -> String {
    let mut out = String::with_capacity(text.len().min(length));
    for c in text.chars() {
        if c.is_ascii() {
            if out.len() + 1 > length {
                break;
            }
            out.push(c);
            continue;
        }
        let mut buffer = [0; 4];
        let encoded = c.encode_utf8(&mut buffer);
        if out.len() + encoded.len() * 3 > length {
            break;
        }
        for byte in encoded.bytes() {
            out.push('%');
            out.extend(char::from_digit(u32::from(byte >> 4), 16));
            out.extend(char::from_digit(u32::from(byte & 15), 16));
        }
    }
    out
}

/// Names and numbers that a new slug writes as a dash.
const ENTITY_DASHES: [&str; 6] = [
    "&nbsp;", "&#160;", "&ndash;", "&#8211;", "&mdash;", "&#8212;",
];

/// Percent codes that a new slug writes as a dash: dashes and spaces of any width.
fn is_dash(code: &str) -> bool {
    match code {
        "%c2%a0" | "%e2%80%93" | "%e2%80%94" | "%e2%80%a8" | "%e2%80%a9" | "%e2%80%af" => true,
        _ => matches!(
            code.strip_prefix("%e2%80%8"),
            Some("0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "a")
        ),
    }
}

/// Percent codes that a new slug leaves out: quotes, signs, loose accents, invisible characters.
fn is_dropped(code: &str) -> bool {
    matches!(
        code,
        "%c2%ad"
            | "%c2%a1"
            | "%c2%bf"
            | "%c2%ab"
            | "%c2%bb"
            | "%c2%a9"
            | "%c2%ae"
            | "%c2%b0"
            | "%c2%b4"
            | "%cb%8a"
            | "%cc%81"
            | "%cd%81"
            | "%cc%80"
            | "%cc%84"
            | "%cc%8c"
            | "%e2%80%b9"
            | "%e2%80%ba"
            | "%e2%80%98"
            | "%e2%80%99"
            | "%e2%80%9c"
            | "%e2%80%9d"
            | "%e2%80%9a"
            | "%e2%80%9b"
            | "%e2%80%9e"
            | "%e2%80%9f"
            | "%e2%80%a2"
            | "%e2%80%a6"
            | "%e2%84%a2"
            | "%e2%80%8b"
            | "%e2%80%8c"
            | "%e2%80%8d"
            | "%e2%80%8e"
            | "%e2%80%8f"
            | "%e2%80%aa"
            | "%e2%80%ab"
            | "%e2%80%ac"
            | "%e2%80%ad"
            | "%e2%80%ae"
            | "%ef%bb%bf"
            | "%ef%bf%bc"
    )
}

/// The replacements that only a new slug gets.
fn clean_for_save(slug: &str) -> String {
    let mut out = String::with_capacity(slug.len());
    let mut rest = slug;
    while let Some(at) = rest.find(['%', '&', '/']) {
        let (before, found) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.push_str(before);
        let (replacement, length) = replacement(found);
        match replacement {
            Some(text) => out.push_str(text),
            None => out.push_str(found.get(..length).unwrap_or_default()),
        }
        rest = found.get(length..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

/// What the start of `found` becomes (`None`: it stays), and how long that start is.
fn replacement(found: &str) -> (Option<&'static str>, usize) {
    if found.starts_with('/') {
        return (Some("-"), 1);
    }
    if let Some(entity) = ENTITY_DASHES.iter().find(|e| found.starts_with(**e)) {
        return (Some("-"), entity.len());
    }
    for length in [9, 6] {
        let Some(code) = found.get(..length) else {
            continue;
        };
        if is_dash(code) {
            return (Some("-"), length);
        }
        if is_dropped(code) {
            return (Some(""), length);
        }
        if code == "%c3%97" {
            return (Some("x"), length);
        }
    }
    (None, 1)
}

/// Removes `&…;` on one line, with at least one character inside.
pub(crate) fn without_entities(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    // Up to here (counted from the end) there is no semicolon before the line's end.
    let mut none_until = usize::MAX;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        rest = after;
        let first = after.chars().next().map_or(0, char::len_utf8);
        let tail = after.get(first..).unwrap_or_default();
        let line_end_first = first == 0 || after.starts_with('\n');
        let stop = if line_end_first || tail.len() >= none_until {
            None
        } else {
            tail.find([';', '\n'])
        };
        match stop.and_then(|at| tail.get(at..)) {
            Some(found) if found.starts_with(';') => rest = found.get(1..).unwrap_or_default(),
            found => {
                if !line_end_first && tail.len() < none_until {
                    none_until = found.map_or(0, str::len);
                }
                out.push('&');
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn slugs() {
        for (title, want) in [
            ("Casa Ñandú & más", "casa-nandu-mas"),
            ("50% %C3%B1 ---c3---", "50-%c3%b1-%c3"),
            ("a – b—c/d", "a-b-c-d"),
            ("2 × 3", "2-x-3"),
            ("&&amp;x;", "x"),
            ("…", "fallback"),
        ] {
            assert_eq!(sanitize_title(title, "fallback", "es_ES"), want, "{title}");
        }
    }

    #[test]
    fn at_most_200_bytes_and_whole_characters() {
        let slug = sanitize_title_for_query(&"日".repeat(50));
        assert_eq!(slug.len(), 198);
    }

    #[test]
    fn entities() {
        for (text, want) in [
            ("a&b;c", "ac"),
            ("&;;x", "x"),
            ("&\n;", "&\n;"),
            ("&a&b;c", "c"),
            ("&&&&", "&&&&"),
            ("&a\n&b;", "&a\n"),
        ] {
            assert_eq!(without_entities(text), want, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn a_slug_is_stable(title in "[a-zÑé%&;/ .0-9\\-]{0,40}") {
            let slug = sanitize_title_for_query(&title);
            prop_assert!(slug.bytes().all(|b| matches!(b, b'%' | b'_' | b'-' | b'a'..=b'z' | b'0'..=b'9')));
        }
    }
}
