//! `--site-url`: replaces the stored site URL by another one in responses.
//!
//! All code works with the stored URL, so that stored links, nonces and cookies stay valid; before a response is
//! sent, the URL is replaced in every encoding that pages contain (plain, JSON-escaped, percent-encoded).

use bytes::Bytes;
use compat::wordpress::php::url::rawurlencode;
use http::HeaderValue;
use http::header::{CONTENT_TYPE, HeaderName, LINK, LOCATION};
use memchr::memmem::Finder;

use crate::server::{BodySource, Response};

/// The stored URL and its replacement, in every encoding.
#[derive(Debug, Clone)]
pub struct SiteUrl {
    spellings: [(String, String); 4],
    /// What all spellings of the stored URL begin with (`http`), so that a text is searched once.
    beginning: Finder<'static>,
}

impl SiteUrl {
    /// Replaces `stored` by `wanted`; `None` when there is nothing to replace.
    pub fn new(stored: &str, wanted: &str) -> Option<Self> {
        let (stored, wanted) = (stored.trim_end_matches('/'), wanted.trim_end_matches('/'));
        if stored.is_empty() || wanted.is_empty() || stored == wanted {
            return None;
        }
        let spelled = |spell: &dyn Fn(&str) -> String| (spell(stored), spell(wanted));
        let spellings = [
            spelled(&str::to_owned),
            spelled(&|url| url.replace('/', "\\/")),
            spelled(&|url| url.replace('/', "\\\\\\/")),
            spelled(&|url| rawurlencode(url.as_bytes())),
        ];
        let beginning = common_beginning(&spellings);
        let beginning = Finder::new(beginning).into_owned();
        Some(Self {
            spellings,
            beginning,
        })
    }

    /// The text with every encoding of the URL replaced; `None` when it does not occur.
    fn replace(&self, text: &str) -> Option<String> {
        let mut out: Option<String> = None;
        let (mut kept, mut from) = (0, 0);
        while let Some(rest) = text.as_bytes().get(from..)
            && let Some(found) = self.beginning.find(rest)
        {
            let at = from + found;
            let Some((stored, wanted)) = text.get(at..).and_then(|rest| self.spelled(rest)) else {
                from = at + 1;
                continue;
            };
            let out = out.get_or_insert_with(|| {
                let grows = wanted.len() > stored.len();
                String::with_capacity(text.len() + if grows { text.len() / 16 } else { 0 })
            });
            out.push_str(text.get(kept..at).unwrap_or_default());
            out.push_str(wanted);
            from = at + stored.len();
            kept = from;
        }
        let mut out = out?;
        out.push_str(text.get(kept..).unwrap_or_default());
        Some(out)
    }

    /// The spelling that a text begins with, and its replacement.
    fn spelled(&self, text: &str) -> Option<&(String, String)> {
        self.spellings.iter().find(|(stored, _)| {
            let rest = text.strip_prefix(stored.as_str());
            rest.is_some_and(|rest| !continues(rest))
        })
    }

    /// Replaces the URL in headers with URLs and in text bodies.
    pub fn apply(&self, mut response: Response) -> Response {
        for name in [
            LOCATION,
            LINK,
            HeaderName::from_static("access-control-allow-origin"),
        ] {
            let values: Vec<HeaderValue> =
                response.headers.get_all(&name).iter().cloned().collect();
            if values.is_empty() {
                continue;
            }
            response.headers.remove(&name);
            for value in values {
                let replaced = value.to_str().ok().and_then(|text| self.replace(text));
                let value = replaced
                    .and_then(|text| HeaderValue::from_str(&text).ok())
                    .unwrap_or(value);
                response.headers.append(name.clone(), value);
            }
        }
        let content_type = response
            .headers
            .get(CONTENT_TYPE)
            .and_then(|v| v.to_str().ok())
            .unwrap_or_default();
        let is_text = ["text/", "json", "xml", "javascript"]
            .iter()
            .any(|kind| content_type.contains(kind));
        if let BodySource::Bytes(bytes) = &response.body
            && is_text
            && let Some(replaced) = std::str::from_utf8(bytes)
                .ok()
                .and_then(|text| self.replace(text))
        {
            response.body = BodySource::Bytes(Bytes::from(replaced));
        }
        response
    }
}

/// What all stored spellings begin with.
fn common_beginning(spellings: &[(String, String); 4]) -> &str {
    let [(first, _), others @ ..] = spellings;
    let is_common = |end: usize| {
        let beginning = first.get(..end)?;
        let mut others = others.iter();
        others
            .all(|(other, _)| other.starts_with(beginning))
            .then_some(beginning)
    };
    (0..=first.len())
        .rev()
        .find_map(is_common)
        .unwrap_or_default()
}

/// Whether the URL continues as another host, port or folder: `http://casa.example` must not match in
/// `http://casa.example.org` or `http://casa.example:8080`.
fn continues(rest: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let after = ["%3A", "%3a", ":", "."]
        .iter()
        .find_map(|mark| rest.strip_prefix(mark));
    after.unwrap_or(rest).starts_with(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_spelling_is_replaced() {
        let site_url = SiteUrl::new("http://127.0.0.1:8081", "https://casa.example/").unwrap();
        let page = r#"<a href="http://127.0.0.1:8081/a/">{"u":"http:\/\/127.0.0.1:8081\/a"} ?url=http%3A%2F%2F127.0.0.1%3A8081%2F"#;
        let want = r#"<a href="https://casa.example/a/">{"u":"https:\/\/casa.example\/a"} ?url=https%3A%2F%2Fcasa.example%2F"#;
        assert_eq!(site_url.replace(page).unwrap(), want);
        assert!(SiteUrl::new("http://a", "http://a/").is_none());
    }

    #[test]
    fn a_beginning_that_repeats_itself_hides_nothing() {
        let site_url = SiteUrl::new("aab/", "c").unwrap();
        assert_eq!(site_url.replace("aaab aab").as_deref(), Some("ac c"));
    }

    #[test]
    fn other_hosts_that_begin_alike_stay() {
        let site_url = SiteUrl::new("http://casa.example", "https://nueva.example").unwrap();
        for other in [
            "http://casa.example.org/a",
            "http://casa.example:8080/",
            "http://casa.example-vieja/",
            "http:\\/\\/casa.example.org\\/",
            "http%3A%2F%2Fcasa.example%3A8080%2F",
            "http%3A%2F%2Fcasa.example.org%2F",
        ] {
            assert_eq!(site_url.replace(other), None, "{other}");
        }
        for (own, wanted) in [
            ("http://casa.example", "https://nueva.example"),
            ("en http://casa.example. Y", "en https://nueva.example. Y"),
            ("http://casa.example?a", "https://nueva.example?a"),
            (
                "http%3A%2F%2Fcasa.example%2Fa",
                "https%3A%2F%2Fnueva.example%2Fa",
            ),
        ] {
            assert_eq!(site_url.replace(own).as_deref(), Some(wanted), "{own}");
        }
    }

    proptest! {
        #[test]
        fn nothing_of_the_stored_address_is_left(
            parts in proptest::collection::vec("[ -~ñ]{0,8}|http://casa.example|/|http:\\\\/\\\\/casa.example|http%3A%2F%2Fcasa.example", 0..12)
        ) {
            let text = parts.concat();
            let site_url = SiteUrl::new("http://casa.example", "https://nueva.test").unwrap();
            let Some(replaced) = site_url.replace(&text) else { return Ok(()) };
            prop_assert_ne!(&replaced, &text);
            prop_assert_eq!(site_url.replace(&replaced), None);
            // The reverse replacement restores the text, unless it contained the new URL before.
            if !text.contains("nueva.test") {
                let back = SiteUrl::new("https://nueva.test", "http://casa.example").unwrap();
                prop_assert_eq!(back.replace(&replaced), Some(text));
            }
        }

        #[test]
        fn any_addresses_are_taken(stored in ".{0,20}", wanted in ".{0,20}", text in ".{0,60}") {
            if let Some(site_url) = SiteUrl::new(&stored, &wanted) {
                let _ = site_url.replace(&text);
                let _ = site_url.replace(&[stored.as_str(), &text, &stored].concat());
            }
        }
    }
}
