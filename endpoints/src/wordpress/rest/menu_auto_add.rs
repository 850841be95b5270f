//! New pages come into the menus that take them by themselves (`nav_menu_options.auto_add`).
//!
//! Contract "wordpress-rest", section 13.

use compat::wordpress::nav_menu_item::wp_auto_add_pages_to_menu;
use compat::wordpress::post::{Post, PostId};

use super::route::Rest;
use super::route_error::RouteError;

/// After a post was saved: a page at the top that was not published before.
///
/// # Errors
/// When the database fails.
pub async fn add_to_menus(
    rest: &Rest<'_>,
    before: Option<&Post>,
    post: &Post,
) -> Result<(), RouteError> {
    let was_published = before.is_some_and(|before| before.status == "publish");
    let is_new_page = post.post_type == "page" && post.status == "publish" && !was_published;
    if !is_new_page || post.parent != PostId(0) {
        return Ok(());
    }
    let (writer, page) = (rest.post_writer(), post.clone());
    let work = async move |tx| wp_auto_add_pages_to_menu(&tx, &writer, &page).await;
    Ok(rest.app.db.transaction(work).await?)
}
