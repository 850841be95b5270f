//! Feeds: their headers and conditional requests (304).
//!
//! Contract "wordpress-core", section 14.1.

use std::collections::HashMap;
use std::sync::Arc;

use compat::wordpress::date::{WpTimezone, mysql2date};
use compat::wordpress::feed::{
    FeedComments, discussion_numbers, last_comment_modified, last_post_modified,
};
use compat::wordpress::php::hash::md5;
use compat::wordpress::post::PostId;
use compat::wordpress::rewrite::QueryVars;
use http::StatusCode;
use http::header::{ETAG, LAST_MODIFIED};
use themes::wordpress::feed::{Feed, FeedFormat, render};
use themes::wordpress::view::{Page, View};
use themes::wordpress::xml_wp_die::INVALID_FEED;

use crate::app::App;
use crate::request_error::RequestError;
use crate::server::Response;
use crate::server::response::header_value;

use super::headers::{add_link_headers, nocache_headers};
use super::input::Input;
use super::request_context::RequestContext;
use super::xml_wp_die::xml_wp_die;

/// Query variables of a single post: with one of them, `feed` is the feed of that post's comments.
const NAMES_OF_ONE: [&str; 6] = [
    "p",
    "name",
    "page_id",
    "pagename",
    "attachment",
    "attachment_id",
];

/// Renders a feed.
///
/// # Errors
/// When the database or the template fails.
pub async fn respond(
    context: &RequestContext<'_>,
    view: &Arc<View>,
) -> Result<Response, RequestError> {
    let app = context.app;
    let last_modified = last_post_modified(&app.db, &context.state.site).await?;
    let mut newest = last_modified.clone();
    if depends_on_comments(&view.query.request) {
        newest = newest.max(last_comment_modified(&app.db).await?);
    }
    let headers = Validators::new(&newest, context.now);
    let format = FeedFormat::of(view.query.vars.text("feed"));
    let content_type = format.map_or(
        "application/octet-stream; charset=UTF-8",
        FeedFormat::content_type,
    );
    if headers.are_met_by(context.input) {
        return Ok(headers.put_on(Response::new(StatusCode::NOT_MODIFIED)));
    }
    let Some(format) = format else {
        return Ok(unknown(view));
    };
    let per_page = view.site.options.int("posts_per_rss");
    let comments = FeedComments::load(&app.db, &view.query, per_page).await?;
    let comment_numbers = comment_numbers(app, view).await?;
    let feed = Feed {
        format,
        comments,
        last_modified,
        comment_numbers,
    };
    let render = move |page: &mut Page| Ok(render(page, &feed));
    let (text, _) = app.render_pool.render(Arc::clone(view), render).await?;
    let status = StatusCode::from_u16(view.query.status).unwrap_or(StatusCode::OK);
    let mut response = Response::typed(status, content_type, text);
    if view.visitor.user.is_some() || status == StatusCode::NOT_FOUND {
        nocache_headers(&mut response);
    }
    let mut response = headers.put_on(response);
    add_link_headers(&mut response, view);
    Ok(response)
}

/// Comment counts of the listed posts, for themes that do not use the stored `comment_count`.
///
/// # Errors
/// When the database fails.
pub async fn comment_numbers(
    app: &App,
    view: &View,
) -> Result<Option<HashMap<PostId, i64>>, RequestError> {
    if !view.site.registry.counts_discussion {
        return Ok(None);
    }
    let posts = view.query.posts.iter().map(AsRef::as_ref);
    Ok(Some(discussion_numbers(&app.db, posts).await?))
}

fn depends_on_comments(request: &QueryVars) -> bool {
    let is_given = |name: &&str| !matches!(request.text(name), "" | "0");
    is_given(&"withcomments")
        || request.text("feed").contains("comments-")
        || !is_given(&"withoutcomments") && NAMES_OF_ONE.iter().any(is_given)
}

/// `Last-Modified` and `ETag` of a feed.
struct Validators {
    last_modified: String,
    timestamp: i64,
    etag: String,
}

impl Validators {
    /// From a GMT date; from `now` (Unix seconds) on a site without posts.
    fn new(gmt: &str, now: i64) -> Self {
        const HTTP_DATE: &str = "D, d M Y H:i:s";
        let utc = WpTimezone::utc();
        let timestamp = compat::wordpress::date::mysql::parse_local(gmt).unwrap_or(now);
        let text = mysql2date(HTTP_DATE, gmt, &utc, None).unwrap_or_else(|| {
            compat::wordpress::date::PhpDate::new(timestamp, &utc).format(HTTP_DATE)
        });
        let last_modified = format!("{text} GMT");
        let etag = format!("\"{}\"", md5(last_modified.as_bytes()));
        Self {
            last_modified,
            timestamp,
            etag,
        }
    }

    /// Whether the client's copy is current (304). With both `If-None-Match` and `If-Modified-Since` sent, both must hold.
    fn are_met_by(&self, input: &Input) -> bool {
        let since = input.request.header("if-modified-since").trim();
        self.are_met(input.request.header("if-none-match"), since)
    }

    fn are_met(&self, etag: &str, since: &str) -> bool {
        let has_etag = etag == self.etag;
        let has_date = httpdate::parse_http_date(since).is_ok_and(|date| {
            let seconds = date
                .duration_since(std::time::UNIX_EPOCH)
                .map_or(0, |d| d.as_secs());
            i64::try_from(seconds).is_ok_and(|s| s >= self.timestamp)
        });
        if !since.is_empty() && !etag.is_empty() {
            has_date && has_etag
        } else {
            has_date || has_etag
        }
    }

    fn put_on(&self, mut response: Response) -> Response {
        for (name, value) in [(LAST_MODIFIED, &self.last_modified), (ETAG, &self.etag)] {
            if let Ok(value) = header_value(value) {
                response.headers.insert(name, value);
            }
        }
        response
    }
}

/// The response to an unknown feed type.
fn unknown(view: &View) -> Response {
    let message = view.text(INVALID_FEED);
    let mut response = xml_wp_die(&view.locale, StatusCode::NOT_FOUND, &message);
    add_link_headers(&mut response, view);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_that_has_the_newest() {
        let feed = Validators::new("2026-11-21 01:20:00", 0);
        assert_eq!(feed.last_modified, "Sat, 21 Nov 2026 01:20:00 GMT");
        assert_eq!(feed.etag, "\"cdf541d35b0a0353f77527235d533281\"");
        let (etag, date) = (feed.etag.as_str(), feed.last_modified.as_str());
        let later = "Sun, 22 Nov 2026 01:20:00 GMT";
        let earlier = "Fri, 20 Nov 2026 01:20:00 GMT";
        assert!(feed.are_met(etag, "") && feed.are_met("", date) && feed.are_met("", later));
        assert!(feed.are_met(etag, date));
        assert!(!feed.are_met("", "") && !feed.are_met("", earlier) && !feed.are_met("", "ayer"));
        assert!(!feed.are_met("\"x\"", date) && !feed.are_met(etag, earlier));
    }
}
