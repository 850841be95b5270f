//! Visibility of the single post that was found.
//!
//! Contract "wordpress-core", sections 1.2 and 4.

use std::sync::Arc;

use super::context::QueryPermissions;
use super::parse_query::Query;
use crate::wordpress::post::Post;

/// The status that counts: an attachment's is its parent's, and public without one (`get_post_status`).
pub(crate) fn post_status<'p>(post: &'p Post, parent: Option<&'p Post>) -> &'p str {
    if post.post_type != "attachment" || post.status != "inherit" {
        return &post.status;
    }
    match parent.map_or("publish", |p| p.status.as_str()) {
        "auto-draft" => "draft",
        status => status,
    }
}

/// Empties the posts when the first is not for this viewer; a draft seen by its editor is a preview.
pub(super) fn check_status(
    query: &mut Query,
    posts: &mut Vec<Arc<Post>>,
    parent: Option<&Post>,
    viewer: &QueryPermissions,
) {
    if !(query.is.is_single || query.is.is_page) {
        return;
    }
    let Some(post) = posts.first().cloned() else {
        return;
    };
    if post.post_type == "attachment" && post.parent.0 == 0 {
        query.is.is_page = false;
        query.is.is_single = true;
        query.is.is_attachment = true;
    }
    let is_author = viewer.user.is_some_and(|u| u == post.author);
    let visible = match post_status(&post, parent) {
        "publish" => true,
        "private" => viewer.reads_private || is_author,
        "future" | "draft" | "pending" => {
            let edits = viewer.edits_others || is_author;
            query.is.is_preview |= edits;
            edits
        }
        _ => false,
    };
    if !visible {
        posts.clear();
    }
}
