//! What a request of the API can do: texts, errors, addresses, views of posts.

use std::sync::{Arc, Mutex, PoisonError};

use compat::type_map::Entry;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::post::Post;
use compat::wordpress::posted::Posted;
use compat::wordpress::query::MainQuery;
use themes::wordpress::view::View;

use crate::request_error::RequestError;
use crate::site_state::SiteState;
use crate::wordpress::request_context::stored_url;
use crate::wordpress::view;

use super::arg::ArgContext;
use super::route::Rest;
use super::route_error::RestError;

impl Rest<'_> {
    /// A core text in the site's language.
    pub fn text(&self, source: &str) -> String {
        self.locale.translate(source).to_owned()
    }

    /// An error with a translated message.
    pub fn error(&self, code: &str, source: &str, status: u16) -> RestError {
        RestError::new(code, self.text(source), status)
    }

    /// A permission error: 401 for anonymous visitors, 403 for users.
    pub fn forbidden(&self, code: &str, source: &str) -> RestError {
        self.error(code, source, self.forbidden_status())
    }

    /// The requesting user, for the validation of parameters.
    pub fn arg_context(&self) -> ArgContext<'_> {
        ArgContext {
            locale: &self.locale,
            viewer: self.visitor.viewer(),
            forbidden_status: self.forbidden_status(),
        }
    }

    /// `rest_authorization_required_code()`.
    pub fn forbidden_status(&self) -> u16 {
        if self.visitor.user.is_some() {
            403
        } else {
            401
        }
    }

    /// The same request, answered from the site as it is after a write.
    pub fn renewed(&self) -> Rest<'_> {
        let mut context = self.context.clone();
        let state = self.app.state();
        context.state = match &self.state.language {
            Some(code) => state.for_language(code),
            None => Arc::clone(&state),
        };
        context.snapshot.state = state;
        Rest {
            context,
            application_password: self.application_password.clone(),
            routes: self.routes,
            rules: self.rules,
            carried: Mutex::default(),
        }
    }

    /// `rest_url()`: the URL of a route.
    pub fn rest_url(&self, route: &str) -> String {
        rest_url(&self.state, route)
    }

    /// What an earlier callback of this request kept.
    pub fn kept<T: Entry + Clone>(&self) -> T {
        let carried = self.carried.lock();
        carried
            .unwrap_or_else(PoisonError::into_inner)
            .get::<T>()
            .clone()
    }

    /// Keeps something for later callbacks of this request.
    pub fn keep<T: Entry>(&self, value: T) {
        let carried = self.carried.lock();
        carried
            .unwrap_or_else(PoisonError::into_inner)
            .insert(value);
    }

    /// The `Referer`, with the stored site URL; empty when it is not sent.
    pub fn referer(&self) -> String {
        let shown = &self.app.settings.site.site_url;
        let sent = self.input.request.header("referer");
        stored_url(shown, &self.state.site.home(), sent)
    }

    /// A view of posts, with everything that their markup and links need.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn view(&self, posts: Vec<Arc<Post>>) -> Result<View, RequestError> {
        let db = &self.app.db;
        let mut objects = ObjectCache::default();
        let pages = &self.state.site.pages;
        // Pages below a post of another type: its name is part of their address.
        let outside = posts.iter().filter_map(|post| {
            let last = pages.ancestors(post.id).last().map(|node| node.parent);
            last.filter(|id| id.0 > 0 && pages.get(*id).is_none())
        });
        let parents = posts.iter().map(|p| p.parent).chain(outside);
        let parents: Vec<_> = parents.collect();
        objects.prime_posts(db, &parents).await?;
        for post in &posts {
            objects.add_post(post.clone());
        }
        let query = MainQuery {
            posts,
            ..MainQuery::default()
        };
        view::build(&self.context_now(), query, objects, Posted::default()).await
    }
}

/// The URL of a route.
pub fn rest_url(state: &SiteState, route: &str) -> String {
    let home = state.site.home();
    if state.rewrite.using_permalinks() {
        format!("{home}/wp-json{route}")
    } else {
        format!("{home}/index.php?rest_route={route}")
    }
}
