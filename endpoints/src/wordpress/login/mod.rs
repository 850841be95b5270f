//! `/wp-login.php`: login, logout, lost password, registration, post passwords.
//!
//! Contract "wordpress-core", section 18; recordings login/*. Privacy requests are not implemented here; the legacy
//! upstream handles them.

mod log_out;
mod lost_password;
mod post_password;
mod register;
mod reset_password;
mod sign_on;

use compat::wordpress::cookie::SetCookie;
use compat::wordpress::formatting::sanitize_field::sanitize_text_field;
use compat::wordpress::password::wp_generate_password;
use compat::wordpress::php::Value;
use compat::wordpress::php::sprintf::sprintf;
use themes::wordpress::login_page::{self, LoginForm, LoginPage, LoginView};
use themes::wordpress::wp_die::ErrorPage;

use super::input::Input;
use super::script_context::{ScriptContext, frame_options, no_cache, redirect, set_cookies};
use crate::app::App;
use crate::request_error::RequestError;
use crate::server::Response;

/// Handles a request for the script.
///
/// # Errors
/// When the database fails.
pub async fn answer(app: &App, input: &Input) -> Result<Response, RequestError> {
    let mut context = ScriptContext::new(app, input).await?;
    if let Some(code) = chosen_language(&context) {
        context.locale = app.translations.locale(&code);
    }
    let own = act(&context).await?;
    let cookies = entry_cookies(&context);
    Ok(finish(&context, own, &cookies))
}

async fn act(context: &ScriptContext<'_>) -> Result<Response, RequestError> {
    let get = &context.input.get;
    let action = context.input.request_text("action");
    let action = match action.as_str() {
        _ if get.contains_key("checkemail") => "checkemail",
        _ if get.contains_key("key") => "resetpass",
        other => other,
    };
    match action {
        "postpass" => Ok(post_password::answer(context)),
        "logout" => log_out::answer(context).await,
        "lostpassword" | "retrievepassword" => lost_password::answer(context).await,
        "resetpass" | "rp" => reset_password::answer(context).await,
        "register" => register::answer(context).await,
        "checkemail" => Ok(check_email(context)),
        "confirmaction" => Ok(confirm_action(context)),
        "confirm_admin_email" => Ok(redirect(&match context.visitor.user {
            None => context.site_url("wp-login.php"),
            Some(_) => context.admin_url(""),
        })),
        _ => sign_on::answer(context).await,
    }
}

/// Adds the script's own cookies before those of the action.
fn finish(context: &ScriptContext<'_>, own: Response, entry: &[SetCookie]) -> Response {
    let mut answer = frame_options(no_cache(own));
    let later: Vec<_> = answer
        .headers
        .get_all(http::header::SET_COOKIE)
        .iter()
        .cloned()
        .collect();
    answer.headers.remove(http::header::SET_COOKIE);
    set_cookies(&mut answer, entry, context.now);
    for cookie in later {
        answer.headers.append(http::header::SET_COOKIE, cookie);
    }
    answer
}

/// The cookies every response sets: the test cookie and the chosen language.
fn entry_cookies(context: &ScriptContext<'_>) -> Vec<SetCookie> {
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
fn chosen_language(context: &ScriptContext<'_>) -> Option<String> {
    let asked = context.input.get_text("wp_lang");
    let code = match asked.as_str() {
        "" => context.input.cookies.get("wp_lang")?.to_owned(),
        _ => asked,
    };
    context.app.translations.is_installed(&code).then_some(code)
}

/// Fills the placeholders of a translated format string.
fn put(format: &str, values: &[&str]) -> String {
    let values: Vec<Value> = values.iter().map(|v| Value::from(*v)).collect();
    sprintf(format, &values).unwrap_or_else(|_| format.to_owned())
}

/// Whether a field is sent and not `empty()`.
fn is_filled(array: &compat::wordpress::php::Array, name: &str) -> bool {
    array.get(name).is_some_and(Value::to_bool)
}

/// Renders a page with the login page's header and footer.
fn page(context: &ScriptContext<'_>, mut page: LoginPage) -> Response {
    page.kept_fields = kept_fields(context);
    let site = &context.state.site;
    let languages = context.app.translations.available();
    let nonce = context.with_nonces(|n| n.create("reset-password-for-0"));
    let policy = privacy_policy(context);
    let view = LoginView {
        engine: &context.state.theme.engine,
        site,
        locale: &context.locale,
        frontend: context.frontend(),
        site_files: &context.app.site_files,
        privacy_policy: policy
            .as_ref()
            .map(|(url, title)| (url.as_str(), title.as_str())),
        languages: &languages,
        nonce: &nonce,
        random: context.visitor.random,
        capabilities: &context.visitor.capabilities,
        pieces: &context.state.theme.login,
        wp_version: &context.app.wp_version,
    };
    match login_page::render(&view, &page) {
        Ok(html) => Response::html(html),
        Err(error) => RequestError::from(error).into_response(),
    }
}

fn kept_fields(context: &ScriptContext<'_>) -> Vec<(&'static str, String)> {
    ["redirect_to", "action"]
        .into_iter()
        .map(|name| (name, context.input.get_text(name)))
        .filter(|(_, value)| !value.is_empty())
        .collect()
}

/// URL and title of the privacy policy page.
fn privacy_policy(context: &ScriptContext<'_>) -> Option<(String, String)> {
    let (id, title) = login_page::privacy_policy_page(&context.state.site)?;
    let mut path = String::new();
    for ancestor in context.state.site.pages.ancestors(id).iter().rev() {
        path.push_str(&format!("{}/", ancestor.name));
    }
    let name = &context.state.site.pages.get(id)?.name;
    let rewrite = &context.state.rewrite;
    let url = if rewrite.permalink_structure.is_empty() {
        format!("{}/?page_id={id}", context.state.site.home())
    } else {
        let end = if rewrite.use_trailing_slashes {
            "/"
        } else {
            ""
        };
        format!(
            "{}/{}{path}{name}{end}",
            context.state.site.home(),
            rewrite.root
        )
    };
    Some((url, title.to_owned()))
}

/// `checkemail`: the notice that a mail was sent.
fn check_email(context: &ScriptContext<'_>) -> Response {
    let login = context.site_url("wp-login.php");
    let message = match context.input.get_text("checkemail").as_str() {
        "confirm" => Some(
            "Check your email for the confirmation link, then visit the <a href=\"%s\">login page</a>.",
        ),
        "registered" => Some(
            "Registration complete. Please check your email, then visit the <a href=\"%s\">login page</a>.",
        ),
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
fn confirm_action(context: &ScriptContext<'_>) -> Response {
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

/// A random password to suggest.
fn suggested_password() -> String {
    wp_generate_password(24, true, false)
}
