//! What the front controller answers without the theme: feeds, embeds, `robots.txt`, the icon, trackbacks.
//!
//! Contract "wordpress-core", sections 6 and 14. Sitemaps have a way of their own ([`super::sitemap`]), because a map
//! that does not exist becomes the theme's page for what was not found.

use std::sync::Arc;

use themes::wordpress::view::View;

use super::input::Input;
use super::{embed, feed, robots, trackback};
use crate::app::{App, SiteState};
use crate::request_error::RequestError;
use crate::server::Response;

/// The answer to a request that is no ordinary page; `None` for a page.
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
