//! The rows of a site that decide who may do what, as they are at one moment.

use std::collections::BTreeMap;

use compat::binds;
use compat::wordpress::php::unserialize;
use tests_contract::site::Site;

/// A post.
#[derive(Clone, Debug, Default)]
pub struct PostRow {
    /// `post_author`.
    pub author: i64,
    /// `post_type`.
    pub post_type: String,
    /// `post_status`.
    pub status: String,
    /// `post_parent`.
    pub parent: i64,
    /// Whether it has a password.
    pub has_password: bool,
    /// `_wp_trash_meta_status`.
    pub before_trash: String,
}

/// A comment.
#[derive(Clone, Debug)]
pub struct CommentRow {
    /// `comment_post_ID`.
    pub post: i64,
    /// `user_id`.
    pub user: i64,
    /// `comment_approved`.
    pub approved: String,
}

/// The rows.
#[derive(Clone, Debug, Default)]
pub struct World {
    /// Posts.
    pub posts: BTreeMap<i64, PostRow>,
    /// Comments.
    pub comments: BTreeMap<i64, CommentRow>,
    /// Roles of people.
    pub users: BTreeMap<i64, Vec<String>>,
    /// Terms: their taxonomy.
    pub terms: BTreeMap<i64, String>,
    /// The same by `term_taxonomy_id`.
    pub term_taxonomies: BTreeMap<i64, String>,
    /// Options with numbers of posts and terms.
    pub options: BTreeMap<String, i64>,
}

impl World {
    /// Reads them.
    pub fn read(site: &Site) -> Self {
        let mut world = Self::default();
        const POSTS: &str = "SELECT p.ID, p.post_author, p.post_type, p.post_status, p.post_parent, p.post_password, \
            COALESCE((SELECT MAX(m.meta_value) FROM {p}postmeta m WHERE m.post_id = p.ID AND m.meta_key = \
            '_wp_trash_meta_status'), '') FROM {p}posts p";
        type Post = (i64, i64, String, String, i64, String, String);
        let posts: Vec<Post> = site.load(POSTS, binds![]).expect("posts");
        for (id, author, post_type, status, parent, password, before_trash) in posts {
            let row = PostRow {
                author,
                post_type,
                status,
                parent,
                has_password: !password.is_empty(),
                before_trash,
            };
            world.posts.insert(id, row);
        }
        const COMMENTS: &str =
            "SELECT comment_ID, comment_post_ID, user_id, comment_approved FROM {p}comments";
        let comments: Vec<(i64, i64, i64, String)> =
            site.load(COMMENTS, binds![]).expect("comments");
        for (id, post, user, approved) in comments {
            let row = CommentRow {
                post,
                user,
                approved,
            };
            world.comments.insert(id, row);
        }
        const USERS: &str = "SELECT u.ID, COALESCE((SELECT MAX(m.meta_value) FROM {p}usermeta m WHERE m.user_id = u.ID AND \
            m.meta_key = 'wp_capabilities'), '') FROM {p}users u";
        let users: Vec<(i64, String)> = site.load(USERS, binds![]).expect("users");
        for (id, stored) in users {
            let stored = unserialize(stored.as_bytes()).unwrap_or_default();
            let roles = stored.iter().map(|(role, _)| role.to_string_lossy());
            world.users.insert(id, roles.collect());
        }
        const TERMS: &str = "SELECT term_id, term_taxonomy_id, taxonomy FROM {p}term_taxonomy";
        let terms: Vec<(i64, i64, String)> = site.load(TERMS, binds![]).expect("terms");
        for (id, term_taxonomy, taxonomy) in terms {
            world.terms.insert(id, taxonomy.clone());
            world.term_taxonomies.insert(term_taxonomy, taxonomy);
        }
        const OPTIONS: &str = "SELECT option_name, option_value FROM {p}options WHERE option_name IN ('page_on_front', \
            'page_for_posts', 'wp_page_for_privacy_policy', 'default_category')";
        let options: Vec<(String, String)> = site.load(OPTIONS, binds![]).expect("options");
        let numbers = options.into_iter();
        let numbers = numbers.map(|(name, value)| (name, value.parse().unwrap_or(0)));
        world.options.extend(numbers);
        world
    }
}
