//! Polylang's cookie with the language of the last page view.
//!
//! Contract "wordpress-core", section 19.2. It is set by a header, and with `WP_CACHE` by a script of the page, as in
//! the plugin. The constant `PLL_COOKIE` sets its name or disables it.

use std::sync::Arc;
use std::time::Duration;

use compat::multilingual::{LanguageCookie, Languages, PLL_COOKIE, PLL_COOKIE_AGE};
use compat::wordpress::query::MainQuery;
use compat::wordpress::url::parse_url;

use super::home;
use super::site_language::languages;
use crate::app::{App, SiteState};
use crate::server::visitor_cookie::VisitorCookie;
use crate::server::{Request, Response, Scheme};
use crate::wordpress::input::Input;

/// The name of the cookie; `None` when it is disabled.
pub fn cookie_name(app: &App) -> Option<String> {
    let config = app.wp_config.as_ref();
    if config.and_then(|c| c.flag("PLL_COOKIE")) == Some(false) {
        return None;
    }
    let named = config.and_then(|c| c.text("PLL_COOKIE"));
    // `true` is not a name.
    let named = named.filter(|name| !name.is_empty() && name != "1");
    Some(named.unwrap_or_else(|| PLL_COOKIE.to_owned()))
}

/// Whether the cookie is set by a header instead of a script.
pub fn set_by_header(app: &App) -> bool {
    let config = app.wp_config.as_ref();
    config.and_then(|c| c.flag("WP_CACHE")) != Some(true)
}

/// The cookie of a language.
pub fn language_cookie(
    app: &App,
    languages: &Languages,
    code: &str,
    request: &Request,
) -> Option<LanguageCookie> {
    let name = cookie_name(app).filter(|_| languages.visitor.sets_cookie)?;
    let state = app.state();
    let mut attributes = format!("; path={}", state.cookies.path());
    let host = match languages.visitor.on_subdomains {
        true => parse_url(&state.site.home()).and_then(|url| url.host),
        false => state.cookies.domain().map(str::to_owned),
    };
    if let Some(host) = host.filter(|host| !host.is_empty()) {
        attributes.push_str(&format!("; domain={host}"));
    }
    if request.scheme == Scheme::Https {
        attributes.push_str("; secure");
    }
    attributes.push_str("; SameSite=Lax");
    Some(LanguageCookie {
        name,
        value: code.to_owned(),
        lifetime: PLL_COOKIE_AGE,
        attributes,
    })
}

/// The cookie for [`crate::server::Response`].
pub fn for_visitors(cookie: LanguageCookie) -> Arc<VisitorCookie> {
    Arc::new(VisitorCookie {
        name: cookie.name,
        value: cookie.value,
        lifetime: Duration::from_secs(u64::try_from(cookie.lifetime).unwrap_or_default()),
        attributes: cookie.attributes,
    })
}

/// The cookie to be set by the page's script; `None` on embeds.
pub fn script_cookie(
    app: &App,
    (languages, code): (&Languages, &str),
    request: &Request,
    query: &MainQuery,
) -> Option<LanguageCookie> {
    let is_wanted = !set_by_header(app) && !query.is.is_embed;
    is_wanted.then(|| language_cookie(app, languages, code, request))?
}

/// `send_headers`: the cookie, except on a 404, and `Vary` of the home URL.
pub fn send_headers(
    app: &App,
    state: &SiteState,
    input: &Input,
    query: &MainQuery,
    answer: &mut Response,
) {
    let (Some(languages), Some(code)) = (languages(state), &state.language) else {
        return;
    };
    if home::depends_on_visitor(&app.state(), &input.request) {
        home::add_vary(answer);
    }
    if !query.is.is_404 && set_by_header(app) {
        let cookie = language_cookie(app, languages, code, &input.request);
        answer.visitor_cookie = cookie.map(for_visitors);
    }
}
