//! What a request says about the language of its visitor: Polylang's cookie, and `Accept-Language`.
//!
//! Contract "wordpress-core", section 19.2.

use compat::multilingual::{Languages, Visit};
use compat::wordpress::url::parse_url;

use super::cookie::cookie_name;
use crate::app::App;
use crate::server::Request;
use crate::site_state::SiteState;
use crate::wordpress::cookies::Cookies;

/// The language of the visitor, for an address without one.
pub(super) fn of_visitor<'l>(
    app: &App,
    languages: &'l Languages,
    state: &SiteState,
    request: &Request,
) -> &'l str {
    let browser = languages.visitor.home.is_some_and(|home| home.browser);
    visit(app, state, request, |visit| {
        languages.preferred_language(browser, visit)
    })
}

/// What a request says about its visitor's language.
pub(super) fn visit<'l>(
    app: &App,
    state: &SiteState,
    request: &Request,
    choose: impl FnOnce(Visit<'_>) -> &'l str,
) -> &'l str {
    let cookies = Cookies::parse(&request.headers);
    choose(Visit {
        cookie: cookie_name(app).and_then(|name| cookies.get(&name)),
        accept_language: request.header("accept-language"),
        is_inside: is_inside(state, request),
    })
}

/// Whether the referer is another page of the site (`wp_get_referer`).
fn is_inside(state: &SiteState, request: &Request) -> bool {
    let referer = request.header("referer");
    let home = state.site.home();
    let bare = |host: &str| host.split(':').next().unwrap_or(host).to_lowercase();
    let own = [home.as_str(), referer].map(|url| parse_url(url).and_then(|url| url.host));
    let [Some(own), Some(from)] = own.map(|host| host.map(|host| bare(&host))) else {
        return false;
    };
    let is_itself = referer.trim_end_matches('/') == home;
    let is_below = from
        .strip_suffix(&own)
        .is_some_and(|rest| rest.ends_with('.'));
    !is_itself && (from == own || from == bare(request.host()) || is_below)
}
