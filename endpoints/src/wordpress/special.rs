//! Responses of the front controller made without the theme: feeds, embeds, `robots.txt`, favicon, trackbacks.
//!
//! Contract "wordpress-core", sections 6 and 14. Sitemaps are handled in [`super::sitemap`], because a sitemap that
//! does not exist gives the theme's 404 page.

use std::sync::Arc;

use themes::wordpress::view::View;

use super::input::Input;
use super::{embed, feed, robots, trackback};
use crate::app::{App, SiteState};
use crate::request_error::RequestError;
use crate::server::Response;

/// The response to a request that is not an ordinary page; `None` for a page.
///
/// # Errors
/// When the database or a template fails.
pub async fn answer(
    app: &App,
    state: &SiteState,
    input: &Input,
    view: &Arc<View>,
) -> Result<Option<Response>, RequestError> {
    let is = &view.query.is;
    Ok(Some(if is.is_robots {
        robots::robots_txt(app, state, view)
    } else if is.is_favicon {
        robots::favicon(view)
    } else if is.is_feed {
        feed::answer(app, state, input, view).await?
    } else if is.is_trackback {
        trackback::answer(app, input, view).await?
    } else if is.is_embed {
        embed::answer(app, view).await?
    } else {
        return Ok(None);
    }))
}
