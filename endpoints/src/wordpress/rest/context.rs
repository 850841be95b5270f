//! The context of a REST request: site, user, texts, links.

use std::sync::Arc;

use compat::wordpress::date::WpTimezone;
use compat::wordpress::l10n::Locale;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::post::Post;
use compat::wordpress::query::MainQuery;
use themes::wordpress::view::{RequestUser, View};

use crate::app::{App, SiteState};
use crate::request_error::RequestError;
use crate::wordpress::input::Input;
use crate::wordpress::script_context::stored_url;
use crate::wordpress::view;

use super::arg::Asker;
use super::route::Routes;
use super::route_error::RestError;

/// The context of a request.
pub struct Rest<'a> {
    /// The application.
    pub app: &'a App,
    /// The site.
    pub state: &'a SiteState,
    /// The HTTP request.
    pub input: &'a Input,
    /// The requesting user; anonymous without a nonce.
    pub visitor: RequestUser,
    /// Loaded objects, including the logged-in user.
    pub objects: ObjectCache,
    /// Whether the user may edit everything.
    pub is_editor: bool,
    /// The locale of texts.
    pub locale: Arc<Locale>,
    /// All routes.
    pub routes: &'a Routes,
}

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
    pub fn asker(&self) -> Asker<'_> {
        Asker {
            locale: &self.locale,
            is_editor: self.is_editor,
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

    /// `rest_url()`: the URL of a route.
    pub fn rest_url(&self, route: &str) -> String {
        rest_url(self.state, route)
    }

    /// The `Referer`, with the stored site URL; empty when it is not sent.
    pub fn referer(&self) -> String {
        let shown = &self.app.settings.site.site_url;
        let sent = self.input.request.header("referer");
        stored_url(shown, &self.state.site.home(), sent)
    }

    /// The site's time zone.
    pub fn timezone(&self) -> WpTimezone {
        let options = &self.state.site.options;
        let offset = options.text("gmt_offset").parse().unwrap_or(0.0);
        WpTimezone::from_options(&options.text("timezone_string"), offset)
    }

    /// A view of posts, with everything that their markup and links need.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn view(&self, posts: Vec<Arc<Post>>) -> Result<View, RequestError> {
        let db = &self.app.db;
        let mut objects = ObjectCache::default();
        let parents: Vec<_> = posts.iter().map(|p| p.parent).collect();
        objects.prime_posts(db, &parents).await?;
        for post in &posts {
            objects.add_post(post.clone());
        }
        let query = MainQuery {
            posts,
            ..MainQuery::default()
        };
        let visitor = self.visitor.clone();
        Ok(view::build(self.app, self.state, self.input, query, objects, visitor).await?)
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
