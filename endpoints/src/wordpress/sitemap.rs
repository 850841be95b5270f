//! Sitemaps: the index `wp-sitemap.xml`, the sitemaps it lists, and their XSL style sheets.
//!
//! Contract "wordpress-core", section 14.2.

use std::time::Duration;

use compat::wordpress::db::reads::record;
use compat::wordpress::db::tag::Tag;
use compat::wordpress::query::MainQuery;
use compat::wordpress::sitemap::Sitemaps;
use http::StatusCode;
use themes::wordpress::sitemap::{sitemap_index, stylesheet, urlset};

use crate::request_error::RequestError;
use crate::server::{Response, StorePolicy};

use super::request_context::RequestContext;

/// An XML response. Sitemaps are the same for every visitor and list objects of the site snapshot, so any change
/// invalidates them ([`Tag::Anything`]).
fn xml(text: String) -> Response {
    record(Tag::Anything);
    Response::typed(StatusCode::OK, "application/xml; charset=UTF-8", text).stored(StorePolicy {
        fresh_for: Duration::from_secs(3600),
        stale_if_error: Duration::from_secs(24 * 3600),
    })
}

/// The requested sitemap; `None` for other requests. A sitemap that does not exist sets the query's 404 flag.
///
/// # Errors
/// When the database fails.
pub async fn respond(
    context: &RequestContext<'_>,
    query: &mut MainQuery,
) -> Result<Option<Response>, RequestError> {
    let sitemap = query.vars.text("sitemap").to_owned();
    let kind = query.vars.text("sitemap-stylesheet").to_owned();
    if sitemap.is_empty() && kind.is_empty() {
        return Ok(None);
    }
    let maps = Sitemaps {
        db: &context.app.db,
        site: &context.state.site,
        rewrite: &context.state.rewrite,
    };
    if !maps.are_enabled() {
        set_404(query);
        return Ok(None);
    }
    if !kind.is_empty() {
        return Ok(Some(style(context, &kind)));
    }
    if sitemap == "index" {
        let text = sitemap_index(&maps.stylesheet_url(true), &maps.index().await?);
        return Ok(Some(xml(text)));
    }
    let subtype = query.vars.text("sitemap-subtype").to_owned();
    let page = query.vars.int("paged");
    Ok(match maps.url_list(&sitemap, &subtype, page).await? {
        None => None,
        Some(entries) if entries.is_empty() => {
            set_404(query);
            None
        }
        Some(entries) => {
            let text = urlset(&maps.stylesheet_url(false), &entries);
            Some(xml(text))
        }
    })
}

fn set_404(query: &mut MainQuery) {
    query.is.set_404();
    query.status = 404;
    query.queried_object = None;
}

fn style(context: &RequestContext<'_>, kind: &str) -> Response {
    let state = &context.state;
    let locale = context.app.translations.locale(&state.locale_code());
    let text = match kind {
        "index" => stylesheet(&state.theme.engine, &locale, true),
        "sitemap" => stylesheet(&state.theme.engine, &locale, false),
        _ => Ok(String::new()),
    };
    text.map_or_else(|error| RequestError::from(error).into_response(), xml)
}
