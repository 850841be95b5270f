//! `/wp-admin/`: without the old server there is only the way to the login, and for accounts a word of explanation.
//!
//! Recordings canonical/wp-admin, canonical/wp-admin-sin.

use compat::wordpress::php::url::urlencode;
use http::StatusCode;
use http::header::LOCATION;
use themes::wordpress::wp_die::ErrorPage;

use super::input::Input;
use super::headers::redirect;
use super::request_context::{RequestContext, SiteSnapshot};
use crate::request_error::RequestError;
use crate::server::Response;
use crate::server::response::header_value;

/// Answers everything below `/wp-admin/`.
pub async fn answer(
    snapshot: &SiteSnapshot<'_>,
    input: &Input,
) -> Result<Response, RequestError> {
    if input.request.path() == "/wp-admin" {
        return Ok(with_slash(input));
    }
    let context = RequestContext::of_script(snapshot, input).await?;
    if context.visitor.user.is_none() {
        return Ok(redirect(&login_url(&context, true)));
    }
    // Ours, not WordPress's: an account that comes here without the old server behind us.
    let message = "<h1>No admin pages</h1><p>The admin pages of this site are not here. Start the server with \
        <code>--legacy-upstream</code> to reach those of the old server.</p>";
    Ok(context.die(
        501,
        &ErrorPage {
            message,
            ..ErrorPage::default()
        },
    ))
}

/// The web server's own redirect to the folder.
fn with_slash(input: &Input) -> Response {
    let request = &input.request;
    let query = request.query().map(|q| format!("?{q}")).unwrap_or_default();
    let (scheme, host) = (request.scheme.as_str(), request.host());
    let mut answer = Response::error_page(StatusCode::MOVED_PERMANENTLY);
    if let Ok(value) = header_value(&format!("{scheme}://{host}/wp-admin/{query}")) {
        answer.headers.insert(LOCATION, value);
    }
    answer
}

/// `auth_redirect`: the login, and from there back to this page.
fn login_url(context: &RequestContext<'_>, reauth: bool) -> String {
    let scheme = context.input.request.scheme.as_str();
    let (host, target) = (context.input.request.host(), context.input.request.target());
    let here = format!("{scheme}://{host}{target}");
    let login = context.site_url("wp-login.php");
    let reauth = if reauth { "&reauth=1" } else { "" };
    format!("{login}?redirect_to={}{reauth}", urlencode(here.as_bytes()))
}
