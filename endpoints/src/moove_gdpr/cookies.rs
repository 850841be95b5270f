//! The cookies of a request, and the removal of those of trackers.
//!
//! Contract "cookie-consent", section 5.

use compat::moove_gdpr::{Removal, site_domain};
use compat::wordpress::url::parse_url;
use http::header::COOKIE;

use crate::server::{Request, Response};
use crate::wordpress::headers::set_cookies;
use crate::wordpress::request_context::RequestContext;

/// The `Cookie` headers of a request, joined.
pub fn cookie_header(request: &Request) -> String {
    let headers = request.headers.get_all(COOKIE).iter();
    let texts = headers.map(|value| String::from_utf8_lossy(value.as_bytes()));
    texts.collect::<Vec<_>>().join("; ")
}

/// The site's domain, used for tracker cookies.
pub fn domain(context: &RequestContext<'_>) -> String {
    let url = parse_url(&context.state.site.siteurl());
    site_domain(&url.and_then(|url| url.host).unwrap_or_default())
}

/// Adds expired cookies to the response, for each path where a page of the site can have set them.
pub fn expire(response: &mut Response, removal: Removal, context: &RequestContext<'_>) {
    let removal = removal.below(context.state.cookies.path());
    set_cookies(response, &removal.cookies, context.now);
}
