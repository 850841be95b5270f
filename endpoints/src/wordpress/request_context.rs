//! What requests are answered from: one snapshot of the site, the request, the visitor, the language.
//!
//! The front controller takes the snapshot ([`SiteSnapshot`]); pages, scripts and the REST API make their
//! [`RequestContext`] of it. Nothing that answers a request asks the application for its state again.

use std::sync::Arc;

use compat::wordpress::column::PageData;
use compat::wordpress::db::{Db, DbError};
use compat::wordpress::l10n::Locale;
use compat::wordpress::link::Links;
use compat::wordpress::mail::MailSite;
use compat::wordpress::nonce::NonceContext;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::query::MainQuery;
use compat::wordpress::user::User;
use compat::wordpress::user::attempts::Origin;
use compat::wordpress::user::capability::Capabilities;
use http::StatusCode;
use themes::wordpress::view::{Frontend, RequestUser};
use themes::wordpress::wp_die::{ErrorPage, wp_die};

use crate::app::App;
use crate::outbox;
use crate::request_error::RequestError;
use crate::server::{HandlerFuture, Request, Response, Scheme};
use crate::site_state::SiteState;

use super::headers::{no_cache, redirect};
use super::input::Input;
use super::request_user::request_user;

/// The application with the one snapshot of the site that a request is answered from.
#[derive(Clone)]
pub struct SiteSnapshot<'a> {
    /// The application.
    pub app: &'a App,
    /// The site as it is stored.
    pub state: Arc<SiteState>,
    /// Finds the language of requests, on sites with several.
    pub request_language: Option<&'static dyn RequestLanguage>,
    /// Loads what pages show of columns that depends on the request.
    pub page_data: &'a [LoadPageData],
}

impl SiteSnapshot<'_> {
    /// The site in the language of a request's address.
    pub fn of_address(&self, request: &Request) -> Arc<SiteState> {
        self.for_language(|language| language.of_address(&self.state, request))
    }

    /// The site in the language of a request of the REST API.
    pub fn of_rest(&self, input: &Input) -> Arc<SiteState> {
        self.for_language(|language| language.of_rest(&self.state, input))
    }

    /// The site in the language of a script's request.
    pub fn of_script(&self, input: &Input) -> Arc<SiteState> {
        self.for_language(|language| language.of_script(self, input))
    }

    /// The site in the language of a request for a page, also where only what it leads to says the language.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn of_content(&self, request: &Request) -> Result<Arc<SiteState>, DbError> {
        let db = &self.app.db;
        let code = match self.request_language {
            Some(language) => language.of_content(db, &self.state, request).await?,
            None => None,
        };
        Ok(self.for_language(|_| code.as_deref()))
    }

    fn for_language<'s>(
        &'s self,
        find: impl FnOnce(&'static dyn RequestLanguage) -> Option<&'s str>,
    ) -> Arc<SiteState> {
        let code = self.request_language.and_then(find);
        code.map_or_else(
            || Arc::clone(&self.state),
            |code| self.state.for_language(code),
        )
    }

    /// The locale of a page: that of the configured path prefix, else of the site as it stands in a language.
    pub fn page_locale(&self, state: &SiteState, request: &Request) -> String {
        let configured = self
            .request_language
            .and_then(|language| language.configured_locale(state, request.path()));
        match configured {
            Some(code) if !code.is_empty() => code.to_owned(),
            Some(_) => "en_US".to_owned(),
            None => state.locale_code(),
        }
    }
}

/// Finds the language code of a request; `None` for the site's default language.
pub trait RequestLanguage: Sync {
    /// From the URL.
    fn of_address<'s>(&self, state: &'s SiteState, request: &Request) -> Option<&'s str>;

    /// For a page, from the URL or from the found post.
    fn of_content<'a>(
        &'a self,
        db: &'a Db,
        state: &'a SiteState,
        request: &'a Request,
    ) -> HandlerFuture<'a, Result<Option<String>, DbError>>;

    /// For a REST request.
    fn of_rest<'s>(&self, state: &'s SiteState, input: &Input) -> Option<&'s str>;

    /// For a script.
    fn of_script<'s>(&self, site: &'s SiteSnapshot<'_>, input: &Input) -> Option<&'s str>;

    /// The locale configured for a path prefix.
    fn configured_locale<'s>(&self, state: &'s SiteState, path: &str) -> Option<&'s str>;
}

/// Loads a column's page data that depends on the request.
pub type LoadPageData = for<'a> fn(
    &'a PageDataSource<'a>,
    &'a mut PageData,
) -> HandlerFuture<'a, Result<(), RequestError>>;

/// The input of [`LoadPageData`].
pub struct PageDataSource<'a> {
    /// The request.
    pub context: &'a RequestContext<'a>,
    /// The main query.
    pub query: &'a MainQuery,
}

/// Everything that answers a request: made once, from one snapshot of the site, and handed on.
#[derive(Clone)]
pub struct RequestContext<'a> {
    /// The application.
    pub app: &'a App,
    /// The snapshot that the request is answered from.
    pub snapshot: SiteSnapshot<'a>,
    /// The site of the snapshot in the language of the request.
    pub state: Arc<SiteState>,
    /// The request.
    pub input: &'a Input,
    /// Loaded objects, including the logged-in user.
    pub objects: ObjectCache,
    /// The requesting user.
    pub visitor: RequestUser,
    /// The language of texts.
    pub locale: Arc<Locale>,
    /// Unix time.
    pub now: i64,
}

impl<'a> RequestContext<'a> {
    /// The context of a script.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn of_script(
        snapshot: &SiteSnapshot<'a>,
        input: &'a Input,
    ) -> Result<Self, RequestError> {
        let state = snapshot.of_script(input);
        let locale = state.locale_code();
        Self::new(snapshot, state, &locale, input).await
    }

    /// The context of a request of the REST API.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn of_rest(
        snapshot: &SiteSnapshot<'a>,
        input: &'a Input,
    ) -> Result<Self, RequestError> {
        let state = snapshot.of_rest(input);
        let locale = state.locale_code();
        let mut context = Self::new(snapshot, state, &locale, input).await?;
        // The language is chosen before anything else is known of a person than the cookie.
        let asks_own = input.get_text("_locale") == "user" && input.is_json_request();
        if let Some(user) = context.visitor.user.filter(|_| asks_own) {
            let own = context.objects.user_meta(user).text("locale");
            if !own.is_empty() {
                context.locale = context.app.translations.locale(&own);
            }
        }
        Ok(context)
    }

    /// The context of a page, of the site in the language of its content.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn of_page(
        snapshot: &SiteSnapshot<'a>,
        state: Arc<SiteState>,
        input: &'a Input,
    ) -> Result<Self, RequestError> {
        let locale = snapshot.page_locale(&state, &input.request);
        Self::new(snapshot, state, &locale, input).await
    }

    /// Reads who asks.
    async fn new(
        snapshot: &SiteSnapshot<'a>,
        state: Arc<SiteState>,
        locale: &str,
        input: &'a Input,
    ) -> Result<Self, RequestError> {
        let app = snapshot.app;
        let mut objects = ObjectCache::default();
        let visitor = request_user(app, &state, input, &mut objects).await?;
        Ok(Self {
            app,
            snapshot: snapshot.clone(),
            state,
            input,
            objects,
            visitor,
            locale: app.translations.locale(locale),
            now: app.clock.now(),
        })
    }

    /// A text of core in the request's language.
    pub fn text<'t>(&'t self, source: &'t str) -> &'t str {
        self.locale.translate(source)
    }

    /// The logged-in user.
    pub fn user(&self) -> Option<&User> {
        self.visitor
            .user
            .and_then(|id| self.objects.user(id))
            .map(AsRef::as_ref)
    }

    /// From where and when the visitor tries a password or a key.
    pub fn origin(&self) -> Origin {
        Origin {
            address: self.input.request.remote_addr,
            now: self.now,
        }
    }

    /// The capabilities of the user; none for an anonymous visitor.
    pub fn capabilities(&self) -> &Capabilities {
        &self.visitor.capabilities
    }

    /// Runs `work` with the nonce context of the requesting user.
    pub fn with_nonces<T>(&self, work: impl FnOnce(&NonceContext<'_>) -> T) -> T {
        let user = self.visitor.user.map_or(0, |u| u.0).to_string();
        let mut nonces = NonceContext::anonymous(&self.state.salts, self.now);
        nonces.user = &user;
        nonces.session_token = &self.visitor.session_token;
        work(&nonces)
    }

    /// The permalink builder of the site.
    pub fn links(&self) -> Links<'_> {
        Links {
            site: &self.state.site,
            rewrite: &self.state.rewrite,
            cache: &self.objects,
            hooks: &[],
            reads_private: false,
        }
    }

    /// The site data used by `wp_mail`.
    pub fn mail_site(&self) -> MailSite {
        outbox::mail_site(&self.snapshot.state.site.home())
    }

    /// `site_url`.
    pub fn site_url(&self, path: &str) -> String {
        format!("{}/{path}", self.state.site.siteurl())
    }

    /// `admin_url`.
    pub fn admin_url(&self, path: &str) -> String {
        self.site_url(&format!("wp-admin/{path}"))
    }

    /// Whether the request came over TLS.
    pub fn is_ssl(&self) -> bool {
        self.input.request.scheme == Scheme::Https
    }

    /// The frontend (`react` or `legacy`), which decides the scripts that pages link.
    pub fn frontend(&self) -> Frontend {
        self.app.settings.site.frontend.into()
    }

    /// `wp_safe_redirect`: redirects to `location` when it is on the site, else to `/wp-admin/`.
    pub fn safe_redirect(&self, location: &str) -> Response {
        let location = compat::wordpress::url::wp_validate_redirect(
            &self.stored_url(location),
            &self.admin_url(""),
            &self.state.site.home(),
            self.input.request.target(),
        );
        redirect(&location)
    }

    /// `wp_get_referer`: the URL of the page with the form, when it is on this site and not the current URL.
    pub fn referer(&self) -> Option<String> {
        let field = self.input.request_text("_wp_http_referer");
        let sent = if field.is_empty() {
            self.input.request.header("referer").to_owned()
        } else {
            field
        };
        let (sent, home) = (self.stored_url(&sent), self.state.site.home());
        let here = self.input.request.target();
        if sent.is_empty() || sent == here || sent == format!("{home}{here}") {
            return None;
        }
        let valid = compat::wordpress::url::wp_validate_redirect(&sent, "", &home, here);
        Some(valid).filter(|v| !v.is_empty())
    }

    /// Converts a URL sent by the browser to the stored site URL; with `--site-url` the browser uses another origin.
    pub fn stored_url(&self, url: &str) -> String {
        let shown = &self.app.settings.site.site_url;
        stored_url(shown, &self.state.site.home(), url)
    }

    /// `wp_die` as a page.
    pub fn die(&self, status: u16, page: &ErrorPage<'_>) -> Response {
        let is_public = self.state.site.options.text("blog_public") == "1";
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        match wp_die(&self.state.theme.engine, &self.locale, is_public, page) {
            Ok(body) => no_cache(Response::html(body).with_status(status)),
            Err(error) => RequestError::from(error).into_response(),
        }
    }
}

/// Converts a URL below the public site URL (`shown`, empty when it is the stored one) to the stored site URL `home`.
pub fn stored_url(shown: &str, home: &str, url: &str) -> String {
    let shown = shown.trim_end_matches('/');
    match url.strip_prefix(shown) {
        Some(rest)
            if !shown.is_empty() && (rest.is_empty() || rest.starts_with(['/', '?', '#'])) =>
        {
            format!("{home}{rest}")
        }
        _ => url.to_owned(),
    }
}
