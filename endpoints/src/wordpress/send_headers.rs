//! `WP::send_headers`: headers that the main query adds to every response, redirects included.
//!
//! Contract "wordpress-core", section 6.1; recording login/postpass-bad-view. `Content-Type` of pages and feeds and
//! the validators of feeds are set where these are made.

use std::time::{Duration, UNIX_EPOCH};

use compat::wordpress::comment::discussion::pings_open;
use compat::wordpress::post::Post;
use compat::wordpress::query::MainQuery;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, EXPIRES};
use http::{HeaderName, HeaderValue};
use themes::wordpress::feed::FeedFormat;

use crate::server::Response;
use crate::server::conditional::date_value;
use crate::server::response::header_value;

use super::headers::nocache_headers;
use super::request_context::RequestContext;

/// A column's callback for `send_headers`.
pub type SendHeaders = fn(&RequestContext<'_>, &MainQuery, &mut Response);

/// Seconds for which the preview link of a comment in moderation is valid.
const MODERATION_PREVIEW: i64 = 600;

/// Adds the headers of a singular view (`X-Pingback`, …) and of the preview of a comment in moderation.
pub fn put(response: &mut Response, context: &RequestContext<'_>, query: &MainQuery) {
    let (site, input, now) = (&context.state.site, context.input, context.now);
    let is_given = |name: &str| !matches!(input.get_text(name).as_str(), "" | "0");
    if is_given("unapproved") && is_given("moderation-hash") {
        preview_headers(response, now);
    }
    let Some(post) = query.posts.first().filter(|_| query.is.is_singular) else {
        return;
    };
    if pings_open(&site.options, post, now)
        && let Ok(url) = header_value(&format!("{}/xmlrpc.php", site.siteurl()))
    {
        response
            .headers
            .insert(HeaderName::from_static("x-pingback"), url);
    }
    if is_protected(post) {
        nocache_headers(response);
        response.store = None;
    }
}

/// Adds to a redirect the headers that WordPress sends before it redirects: those of [`put`], the content type of a
/// feed, and `nocache_headers` for a 404.
pub fn redirected(
    context: &RequestContext<'_>,
    hooks: &[SendHeaders],
    query: &MainQuery,
    mut response: Response,
) -> Response {
    for add in hooks {
        add(context, query, &mut response);
    }
    if query.is.is_404 && query.status == 404 {
        nocache_headers(&mut response);
    }
    put(&mut response, context, query);
    let feed = query.request.text("feed");
    if feed.is_empty() || feed == "0" || query.request.is_set("error") {
        return response;
    }
    let content_type = FeedFormat::of(feed).map_or(
        "application/octet-stream; charset=UTF-8",
        FeedFormat::content_type,
    );
    response
        .headers
        .insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    response
}

fn is_protected(post: &Post) -> bool {
    !matches!(post.password.as_str(), "" | "0")
}

fn preview_headers(response: &mut Response, now: i64) {
    let until = u64::try_from(now + MODERATION_PREVIEW).unwrap_or_default();
    let control = HeaderValue::from_static("max-age=600, must-revalidate");
    response.headers.insert(CACHE_CONTROL, control);
    response
        .headers
        .insert(EXPIRES, date_value(UNIX_EPOCH + Duration::from_secs(until)));
    response.store = None;
}
