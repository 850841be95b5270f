//! `WP::send_headers`: headers that the main query adds to every response, redirects included.
//!
//! Contract "wordpress-core", section 6.1; recording login/postpass-bad-view. `Content-Type` of pages and feeds and
//! the validators of feeds are set where these are made.

use std::time::{Duration, UNIX_EPOCH};

use compat::wordpress::comment::discussion::pings_open;
use compat::wordpress::post::Post;
use compat::wordpress::query::MainQuery;
use compat::wordpress::site::Site;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, EXPIRES};
use http::{HeaderName, HeaderValue};
use themes::wordpress::feed::FeedFormat;

use crate::app::{App, SiteState};
use crate::server::Response;
use crate::server::conditional::date_value;
use crate::server::response::header_value;

use super::input::Input;
use super::page::no_cache;

/// A column's callback for `send_headers`.
pub type SendHeaders = fn(&App, &SiteState, &Input, &MainQuery, &mut Response);

/// Runs the columns' `send_headers` callbacks.
pub fn of_columns(
    app: &App,
    state: &SiteState,
    input: &Input,
    query: &MainQuery,
    answer: &mut Response,
) {
    for add in &state.columns.send_headers {
        add(app, state, input, query, answer);
    }
}

/// Seconds for which the preview link of a comment in moderation is valid.
const MODERATION_PREVIEW: i64 = 600;

/// Adds the headers of a singular view (`X-Pingback`, …) and of the preview of a comment in moderation.
pub fn put(answer: &mut Response, site: &Site, query: &MainQuery, input: &Input, now: i64) {
    let is_given = |name: &str| !matches!(input.get_text(name).as_str(), "" | "0");
    if is_given("unapproved") && is_given("moderation-hash") {
        preview_headers(answer, now);
    }
    let Some(post) = query.posts.first().filter(|_| query.is.is_singular) else {
        return;
    };
    if pings_open(&site.options, post, now)
        && let Ok(url) = header_value(&format!("{}/xmlrpc.php", site.siteurl()))
    {
        answer
            .headers
            .insert(HeaderName::from_static("x-pingback"), url);
    }
    if is_protected(post) {
        no_cache(answer);
        answer.store = None;
    }
}

/// Adds to a redirect the headers that WordPress sends before it redirects: those of [`put`], the content type of a
/// feed, and `nocache_headers` for a 404.
pub fn redirected(
    app: &App,
    state: &SiteState,
    input: &Input,
    query: &MainQuery,
    mut answer: Response,
) -> Response {
    of_columns(app, state, input, query, &mut answer);
    if query.is.is_404 && query.status == 404 {
        no_cache(&mut answer);
    }
    put(&mut answer, &state.site, query, input, app.clock.now());
    let feed = query.request.text("feed");
    if feed.is_empty() || feed == "0" || query.request.is_set("error") {
        return answer;
    }
    let content_type = FeedFormat::of(feed).map_or(
        "application/octet-stream; charset=UTF-8",
        FeedFormat::content_type,
    );
    answer
        .headers
        .insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    answer
}

fn is_protected(post: &Post) -> bool {
    !matches!(post.password.as_str(), "" | "0")
}

fn preview_headers(answer: &mut Response, now: i64) {
    let until = u64::try_from(now + MODERATION_PREVIEW).unwrap_or_default();
    let control = HeaderValue::from_static("max-age=600, must-revalidate");
    answer.headers.insert(CACHE_CONTROL, control);
    answer
        .headers
        .insert(EXPIRES, date_value(UNIX_EPOCH + Duration::from_secs(until)));
    answer.store = None;
}
