//! What the response of posts needs besides their view: revisions, generated slugs, what the user may do.

use std::collections::HashMap;
use std::sync::Arc;

use compat::wordpress::post::Post;
use compat::wordpress::post::sample_permalink::generated_slugs;

use super::fields::Fields;
use super::read_permission::parents;
use super::request::RestRequest;
use super::route::Rest;
use super::route_error::RouteError;

/// Loaded for all posts of a response at once.
#[derive(Debug, Default)]
pub struct PostFacts {
    /// Number of revisions and the newest id, by post id.
    pub revisions: HashMap<i64, (i64, i64)>,
    /// `generated_slug`, by post id; only in the context `edit`.
    pub generated_slugs: HashMap<i64, String>,
    /// Whether the user may edit and delete a post, by its id.
    may: HashMap<i64, (bool, bool)>,
}

impl PostFacts {
    /// Loads them.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load(
        rest: &Rest<'_>,
        request: &RestRequest,
        posts: &[Arc<Post>],
    ) -> Result<Self, RouteError> {
        let db = &rest.app.db;
        let ids: Vec<i64> = posts.iter().map(|post| post.id.0).collect();
        let revisions = compat::wordpress::rest::revisions(db, &ids).await?;
        let revisions = revisions
            .into_iter()
            .map(|(id, count, newest)| (id, (count, newest)));
        let mut facts = Self {
            revisions: revisions.collect(),
            ..Self::default()
        };
        let is_wanted = |name: &str| Fields::wants(request.get("_fields"), name);
        if request.text("context") == "edit" && is_wanted("generated_slug") {
            let (site, locale) = (&rest.state.site, rest.state.locale_code());
            let slugs = generated_slugs(db, site, &locale, posts).await?;
            facts.generated_slugs = ids.iter().copied().zip(slugs).collect();
        }
        if rest.visitor.user.is_some() {
            let objects = parents(rest, posts).await?;
            let visibility = rest.visibility(&objects);
            let may = |post: &Arc<Post>| (visibility.can_edit(post), visibility.can_delete(post));
            facts.may = posts.iter().map(|post| (post.id.0, may(post))).collect();
        }
        Ok(facts)
    }

    /// Whether the user may edit a post.
    pub fn may_edit(&self, post: &Post) -> bool {
        self.may.get(&post.id.0).is_some_and(|(edit, _)| *edit)
    }

    /// The methods that the user may use at a post's address (`targetHints`).
    pub fn allow(&self, post: &Post) -> &'static [&'static str] {
        match self.may.get(&post.id.0).copied().unwrap_or_default() {
            (true, true) => &["GET", "POST", "PUT", "PATCH", "DELETE"],
            (true, false) => &["GET", "POST", "PUT", "PATCH"],
            (false, true) => &["GET", "DELETE"],
            (false, false) => &["GET"],
        }
    }
}
