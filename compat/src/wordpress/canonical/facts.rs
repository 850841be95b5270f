//! The inputs of the algorithm, looked up beforehand.

use super::CanonicalHook;
use super::guess::redirect_guess_404_permalink;
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::link::{LinkHook, Links};
use crate::wordpress::object_cache::ObjectCache;
use crate::wordpress::post::{Post, PostId};
use crate::wordpress::query::{MainQuery, QueriedObject};
use crate::wordpress::rewrite::{QueryVars, Rewrite};
use crate::wordpress::site::Site;
use crate::wordpress::user::UserId;
use crate::wordpress::visibility::{Viewer, Visibility, prime_parents};

/// The query that ran, and what was looked up for its redirects.
pub struct CanonicalFacts<'a> {
    /// The query.
    pub query: &'a MainQuery,
    /// The query string (`$_GET`).
    pub get: &'a QueryVars,
    /// Builds links; holds the loaded posts.
    pub links: Links<'a>,
    /// The requesting user.
    pub viewer: Viewer<'a>,
    /// The guess for a page that is not found.
    pub guess: Option<String>,
    /// The author requested by id, with nicename, if there are published posts.
    pub author: Option<(UserId, String)>,
    /// What columns change.
    pub hooks: &'a [Box<dyn CanonicalHook>],
}

/// What columns change on redirects and on links.
pub type Hooks<'a> = (&'a [Box<dyn CanonicalHook>], &'a [Box<dyn LinkHook>]);

/// The posts that the variables name by number, and the one that the query is about.
pub(super) fn named_posts(query: &MainQuery) -> Vec<PostId> {
    let mut ids: Vec<PostId> = ["p", "page_id", "attachment_id"]
        .iter()
        .map(|name| PostId(query.vars.int(name)))
        .collect();
    ids.extend(query.posts.first().map(|p| p.id));
    if let Some(QueriedObject::Post(id)) = query.queried_object {
        ids.push(id);
    }
    ids
}

/// Loads posts and what their permalinks need.
pub(super) async fn prime_for_links(
    db: &Db,
    rewrite: &Rewrite,
    cache: &mut ObjectCache,
    ids: &[PostId],
) -> Result<(), DbError> {
    cache.prime_posts(db, ids).await?;
    let loaded: Vec<&Post> = ids
        .iter()
        .filter_map(|id| cache.post(*id))
        .map(AsRef::as_ref)
        .collect();
    let parents: Vec<PostId> = loaded.iter().map(|p| p.parent).collect();
    let files: Vec<PostId> = loaded
        .iter()
        .filter(|p| p.post_type == "attachment" || p.post_type == "product_variation")
        .map(|p| p.id)
        .collect();
    cache.prime_posts(db, &parents).await?;
    let loaded: Vec<_> = ids
        .iter()
        .filter_map(|id| cache.post(*id).cloned())
        .collect();
    prime_parents(db, cache, loaded.iter().map(AsRef::as_ref)).await?;
    cache.prime_post_meta(db, &files).await?;
    let needs = rewrite.link_needs();
    let all: Vec<PostId> = ids.iter().chain(&parents).copied().collect();
    if needs.terms {
        cache.prime_relationships(db, &all).await?;
    }
    if needs.authors {
        let authors: Vec<UserId> = all
            .iter()
            .filter_map(|id| cache.post(*id))
            .map(|p| p.author)
            .collect();
        cache.prime_users(db, &authors).await?;
    }
    Ok(())
}

impl<'a> CanonicalFacts<'a> {
    /// Loads the inputs for a query.
    #[expect(
        clippy::too_many_arguments,
        reason = "each is a different part of the request's state"
    )]
    pub async fn load(
        db: &Db,
        site: &'a Site,
        rewrite: &'a Rewrite,
        query: &'a MainQuery,
        get: &'a QueryVars,
        cache: &'a mut ObjectCache,
        viewer: Viewer<'a>,
        hooks: Hooks<'a>,
    ) -> Result<Self, DbError> {
        prime_for_links(db, rewrite, cache, &named_posts(query)).await?;
        let guessed = if query.is.is_404 {
            redirect_guess_404_permalink(db, site, query).await?
        } else {
            None
        };
        if let Some(id) = guessed {
            prime_for_links(db, rewrite, cache, &[id]).await?;
        }
        let author = Self::find_author(db, query, get).await?;
        let links = Links {
            site,
            rewrite,
            cache,
            hooks: hooks.1,
            reads_private: viewer.can("read_private_posts"),
        };
        Ok(Self {
            guess: guessed.and_then(|id| super::guess::guess_url(&links, query, id)),
            query,
            get,
            links,
            viewer,
            author,
            hooks: hooks.0,
        })
    }

    async fn find_author(
        db: &Db,
        query: &MainQuery,
        get: &QueryVars,
    ) -> Result<Option<(UserId, String)>, DbError> {
        const SQL: &str = "SELECT ID, user_nicename FROM {p}users WHERE ID = ? AND ID IN \
            (SELECT post_author FROM {p}posts WHERE post_author = ? AND post_status = 'publish')";
        let asked = get.text("author");
        let is_number = !asked.is_empty() && asked.bytes().all(|b| b.is_ascii_digit());
        if !query.is.is_author || !is_number {
            return Ok(None);
        }
        let id = query.vars.int("author");
        let row: Option<(i64, String)> = db.lookup_first(SQL, vec![id.into(), id.into()]).await?;
        Ok(row.map(|(id, nicename)| (UserId(id), nicename)))
    }

    /// The post that the query is about; for a page number that does not exist, the post that was found.
    pub(super) fn post(&self) -> Option<&Post> {
        let object = match self.query.queried_object {
            Some(QueriedObject::Post(id)) => self.links.cache.post(id),
            _ => None,
        };
        object
            .or_else(|| self.query.posts.first())
            .map(AsRef::as_ref)
    }

    /// A loaded post by a variable that holds its number.
    pub(super) fn post_in(&self, name: &str) -> Option<&Post> {
        self.links
            .cache
            .post(PostId(self.query.vars.int(name)))
            .map(AsRef::as_ref)
    }

    /// A variable as WordPress's `! empty( $_GET[ name ] )`.
    pub(super) fn got(&self, name: &str) -> bool {
        self.get.is_set(name)
    }

    /// Whether a post is public or readable by this user.
    pub(super) fn may_see(&self, post: &Post) -> bool {
        let visibility = Visibility {
            registry: &self.links.site.registry,
            options: &self.links.site.options,
            objects: self.links.cache,
            viewer: self.viewer,
        };
        visibility.may_view(post)
    }
}
