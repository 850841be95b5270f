//! What becomes of the posts of a person whose account goes and who has no heir.
//!
//! Contract "wordpress-rest", section 9: posts and pages go to the trash, what else has authors goes for good.

use compat::wordpress::post::PostId;
use compat::wordpress::post::save_post::{delete_post, trash_post};
use compat::wordpress::user::UserId;
use compat::wordpress::user::delete_user::posts_of;

use super::route::Rest;
use super::route_error::RouteError;

/// Removes the posts of a person. The account goes after them, so that what is cut off here can be done again.
///
/// # Errors
/// When the database fails.
pub async fn delete_posts_of(rest: &Rest<'_>, user: UserId) -> Result<(), RouteError> {
    let db = &rest.app.db;
    let types = rest.state.site.registry.post_types.values();
    let authored = types.filter(|t| t.supports_author || t.name == "attachment");
    let names: Vec<String> = authored.map(|t| t.name.to_owned()).collect();
    let writer = rest.post_writer();
    for (id, post_type, status) in posts_of(db, user, &names).await? {
        let has_trash = writer.has_trash && matches!(post_type.as_str(), "post" | "page");
        if has_trash && status != "trash" {
            trash_post(db, &writer, PostId(id)).await?;
        } else {
            delete_post(db, &writer, PostId(id)).await?;
        }
    }
    Ok(())
}
