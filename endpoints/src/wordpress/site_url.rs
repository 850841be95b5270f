//! `--site-url`: links and redirects that use another origin than the stored one.
//!
//! Everything inside works with the stored address, so that stored links, nonces and cookies keep their meaning; on
//! the way out the address is replaced in every spelling in which pages hold it.

use bytes::Bytes;
use compat::wordpress::php::url::rawurlencode;
use http::HeaderValue;
use http::header::{CONTENT_TYPE, HeaderName, LINK, LOCATION};

use crate::server::{Answer, AnswerBody};

/// The stored address and its substitute, in every spelling.
#[derive(Debug, Clone)]
pub struct SiteUrl {
    spellings: Vec<(String, String)>,
}

impl SiteUrl {
    /// Replaces `stored` by `wanted`; `None` when there is nothing to replace.
    pub fn new(stored: &str, wanted: &str) -> Option<Self> {
        let (stored, wanted) = (stored.trim_end_matches('/'), wanted.trim_end_matches('/'));
        if stored.is_empty() || wanted.is_empty() || stored == wanted {
            return None;
        }
        let spelled = |spell: &dyn Fn(&str) -> String| (spell(stored), spell(wanted));
        let plain: &dyn Fn(&str) -> String = &str::to_owned;
        let json = |url: &str| url.replace('/', "\\/");
        let json_twice = |url: &str| url.replace('/', "\\\\\\/");
        let encoded = |url: &str| rawurlencode(url.as_bytes());
        Some(Self {
            spellings: vec![
                spelled(plain),
                spelled(&json),
                spelled(&json_twice),
                spelled(&encoded),
            ],
        })
    }

    /// The text with every spelling replaced; the same bytes when none occurs.
    fn replace(&self, text: &str) -> Option<String> {
        let mut out: Option<String> = None;
        for (from, to) in &self.spellings {
            let current = out.as_deref().unwrap_or(text);
            if current.contains(from.as_str()) {
                out = Some(current.replace(from.as_str(), to));
            }
        }
        out
    }

    /// Replaces in the headers that hold addresses and in text bodies.
    pub fn apply(&self, mut answer: Answer) -> Answer {
        for name in [
            LOCATION,
            LINK,
            HeaderName::from_static("access-control-allow-origin"),
        ] {
            let values: Vec<HeaderValue> = answer.headers.get_all(&name).iter().cloned().collect();
            if values.is_empty() {
                continue;
            }
            answer.headers.remove(&name);
            for value in values {
                let replaced = value.to_str().ok().and_then(|text| self.replace(text));
                let value = replaced
                    .and_then(|text| HeaderValue::from_str(&text).ok())
                    .unwrap_or(value);
                answer.headers.append(name.clone(), value);
            }
        }
        let content_type = answer
            .headers
            .get(CONTENT_TYPE)
            .and_then(|v| v.to_str().ok())
            .unwrap_or_default();
        let is_text = ["text/", "json", "xml", "javascript"]
            .iter()
            .any(|kind| content_type.contains(kind));
        if let AnswerBody::Bytes(bytes) = &answer.body
            && is_text
            && let Some(replaced) = std::str::from_utf8(bytes)
                .ok()
                .and_then(|text| self.replace(text))
        {
            answer.body = AnswerBody::Bytes(Bytes::from(replaced));
        }
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_is_replaced() {
        let site_url = SiteUrl::new("http://127.0.0.1:8081", "https://casa.example/").unwrap();
        let page = r#"<a href="http://127.0.0.1:8081/a/">{"u":"http:\/\/127.0.0.1:8081\/a"} ?url=http%3A%2F%2F127.0.0.1%3A8081%2F"#;
        let want = r#"<a href="https://casa.example/a/">{"u":"https:\/\/casa.example\/a"} ?url=https%3A%2F%2Fcasa.example%2F"#;
        assert_eq!(site_url.replace(page).unwrap(), want);
        assert!(SiteUrl::new("http://a", "http://a/").is_none());
    }
}
