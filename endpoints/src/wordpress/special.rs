//! What the front controller answers without the theme: feeds, embeds, `robots.txt`, the icon, trackbacks.
//!
//! Contract "wordpress-core", sections 6 and 14. Sitemaps have a way of their own ([`super::sitemap`]), because a map
//! that does not exist becomes the theme's page for what was not found.

use std::sync::Arc;

use themes::wordpress::view::View;

use super::request_context::RequestContext;
use super::{embed, feed, robots, trackback};
use crate::request_error::RequestError;
use crate::server::Response;

/// The answer to a request that is no ordinary page; `None` for a page. `disallowed` are the paths that columns forbid in
/// `robots.txt`.
pub async fn answer(
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
        feed::answer(context, view).await?
    } else if is.is_trackback {
        trackback::answer(context, view).await?
    } else if is.is_embed {
        embed::answer(context.app, view).await?
    } else {
        return Ok(None);
    }))
}
