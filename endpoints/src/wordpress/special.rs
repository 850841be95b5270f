//! Responses of the front controller made without the theme: feeds, embeds, `robots.txt`, favicon, trackbacks.
//!
//! Contract "wordpress-core", sections 6 and 14. Sitemaps are handled in [`super::sitemap`], because a sitemap that
//! does not exist gives the theme's 404 page.

use std::sync::Arc;

use themes::wordpress::view::View;

use super::request_context::RequestContext;
use super::{embed, feed, robots, trackback};
use crate::request_error::RequestError;
use crate::server::Response;

/// The answer to a request that is no ordinary page; `None` for a page. `disallowed` are the paths that columns forbid in
/// `robots.txt`.
pub async fn respond(
    context: &RequestContext<'_>,
    disallowed: &[&str],
    view: &Arc<View>,
) -> Result<Option<Response>, RequestError> {
    let is = &view.query.is;
    Ok(Some(if is.is_robots {
        robots::robots_txt(context, disallowed, view)
    } else if is.is_favicon {
        robots::favicon(view)
    } else if is.is_feed {
        feed::respond(context, view).await?
    } else if is.is_trackback {
        trackback::respond(context, view).await?
    } else if is.is_embed {
        embed::respond(context.app, view).await?
    } else {
        return Ok(None);
    }))
}
