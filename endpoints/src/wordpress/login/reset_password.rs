//! Actions `rp` and `resetpass`: sets a new password with the key from the mail.
//!
//! The key moves from the URL to a cookie, so that the page's URL does not contain it.

use compat::wordpress::cookie::SetCookie;
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::hash::hash_equals;
use compat::wordpress::password::PASSWORD_MAX;
use compat::wordpress::url::remove_query_arg;
use compat::wordpress::user::User;
use compat::wordpress::user::authenticate::wp_set_password;
use compat::wordpress::user::reset_key::{KeyFailure, check_password_reset_key};
use compat::wordpress::user::session::destroy_all_sessions;
use themes::wordpress::login_messages::{PASSWORD_MISMATCH, PASSWORD_TOO_LONG, with_link};
use themes::wordpress::login_page::{LoginForm, LoginPage, notice};

use super::page::{page, suggested_password};
use crate::request_error::RequestError;
use crate::server::Response;
use crate::wordpress::headers::{redirect, set_cookies};
use crate::wordpress::request_context::RequestContext;

/// Seconds by which the expiry of a deleted cookie lies in the past.
const YEAR: i64 = 31_536_000;

/// Moves the key to the cookie, shows the form, or sets the password.
pub(super) async fn respond(context: &RequestContext<'_>) -> Result<Response, RequestError> {
    let (key, login) = (
        context.input.get_text("key"),
        context.input.get_text("login"),
    );
    if !key.is_empty() && !login.is_empty() {
        let target = remove_query_arg(&["key", "login"], context.input.request.target());
        let mut response = context.safe_redirect(&target);
        let cookie = cookie(context, &format!("{login}:{key}"), None);
        set_cookies(&mut response, &[cookie], context.now);
        return Ok(response);
    }
    let (user, key) = match holder(context).await? {
        Ok(found) => found,
        Err(failure) => return Ok(turned_away(context, failure)),
    };
    let (first, second) = (
        context.input.post_text("pass1"),
        context.input.post_text("pass2"),
    );
    let (pass1, pass2) = (first.trim(), second.trim());
    let mut errors = Vec::new();
    if !first.is_empty() && pass1.is_empty() {
        errors.push(
            context
                .text("The password cannot be a space or all spaces.")
                .to_owned(),
        );
    } else if !pass1.is_empty() && pass1 != pass2 {
        errors.push(context.text(PASSWORD_MISMATCH).to_owned());
    } else if pass1.len() > PASSWORD_MAX {
        errors.push(context.text(PASSWORD_TOO_LONG).to_owned());
    }
    if errors.is_empty() && !pass1.is_empty() {
        return reset(context, &user, pass1).await;
    }
    let title = context.text("Reset Password").to_owned();
    let message = context.text("Enter your new password below or generate one.");
    Ok(page(
        context,
        LoginPage {
            action: "resetpass",
            title,
            message: notice(" reset-pass", message),
            errors,
            form: LoginForm::ResetPassword {
                user_login: user.login.clone(),
                rp_key: key,
                suggested: suggested_password(),
            },
            ..LoginPage::default()
        },
    ))
}

fn cookie_name(context: &RequestContext<'_>) -> String {
    format!("wp-resetpass-{}", context.state.cookies.hash())
}

fn cookie(context: &RequestContext<'_>, value: &str, expires: Option<i64>) -> SetCookie {
    SetCookie {
        name: cookie_name(context),
        value: value.to_owned(),
        expires,
        path: context.input.request.path().to_owned(),
        domain: context.state.cookies.domain().map(str::to_owned),
        secure: context.is_ssl(),
        http_only: true,
    }
}

/// The user and the key from the cookie, when the key is valid.
async fn holder(
    context: &RequestContext<'_>,
) -> Result<Result<(User, String), KeyFailure>, RequestError> {
    let stored = context
        .input
        .cookies
        .get(&cookie_name(context))
        .unwrap_or_default();
    let Some((login, key)) = stored
        .split_once(':')
        .filter(|(login, _)| !login.is_empty())
    else {
        return Ok(Err(KeyFailure::Invalid));
    };
    let is_sent = context.input.post.contains_key("pass1");
    if is_sent && !hash_equals(key, &context.input.post_text("rp_key")) {
        return Ok(Err(KeyFailure::Invalid));
    }
    let user =
        check_password_reset_key(&context.app.attempts, context.origin(), key, login).await?;
    Ok(user.map(|user| (user, key.to_owned())))
}

fn turned_away(context: &RequestContext<'_>, failure: KeyFailure) -> Response {
    let error = match failure {
        KeyFailure::Invalid => "invalidkey",
        KeyFailure::Expired => "expiredkey",
    };
    let target = context.site_url(&format!("wp-login.php?action=lostpassword&error={error}"));
    let mut response = redirect(&target);
    let expired = cookie(context, " ", Some(context.now - YEAR));
    set_cookies(&mut response, &[expired], context.now);
    response
}

/// `reset_password` and the confirmation page. Destroys the user's sessions.
async fn reset(
    context: &RequestContext<'_>,
    user: &User,
    password: &str,
) -> Result<Response, RequestError> {
    wp_set_password(&context.app.attempts, user.id, password).await?;
    destroy_all_sessions(&context.app.db, user.id).await?;
    let login = esc_html(&context.site_url("wp-login.php")).into_owned();
    let done = context.text("Your password has been reset.");
    let text = with_link(done, &login, context.text("Log in"));
    let mut response = page(
        context,
        LoginPage {
            action: "resetpass",
            title: context.text("Password Reset").to_owned(),
            message: notice(" reset-pass", &text),
            ..LoginPage::default()
        },
    );
    set_cookies(
        &mut response,
        &[cookie(context, " ", Some(context.now - YEAR))],
        context.now,
    );
    Ok(response)
}
