//! Action `login`: the login form and `wp_signon`.

use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::formatting::sanitize::sanitize_user;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::php::url::urlencode;
use compat::wordpress::session::{
    AuthCookie, AuthCookieValues, AuthScheme, CookieSite, SessionToken, generate_session_token,
};
use compat::wordpress::spam_check::{self, CheckedForm};
use compat::wordpress::url::{QueryArg, add_query_arg};
use compat::wordpress::user::User;
use compat::wordpress::user::authenticate::{LoginFailure, wp_authenticate};
use compat::wordpress::user::capability::Capabilities;
use compat::wordpress::user::session::create_session;
use themes::wordpress::login_messages::{
    COOKIES_BLOCKED, EMPTY_PASSWORD, EMPTY_USERNAME, INCORRECT_PASSWORD,
    INCORRECT_PASSWORD_OF_EMAIL, INVALID_USERNAME, REGISTRATION_DISABLED, strong, with_link,
};
use themes::wordpress::login_page::{LoginForm, LoginPage};

use super::page::{is_filled, page, put};
use crate::request_error::RequestError;
use crate::server::Response;
use crate::wordpress::headers::{redirect, set_cookies};
use crate::wordpress::request_context::RequestContext;

/// The result of the form.
enum SignOn {
    /// The user is logged in, by this request or before.
    User(Box<User>),
    /// Not logged in: error codes and messages (markup).
    Errors(Vec<(&'static str, String)>),
}

/// Logs in, or shows the form.
pub(super) async fn respond(context: &RequestContext<'_>) -> Result<Response, RequestError> {
    let reauth = is_reauth(context);
    let mut cookies = Vec::new();
    let mut signed = sign_on(context, &mut cookies).await?;
    let site = &context.state.cookies;
    let has_login = context
        .input
        .cookies
        .get(&site.logged_in_name())
        .is_some_and(|c| !c.is_empty());
    let has_test = context
        .input
        .cookies
        .get("wordpress_test_cookie")
        .is_some_and(|c| !c.is_empty());
    if !has_login && context.input.post.contains_key("testcookie") && !has_test {
        signed = SignOn::Errors(vec![("test_cookie", no_cookies(context))]);
    }
    let mut response = match signed {
        SignOn::User(user) if !reauth => logged_in(context, &user).await?,
        SignOn::User(_) => form(context, Vec::new()),
        SignOn::Errors(errors) => form(context, errors),
    };
    if reauth {
        cookies.extend(site.logout_cookies(context.visitor.user.map_or(0, |u| u.0), context.now));
    }
    set_cookies(&mut response, &cookies, context.now);
    Ok(response)
}

fn is_reauth(context: &RequestContext<'_>) -> bool {
    is_filled(&context.input.get, "reauth") || is_filled(&context.input.post, "reauth")
}

fn no_cookies(context: &RequestContext<'_>) -> String {
    const HELP: &str = "https://developer.wordpress.org/advanced-administration/wordpress/cookies/#enable-cookies-in-your-browser";
    put(context.text(COOKIES_BLOCKED), &[context.text(HELP)])
}

/// `wp_signon`: checks user name and password and creates a session.
async fn sign_on(
    context: &RequestContext<'_>,
    cookies: &mut Vec<compat::wordpress::cookie::SetCookie>,
) -> Result<SignOn, RequestError> {
    let input = context.input;
    let name = sanitize_user(&input.post_text("log"), false, context.locale.code());
    let password = input.post_text("pwd").trim().to_owned();
    match authenticate(context, &name, &password).await? {
        Ok(user) => {
            let remember = is_filled(&input.post, "rememberme");
            *cookies = open_session(context, &user, remember).await?.cookies;
            Ok(SignOn::User(Box::new(user)))
        }
        Err(Refused::Spam(message)) => Ok(SignOn::Errors(vec![("spam", message)])),
        Err(Refused::Failure(LoginFailure::EmptyBoth)) if context.user().is_some() => {
            Ok(context.user().map_or(SignOn::Errors(Vec::new()), |u| {
                SignOn::User(Box::new(u.clone()))
            }))
        }
        Err(Refused::Failure(failure)) => {
            let lost = context.site_url("wp-login.php?action=lostpassword");
            Ok(SignOn::Errors(messages(context, failure, &name, &lost)))
        }
    }
}

/// Why a name and a password do not log in.
pub enum Refused {
    /// A column takes the form for spam: its message.
    Spam(String),
    /// Name or password is wrong.
    Failure(LoginFailure),
}

/// `wp_authenticate` for a form that was sent, with the checks of columns. The name is sanitised.
///
/// # Errors
/// When there were too many failures, or the database fails.
pub async fn authenticate(
    context: &RequestContext<'_>,
    name: &str,
    password: &str,
) -> Result<Result<User, Refused>, RequestError> {
    let (input, site) = (context.input, &context.state.site);
    let mut spam = None;
    if !input.post.is_empty() {
        let checks = (&site.options, site.registry.spam_checks.as_slice());
        let form = CheckedForm::Login;
        spam = spam_check::run(&context.app.db, checks, form, &input.post, context.now).await?;
    }
    // A column's error is shown only when name and password need no check (contract "honeypot", section 5.4).
    if (name.is_empty() || password.is_empty())
        && let Some(message) = spam
    {
        return Ok(Err(Refused::Spam(message)));
    }
    let user = wp_authenticate(&context.app.attempts, context.origin(), name, password).await?;
    Ok(user.map_err(Refused::Failure))
}

/// A login session that was opened.
pub struct OpenedSession {
    /// The cookies that name it.
    pub cookies: Vec<compat::wordpress::cookie::SetCookie>,
    /// Its token.
    pub token: String,
}

/// `wp_set_auth_cookie`.
///
/// # Errors
/// When the database fails.
pub async fn open_session(
    context: &RequestContext<'_>,
    user: &User,
    remember: bool,
) -> Result<OpenedSession, RequestError> {
    let token = generate_session_token();
    let expiration = CookieSite::session_expiration(context.now, remember);
    let agent = context.input.request.header("user-agent").to_owned();
    let session = SessionToken {
        expiration,
        login: Some(context.now),
        ip: Some(context.input.request.remote_addr.to_string()),
        ua: Some(agent).filter(|ua| !ua.is_empty()),
    };
    create_session(
        &context.app.db,
        user.id,
        (token.clone(), session),
        context.now,
    )
    .await?;
    let secure = context.is_ssl();
    let scheme = if secure {
        AuthScheme::SecureAuth
    } else {
        AuthScheme::Auth
    };
    let who = (user.login.as_str(), user.pass.as_str());
    let salts = &context.state.salts;
    let value = |scheme| AuthCookie::generate(salts, scheme, who, expiration, &token);
    let cookies = context.state.cookies.login_cookies(&AuthCookieValues {
        auth: &value(scheme),
        logged_in: &value(AuthScheme::LoggedIn),
        remember,
        secure,
        now: context.now,
    });
    Ok(OpenedSession { cookies, token })
}

/// Codes and messages (markup) of a failure. `lost`: the address of the form for a lost password.
pub fn messages(
    context: &RequestContext<'_>,
    failure: LoginFailure,
    name: &str,
    lost: &str,
) -> Vec<(&'static str, String)> {
    let text = |source: &str| context.text(source).to_owned();
    let empty_name = || ("empty_username", text(EMPTY_USERNAME));
    let empty_password = || ("empty_password", text(EMPTY_PASSWORD));
    let incorrect = |source: &'static str| {
        let who = strong(name);
        let link = context.text("Lost your password?");
        let message = put(context.text(source), &[&who]);
        ("incorrect_password", with_link(&message, lost, link))
    };
    match failure {
        LoginFailure::EmptyUsername => vec![empty_name()],
        LoginFailure::EmptyPassword => vec![empty_password()],
        LoginFailure::EmptyBoth => vec![empty_name(), empty_password()],
        LoginFailure::InvalidUsername => {
            vec![(
                "invalid_username",
                put(context.text(INVALID_USERNAME), &[&esc_html(name)]),
            )]
        }
        LoginFailure::InvalidEmail => {
            vec![(
                "invalid_email",
                text("Unknown email address. Check again or try your username."),
            )]
        }
        LoginFailure::IncorrectPassword => {
            vec![incorrect(INCORRECT_PASSWORD)]
        }
        LoginFailure::IncorrectPasswordOfEmail => {
            vec![incorrect(INCORRECT_PASSWORD_OF_EMAIL)]
        }
    }
}

/// Redirects to `redirect_to`.
async fn logged_in(context: &RequestContext<'_>, user: &User) -> Result<Response, RequestError> {
    let mut objects = ObjectCache::default();
    objects.prime_users(&context.app.db, &[user.id]).await?;
    let options = &context.state.site.options;
    let can = Capabilities::of(options, context.app.db.prefix(), objects.user_meta(user.id));
    let asked = redirect_to(context);
    let lifespan = options.int("admin_email_lifespan");
    let mut target = asked;
    if can.has("manage_options") && lifespan > 0 && context.now > lifespan {
        let login = context.site_url("wp-login.php");
        let url = format!("{login}?redirect_to={}", urlencode(target.as_bytes()));
        let args = [
            ("action", QueryArg::from("confirm_admin_email")),
            ("wp_lang", QueryArg::from(context.locale.code())),
        ];
        target = add_query_arg(&args, &url);
    }
    let admin = context.admin_url("");
    if target.is_empty() || target == "wp-admin/" || target == admin {
        return Ok(redirect(&if can.has("edit_posts") {
            admin
        } else if can.has("read") {
            context.admin_url("profile.php")
        } else {
            context.state.site.home()
        }));
    }
    Ok(context.safe_redirect(&target))
}

fn redirect_to(context: &RequestContext<'_>) -> String {
    let is_sent = |a: &compat::wordpress::php::Array| a.contains_key("redirect_to");
    if is_sent(&context.input.post) || is_sent(&context.input.get) {
        context.stored_url(&context.input.request_text("redirect_to"))
    } else {
        context.admin_url("")
    }
}

/// Error codes for which the form shakes (`shake_error_codes`).
const SHAKES: [&str; 5] = [
    "empty_password",
    "invalid_email",
    "empty_username",
    "invalid_username",
    "incorrect_password",
];

/// The form with errors.
pub(super) fn form(
    context: &RequestContext<'_>,
    mut errors: Vec<(&'static str, String)>,
) -> Response {
    let input = context.input;
    let is_logged_out = is_filled(&input.get, "loggedout");
    let codes: Vec<&str> = errors.iter().map(|(code, _)| *code).collect();
    let says_nothing = input.post.is_empty() && codes == ["empty_username", "empty_password"];
    if is_logged_out || is_reauth(context) || says_nothing {
        errors.clear();
    }
    let first = errors.first().map(|(code, _)| *code);
    let mut messages = Vec::new();
    if is_logged_out {
        messages.push(context.text("You are now logged out.").to_owned());
    } else if input.get_text("registration") == "disabled" {
        errors.push((
            "registerdisabled",
            context.text(REGISTRATION_DISABLED).to_owned(),
        ));
    }
    let keeps_name = matches!(
        first,
        Some("incorrect_password" | "empty_password" | "too_many_attempts")
    );
    let user_login = if keeps_name {
        input.post_text("log")
    } else {
        String::new()
    };
    page(
        context,
        LoginPage {
            action: "login",
            title: context.text("Log In").to_owned(),
            shakes: errors.iter().any(|(code, _)| SHAKES.contains(code)),
            errors: errors.into_iter().map(|(_, message)| message).collect(),
            messages,
            form: LoginForm::Login {
                user_login,
                is_remembered: is_filled(&input.post, "rememberme"),
                redirect_to: redirect_to(context),
            },
            ..LoginPage::default()
        },
    )
}
