//! Forms of guests: logging in, registering, asking for a new password and setting it. They may stand on any page.
//!
//! Contract "woocommerce", sections 14 and 17. Guesses are counted by WordPress's own rules (hardening S16).

use compat::woocommerce::account::{AccountEndpoint, password_changed};
use compat::woocommerce::clean::wc_clean;
use compat::woocommerce::session::{NoticeKind, set_merge_flag};
use compat::woocommerce::shopping::{CartAction, SessionKey, ShopSource, Visit};
use compat::wordpress::formatting::email::{is_email, sanitize_email};
use compat::wordpress::formatting::sanitize::sanitize_user;
use compat::wordpress::spam_check::{self, CheckedForm};
use compat::wordpress::url::{QueryArg, add_query_arg, remove_query_arg, wp_validate_redirect};
use compat::wordpress::user::attempts::{Attempt, AttemptKind};
use compat::wordpress::user::authenticate::{id_of_email, load, wp_set_password};
use compat::wordpress::user::id_of_login;
use compat::wordpress::user::reset_key::check_password_reset_key;
use compat::wordpress::user::session::destroy_all_sessions;
use themes::woocommerce::account_messages::labelled_error;

use super::account_mails::{account_endpoint_url, send_reset_password};
use super::new_customer::{AccountRequest, NewCustomer, join};
use super::reset_cookie::reset_cookie;
use super::visit::{Carried, act, cookies, is_verified, session_cookie, source};
use crate::request_error::RequestError;
use crate::server::Response;
use crate::wordpress::headers::{redirect, set_cookies};
use crate::wordpress::input::Input;
use crate::wordpress::login::{Refused, authenticate, messages, open_session};
use crate::wordpress::request_context::{RequestContext, SiteSnapshot};
use crate::wordpress::scripts::Script;

/// A form, by the fields that it has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    LogIn,
    Register,
    LostPassword,
    ResetPassword,
}

impl Form {
    fn of(input: &Input) -> Option<Self> {
        let has = |names: &[&str]| names.iter().all(|name| input.post.contains_key(*name));
        if has(&["login", "username", "password"]) {
            Some(Self::LogIn)
        } else if has(&["register", "email"]) {
            Some(Self::Register)
        } else if has(&["wc_reset_password", "user_login"]) {
            Some(Self::LostPassword)
        } else if has(&[
            "wc_reset_password",
            "password_1",
            "password_2",
            "reset_key",
            "reset_login",
        ]) {
            Some(Self::ResetPassword)
        } else {
            None
        }
    }

    /// The fields that may hold its nonce, and the nonce's action.
    fn nonce(self) -> ([&'static str; 2], &'static str) {
        let (field, action) = match self {
            Self::LogIn => ("woocommerce-login-nonce", "woocommerce-login"),
            Self::Register => ("woocommerce-register-nonce", "woocommerce-register"),
            Self::LostPassword => ("woocommerce-lost-password-nonce", "lost_password"),
            Self::ResetPassword => ("woocommerce-reset-password-nonce", "reset_password"),
        };
        ([field, "_wpnonce"], action)
    }
}

/// What became of a form: the visitor is led on, or told why not (markup).
type Done = Result<Response, Vec<String>>;

/// Handles a form; the page that it was sent to shows what is wrong with it.
///
/// # Errors
/// When there were too many wrong guesses, or the database or rendering fails.
pub async fn handle(
    site: &SiteSnapshot<'_>,
    input: &mut Input,
) -> Result<Option<Response>, RequestError> {
    let Some(form) = Form::of(input) else {
        return Ok(None);
    };
    if Script::of(input.request.path()).is_some() {
        return Ok(None);
    }
    let state = site.of_content(&input.request).await?;
    let context = RequestContext::of_page(site, state, input).await?;
    let Carried(opened) = context.input.carried.get();
    let view = CartAction::View {
        keeps_removed: true,
    };
    let (mut visit, _) = act(&context, opened.clone(), &view).await?;
    let (fields, action) = form.nonce();
    if !is_verified(&context, &visit, &fields, &[action]) {
        return Ok(None);
    }
    let done = match form {
        Form::LogIn => log_in(&context).await?,
        Form::Register => Box::pin(sign_up(&context)).await?,
        Form::LostPassword => lost_password(&context).await?,
        Form::ResetPassword => reset_password(&context).await?,
    };
    match done {
        Ok(response) => Ok(Some(response)),
        Err(errors) => {
            for html in errors {
                visit.notices.add(NoticeKind::Error, html);
            }
            drop(context);
            input.carried.insert(Carried(Some(visit)));
            Ok(None)
        }
    }
}

/// Leads to where the form says, else to the page that it stood on; only to this site.
fn led_on(context: &RequestContext<'_>) -> Response {
    let account = source(context).page_url("woocommerce_myaccount_page_id");
    let input = context.input;
    let asked = [
        input.post_text("redirect"),
        input.request_text("_wp_http_referer"),
        input.request.header("referer").to_owned(),
    ];
    let asked = asked
        .into_iter()
        .find(|asked| !matches!(asked.as_str(), "" | "0"));
    let asked = asked.unwrap_or_else(|| account.clone());
    let target = remove_query_arg(&["wc_error"], &context.stored_url(&asked));
    let home = context.state.site.home();
    redirect(&wp_validate_redirect(
        &target,
        &account,
        &home,
        input.request.target(),
    ))
}

/// An error with the plugin's own label.
fn labelled(context: &RequestContext<'_>, text: &str) -> Vec<String> {
    let label = context.locale.domain("woocommerce").translate("Error:");
    vec![labelled_error(label, text)]
}

/// `process_login`.
async fn log_in(context: &RequestContext<'_>) -> Result<Done, RequestError> {
    let input = context.input;
    let texts = context.locale.domain("woocommerce");
    let typed = input.post_text("username");
    if typed.trim().is_empty() {
        return Ok(Err(labelled(
            context,
            texts.translate("Username is required."),
        )));
    }
    let name = sanitize_user(typed.trim(), false, context.locale.code());
    let password = input.post_text("password").trim().to_owned();
    let user = match authenticate(context, &name, &password).await? {
        Ok(user) => user,
        Err(Refused::Spam(message)) => return Ok(Err(vec![message])),
        Err(Refused::Failure(failure)) => {
            let lost = account_endpoint_url(context, AccountEndpoint::LostPassword, "");
            let found = messages(context, failure, &name, &lost).into_iter();
            return Ok(Err(found.map(|(_, message)| message).collect()));
        }
    };
    let session = open_session(context, &user, input.post.contains_key("rememberme")).await?;
    set_merge_flag(&context.app.db, user.id).await?;
    let mut response = led_on(context);
    set_cookies(&mut response, &session.cookies, context.now);
    Ok(Ok(response))
}

/// `process_registration`.
async fn sign_up(context: &RequestContext<'_>) -> Result<Done, RequestError> {
    let (input, options) = (context.input, &context.state.site.options);
    if options.text("woocommerce_enable_myaccount_registration") != "yes" {
        return Ok(Err(Vec::new()));
    }
    let keeps = |option: &str| options.text_or(option, "yes") == "no";
    let own = |option: &str, value: String| if keeps(option) { value } else { String::new() };
    let username = wc_clean(&input.post_text("username").into());
    let username = username.as_str_lossy().unwrap_or_default().into_owned();
    let username = own("woocommerce_registration_generate_username", username);
    let password = own(
        "woocommerce_registration_generate_password",
        input.post_text("password"),
    );
    let email = sanitize_email(&input.post_text("email"));
    // What is refused tells which addresses have an account: asking is slowed as for lost passwords.
    let attempt = Attempt::new(AttemptKind::LostPassword, context.origin(), &email);
    context.app.attempts.begin(&attempt).await?;
    let asked = AccountRequest {
        email: &email,
        username: &username,
        password: &password,
        ..AccountRequest::default()
    };
    let joined = match join(context, asked).await? {
        Ok(joined) => joined,
        Err(refusal) => return Ok(Err(labelled(context, &refusal.text))),
    };
    const MAILED: &str =
        "Your account was created successfully and a password has been sent to your email address.";
    const CHOSEN: &str = "Your account was created successfully. Your login details have been sent to your email address.";
    let is_generated = !keeps("woocommerce_registration_generate_password");
    let text = if is_generated { MAILED } else { CHOSEN };
    let text = context.locale.domain("woocommerce").translate(text);
    let visit = visit_of(context, &joined, text).await?;
    let mut response = led_on(context);
    set_cookies(&mut response, &joined.session.cookies, context.now);
    set_cookies(&mut response, &cookies(context, &visit), context.now);
    Ok(Ok(response))
}

/// The visit of a buyer who has got an account in this request; his next page tells him so.
async fn visit_of(
    context: &RequestContext<'_>,
    joined: &NewCustomer,
    text: &str,
) -> Result<Visit, RequestError> {
    let source = ShopSource {
        user: Some(joined.user),
        session_token: &joined.session.token,
        ..source(context)
    };
    let key = SessionKey::Cookie(session_cookie(context));
    let mut visit = Box::pin(Visit::open(&source, key)).await?;
    visit.notices.add(NoticeKind::Success, text.to_owned());
    visit.store(&source).await?;
    Ok(visit)
}

/// `process_lost_password`: mails a link with which a new password is chosen.
async fn lost_password(context: &RequestContext<'_>) -> Result<Done, RequestError> {
    let (input, db) = (context.input, &context.app.db);
    let texts = context.locale.domain("woocommerce");
    let refused = |source: &str| Ok(Err(vec![texts.translate(source).to_owned()]));
    let name = sanitize_user(&input.post_text("user_login"), false, context.locale.code());
    if name.is_empty() {
        return refused("Enter a username or email address.");
    }
    let id = match id_of_login(db, &name).await? {
        None if is_email(&name).is_some() => id_of_email(db, &name).await?,
        id => id,
    };
    let user = load(db, id).await?;
    let account = user.as_ref().map_or(name.as_str(), |user| &user.login);
    let attempt = Attempt::new(AttemptKind::LostPassword, context.origin(), account);
    context.app.attempts.begin(&attempt).await?;
    let site = &context.state.site;
    let checks = (&site.options, site.registry.spam_checks.as_slice());
    let form = CheckedForm::LostPassword;
    let spam = spam_check::run(db, checks, form, &input.post, context.now).await?;
    if let Some(message) = spam {
        return Ok(Err(vec![message]));
    }
    let Some(user) = user else {
        return refused("Invalid username or email.");
    };
    send_reset_password(context, &user).await?;
    let page = account_endpoint_url(context, AccountEndpoint::LostPassword, "");
    let sent = add_query_arg(&[("reset-link-sent", QueryArg::from("true"))], &page);
    Ok(Ok(context.safe_redirect(&sent)))
}

/// `process_reset_password`: sets a new password with the key of the mail, and logs its user in.
async fn reset_password(context: &RequestContext<'_>) -> Result<Done, RequestError> {
    let (input, app) = (context.input, context.app);
    let texts = context.locale.domain("woocommerce");
    let text = |source: &str| texts.translate(source).to_owned();
    let (key, login) = (input.post_text("reset_key"), input.post_text("reset_login"));
    let origin = context.origin();
    let Ok(user) = check_password_reset_key(&app.attempts, origin, &key, &login).await? else {
        return Ok(Err(vec![text(INVALID_KEY)]));
    };
    let (first, second) = (input.post_text("password_1"), input.post_text("password_2"));
    let mut errors = Vec::new();
    if first.is_empty() {
        errors.push(text("Please enter your password."));
    }
    if first != second {
        errors.push(text("Passwords do not match."));
    }
    if !errors.is_empty() {
        return Ok(Err(errors));
    }
    if wp_set_password(&app.attempts, user.id, &first)
        .await?
        .is_none()
    {
        return Ok(Err(vec![text("Please enter your password.")]));
    }
    destroy_all_sessions(&app.db, user.id).await?;
    password_changed(&app.db, user.id).await?;
    let user = load(&app.db, Some(user.id)).await?.unwrap_or(user);
    let session = open_session(context, &user, true).await?;
    let account = source(context).page_url("woocommerce_myaccount_page_id");
    let done = add_query_arg(&[("password-reset", QueryArg::from("true"))], &account);
    let mut response = context.safe_redirect(&done);
    set_cookies(&mut response, &[reset_cookie(context, None)], context.now);
    set_cookies(&mut response, &session.cookies, context.now);
    Ok(Ok(response))
}

/// Why a key of a mail does not count.
pub const INVALID_KEY: &str =
    "This key is invalid or has already been used. Please reset your password again if needed.";
