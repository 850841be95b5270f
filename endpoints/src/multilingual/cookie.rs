//! Polylang's cookie: it remembers the language of the page that a visitor saw last.
//!
//! Contract "wordpress-core", section 19.2. It is set by a header, and on sites with a page cache of their own
//! (`WP_CACHE`) by a script of the page, as the plugin does. The constant `PLL_COOKIE` names it, or switches it off.

use std::sync::Arc;
use std::time::Duration;

use compat::multilingual::{LanguageCookie, Languages, PLL_COOKIE, PLL_COOKIE_AGE};
use compat::wordpress::query::MainQuery;
use compat::wordpress::url::parse_url;

use crate::app::App;
use crate::server::visitor_cookie::VisitorCookie;
use crate::server::{Request, Scheme};
use crate::site_state::SiteState;

/// The name of the cookie; none where the site wants none.
pub fn cookie_name(app: &App) -> Option<String> {
    let config = app.wp_config.as_ref();
    if config.and_then(|c| c.flag("PLL_COOKIE")) == Some(false) {
        return None;
    }
    let named = config.and_then(|c| c.text("PLL_COOKIE"));
    // `true` is no name.
    let named = named.filter(|name| !name.is_empty() && name != "1");
    Some(named.unwrap_or_else(|| PLL_COOKIE.to_owned()))
}

/// Whether answers set the cookie, not a script.
pub fn set_by_header(app: &App) -> bool {
    let config = app.wp_config.as_ref();
    config.and_then(|c| c.flag("WP_CACHE")) != Some(true)
}

/// The cookie of a language.
pub fn language_cookie(
    (app, state): (&App, &SiteState),
    languages: &Languages,
    code: &str,
    request: &Request,
) -> Option<LanguageCookie> {
    let name = cookie_name(app).filter(|_| languages.visitor.sets_cookie)?;
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

/// The cookie as an answer carries it.
pub fn for_visitors(cookie: LanguageCookie) -> Arc<VisitorCookie> {
    Arc::new(VisitorCookie {
        name: cookie.name,
        value: cookie.value,
        lifetime: Duration::from_secs(u64::try_from(cookie.lifetime).unwrap_or_default()),
        attributes: cookie.attributes,
    })
}

/// The cookie that a script of a page sets; none on embedded pages.
pub fn script_cookie(
    site: (&App, &SiteState),
    (languages, code): (&Languages, &str),
    request: &Request,
    query: &MainQuery,
) -> Option<LanguageCookie> {
    let is_wanted = !set_by_header(site.0) && !query.is.is_embed;
    is_wanted.then(|| language_cookie(site, languages, code, request))?
}
