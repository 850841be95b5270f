//! What may be viewed by whom: the one place that decides it, by a post's type, its status (an attachment's and a
//! revision's is its parent's), its author and the capabilities of the person.
//!
//! Contracts "wordpress-core" section 1.2, "wordpress-rest" section 4.2. A post's password is not asked here: it hides
//! content and excerpt, not the post ([`super::post_password`]).

use super::db::{Db, DbError, SqlText};
use super::object_cache::ObjectCache;
use super::options::Options;
use super::post::{Post, PostType};
use super::post_type_capability::post_type_capability;
use super::site::Registry;
pub use super::user::viewer::Viewer;

/// The status of a post whose parent was not loaded: nothing with it is viewable.
const UNKNOWN: &str = "";
/// How many parents are followed for a status.
const DEPTH: usize = 8;

impl PostType {
    /// `is_post_type_viewable`: pages of this type have addresses. Of the public types without a query only WordPress's
    /// own `page` counts.
    pub fn is_viewable(&self) -> bool {
        self.publicly_queryable || self.public && self.name == "page"
    }
}

/// `is_post_status_viewable`.
pub fn is_post_status_viewable(status: &str) -> bool {
    status == "publish"
}

/// The types that [`PostType::is_viewable`].
pub fn viewable_post_types(registry: &Registry) -> impl Iterator<Item = &PostType> {
    registry.post_types.values().filter(|t| t.is_viewable())
}

/// Loads what the statuses of posts depend on: the parents of attachments and revisions, the meta of trashed posts.
///
/// # Errors
/// When the database fails.
pub async fn prime_parents<'p>(
    db: &Db,
    objects: &mut ObjectCache,
    posts: impl IntoIterator<Item = &'p Post>,
) -> Result<(), DbError> {
    let of = |post: &Post| (post.status == "inherit" && post.parent.0 > 0).then_some(post.parent);
    let (mut parents, mut trashed) = (Vec::new(), Vec::new());
    for post in posts {
        parents.extend(of(post));
        trashed.extend((post.status == "trash").then_some(post.id));
    }
    if !trashed.is_empty() {
        objects.prime_post_meta(db, &trashed).await?;
    }
    for _ in 0..DEPTH {
        if parents.is_empty() {
            break;
        }
        objects.prime_posts(db, &parents).await?;
        let loaded = parents.iter().filter_map(|id| objects.post(*id));
        parents = loaded.filter_map(|post| of(post)).collect();
    }
    Ok(())
}

/// Adds `is_post_publicly_viewable` as a condition on `{p}posts p`, without the word `AND`. A parent that has its status
/// from its own parent counts as hidden.
pub fn push_publicly_viewable(sql: &mut SqlText, registry: &Registry) {
    let names = viewable_post_types(registry).map(|t| t.name);
    sql.push_list(
        "p.post_type IN (?*) AND (p.post_status = 'publish' OR ",
        names,
    );
    sql.push(INHERITED).push(")");
}

/// An attachment without a parent, or whose parent is published.
pub const INHERITED: &str = "(p.post_type = 'attachment' AND p.post_status = 'inherit' AND NOT EXISTS \
    (SELECT 1 FROM {p}posts a WHERE a.ID = p.post_parent AND a.ID <> p.ID AND a.post_status <> 'publish'))";

/// What a person may view of the posts of a site. [`prime_parents`] loads what it needs.
#[derive(Clone, Copy)]
pub struct Visibility<'a> {
    /// The post types.
    pub registry: &'a Registry,
    /// The options: which pages are the front page, the posts page, the privacy policy.
    pub options: &'a Options,
    /// The parents.
    pub objects: &'a ObjectCache,
    /// The person.
    pub viewer: Viewer<'a>,
}

impl<'a> Visibility<'a> {
    /// `get_post_status`: an attachment has its parent's status, and is published without one.
    pub fn get_post_status<'p>(&self, post: &'p Post) -> &'p str
    where
        'a: 'p,
    {
        let mut post = post;
        for _ in 0..DEPTH {
            if post.post_type != "attachment" || post.status != "inherit" {
                return match post.status.as_str() {
                    "auto-draft" => "draft",
                    status => status,
                };
            }
            if post.parent.0 <= 0 || post.parent == post.id || self.objects.is_absent(post.parent) {
                return "publish";
            }
            let Some(parent) = self.objects.post(post.parent) else {
                return UNKNOWN;
            };
            post = parent;
        }
        UNKNOWN
    }

    /// `is_post_publicly_viewable`: what an anonymous visitor may view.
    pub fn is_post_publicly_viewable(&self, post: &Post) -> bool {
        self.is_type_viewable(post) && is_post_status_viewable(self.get_post_status(post))
    }

    /// Whether the page of a post, or what tells of it, may be shown to this person.
    pub fn may_view(&self, post: &Post) -> bool {
        self.is_post_publicly_viewable(post)
            || self.is_type_viewable(post)
                && self.get_post_status(post) == "private"
                && self.can_read(post)
    }

    /// `current_user_can( 'read_post' )`.
    pub fn can_read(&self, post: &Post) -> bool {
        let Some(post) = self.subject(post) else {
            return false;
        };
        match self.get_post_status(post) {
            UNKNOWN => false,
            status if is_post_status_viewable(status) => self.can("read", post),
            _ if self.viewer.is_author(post) => self.can("read", post),
            "private" => self.can("read_private", post),
            _ => self.can_edit(post),
        }
    }

    /// `current_user_can( 'edit_post' )`. A trashed post counts as what it was before; without its meta
    /// ([`prime_parents`]) as one that was published.
    pub fn can_edit(&self, post: &Post) -> bool {
        self.subject(post)
            .is_some_and(|post| self.can_change("edit", post))
    }

    /// `current_user_can( 'delete_post' )`. Revisions are nobody's to delete; front page and posts page are deleted by
    /// who manages options.
    pub fn can_delete(&self, post: &Post) -> bool {
        let is_shown_first = ["page_on_front", "page_for_posts"]
            .iter()
            .any(|name| self.options.int(name) == post.id.0);
        match post.post_type.as_str() {
            "revision" => false,
            _ if is_shown_first && post.id.0 > 0 => self.viewer.can("manage_options"),
            _ => self.can_change("delete", post),
        }
    }

    /// `current_user_can( 'publish_post' )`.
    pub fn can_publish(&self, post: &Post) -> bool {
        self.subject(post)
            .is_some_and(|post| self.can("publish", post))
    }

    /// The common rules of editing and deleting.
    fn can_change(&self, act: &str, post: &Post) -> bool {
        let was_published = self.was_published(post);
        let may = |what: &str| self.can(&format!("{act}{what}"), post);
        let is_allowed = if self.viewer.is_author(post) {
            may(if was_published { "_published" } else { "" })
        } else {
            may("_others")
                && match post.status.as_str() {
                    "publish" | "future" => may("_published"),
                    "private" => may("_private"),
                    _ => true,
                }
        };
        let is_policy =
            post.id.0 > 0 && self.options.int("wp_page_for_privacy_policy") == post.id.0;
        is_allowed && (!is_policy || self.viewer.can("manage_privacy_options"))
    }

    /// Whether a post is published or scheduled, or was so before it was trashed.
    fn was_published(&self, post: &Post) -> bool {
        let is_open = |status: &str| matches!(status, "publish" | "future");
        if post.status != "trash" || !self.objects.has_post_meta(post.id) {
            return is_open(&post.status) || post.status == "trash";
        }
        let before = self
            .objects
            .post_meta(post.id)
            .text("_wp_trash_meta_status");
        is_open(&before)
    }

    fn is_type_viewable(&self, post: &Post) -> bool {
        let post_type = self.registry.post_types.get(post.post_type.as_str());
        post_type.is_some_and(PostType::is_viewable)
    }

    /// The post that is asked about: of a revision, its parent.
    fn subject<'p>(&self, post: &'p Post) -> Option<&'p Post>
    where
        'a: 'p,
    {
        if post.post_type != "revision" {
            return Some(post);
        }
        let parent = self.objects.post(post.parent)?;
        (parent.post_type != "revision").then_some(parent)
    }

    /// Whether the person has a capability of the post's type.
    fn can(&self, act: &str, post: &Post) -> bool {
        let capability = post_type_capability(self.registry, &post.post_type, act);
        self.viewer.can(&capability)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::wordpress::post::PostId;
    use crate::wordpress::user::UserId;

    fn post(id: i64, post_type: &str, status: &str, parent: i64) -> Post {
        Post {
            id: PostId(id),
            author: UserId(7),
            post_type: post_type.to_owned(),
            status: status.to_owned(),
            parent: PostId(parent),
            ..Post::default()
        }
    }

    fn registry() -> Registry {
        let mut registry = Registry::default();
        let hidden = PostType {
            public: false,
            publicly_queryable: false,
            ..PostType::public("hidden", "", "")
        };
        let types = ["post", "page", "attachment"].map(|name| PostType::public(name, "", ""));
        for post_type in types.into_iter().chain([hidden]) {
            registry.post_types.insert(post_type.name, post_type);
        }
        registry
    }

    #[test]
    fn attachments_follow_their_parents() {
        let registry = registry();
        let mut objects = ObjectCache::default();
        for parent in [
            post(1, "post", "publish", 0),
            post(2, "post", "draft", 0),
            post(3, "attachment", "inherit", 2),
            post(4, "attachment", "inherit", 4),
            post(5, "attachment", "inherit", 6),
            post(6, "attachment", "inherit", 5),
        ] {
            objects.add_post(Arc::new(parent));
        }
        let visibility = Visibility {
            registry: &registry,
            options: &Options::default(),
            objects: &objects,
            viewer: Viewer::default(),
        };
        let of = |parent: i64| {
            let attachment = post(9, "attachment", "inherit", parent);
            visibility.get_post_status(&attachment).to_owned()
        };
        assert_eq!(
            [0, 1, 2, 3, 4].map(of),
            ["publish", "publish", "draft", "draft", "publish"]
        );
        // A loop of parents, and a parent that was not loaded.
        assert_eq!([5, 8].map(of), [UNKNOWN, UNKNOWN]);
        assert!(visibility.is_post_publicly_viewable(&post(9, "attachment", "inherit", 1)));
        for (post_type, status) in [
            ("hidden", "publish"),
            ("revision", "publish"),
            ("post", "wc-on"),
        ] {
            assert!(!visibility.is_post_publicly_viewable(&post(9, post_type, status, 0)));
        }
    }

    /// Contract "wordpress-rest", section 4.2.
    #[test]
    fn capabilities_decide() {
        let registry = registry();
        let objects = ObjectCache::default();
        let can = |granted: &[&str], user: i64, status: &str| {
            let capabilities = granted.iter().copied().collect();
            let visibility = Visibility {
                registry: &registry,
                options: &Options::default(),
                objects: &objects,
                viewer: Viewer::new(Some(UserId(user)), &capabilities),
            };
            let post = post(1, "post", status, 0);
            (visibility.can_read(&post), visibility.can_edit(&post))
        };
        let contributor = ["read", "edit_posts"];
        assert_eq!(can(&contributor, 7, "draft"), (true, true));
        assert_eq!(can(&contributor, 7, "publish"), (true, false));
        assert_eq!(can(&contributor, 8, "draft"), (false, false));
        assert_eq!(can(&contributor, 8, "publish"), (true, false));
        let shop = ["read", "edit_others_posts", "edit_published_posts"];
        assert_eq!(can(&shop, 8, "draft"), (true, true));
        assert_eq!(can(&shop, 8, "private"), (false, false));
        assert_eq!(
            can(&["read", "read_private_posts"], 8, "private"),
            (true, false)
        );
        assert_eq!(can(&[], 7, "publish"), (false, false));
    }
}
