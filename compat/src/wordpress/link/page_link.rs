//! `get_page_link` and `get_page_uri`.

use super::Links;
use crate::wordpress::post::{Post, PostId};
use crate::wordpress::rewrite::PageLookup;

impl Links<'_> {
    /// The URL of a page; `None` for a page that does not exist.
    pub fn page_url(&self, id: PostId) -> Option<String> {
        let node = self.site.pages.get(id)?;
        let page = Post {
            id,
            parent: node.parent,
            name: node.name.clone(),
            status: node.status.clone(),
            post_type: node.post_type.clone(),
            ..Post::default()
        };
        Some(self.get_permalink(&page))
    }

    /// The path of a page: its parents' slugs and its own. A page that the snapshot lacks is below its parent all the same.
    pub fn get_page_uri(&self, post: &Post) -> String {
        let pages = &self.site.pages;
        let known = pages.get(post.id).map(|_| pages.ancestors(post.id));
        let ancestors = known.unwrap_or_else(|| {
            let parent = pages.get(post.parent).into_iter();
            parent.chain(pages.ancestors(post.parent)).collect()
        });
        let last = ancestors.last().map_or(post.parent, |node| node.parent);
        let outside = match pages.get(last) {
            None => self.cache.post(last).map(|post| post.name.as_str()),
            Some(_) => None,
        };
        let mut slugs: Vec<&str> = ancestors
            .into_iter()
            .map(|n| n.name.as_str())
            .chain(outside)
            .filter(|n| !n.is_empty())
            .collect();
        slugs.reverse();
        slugs.push(&post.name);
        slugs.join("/")
    }

    pub(super) fn page_link(&self, post: &Post, leave_name: bool) -> String {
        if self.site.page_on_front() == Some(post.id) && !self.site.front_page_has_name {
            self.home_url("/")
        } else {
            self.page_link_anyway(post, leave_name)
        }
    }

    /// The page's own path, although it may be the page on the front (`_get_page_link`).
    pub(super) fn page_link_anyway(&self, post: &Post, leave_name: bool) -> String {
        match self.rewrite.page_permastruct() {
            Some(structure) if !self.force_plain_post_permalink(post) => {
                let path = if leave_name {
                    structure
                } else {
                    structure.replace("%pagename%", &self.get_page_uri(post))
                };
                self.user_trailingslashit(&self.content_url(&path))
            }
            _ => self.content_url(&format!("?page_id={}", post.id)),
        }
    }

    /// Whether a page lies at a path.
    pub(super) fn page_with_path(&self, path: &str) -> bool {
        PageLookup::new(&self.site.pages, Vec::new())
            .get_page_by_path(path)
            .is_some()
    }
}
