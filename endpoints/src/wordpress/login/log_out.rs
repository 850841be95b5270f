//! Action `logout`: ends the session if the link has a valid nonce; else shows `wp_nonce_ays`.

use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::php::url::urlencode;
use compat::wordpress::user::session::destroy_session;
use themes::wordpress::login_messages::{LOG_OUT_QUESTION, two_paragraphs};
use themes::wordpress::wp_die::ErrorPage;

use super::page::put;
use crate::request_error::RequestError;
use crate::server::Response;
use crate::wordpress::headers::set_cookies;
use crate::wordpress::request_context::RequestContext;

/// Logs out, or asks for confirmation.
pub(super) async fn respond(context: &RequestContext<'_>) -> Result<Response, RequestError> {
    let nonce = context.input.request_text("_wpnonce");
    if context
        .with_nonces(|n| n.verify(&nonce, "log-out"))
        .is_none()
    {
        return Ok(ask(context));
    }
    if let Some(user) = context.visitor.user {
        let token = &context.visitor.session_token;
        destroy_session(&context.app.db, user, token, context.now).await?;
    }
    let asked = context.input.request_text("redirect_to");
    let target = if matches!(asked.as_str(), "" | "0") {
        let code = context.locale.code();
        context.site_url(&format!("wp-login.php?loggedout=true&wp_lang={code}"))
    } else {
        asked
    };
    let mut response = context.safe_redirect(&target);
    let user = context.visitor.user.map_or(0, |u| u.0);
    let cookies = context.state.cookies.logout_cookies(user, context.now);
    set_cookies(&mut response, &cookies, context.now);
    Ok(response)
}

fn ask(context: &RequestContext<'_>) -> Response {
    let name = esc_html(&context.state.site.options.text("blogname")).into_owned();
    let title = put(
        context.text("You are attempting to log out of %s"),
        &[&name],
    );
    let redirect_to = context.input.request_text("redirect_to");
    let target = match redirect_to.as_str() {
        "" => String::new(),
        url => format!("&amp;redirect_to={}", urlencode(url.as_bytes())),
    };
    let nonce = context.with_nonces(|n| n.create("log-out"));
    let url = context.site_url(&format!(
        "wp-login.php?action=logout{target}&amp;_wpnonce={nonce}"
    ));
    let question = put(context.text(LOG_OUT_QUESTION), &[&url]);
    let message = two_paragraphs(&title, &question);
    context.die(
        403,
        &ErrorPage {
            title: &title,
            message: &message,
            has_back_link: false,
        },
    )
}
