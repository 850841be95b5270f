//! Featured images.

use compat::wordpress::media::Attachment;
use compat::wordpress::post::Post;

use super::view::View;

/// The attachment of a post's featured image.
pub fn post_thumbnail<'a>(view: &'a View, post: &Post) -> Option<&'a Attachment> {
    let id: i64 = view
        .objects
        .post_meta(post.id)
        .text("_thumbnail_id")
        .parse()
        .ok()?;
    view.attachments.get(&id)
}
