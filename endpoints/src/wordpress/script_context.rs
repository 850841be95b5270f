//! The context of a WordPress script: site, request, user, locale.

use std::sync::Arc;

use compat::wordpress::date::WpTimezone;
use compat::wordpress::l10n::Locale;
use compat::wordpress::link::Links;
use compat::wordpress::nonce::NonceContext;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::user::User;
use compat::wordpress::user::capability::Capabilities;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, EXPIRES, LOCATION, SET_COOKIE};
use http::{HeaderName, HeaderValue, StatusCode};
use themes::wordpress::view::{Frontend, RequestUser};
use themes::wordpress::wp_die::{ErrorPage, wp_die};

use crate::app::{App, SiteState};
use crate::request_error::RequestError;
use crate::server::response::header_value;
use crate::server::{BodySource, Response, Scheme};

use super::input::Input;

/// The context of a script.
pub struct ScriptContext<'a> {
    /// The application.
    pub app: &'a App,
    /// The snapshot of the site.
    pub state: Arc<SiteState>,
    /// The request.
    pub input: &'a Input,
    /// Loaded objects, including the logged-in user.
    pub objects: ObjectCache,
    /// The requesting user.
    pub visitor: RequestUser,
    /// The locale.
    pub locale: Arc<Locale>,
    /// Unix time.
    pub now: i64,
}

static X_REDIRECT_BY: HeaderName = HeaderName::from_static("x-redirect-by");
static REFERRER_POLICY: HeaderName = HeaderName::from_static("referrer-policy");
static X_FRAME_OPTIONS: HeaderName = HeaderName::from_static("x-frame-options");

impl<'a> ScriptContext<'a> {
    /// Authenticates the request and chooses the locale; `wp_lang` overrides it in the scripts that allow that.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn new(app: &'a App, input: &'a Input) -> Result<Self, RequestError> {
        let state = app.state_for_script(input);
        let mut objects = ObjectCache::default();
        let visitor = super::request_user::request_user(app, &state, input, &mut objects).await?;
        let locale = app.translations.locale(&site_locale(&state));
        let now = app.clock.now();
        Ok(Self {
            app,
            state,
            input,
            objects,
            visitor,
            locale,
            now,
        })
    }

    /// A core text translated to the script's locale.
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

    /// The site's time zone.
    pub fn timezone(&self) -> WpTimezone {
        let options = &self.state.site.options;
        let offset = options.text("gmt_offset").parse().unwrap_or(0.0);
        WpTimezone::from_options(&options.text("timezone_string"), offset)
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

/// The locale of the site: the option `WPLANG`, `en_US` when it is empty.
pub fn site_locale(state: &SiteState) -> String {
    let code = state.site.options.text("WPLANG");
    if code.is_empty() {
        "en_US".to_owned()
    } else {
        code.into_owned()
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

/// `nocache_headers`.
pub fn no_cache(mut answer: Response) -> Response {
    const NEVER: HeaderValue = HeaderValue::from_static("Wed, 11 Jan 1984 05:00:00 GMT");
    const NO_STORE: HeaderValue =
        HeaderValue::from_static("no-cache, must-revalidate, max-age=0, no-store, private");
    answer.headers.insert(EXPIRES, NEVER);
    answer.headers.insert(CACHE_CONTROL, NO_STORE);
    answer
}

/// A response without a body, not to be cached.
pub fn empty(status: StatusCode) -> Response {
    no_cache(Response::html("").with_status(status))
}

/// `wp_redirect` with status 302, not to be cached.
pub fn redirect(location: &str) -> Response {
    let location = compat::wordpress::url::wp_sanitize_redirect(location);
    if location.is_empty() {
        // `wp_redirect` ignores an empty location.
        return empty(StatusCode::OK);
    }
    let mut answer = empty(StatusCode::FOUND);
    if let Ok(value) = header_value(&location) {
        answer.headers.insert(LOCATION, value);
        answer
            .headers
            .insert(X_REDIRECT_BY.clone(), HeaderValue::from_static("WordPress"));
    }
    answer
}

/// Adds `X-Frame-Options` and `Referrer-Policy`, as the login page and admin-ajax do.
pub fn frame_options(mut answer: Response) -> Response {
    let policy = HeaderValue::from_static("strict-origin-when-cross-origin");
    answer.headers.insert(REFERRER_POLICY.clone(), policy);
    answer.headers.insert(
        X_FRAME_OPTIONS.clone(),
        HeaderValue::from_static("SAMEORIGIN"),
    );
    answer
}

/// Sets cookies, in order.
pub fn set_cookies(
    answer: &mut Response,
    cookies: &[compat::wordpress::cookie::SetCookie],
    now: i64,
) {
    for cookie in cookies {
        let line = cookie.header_value(now);
        if let Some(value) = line.as_deref().and_then(|line| header_value(line).ok()) {
            answer.headers.append(SET_COOKIE, value);
        }
    }
}

/// A response with the given content type and text body.
pub fn typed(status: StatusCode, content_type: &'static str, body: String) -> Response {
    let mut answer = Response::new(status);
    answer
        .headers
        .insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    answer.body = BodySource::Bytes(body.into());
    answer
}
