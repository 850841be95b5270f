//! What may be viewed by whom: the one place that decides it, by a post's type, its status (an attachment's and a
//! revision's is its parent's), its author and the capabilities of the person.
//!
//! Contracts "wordpress-core" section 1.2, "wordpress-rest" section 4.2. A post's password is not asked here: it hides
//! content and excerpt, not the post ([`super::post_password`]).

use super::db::{Db, DbError, SqlText};
use super::object_cache::ObjectCache;
use super::post::{Post, PostId, PostType};
use super::site::Registry;
use super::user::UserId;
use super::user::capability::Capabilities;

/// The status of a post whose parent was not loaded: nothing with it is viewable.
const UNKNOWN: &str = "";
/// How many parents are followed for a status.
const DEPTH: usize = 8;

/// The person who asks. The default is an anonymous visitor.
#[derive(Debug, Clone, Copy, Default)]
pub struct Viewer<'a> {
    user: Option<(UserId, &'a Capabilities)>,
}

impl<'a> Viewer<'a> {
    /// A logged-in user, if there is one.
    pub fn new(user: Option<UserId>, capabilities: &'a Capabilities) -> Self {
        Self {
            user: user.map(|user| (user, capabilities)),
        }
    }

    /// The logged-in user.
    pub fn user(&self) -> Option<UserId> {
        self.user.map(|(user, _)| user)
    }

    /// `current_user_can` for a capability that is about no single post.
    pub fn can(&self, capability: &str) -> bool {
        self.user.is_some_and(|(_, can)| can.has(capability))
    }

    fn is_author(&self, post: &Post) -> bool {
        post.author.0 != 0 && self.user() == Some(post.author)
    }
}

impl PostType {
    /// `is_post_type_viewable`: pages of this type have addresses. Of the public types without a query only WordPress's
    /// own `page` counts.
    pub fn is_viewable(&self) -> bool {
        self.publicly_queryable || self.public && self.name == "page"
    }

    /// The primitive capability of this type, as in `edit_others_products`.
    pub fn capability(&self, act: &str) -> String {
        format!("{act}_{}", self.capability_type)
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

/// Loads what the statuses of posts depend on: the parents of attachments and revisions.
///
/// # Errors
/// When the database fails.
pub async fn prime_parents<'p>(
    db: &Db,
    objects: &mut ObjectCache,
    posts: impl IntoIterator<Item = &'p Post>,
) -> Result<(), DbError> {
    let of = |post: &Post| (post.status == "inherit" && post.parent.0 > 0).then_some(post.parent);
    let mut parents: Vec<PostId> = posts.into_iter().filter_map(of).collect();
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
        let read = self.read_capability(post);
        match self.get_post_status(post) {
            UNKNOWN => false,
            status if is_post_status_viewable(status) => self.viewer.can(read),
            _ if self.viewer.is_author(post) => self.viewer.can(read),
            "private" => self.can("read_private", post),
            _ => self.can_edit(post),
        }
    }

    /// `current_user_can( 'edit_post' )`. Without the status before trashing, a trashed post counts as one that was
    /// published.
    pub fn can_edit(&self, post: &Post) -> bool {
        let Some(post) = self.subject(post) else {
            return false;
        };
        let was_published = matches!(self.get_post_status(post), "publish" | "future" | "trash");
        if self.viewer.is_author(post) {
            let act = if was_published {
                "edit_published"
            } else {
                "edit"
            };
            return self.can(act, post);
        }
        self.can("edit_others", post)
            && match self.get_post_status(post) {
                UNKNOWN => false,
                _ if was_published => self.can("edit_published", post),
                "private" => self.can("edit_private", post),
                _ => true,
            }
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

    /// Patterns and menu items are read by who edits posts, other types without pages by who edits the theme.
    fn read_capability(&self, post: &Post) -> &'static str {
        match post.post_type.as_str() {
            "wp_navigation" => "read",
            "wp_block" | "nav_menu_item" => "edit_posts",
            name if self.registry.post_types.contains_key(name) => "read",
            _ => "edit_theme_options",
        }
    }

    /// Whether the person has a capability of the post's type. Types that are not registered are the administrators'.
    fn can(&self, act: &str, post: &Post) -> bool {
        match self.registry.post_types.get(post.post_type.as_str()) {
            Some(post_type) => self.viewer.can(&post_type.capability(act)),
            None if post.post_type == "wp_block" => self.viewer.can(&format!("{act}_posts")),
            None => self.viewer.can("edit_theme_options"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

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
