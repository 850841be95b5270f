//! Headers that responses of WordPress share: caching, frames, redirects, cookies, links.

use compat::wordpress::cookie::SetCookie;
use http::header::{CACHE_CONTROL, EXPIRES, LINK, LOCATION, SET_COOKIE};
use http::{HeaderName, HeaderValue, StatusCode};
use themes::wordpress::head::{rest_route, rest_url};
use themes::wordpress::view::View;

use crate::server::Response;
use crate::server::response::header_value;

static X_REDIRECT_BY: HeaderName = HeaderName::from_static("x-redirect-by");
static REFERRER_POLICY: HeaderName = HeaderName::from_static("referrer-policy");
static X_FRAME_OPTIONS: HeaderName = HeaderName::from_static("x-frame-options");

/// `nocache_headers()` of WordPress 6.8.
pub fn nocache_headers(response: &mut Response) {
    const NEVER: HeaderValue = HeaderValue::from_static("Wed, 11 Jan 1984 05:00:00 GMT");
    const NO_STORE: HeaderValue =
        HeaderValue::from_static("no-cache, must-revalidate, max-age=0, no-store, private");
    response.headers.insert(EXPIRES, NEVER);
    response.headers.insert(CACHE_CONTROL, NO_STORE);
}

/// The response with [`nocache_headers`].
pub fn no_cache(mut response: Response) -> Response {
    nocache_headers(&mut response);
    response
}

/// A response without a body, not to be cached.
pub fn empty(status: StatusCode) -> Response {
    no_cache(Response::html("").with_status(status))
}

/// `wp_redirect` with status 302, not to be cached.
pub fn redirect(location: &str) -> Response {
    let location = compat::wordpress::url::wp_sanitize_redirect(location);
    if location.is_empty() {
        // `wp_redirect` ignores an empty location.
        return empty(StatusCode::OK);
    }
    let mut response = empty(StatusCode::FOUND);
    if let Ok(value) = header_value(&location) {
        response.headers.insert(LOCATION, value);
        response
            .headers
            .insert(X_REDIRECT_BY.clone(), HeaderValue::from_static("WordPress"));
    }
    response
}

/// Adds `X-Frame-Options` and `Referrer-Policy`, as the login page and admin-ajax do.
pub fn frame_options(mut response: Response) -> Response {
    let policy = HeaderValue::from_static("strict-origin-when-cross-origin");
    response.headers.insert(REFERRER_POLICY.clone(), policy);
    response.headers.insert(
        X_FRAME_OPTIONS.clone(),
        HeaderValue::from_static("SAMEORIGIN"),
    );
    response
}

/// Sets cookies, in order.
pub fn set_cookies(response: &mut Response, cookies: &[SetCookie], now: i64) {
    for cookie in cookies {
        let line = cookie.header_value(now);
        if let Some(value) = line.as_deref().and_then(|line| header_value(line).ok()) {
            response.headers.append(SET_COOKIE, value);
        }
    }
}

/// Adds the `Link` headers of a page.
pub fn add_link_headers(response: &mut Response, view: &View) {
    for link in link_headers(view) {
        if let Ok(value) = HeaderValue::from_str(&link) {
            response.headers.append(LINK, value);
        }
    }
}

/// The `Link` headers of a page, in order.
fn link_headers(view: &View) -> Vec<String> {
    let root = rest_url(view);
    let mut links = vec![format!("<{root}>; rel=\"https://api.w.org/\"")];
    if let Some(route) = rest_route(view) {
        links.push(format!(
            "<{root}{route}>; rel=\"alternate\"; title=\"JSON\"; type=\"application/json\""
        ));
    }
    if let Some(post) = view.queried_post().filter(|_| view.query.is.is_singular)
        && let Some(shortlink) = view.links().wp_get_shortlink(post)
    {
        links.push(format!("<{shortlink}>; rel=shortlink"));
    }
    links
}
