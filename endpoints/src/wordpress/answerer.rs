//! Who answers a request, as far as its head says: the operator's rules first, then PHP where nobody here does. What goes
//! to PHP is passed on before a byte of its body is read.

use crate::app::App;
use crate::legacy_routes::{Asked, Side};
use crate::registered_site::RegisteredSite;
use crate::server::Request;

use super::rest::php_routes::{is_unknown, method_of, route_of};
use super::scripts::Script;

/// Who answers a request, as far as its head says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answerer {
    /// We do, and may still find that only PHP can.
    Here,
    /// PHP.
    Php,
    /// We, where the site's folder has the file; else PHP.
    PhpUnlessFile,
    /// The action that a form names decides ([`super::legacy::of_action`]).
    Action,
}

/// Who answers a request. Without an upstream all is answered here.
pub fn answerer(app: &App, site: &RegisteredSite, request: &Request) -> Answerer {
    if app.upstream.is_none() {
        return Answerer::Here;
    }
    let path = request.path();
    let route = route_of(request, &site.state.site.home());
    let asked = Asked {
        host: request.host(),
        path,
        query: request.query(),
        rest: route.as_deref(),
        ajax: None,
    };
    let script = Script::of(path);
    match app.legacy_routes.side(&asked) {
        _ if script == Some(Script::AdminAjax) => return Answerer::Action,
        Some(Side::Php) => return Answerer::Php,
        Some(Side::Here) => return Answerer::Here,
        None => {}
    }
    if let Some(route) = route {
        let routes = site.any_rest_routes(app);
        return match is_unknown(&routes, &method_of(request), &route) {
            true => Answerer::Php,
            false if app.legacy_routes.only_listed() => Answerer::Php,
            false => Answerer::Here,
        };
    }
    if is_script_of_folder(path) {
        return Answerer::Php;
    }
    let is_page = matches!(script, None | Some(Script::Unknown));
    let is_theirs = app.legacy_routes.only_listed()
        || is_php_script(script, path)
        || is_page && site.goes_upstream(request);
    match is_theirs {
        true => Answerer::PhpUnlessFile,
        false => Answerer::Here,
    }
}

/// Whether a script or admin page is left to PHP: what plugins change, or what has only jobs of PHP to do.
fn is_php_script(script: Option<Script>, path: &str) -> bool {
    match script {
        Some(
            Script::Admin
            | Script::Login
            | Script::XmlRpc
            | Script::Cron
            | Script::Mail
            | Script::Signup
            | Script::Unknown,
        ) => true,
        Some(_) => false,
        None => path.starts_with("/wp-admin/"),
    }
}

/// Whether a path is that of a script of a plugin, a theme or core, which is never served as a file.
fn is_script_of_folder(path: &str) -> bool {
    let folders = ["/wp-content/", "/wp-includes/"];
    path.ends_with(".php") && folders.iter().any(|folder| path.starts_with(folder))
}

/// Whether PHP answers a request for sure, so that the page cache has nothing to do with it. Cheap for ordinary pages.
pub fn is_uncached(app: &App, site: &RegisteredSite, request: &Request) -> bool {
    if app.upstream.is_none() {
        return false;
    }
    let may_be_rest =
        || request.target().contains("wp-json") || request.target().contains("rest_route");
    let may_be = !app.legacy_routes.is_empty() || may_be_rest();
    may_be && answerer(app, site, request) != Answerer::Here
}
