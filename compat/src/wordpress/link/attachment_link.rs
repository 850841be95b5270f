//! `get_attachment_link` (the attachment's page) and `wp_get_attachment_url` (its file).

use super::{Links, trailingslashit};
use crate::wordpress::post::Post;

impl Links<'_> {
    /// The page of an attachment. Its parent, if any, must be loaded.
    pub fn get_attachment_link(&self, post: &Post) -> String {
        self.attachment_link(post, false)
    }

    pub(super) fn attachment_link(&self, post: &Post, leave_name: bool) -> String {
        let parent = (post.parent != post.id)
            .then(|| self.cache.post(post.parent))
            .flatten()
            .filter(|p| {
                self.site
                    .registry
                    .post_types
                    .contains_key(p.post_type.as_str())
            });
        let plain = || self.content_url(&format!("/?attachment_id={}", post.id));
        if !self.rewrite.using_permalinks() {
            return plain();
        }
        let Some(parent) = parent else {
            return if leave_name {
                plain()
            } else {
                self.content_url(&self.user_trailingslashit(&post.name))
            };
        };
        let parent_link = if parent.post_type == "page" {
            self.page_link_anyway(parent, false)
        } else {
            self.permalink(parent, false)
        };
        if parent_link.contains('?') {
            return plain();
        }
        let is_number = !post.name.is_empty() && post.name.bytes().all(|b| b.is_ascii_digit());
        // `parent/2/` is a page of the parent.
        let marked = is_number || self.rewrite.permalink_structure.contains("%category%");
        let name = match (leave_name, marked) {
            (true, _) => "%postname%".to_owned(),
            (false, true) => format!("attachment/{}", post.name),
            (false, false) => post.name.clone(),
        };
        self.user_trailingslashit(&format!("{}{name}", trailingslashit(&parent_link)))
    }

    /// The file of an attachment. Its meta must be loaded.
    pub fn wp_get_attachment_url(&self, post: &Post) -> Option<String> {
        if post.post_type != "attachment" {
            return None;
        }
        let meta = self.cache.post_meta(post.id);
        let file = meta.text("_wp_attached_file");
        if file.is_empty() {
            return (!post.guid.is_empty()).then(|| post.guid.clone());
        }
        // Some old rows hold the whole path on disk.
        let below = file
            .split_once("wp-content/uploads")
            .map_or(&*file, |(_, rest)| rest);
        Some(format!(
            "{}/{}",
            self.site.uploads_url(),
            below.trim_start_matches('/')
        ))
    }
}
