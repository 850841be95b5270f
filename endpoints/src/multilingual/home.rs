//! The home URL of sites with one URL per language: redirects to the visitor's language.
//!
//! Contract "wordpress-core", sections 19.1 and 19.2. Polylang uses its cookie, then `Accept-Language`; WPML redirects
//! to the default language and leaves the rest to a script.

use compat::multilingual::{HomeLanguage, Languages, Negotiation};
use compat::wordpress::link::Links;
use compat::wordpress::object_cache::ObjectCache;
use http::header::VARY;
use http::{HeaderName, HeaderValue, StatusCode};

use super::cookie::{language_cookie, set_by_header};
use super::page_languages::front;
use super::site_language::languages;
use super::visit::visit;
use crate::app::App;
use crate::server::{Request, Response};
use crate::site_state::SiteState;
use crate::wordpress::headers::nocache_headers;
use crate::wordpress::input::Input;
use crate::wordpress::request_context::SiteSnapshot;

static X_REDIRECT_BY: HeaderName = HeaderName::from_static("x-redirect-by");

/// The redirect of a request for the home URL; `None` for other requests.
pub fn requested(site: &SiteSnapshot<'_>, input: &Input) -> Option<Response> {
    let (app, state) = (site.app, &site.state);
    let languages = languages(state)?;
    if !is_home(state, &input.request) {
        return None;
    }
    let (code, asks) = match languages.visitor.home {
        Some(home) => (chosen(app, languages, home, state, &input.request), true),
        None => (languages.default.as_str(), false),
    };
    let is_own = code == languages.default;
    let has_directory = matches!(
        languages.negotiation,
        Negotiation::Directory {
            default_has_one: true,
            ..
        }
    );
    let stays = match asks {
        true => is_own && languages.hides_default,
        false => !has_directory || languages.root_page > 0,
    };
    let location = front_of(&state.for_language(code));
    if stays || location.trim_end_matches('/') == state.site.home() {
        return None;
    }
    let mut response = Response::redirect(StatusCode::FOUND, &location);
    nocache_headers(&mut response);
    if asks {
        add_vary(&mut response);
        let by = HeaderValue::from_static("Polylang");
        response.headers.insert(X_REDIRECT_BY.clone(), by);
        response.visitor_cookie = language_cookie((app, state), languages, code, &input.request)
            .filter(|_| set_by_header(app))
            .map(super::cookie::for_visitors);
    }
    Some(response)
}

/// Whether the response at an address depends on the visitor's language: such responses need a cache key of their own.
pub fn depends_on_visitor(state: &SiteState, request: &Request) -> bool {
    let languages = languages(state);
    let home = languages.and_then(|languages| languages.visitor.home);
    home.is_some_and(|home| home.browser || !home.hides_default) && is_home(state, request)
}

/// Adds `Vary` for the home URL.
pub fn add_vary(response: &mut Response) {
    for name in ["Accept-Language", "Cookie", "Referer"] {
        response
            .headers
            .append(VARY, HeaderValue::from_static(name));
    }
}

/// The cache variant at the home URL: equal for visitors with the same language.
pub fn page_variant(site: &SiteSnapshot<'_>, request: &Request) -> u64 {
    let (app, state) = (site.app, &site.state);
    let Some(languages) = languages(state) else {
        return 0;
    };
    let Some(home) = languages.visitor.home.filter(|_| is_home(state, request)) else {
        return 0;
    };
    let code = chosen(app, languages, home, state, request);
    let place = languages.all.iter().position(|l| l.code == code);
    place.map_or(0, |place| u64::try_from(place).unwrap_or_default() + 1)
}

/// Whether the request is for the home URL.
fn is_home(state: &SiteState, request: &Request) -> bool {
    let home = state.site.home();
    let mut parts = home.splitn(4, '/').skip(2);
    let (host, directory) = (parts.next().unwrap_or_default(), parts.next());
    let directory = directory.unwrap_or_default().trim_matches('/');
    let is_path = request.path().trim_matches('/') == directory;
    let is_plain = request.is_read() && request.query().is_none_or(str::is_empty);
    let languages = languages(state);
    // With one domain per language, all languages have the same path.
    let has_hosts = languages.is_some_and(|l| matches!(l.negotiation, Negotiation::Domain(_)));
    let bare = |host: &str| host.strip_prefix("www.").unwrap_or(host).to_lowercase();
    is_path && is_plain && (!has_hosts || bare(host) == bare(request.host()))
}

fn chosen<'l>(
    app: &App,
    languages: &'l Languages,
    home: HomeLanguage,
    state: &SiteState,
    request: &Request,
) -> &'l str {
    visit(app, state, request, |visit| languages.at_home(home, visit))
}

/// The front page URL of a snapshot's language.
fn front_of(state: &SiteState) -> String {
    let cache = ObjectCache::default();
    front(&Links {
        site: &state.site,
        rewrite: &state.rewrite,
        cache: &cache,
        hooks: &[],
        reads_private: false,
    })
}
