//! Visibility of the single post that was found.
//!
//! Contract "wordpress-core", sections 1.2 and 4.

use std::sync::Arc;

use super::parse_query::Query;
use crate::wordpress::post::Post;
use crate::wordpress::visibility::Visibility;

/// Empties the posts when the first is not for this viewer; a draft seen by its editor is a preview.
pub(super) fn check_status(
    query: &mut Query,
    posts: &mut Vec<Arc<Post>>,
    visibility: &Visibility<'_>,
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
    let visible = match visibility.get_post_status(&post) {
        // An `auto-draft` is nobody's page; an attachment of one is a draft.
        _ if post.status == "auto-draft" => false,
        "future" | "draft" | "pending" => {
            let edits = visibility.can_edit(&post);
            query.is.is_preview |= edits;
            edits
        }
        _ => visibility.may_view(&post),
    };
    if !visible {
        posts.clear();
    }
}
