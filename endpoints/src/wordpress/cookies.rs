//! The cookies of a request.

use compat::wordpress::php::url::rawurldecode;
use http::HeaderMap;
use http::header::COOKIE;

/// Name and value of each cookie; values are decoded like PHP's `$_COOKIE`, which leaves `+` as it is.
#[derive(Debug, Clone, Default)]
pub struct Cookies(Vec<(String, String)>);

impl Cookies {
    /// Parses the `Cookie` headers; of two cookies with the same name the first is used.
    pub fn parse(headers: &HeaderMap) -> Self {
        let mut cookies = Vec::new();
        for header in headers.get_all(COOKIE) {
            for pair in header.as_bytes().split(|b| *b == b';') {
                let pair = pair.trim_ascii_start();
                let equals = memchr::memchr(b'=', pair).unwrap_or(pair.len());
                let (name, value) = pair.split_at(equals);
                if name.is_empty() {
                    continue;
                }
                let value = value.get(1..).unwrap_or_default();
                let name = String::from_utf8_lossy(name).into_owned();
                let value = String::from_utf8_lossy(&rawurldecode(value)).into_owned();
                cookies.push((name, value));
            }
        }
        Self(cookies)
    }

    /// A cookie's value.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, v)| v.as_str())
    }

    /// Names and values, in the order sent.
    pub fn all(&self) -> &[(String, String)] {
        &self.0
    }

    /// Names of all cookies.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(n, _)| n.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn reads_pairs_as_php_does() {
        let mut headers = HeaderMap::new();
        headers.insert(
            COOKIE,
            http::HeaderValue::from_static("a=1; b=x%20y+z;valueless; c= ; =d; a=2"),
        );
        let cookies = Cookies::parse(&headers);
        assert_eq!(cookies.get("a"), Some("1"));
        assert_eq!(cookies.get("b"), Some("x y+z"));
        assert_eq!(cookies.get("c"), Some(" "));
        assert_eq!(cookies.get("valueless"), Some(""));
        assert_eq!(cookies.get(""), None);
    }

    proptest! {
        #[test]
        fn any_bytes_are_read(headers in proptest::collection::vec(any::<Vec<u8>>(), 0..4)) {
            let mut map = HeaderMap::new();
            for bytes in &headers {
                if let Ok(value) = http::HeaderValue::from_bytes(bytes) {
                    map.append(COOKIE, value);
                }
            }
            let cookies = Cookies::parse(&map);
            for name in cookies.names() {
                prop_assert!(cookies.get(name).is_some());
                prop_assert!(!name.contains([';', '=']));
            }
        }

        #[test]
        fn what_was_encoded_is_read_back(value in ".{0,40}", at in 0usize..3) {
            let encoded = compat::wordpress::php::url::rawurlencode(value.as_bytes());
            let mut pairs = vec!["a=1".to_owned(), "b=2".to_owned()];
            pairs.insert(at, format!("casa={encoded}"));
            let mut headers = HeaderMap::new();
            headers.insert(COOKIE, http::HeaderValue::try_from(pairs.join("; ")).unwrap());
            let cookies = Cookies::parse(&headers);
            prop_assert_eq!(cookies.get("casa"), Some(value.as_str()));
            prop_assert_eq!((cookies.get("a"), cookies.get("b")), (Some("1"), Some("2")));
        }
    }
}
