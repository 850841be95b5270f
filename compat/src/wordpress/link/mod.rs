//! Links: the one URL of each post, term, author, date, feed and search.
//!
//! Contract "wordpress-core", section 3.4. Pure functions of the site snapshot and loaded objects: linked posts must be
//! in the request's [`ObjectCache`], with terms and authors if the permalink structure needs them
//! ([`Rewrite::link_needs`]). URLs are not escaped.

mod archive_link;
mod attachment_link;
mod comment_link;
mod feed_link;
mod home_url;
mod page_link;
mod pagenum_link;
mod paginate_links;
mod post_link;

pub use home_url::{trailingslashit, untrailingslashit};
pub use paginate_links::{PaginateLinks, PaginateStyle, PaginateTexts};

use super::object_cache::ObjectCache;
use super::post::Post;
use super::rewrite::Rewrite;
use super::site::Site;

/// What a column changes on links of its own post types (`post_type_link`, `post_link`).
pub trait LinkHook: Send + Sync {
    /// The link of a post of a custom type; `link` is WordPress's own answer.
    fn post_type_link(&self, links: &Links<'_>, post: &Post, link: String) -> String;
}

/// Builds links.
#[derive(Clone, Copy)]
pub struct Links<'a> {
    /// The site.
    pub site: &'a Site,
    /// Its permalink settings.
    pub rewrite: &'a Rewrite,
    /// Loaded posts, terms, authors.
    pub cache: &'a ObjectCache,
    /// What columns change.
    pub hooks: &'a [Box<dyn LinkHook>],
    /// Whether the reader may read private posts: those have pretty links then.
    pub reads_private: bool,
}

/// What must be loaded for the permalinks of posts of type `post`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinkNeeds {
    /// Term relationships, for `%category%`.
    pub terms: bool,
    /// Authors, for `%author%`.
    pub authors: bool,
}

impl Rewrite {
    /// What the permalinks of posts need beside the posts themselves.
    pub fn link_needs(&self) -> LinkNeeds {
        LinkNeeds {
            terms: self.permalink_structure.contains("%category%"),
            authors: self.permalink_structure.contains("%author%"),
        }
    }
}
