//! The cookies of a request.

use compat::wordpress::php::url::urldecode;
use http::HeaderMap;
use http::header::COOKIE;

/// Name and value of each cookie, values decoded as PHP decodes them.
#[derive(Debug, Clone, Default)]
pub struct Cookies(Vec<(String, String)>);

impl Cookies {
    /// Reads the `Cookie` headers; of two cookies with one name the first counts.
    pub fn parse(headers: &HeaderMap) -> Self {
        let mut cookies = Vec::new();
        for header in headers.get_all(COOKIE) {
            for pair in header.as_bytes().split(|b| *b == b';') {
                let pair = pair.trim_ascii();
                let Some(at) = pair.iter().position(|b| *b == b'=') else {
                    continue;
                };
                let (name, value) = pair.split_at(at);
                let value = value.get(1..).unwrap_or_default();
                let name = String::from_utf8_lossy(name).into_owned();
                let value = String::from_utf8_lossy(&urldecode(value)).into_owned();
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

    /// Names of all cookies.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(n, _)| n.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_pairs_as_php_does() {
        let mut headers = HeaderMap::new();
        headers.insert(
            COOKIE,
            http::HeaderValue::from_static("a=1; b=x%20y+z;broken; c=; a=2"),
        );
        let cookies = Cookies::parse(&headers);
        assert_eq!(cookies.get("a"), Some("1"));
        assert_eq!(cookies.get("b"), Some("x y z"));
        assert_eq!(cookies.get("c"), Some(""));
        assert_eq!(cookies.get("broken"), None);
    }
}
