//! What one request has loaded: posts, their meta and terms, users.
//!
//! WordPress's object cache, for one request and filled on purpose: a page names the objects that it needs, they
//! come in a fixed number of queries ([`super::db`]), and rendering only reads.

use std::collections::HashMap;
use std::sync::Arc;

use super::post::{Meta, Post, PostId};
use super::taxonomy::TermTaxonomyId;
use super::user::{User, UserId};

/// Loaded objects by id.
#[derive(Debug, Default)]
pub struct ObjectCache {
    posts: HashMap<PostId, Arc<Post>>,
    post_meta: HashMap<PostId, Arc<Meta>>,
    relationships: HashMap<PostId, Vec<TermTaxonomyId>>,
    users: HashMap<UserId, Arc<User>>,
    user_meta: HashMap<UserId, Arc<Meta>>,
}

impl ObjectCache {
    /// A post, if it was loaded.
    pub fn post(&self, id: PostId) -> Option<&Arc<Post>> {
        self.posts.get(&id)
    }

    /// The meta of a post; empty when it has none or was not loaded.
    pub fn post_meta(&self, id: PostId) -> &Meta {
        static EMPTY: std::sync::OnceLock<Meta> = std::sync::OnceLock::new();
        self.post_meta
            .get(&id)
            .map_or_else(|| EMPTY.get_or_init(Meta::default), |m| m)
    }

    /// The term relationships of a post.
    pub fn relationships(&self, id: PostId) -> &[TermTaxonomyId] {
        self.relationships.get(&id).map_or(&[], Vec::as_slice)
    }

    /// A user, if loaded.
    pub fn user(&self, id: UserId) -> Option<&Arc<User>> {
        self.users.get(&id)
    }

    /// The meta of a user; empty when it has none or was not loaded.
    pub fn user_meta(&self, id: UserId) -> &Meta {
        static EMPTY: std::sync::OnceLock<Meta> = std::sync::OnceLock::new();
        self.user_meta
            .get(&id)
            .map_or_else(|| EMPTY.get_or_init(Meta::default), |m| m)
    }

    /// Keeps a post.
    pub fn add_post(&mut self, post: Arc<Post>) {
        self.posts.insert(post.id, post);
    }

    /// Keeps the meta of a post.
    pub fn set_post_meta(&mut self, id: PostId, meta: Arc<Meta>) {
        self.post_meta.insert(id, meta);
    }

    /// Keeps the term relationships of a post.
    pub fn set_relationships(&mut self, id: PostId, terms: Vec<TermTaxonomyId>) {
        self.relationships.insert(id, terms);
    }

    /// Keeps a user and the meta.
    pub fn add_user(&mut self, user: Arc<User>, meta: Arc<Meta>) {
        self.user_meta.insert(user.id, meta);
        self.users.insert(user.id, user);
    }

    /// Whether the meta of a post was loaded (a post without rows counts).
    pub fn has_post_meta(&self, id: PostId) -> bool {
        self.post_meta.contains_key(&id)
    }

    /// All posts held, in no order.
    pub fn posts(&self) -> impl Iterator<Item = &Arc<Post>> {
        self.posts.values()
    }
}
