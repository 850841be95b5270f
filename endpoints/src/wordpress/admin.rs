//! `/wp-admin/`: without the old server there is only the way to the login, and for accounts a word of explanation.
//!
//! Recordings canonical/wp-admin, canonical/wp-admin-sin.

use compat::wordpress::db::DbError;
use compat::wordpress::url::urlencode::urlencode;
use themes::wordpress::wp_die::ErrorPage;

use super::input::Input;
use super::script_context::{ScriptContext, redirect};
use crate::app::App;
use crate::server::Answer;

/// Answers everything below `/wp-admin/`.
pub async fn answer(app: &App, input: &Input) -> Result<Answer, DbError> {
    let context = ScriptContext::new(app, input).await?;
    if context.visitor.user.is_none() {
        return Ok(redirect(&login_url(&context, true)));
    }
    // Ours, not WordPress's: an account that comes here without the old server behind us.
    let message = "<h1>No admin pages</h1><p>The admin pages of this site are not here. Start the server with \
        <code>--legacy-upstream</code> to reach those of the old server.</p>";
    Ok(context.die(501, &ErrorPage { message, ..ErrorPage::default() }))
}

/// `auth_redirect`: the login, and from there back to this page.
fn login_url(context: &ScriptContext<'_>, reauth: bool) -> String {
    let scheme = context.input.request.scheme.as_str();
    let (host, target) = (context.input.request.host(), context.input.request.target());
    let here = format!("{scheme}://{host}{target}");
    let login = context.site_url("wp-login.php");
    let reauth = if reauth { "&reauth=1" } else { "" };
    format!("{login}?redirect_to={}{reauth}", urlencode(here.as_bytes()))
}
