//! `/wp-admin/` without a legacy upstream: visitors are redirected to the login form; logged-in users let
//! applications in, and get a page that says how to configure the upstream for the rest.
//!
//! Recordings canonical/wp-admin, canonical/wp-admin-sin.

use compat::wordpress::php::url::urlencode;
use http::StatusCode;
use http::header::LOCATION;
use themes::wordpress::wp_die::{ErrorPage, NO_ADMIN_PAGES};

use super::authorize_application;
use super::headers::redirect;
use super::input::Input;
use super::request_context::{RequestContext, SiteSnapshot};
use crate::request_error::RequestError;
use crate::server::Response;
use crate::server::response::header_value;

/// Handles every request below `/wp-admin/`.
///
/// # Errors
/// When the database fails.
pub async fn respond(snapshot: &SiteSnapshot<'_>, input: &Input) -> Result<Response, RequestError> {
    if input.request.path() == "/wp-admin" {
        return Ok(with_slash(input));
    }
    let context = RequestContext::of_script(snapshot, input).await?;
    if context.visitor.user.is_none() {
        return Ok(redirect(&login_url(&context, true)));
    }
    if input.request.path() == authorize_application::PATH {
        return authorize_application::respond(&context).await;
    }
    Ok(context.die(
        501,
        &ErrorPage {
            message: NO_ADMIN_PAGES,
            ..ErrorPage::default()
        },
    ))
}

/// The web server's redirect from `/wp-admin` to `/wp-admin/`.
fn with_slash(input: &Input) -> Response {
    let request = &input.request;
    let query = request.query().map(|q| format!("?{q}")).unwrap_or_default();
    let (scheme, host) = (request.scheme.as_str(), request.host());
    let mut response = Response::error_page(StatusCode::MOVED_PERMANENTLY);
    if let Ok(value) = header_value(&format!("{scheme}://{host}/wp-admin/{query}")) {
        response.headers.insert(LOCATION, value);
    }
    response
}

/// `auth_redirect`: the login URL, with `redirect_to` set to the requested page.
fn login_url(context: &RequestContext<'_>, reauth: bool) -> String {
    let scheme = context.input.request.scheme.as_str();
    let (host, target) = (context.input.request.host(), context.input.request.target());
    let here = format!("{scheme}://{host}{target}");
    let login = context.site_url("wp-login.php");
    let reauth = if reauth { "&reauth=1" } else { "" };
    format!("{login}?redirect_to={}{reauth}", urlencode(here.as_bytes()))
}
