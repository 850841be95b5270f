//! Which requests may be asked of another server as well: reading ones of anonymous visitors that PHP answers without
//! writing. What is not known to be harmless is not repeated.

use http::HeaderMap;
use http::header::{AUTHORIZATION, COOKIE, RANGE};

use crate::server::Request;

/// Marks a request as one of ours, which no server repeats.
pub const MARK: &str = "x-oxipress-shadow";

/// Beginnings of the names of cookies that belong to a person or a session. Requests with those that columns declare as
/// personal never come here: they bypass the page cache.
const SESSIONS: [&str; 7] = [
    "wordpress",
    "wp-",
    "wp_",
    "comment_author",
    "phpsessid",
    "tk_",
    "sess",
];

/// Arguments of queries that only choose what is shown.
const READING: [&str; 46] = [
    "_embed",
    "_envelope",
    "_fields",
    "attachment_id",
    "author",
    "author_name",
    "before",
    "after",
    "categories",
    "cat",
    "category_name",
    "context",
    "day",
    "exclude",
    "fbclid",
    "feed",
    "format",
    "gclid",
    "hour",
    "include",
    "lang",
    "m",
    "max_price",
    "min_price",
    "monthnum",
    "msclkid",
    "name",
    "offset",
    "order",
    "orderby",
    "p",
    "page",
    "page_id",
    "paged",
    "pagename",
    "parent",
    "per_page",
    "post_type",
    "rest_route",
    "s",
    "search",
    "slug",
    "tag",
    "tags",
    "url",
    "year",
];

/// Beginnings of such arguments.
const READING_PREFIXES: [&str; 5] = ["utm_", "filter_", "query_type_", "rating_filter", "mtm_"];

/// Parts of paths below which requests may write, or belong to a person.
const WRITING: [&str; 11] = [
    ".php",
    "/wp-admin",
    "/wp-login",
    "-api/",
    "-ajax/",
    "logout",
    "/order-",
    "/add-",
    "unsubscribe",
    "confirm",
    "/download",
];

/// Namespaces of the REST API whose GET requests only read.
const NAMESPACES: [&str; 2] = ["/wp/v2", "/oembed/"];

/// Whether a request may be repeated at another server.
pub fn may_repeat(request: &Request) -> bool {
    request.is_read()
        && [
            AUTHORIZATION.as_str(),
            RANGE.as_str(),
            "x-wp-nonce",
            "x-http-method-override",
            MARK,
        ]
        .iter()
        .all(|name| !request.headers.contains_key(*name))
        && !has_session(&request.headers)
        && is_harmless(request.path(), request.query().unwrap_or_default())
}

fn has_session(headers: &HeaderMap) -> bool {
    let mut cookies = headers
        .get_all(COOKIE)
        .iter()
        .flat_map(|header| header.as_bytes().split(|b| *b == b';'));
    cookies.any(|cookie| {
        let cookie = cookie.trim_ascii_start().to_ascii_lowercase();
        SESSIONS
            .iter()
            .any(|name| cookie.starts_with(name.as_bytes()))
    })
}

fn is_harmless(path: &str, query: &str) -> bool {
    let path = path.to_ascii_lowercase();
    // A name that is not plain, such as `rest%5Froute`, is none of the list.
    let reads = |argument: &str| {
        let (name, value) = argument.split_once('=').unwrap_or((argument, ""));
        let name = name.split(['[', '%']).next().unwrap_or_default();
        let is_reading =
            READING.contains(&name) || READING_PREFIXES.iter().any(|begin| name.starts_with(begin));
        let value = value.to_ascii_lowercase().replace("%2f", "/");
        is_reading && (name != "rest_route" || is_core(&value))
    };
    let route = path.split_once("/wp-json").map(|(_, route)| route);
    route.is_none_or(is_core)
        && !WRITING.iter().any(|part| path.contains(part))
        && query.split('&').filter(|a| !a.is_empty()).all(reads)
}

fn is_core(route: &str) -> bool {
    NAMESPACES.iter().any(|begin| route.starts_with(begin))
}

#[cfg(test)]
mod tests {
    use http::{HeaderValue, Method};

    use super::*;

    fn with(target: &str, name: &'static str, value: &str) -> bool {
        let mut request = Request::get(target).unwrap();
        request
            .headers
            .insert(name, HeaderValue::from_str(value).unwrap());
        may_repeat(&request)
    }

    #[test]
    fn what_may_write_or_is_personal_is_not_repeated() {
        for target in [
            "/",
            "/pagina/?utm_source=a&s=casa",
            "/wp-json/wp/v2/posts?per_page=3&categories[]=4",
            "/?p=27",
            "/feed/",
        ] {
            assert!(may_repeat(&Request::get(target).unwrap()), "{target}");
        }
        for target in [
            "/?add-to-cart=9",
            "/?x-ajax=get",
            "/wp-admin/",
            "/wp-cron.php?doing_wp_cron",
            "/a/?unsub=1",
            "/wp-json/acme/v1/cart",
            "/?rest_route=/acme/v1/cart",
            "/?rest_route=%2Facme%2Fv3",
            "/mi-cuenta/customer-logout/",
            "/?rest%5Froute=/wp/v2",
            "/a/?_method=DELETE",
            "/a/?preview=true",
        ] {
            assert!(!may_repeat(&Request::get(target).unwrap()), "{target}");
        }
        assert!(with("/", "cookie", "_ga=1; consent=x"));
        for cookies in [
            "a=1; wordpress_logged_in_x=y",
            "PHPSESSID=1",
            "wp_x_session_1=1",
            "comment_author_x=M",
        ] {
            assert!(!with("/", "cookie", cookies), "{cookies}");
        }
        assert!(!with("/", "authorization", "Basic YTpi") && !with("/", MARK, "1"));
        let mut post = Request::get("/").unwrap();
        post.method = Method::POST;
        assert!(!may_repeat(&post));
    }
}
