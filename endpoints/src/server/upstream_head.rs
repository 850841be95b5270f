//! The heads of a request to the legacy upstream and of its response: `Host` stays, hop-by-hop headers are removed,
//! `X-Forwarded-*` are added, redirects to the upstream's own address lead to ours.

use http::header::{
    CONNECTION, CONTENT_LOCATION, COOKIE, EXPECT, FORWARDED, HOST, HeaderName, LOCATION,
    PROXY_AUTHENTICATE, PROXY_AUTHORIZATION, TE, TRAILER, TRANSFER_ENCODING, UPGRADE,
};
use http::uri::{Authority, PathAndQuery, Scheme as UriScheme};
use http::{HeaderMap, HeaderValue, Method, Uri, Version};

use super::body::RequestBody;
use super::request::Request;
use super::response::header_value;
use super::scheme::Scheme;

/// Hop-by-hop headers (RFC 9110, section 7.6.1), and `Expect`, which the server has met when it reads the body.
const HOP_BY_HOP: [HeaderName; 10] = [
    CONNECTION,
    HeaderName::from_static("keep-alive"),
    HeaderName::from_static("proxy-connection"),
    PROXY_AUTHENTICATE,
    PROXY_AUTHORIZATION,
    TE,
    TRAILER,
    TRANSFER_ENCODING,
    UPGRADE,
    EXPECT,
];

static X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
static X_FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");
static X_FORWARDED_HOST: HeaderName = HeaderName::from_static("x-forwarded-host");

/// The protocol that a request asks to change to (`Upgrade`); none for HTTP/2, which we speak ourselves.
pub(super) fn wanted_protocol(request: &Request) -> Option<HeaderValue> {
    let mut options = request
        .headers
        .get_all(CONNECTION)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','));
    let asks = options.any(|option| option.trim().eq_ignore_ascii_case("upgrade"));
    let protocol = request.headers.get(UPGRADE)?;
    let is_http2 = protocol.as_bytes().starts_with(b"h2");
    let may = request.version == Version::HTTP_11 && request.method == Method::GET;
    (asks && may && !is_http2).then(|| protocol.clone())
}

/// The request to the upstream at `authority`.
pub(super) fn request_to(
    authority: &Authority,
    mut request: Request,
) -> Result<http::Request<RequestBody>, http::Error> {
    let protocol = wanted_protocol(&request);
    let mut headers = std::mem::take(&mut request.headers);
    let before = match request.peer_is_trusted {
        true => headers.remove(&X_FORWARDED_FOR),
        false => None,
    };
    remove_hop_by_hop(&mut headers);
    join_cookies(&mut headers);
    let list = match before.as_ref().and_then(|value| value.to_str().ok()) {
        Some(before) => format!("{before}, {}", request.peer_addr),
        None => request.peer_addr.to_string(),
    };
    // What an untrusted client claims about itself is replaced.
    for name in [&FORWARDED, &X_FORWARDED_HOST] {
        headers.remove(name);
    }
    for (name, text) in [
        (&X_FORWARDED_FOR, list.as_str()),
        (&X_FORWARDED_PROTO, request.scheme.as_str()),
    ] {
        if let Ok(value) = header_value(text) {
            headers.insert(name, value);
        }
    }
    if let Ok(host) = HeaderValue::from_str(request.host())
        && !host.is_empty()
    {
        headers.insert(HOST, host.clone());
        headers.insert(&X_FORWARDED_HOST, host);
    }
    if let Some(protocol) = protocol {
        headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
        headers.insert(UPGRADE, protocol);
    }
    let target = request
        .uri
        .path_and_query()
        .cloned()
        .unwrap_or_else(|| PathAndQuery::from_static("/"));
    let uri = Uri::builder()
        .scheme(UriScheme::HTTP)
        .authority(authority.clone())
        .path_and_query(target)
        .build()?;
    let mut body = request.take_body();
    body.lift_limit();
    let mut passed = http::Request::new(body);
    *passed.method_mut() = request.method;
    *passed.uri_mut() = uri;
    *passed.version_mut() = Version::HTTP_11;
    *passed.headers_mut() = headers;
    Ok(passed)
}

/// HTTP/2 clients may send a header for each cookie; in HTTP/1.1 they are one (RFC 9113, section 8.2.3).
fn join_cookies(headers: &mut HeaderMap) {
    let all: Vec<_> = headers.get_all(COOKIE).iter().cloned().collect();
    if all.len() > 1 {
        let lines: Vec<&[u8]> = all.iter().map(HeaderValue::as_bytes).collect();
        if let Ok(one) = HeaderValue::from_bytes(&lines.join(b"; ".as_slice())) {
            headers.insert(COOKIE, one);
        }
    }
}

/// Removes hop-by-hop headers, and those named by `Connection`.
pub(super) fn remove_hop_by_hop(headers: &mut HeaderMap) {
    let named: Vec<HeaderName> = headers
        .get_all(CONNECTION)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .filter_map(|name| name.trim().parse().ok())
        .collect();
    for name in named.iter().chain(&HOP_BY_HOP) {
        headers.remove(name);
    }
}

/// The address under which the visitor sees the site.
pub(super) struct OwnAddress {
    scheme: Scheme,
    host: String,
}

impl OwnAddress {
    /// That of a request.
    pub(super) fn of(request: &Request) -> Self {
        Self {
            scheme: request.scheme,
            host: request.host().to_owned(),
        }
    }

    /// Leads redirects of the upstream at `authority` to the site's own address.
    pub(super) fn keep_in(&self, headers: &mut HeaderMap, authority: &Authority) {
        for name in [LOCATION, CONTENT_LOCATION] {
            let kept = headers
                .get(&name)
                .and_then(|value| value.to_str().ok())
                .and_then(|value| self.kept(value, authority))
                .and_then(|value| HeaderValue::from_str(&value).ok());
            if let Some(value) = kept {
                headers.insert(name, value);
            }
        }
    }

    /// The URL at the site's own address; `None` when it stays as it is. The upstream names itself by its own address, by
    /// our host with its own port, or by our host without the TLS that ends here.
    fn kept(&self, location: &str, authority: &Authority) -> Option<String> {
        let (scheme, rest) = location.split_once("://")?;
        let is_secure = scheme.eq_ignore_ascii_case("https");
        if !is_secure && !scheme.eq_ignore_ascii_case("http") {
            return None;
        }
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (named, path) = rest.split_at_checked(end)?;
        let named: Authority = named.parse().ok()?;
        let own: Authority = self.host.parse().ok()?;
        let same = |other: &Authority| named.host().eq_ignore_ascii_case(other.host());
        let port = |of: &Authority, is_secure: bool| {
            of.port_u16().unwrap_or(if is_secure { 443 } else { 80 })
        };
        let visible = self.scheme == Scheme::Https;
        let at_upstream = port(&named, is_secure) == port(authority, false);
        let is_theirs = at_upstream && !is_secure && (same(authority) || same(&own));
        let lost_tls = visible && !is_secure && named.port().is_none() && same(&own);
        let is_own = same(&own) && port(&named, is_secure) == port(&own, visible);
        if is_own && is_secure == visible || !is_theirs && !lost_tls {
            return None;
        }
        Some(format!("{}://{}{path}", self.scheme.as_str(), self.host))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redirects_of_the_upstream_lead_to_our_address() {
        let at = |scheme, host: &str, location: &str| {
            let own = OwnAddress {
                scheme,
                host: host.to_owned(),
            };
            own.kept(location, &"127.0.0.1:9080".parse().unwrap())
        };
        for (scheme, host, location, want) in [
            (
                Scheme::Https,
                "casa.example",
                "http://127.0.0.1:9080/a?b",
                Some("https://casa.example/a?b"),
            ),
            (
                Scheme::Https,
                "casa.example",
                "http://casa.example:9080/wp-admin/",
                Some("https://casa.example/wp-admin/"),
            ),
            (
                Scheme::Https,
                "casa.example",
                "http://casa.example/a",
                Some("https://casa.example/a"),
            ),
            (
                Scheme::Http,
                "casa.example:8080",
                "http://127.0.0.1:9080",
                Some("http://casa.example:8080"),
            ),
            (
                Scheme::Http,
                "casa.example:9080",
                "http://casa.example:9080/a",
                None,
            ),
            (Scheme::Http, "casa.example", "https://casa.example/a", None),
            (Scheme::Http, "casa.example", "http://casa.example/a", None),
            (
                Scheme::Https,
                "casa.example",
                "https://casa.example/a",
                None,
            ),
            (Scheme::Https, "casa.example", "http://otra.example/a", None),
            (
                Scheme::Https,
                "casa.example",
                "http://otra.example:9080/a",
                None,
            ),
            (Scheme::Https, "casa.example", "/wp-admin/", None),
            (Scheme::Https, "casa.example", "mailto:a@casa.example", None),
        ] {
            assert_eq!(at(scheme, host, location).as_deref(), want, "{location}");
        }
    }
}
