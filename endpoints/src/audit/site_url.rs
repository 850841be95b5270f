//! Where the site stands: requests are made as browsers make them.

use http::HeaderValue;
use http::header::HOST;

use crate::server::{Request, Scheme};

/// Scheme, host and path of the site's address.
#[derive(Debug, Clone)]
pub struct SiteOrigin {
    scheme: Scheme,
    host: String,
    /// Without a slash at the end.
    path: String,
}

impl SiteOrigin {
    /// Of the option `home`.
    pub fn of(home: &str) -> Self {
        let (scheme, rest) = home.split_once("://").unwrap_or(("http", home));
        let at = rest.find('/').unwrap_or(rest.len());
        let (host, path) = rest.split_at(at);
        Self {
            scheme: scheme_of(scheme),
            host: host.to_owned(),
            path: path.trim_end_matches('/').to_owned(),
        }
    }

    /// The host without scheme, as links begin with: `//example.org`.
    pub fn host(&self) -> String {
        format!("//{}", self.host)
    }

    /// Whether a path lies below the site's address.
    pub fn has(&self, path: &str) -> bool {
        let rest = path.strip_prefix(self.path.as_str());
        rest.is_some_and(|rest| {
            self.path.is_empty() || rest.is_empty() || rest.starts_with(['/', '?'])
        })
    }

    /// A GET request for an address, or for a path of the site; none for what no browser could ask for.
    pub fn request(&self, url: &str) -> Option<Request> {
        let (scheme, host, target) = match url.split_once("://") {
            Some((scheme, rest)) => {
                let at = rest.find(['/', '?', '#']).unwrap_or(rest.len());
                let (host, target) = rest.split_at(at);
                (scheme_of(scheme), host, target)
            }
            None => (self.scheme, self.host.as_str(), url),
        };
        let target = target.split('#').next().unwrap_or_default();
        let target = match target.starts_with('/') {
            true => target.to_owned(),
            false => format!("/{target}"),
        };
        let mut request = Request::get(&encoded(&target)).ok()?;
        request
            .headers
            .insert(HOST, HeaderValue::from_str(host).ok()?);
        request.scheme = scheme;
        Some(request)
    }
}

fn scheme_of(scheme: &str) -> Scheme {
    match scheme.eq_ignore_ascii_case("https") {
        true => Scheme::Https,
        false => Scheme::Http,
    }
}

/// Letters outside of ASCII and spaces as browsers send them.
fn encoded(target: &str) -> String {
    let mut out = String::with_capacity(target.len());
    for byte in target.bytes() {
        match byte.is_ascii_graphic() {
            true => out.push(char::from(byte)),
            false => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_become_requests() {
        let origin = SiteOrigin::of("https://site.example:8443/blog");
        for (url, host, target) in [
            (
                "https://site.example:8443/blog/a/?b=c#d",
                "site.example:8443",
                "/blog/a/?b=c",
            ),
            ("/blog/ñ x", "site.example:8443", "/blog/%C3%B1%20x"),
            ("http://other.example", "other.example", "/"),
            (
                "https://site.example:8443/blog?p=1",
                "site.example:8443",
                "/blog?p=1",
            ),
        ] {
            let request = origin.request(url).unwrap();
            assert_eq!((request.host(), request.target()), (host, target), "{url}");
        }
        assert!(origin.has("/blog/a/") && origin.has("/blog") && !origin.has("/blogs/"));
    }
}
