//! Posts of every type (`{p}posts`) and their meta.
//!
//! Contract "wordpress-core", sections 1.1 and 1.2. Dates are text: zero dates (`0000-00-00 00:00:00`) occur.

pub mod change_post;
mod comment_count;
pub mod default_filters;
pub mod delete_post;
pub mod post_format;
pub mod post_row;
pub mod post_writer;
pub mod publish_future_post;
pub mod revision;
pub mod sample_permalink;
pub mod save_post;
pub mod sticky;
pub mod transition;
pub mod trash_post;
pub mod unique_slug;

pub use comment_count::CommentCount;

use super::label::Label;
use super::php::{self, Value};
use super::user::UserId;

/// Id of a row of `{p}posts`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct PostId(pub i64);

impl std::fmt::Display for PostId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// The columns of [`Post`], in the order of its fields, for a SELECT; dates as text on both databases.
#[macro_export]
macro_rules! post_columns {
    () => {
        concat!($crate::post_columns!(of_itself), ", comment_count")
    };
    (of_itself) => {
        "ID, post_author, CAST(post_date AS CHAR), CAST(post_date_gmt AS CHAR), post_content, post_title, \
         post_excerpt, post_status, comment_status, ping_status, post_password, post_name, \
         CAST(post_modified AS CHAR), CAST(post_modified_gmt AS CHAR), post_parent, guid, menu_order, post_type, \
         post_mime_type"
    };
}

/// The same for posts whose number of comments is not shown: it is 0, so that comments leave what was read.
#[macro_export]
macro_rules! uncounted_post_columns {
    () => {
        concat!($crate::post_columns!(of_itself), ", 0")
    };
}

/// A row of `{p}posts`.
#[derive(Debug, Clone, Default)]
pub struct Post {
    /// `ID`.
    pub id: PostId,
    /// `post_author`.
    pub author: UserId,
    /// `post_date`, local to the site.
    pub date: String,
    /// `post_date_gmt`.
    pub date_gmt: String,
    /// `post_content`.
    pub content: String,
    /// `post_title`.
    pub title: String,
    /// `post_excerpt`.
    pub excerpt: String,
    /// `post_status`: publish, future, draft, pending, private, trash, auto-draft, inherit.
    pub status: String,
    /// `comment_status`: open or closed.
    pub comment_status: String,
    /// `ping_status`: open or closed.
    pub ping_status: String,
    /// `post_password`, empty when the post is not protected.
    pub password: String,
    /// `post_name`, the slug.
    pub name: String,
    /// `post_modified`, local to the site.
    pub modified: String,
    /// `post_modified_gmt`.
    pub modified_gmt: String,
    /// `post_parent`, 0 for none.
    pub parent: PostId,
    /// `guid`.
    pub guid: String,
    /// `menu_order`.
    pub menu_order: i64,
    /// `post_type`.
    pub post_type: String,
    /// `post_mime_type`.
    pub mime_type: String,
    /// `comment_count`, to be shown by [`Post::comments_number`].
    pub comment_count: CommentCount,
}

impl Post {
    /// Whether the post's status is public.
    pub fn is_published(&self) -> bool {
        self.status == "publish"
    }
}

/// The meta rows of one object, in the order of their ids.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Meta {
    rows: Vec<(Box<str>, Box<[u8]>)>,
}

impl Meta {
    /// Adds a row; rows are pushed in the order of `meta_id`.
    pub fn push(&mut self, key: &str, value: Vec<u8>) {
        self.rows.push((key.into(), value.into()));
    }

    /// The bytes of the first row with this key, as `get_post_meta( $id, $key, true )` reads.
    pub fn raw(&self, key: &str) -> Option<&[u8]> {
        self.rows
            .iter()
            .find(|(k, _)| &**k == key)
            .map(|(_, v)| &**v)
    }

    /// The first row with this key as text, empty when there is none.
    pub fn text(&self, key: &str) -> std::borrow::Cow<'_, str> {
        self.raw(key)
            .map(String::from_utf8_lossy)
            .unwrap_or_default()
    }

    /// The first row with this key, unserialised; null when there is none.
    pub fn value(&self, key: &str) -> Value {
        self.raw(key).map_or(Value::Null, php::maybe_unserialize)
    }

    /// All rows with this key.
    pub fn all<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a [u8]> {
        self.rows
            .iter()
            .filter(move |(k, _)| &**k == key)
            .map(|(_, v)| &**v)
    }

    /// All keys, in order, repeated as stored.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.rows.iter().map(|(k, _)| &**k)
    }
}

/// The `rewrite` arguments of `register_post_type`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostTypeRewrite {
    /// The base of single URLs.
    pub slug: String,
    /// Whether the permalink structure's fixed front comes before the base.
    pub with_front: bool,
    /// Whether the archive has feeds.
    pub feeds: bool,
    /// Whether the archive has pages.
    pub pages: bool,
}

/// A registered post type, with the arguments that a visitor can observe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostType {
    /// Name as in `post_type`.
    pub name: &'static str,
    /// Source string of the plural label, translated when printed.
    pub label: &'static str,
    /// Source string of the singular label.
    pub singular_label: &'static str,
    /// The text domain of its labels.
    pub text_domain: &'static str,
    /// Its other labels that are not those of posts or pages.
    pub labels: &'static [Label],
    /// Its features besides title and editor, in order (`supports`).
    pub supports: Vec<&'static str>,
    /// Shown to visitors at all.
    pub public: bool,
    /// May be named in a URL or query.
    pub publicly_queryable: bool,
    /// Left out of searches.
    pub exclude_from_search: bool,
    /// The plural in the names of its capabilities (`edit_posts`).
    pub capability_type: &'static str,
    /// Has parents, as pages have.
    pub hierarchical: bool,
    /// The base of its archive, `None` without one.
    pub has_archive: Option<String>,
    /// Its URLs, `None` for core's own types and for types without pretty links.
    pub rewrite: Option<PostTypeRewrite>,
    /// Its query variable.
    pub query_var: Option<&'static str>,
    /// Source string of the description.
    pub description: &'static str,
    /// Icon of its menu in the dashboard.
    pub menu_icon: Option<&'static str>,
    /// Whether it supports authors.
    pub supports_author: bool,
    /// Whether it supports comments.
    pub supports_comments: bool,
    /// Whether it supports revisions.
    pub supports_revisions: bool,
    /// Whether it supports post formats (class `format-standard`).
    pub supports_post_formats: bool,
    /// Base below `wp/v2`, `None` when the REST API does not show it.
    pub rest_base: Option<&'static str>,
    /// Taxonomies attached to it, in registration order.
    pub taxonomies: Vec<&'static str>,
}
