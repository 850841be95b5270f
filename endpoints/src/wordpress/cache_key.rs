//! The key of the page cache: which requests may share a response.
//!
//! The key holds host, path, query, the platform printed in the theme's body classes, whether the user agent is a
//! mobile browser, the nonce tick, and what the columns add (the visitor's consent). A request with a cookie that
//! changes pages (login, commenter, cart, post password) bypasses the cache.

use compat::wordpress::device::Device;
use compat::wordpress::nonce::nonce_tick;
use http::HeaderMap;
use http::header::COOKIE;

use crate::column::{Columns, PageVariant};
use crate::server::{CacheDecision, CacheKey, Request};

use super::request_context::SiteSnapshot;

/// Path prefixes that bypass the page cache; static files have a cache of their own.
const LIVE_PATHS: [&str; 5] = [
    "/wp-admin",
    "/wp-login",
    "/wp-content/",
    "/wp-includes/",
    "/wp-comments",
];

/// Lifetime of a nonce in seconds (`nonce_life`); a tick is half of it.
const NONCE_LIFE: i64 = 86_400;

/// Whether a cookie changes what a page shows. Every `Cookie` header is read, as bytes: HTTP/2 clients may send one
/// header per cookie, and a value that is not ASCII must not hide the names beside it.
fn is_personal(columns: Columns, headers: &HeaderMap) -> bool {
    let mut cookies = headers
        .get_all(COOKIE)
        .iter()
        .flat_map(|header| header.as_bytes().split(|b| *b == b';'));
    cookies.any(|cookie| {
        let cookie = cookie.trim_ascii_start();
        columns
            .declared(|column| column.personal_cookies)
            .any(|name| cookie.starts_with(name.as_bytes()))
    })
}

/// Whether a query string contains an argument whose responses are never cached.
fn is_uncached(columns: Columns, query: &str) -> bool {
    query.split('&').any(|argument| {
        let name = argument.split('=').next().unwrap_or_default();
        columns
            .declared(|column| column.uncached_arguments)
            .any(|uncached| *uncached == name)
    })
}

/// Why a request bypasses the cache; it completes "the request".
pub fn bypass_reason(
    site: &SiteSnapshot<'_>,
    columns: Columns,
    request: &Request,
) -> Option<&'static str> {
    if !site.app.settings.cache.enabled {
        return Some("finds no page cache: cache.enabled is false");
    }
    if LIVE_PATHS.iter().any(|p| request.path().starts_with(p)) {
        return Some("is for a script or a file, which no page cache holds");
    }
    if request
        .query()
        .is_some_and(|query| is_uncached(columns, query))
    {
        return Some("names a query argument whose responses are never kept");
    }
    // These headers are checked on every request, also on anonymous ones.
    let checked = ["authorization", "x-wp-nonce"];
    if checked.iter().any(|h| request.headers.contains_key(*h)) {
        return Some("names its user (Authorization or X-WP-Nonce)");
    }
    if is_personal(columns, &request.headers) {
        return Some(
            "has a cookie that changes pages: login, comment author, cart or post password",
        );
    }
    // `rest_send_cors_headers` differs for HEAD and GET: recording cf7/schema-head.
    let is_rest = || request.path().contains("/wp-json") || request.target().contains("rest_route");
    (request.method == http::Method::HEAD && is_rest())
        .then_some("is a HEAD of the REST API, whose headers differ from those of GET")
}

/// Whether the response to a request may come from the cache, and under which key.
pub fn decide(
    site: &SiteSnapshot<'_>,
    (columns, variants): (Columns, &[PageVariant]),
    request: &Request,
) -> CacheDecision {
    if bypass_reason(site, columns, request).is_some() {
        return CacheDecision::Bypass;
    }
    let app = site.app;
    let agent = request.header("user-agent");
    let tick = nonce_tick(app.clock.now(), NONCE_LIFE).to_le_bytes();
    let variant = variants.iter().fold(0u64, |sum, of| {
        // Rotating keeps the bits of each column's small number apart.
        sum.rotate_left(16) ^ of(site, request)
    });
    CacheDecision::Lookup(CacheKey::of(&[
        request.scheme.as_str().as_bytes(),
        request.host().as_bytes(),
        request.target().as_bytes(),
        &[Device::of(agent).key()],
        request.header("origin").as_bytes(),
        &tick,
        &variant.to_le_bytes(),
    ]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::COLUMNS;
    use crate::wordpress::cookies::Cookies;
    use http::HeaderValue;
    use proptest::prelude::*;

    #[test]
    fn arguments_of_the_builder_are_known() {
        for query in ["et_fb=1", "a=b&et_tb", "PageSpeed=off&et_fb=1"] {
            assert!(is_uncached(COLUMNS, query), "{query}");
        }
        for query in ["", "et_blog", "a=et_fb", "xet_fb=1"] {
            assert!(!is_uncached(COLUMNS, query), "{query}");
        }
    }

    proptest! {
        /// Property: a cookie that `Cookies::parse` can read makes the request personal.
        #[test]
        fn no_personal_cookie_is_overlooked(
            headers in proptest::collection::vec(
                proptest::collection::vec("[ -~ñ\t]{0,6}|; |;|=|comment_author_x=M|woocommerce_cart_hash=1|wp-postpass_=", 0..6),
                0..3,
            )
        ) {
            let mut map = HeaderMap::new();
            for parts in headers {
                if let Ok(value) = HeaderValue::from_bytes(parts.concat().as_bytes()) {
                    map.append(COOKIE, value);
                }
            }
            let cookies = Cookies::parse(&map);
            let mut names = cookies.names();
            if names.any(|n| COLUMNS.declared(|c| c.personal_cookies).any(|p| n.starts_with(p))) {
                prop_assert!(is_personal(COLUMNS, &map));
            }
        }
    }
}
