//! Headers that the pages of cart, checkout and account share.
//!
//! Contract "woocommerce", section 1.3.

use http::header::CACHE_CONTROL;
use http::{HeaderName, HeaderValue};

use crate::server::Response;
use crate::wordpress::headers::nocache_headers;
use crate::wordpress::request_context::RequestContext;

/// Keeps a page out of caches.
pub fn uncached(context: &RequestContext<'_>, response: &mut Response) {
    const GUEST: HeaderValue =
        HeaderValue::from_static("no-cache, must-revalidate, max-age=0, private");
    nocache_headers(response);
    response.store = None;
    if context.visitor.user.is_none() {
        response.headers.insert(CACHE_CONTROL, GUEST);
    }
}

/// Keeps a page out of caches and frames and, at an end point below it, out of search engines.
pub fn private(context: &RequestContext<'_>, is_endpoint: bool, response: &mut Response) {
    const SAMEORIGIN: HeaderValue = HeaderValue::from_static("SAMEORIGIN");
    const NOINDEX: HeaderValue = HeaderValue::from_static("noindex");
    uncached(context, response);
    if response.status.is_redirection() {
        return;
    }
    let frames = HeaderName::from_static("x-frame-options");
    response.headers.insert(frames, SAMEORIGIN);
    if is_endpoint {
        let robots = HeaderName::from_static("x-robots-tag");
        response.headers.insert(robots, NOINDEX);
    }
}
