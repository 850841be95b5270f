//! `/wp-login.php`: login, logout, lost password, registration, post passwords.
//!
//! Contract "wordpress-core", section 18; recordings login/*. Privacy requests are not implemented here; the legacy
//! upstream handles them.

mod log_out;
mod lost_password;
mod page;
mod post_password;
mod register;
mod reset_password;
mod sign_on;

pub use self::sign_on::{OpenedSession, Refused, authenticate, messages, open_session};

use compat::wordpress::cookie::SetCookie;
use compat::wordpress::formatting::sanitize_field::sanitize_text_field;
use themes::wordpress::login_messages::{
    CHECK_EMAIL_CONFIRM, CHECK_EMAIL_REGISTERED, TOO_MANY_ATTEMPTS,
};
use themes::wordpress::login_page::{LoginForm, LoginPage};
use themes::wordpress::wp_die::ErrorPage;

use self::page::{page, put};
use super::headers::{frame_options, no_cache, redirect, set_cookies};
use super::request_context::RequestContext;
use crate::request_error::{RequestError, RequestErrorKind};
use crate::server::{Response, retry_later};

/// Handles a request for the script.
///
/// # Errors
/// When the database fails.
pub async fn respond(mut context: RequestContext<'_>) -> Result<Response, RequestError> {
    if let Some(code) = chosen_language(&context) {
        context.locale = context.app.translations.locale(&code);
    }
    let own = match act(&context).await {
        Err(error) => too_many_attempts(&context, error)?,
        Ok(own) => own,
    };
    let cookies = entry_cookies(&context);
    Ok(finish(&context, own, &cookies))
}

async fn act(context: &RequestContext<'_>) -> Result<Response, RequestError> {
    let get = &context.input.get;
    let action = context.input.request_text("action");
    let action = match action.as_str() {
        _ if get.contains_key("checkemail") => "checkemail",
        _ if get.contains_key("key") => "resetpass",
        other => other,
    };
    match action {
        "postpass" => post_password::respond(context).await,
        "logout" => log_out::respond(context).await,
        "lostpassword" | "retrievepassword" => lost_password::respond(context).await,
        "resetpass" | "rp" => reset_password::respond(context).await,
        "register" => register::respond(context).await,
        "checkemail" => Ok(check_email(context)),
        "confirmaction" => Ok(confirm_action(context)),
        "confirm_admin_email" => Ok(redirect(&match context.visitor.user {
            None => context.site_url("wp-login.php"),
            Some(_) => context.admin_url(""),
        })),
        _ => sign_on::respond(context).await,
    }
}

/// The page that refuses further attempts; other errors are returned.
fn too_many_attempts(
    context: &RequestContext<'_>,
    error: RequestError,
) -> Result<Response, RequestError> {
    let RequestErrorKind::TooManyAttempts { retry_after } = error.kind() else {
        return Err(error);
    };
    let message = context.text(TOO_MANY_ATTEMPTS).to_owned();
    let response = sign_on::form(context, vec![("too_many_attempts", message)]);
    Ok(retry_later(
        response.with_status(error.kind().status()),
        retry_after,
    ))
}

/// Adds the script's own cookies before those of the action.
fn finish(context: &RequestContext<'_>, own: Response, entry: &[SetCookie]) -> Response {
    let mut response = frame_options(no_cache(own));
    let later: Vec<_> = response
        .headers
        .get_all(http::header::SET_COOKIE)
        .iter()
        .cloned()
        .collect();
    response.headers.remove(http::header::SET_COOKIE);
    set_cookies(&mut response, entry, context.now);
    for cookie in later {
        response.headers.append(http::header::SET_COOKIE, cookie);
    }
    response
}

/// The cookies every response sets: the test cookie and the chosen language.
fn entry_cookies(context: &RequestContext<'_>) -> Vec<SetCookie> {
    let is_secure = context.state.site.siteurl().starts_with("https://");
    let test = context.state.cookies.test_cookie(is_secure);
    let language = context.input.get.get("wp_lang").map(|code| SetCookie {
        name: "wp_lang".to_owned(),
        value: sanitize_text_field(&code.to_string_lossy()),
        ..test.clone()
    });
    [Some(test), language].into_iter().flatten().collect()
}

/// `determine_locale` on this page: the parameter `wp_lang`, then its cookie. Only installed languages count.
fn chosen_language(context: &RequestContext<'_>) -> Option<String> {
    let asked = context.input.get_text("wp_lang");
    let code = match asked.as_str() {
        "" => context.input.cookies.get("wp_lang")?.to_owned(),
        _ => asked,
    };
    context.app.translations.is_installed(&code).then_some(code)
}

/// `checkemail`: the notice that a mail was sent.
fn check_email(context: &RequestContext<'_>) -> Response {
    let login = context.site_url("wp-login.php");
    let message = match context.input.get_text("checkemail").as_str() {
        "confirm" => Some(CHECK_EMAIL_CONFIRM),
        "registered" => Some(CHECK_EMAIL_REGISTERED),
        _ => None,
    };
    let messages = message.map(|text| put(context.text(text), &[&login]));
    page(
        context,
        LoginPage {
            action: "checkemail",
            title: context.text("Check your email").to_owned(),
            messages: messages.into_iter().collect(),
            form: LoginForm::None,
            ..LoginPage::default()
        },
    )
}

/// `confirmaction`: the error for a privacy request. Requests are handled by the legacy upstream; here none exists.
fn confirm_action(context: &RequestContext<'_>) -> Response {
    let has = |name: &str| context.input.get.contains_key(name);
    let message = context.text(match (has("request_id"), has("confirm_key")) {
        (false, _) => "Missing request ID.",
        (true, false) => "Missing confirm key.",
        (true, true) => "Invalid personal data request.",
    });
    let page = ErrorPage {
        message,
        ..ErrorPage::default()
    };
    context.die(500, &page)
}
