//! Accounts that buyers get, while they order or on the account's page (`wc_create_new_customer`).
//!
//! Contract "woocommerce", sections 9.7 and 14.

use compat::woocommerce::checkout::PostedCheckout;
use compat::wordpress::formatting::email::is_email;
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::formatting::sanitize::sanitize_user;
use compat::wordpress::user::registration::{
    NewAccount, Registration, RegistrationSite, email_exists, username_exists, validate_username,
    wp_create_user,
};
use compat::wordpress::user::{User, UserId};
use rand::Rng as _;
use themes::woocommerce::login_form::EMAIL_TAKEN;

use super::account_mails::send_new_account;
use crate::request_error::RequestError;
use crate::wordpress::login::{OpenedSession, open_session};
use crate::wordpress::request_context::RequestContext;

/// Beginnings of addresses that are no names.
const NO_NAMES: [&str; 5] = ["sales", "hello", "mail", "contact", "info"];

/// A buyer who got an account in this request, and is logged in.
pub struct NewCustomer {
    /// The account.
    pub user: UserId,
    /// The login session.
    pub session: OpenedSession,
}

/// What an account is made of.
#[derive(Clone, Copy, Default)]
struct Request<'a> {
    email: &'a str,
    username: &'a str,
    password: &'a str,
    first_name: &'a str,
    last_name: &'a str,
    /// Whether it is made while its owner orders.
    is_checkout: bool,
}

/// Makes the account of a form of the checkout and logs its user in. `Err`: why not, in the language of the request.
///
/// # Errors
/// When the database fails, or passwords cannot be hashed now.
pub async fn join(
    context: &RequestContext<'_>,
    posted: &PostedCheckout,
) -> Result<Result<NewCustomer, String>, RequestError> {
    let value = |name: &str| posted.value(name).unwrap_or_default();
    let request = Request {
        email: value("billing_email"),
        username: value("account_username"),
        password: value("account_password"),
        first_name: value("billing_first_name"),
        last_name: value("billing_last_name"),
        is_checkout: true,
    };
    enter(context, &request).await
}

/// Makes the account of the form that registers and logs its user in. `Err`: why not, in the language of the request.
///
/// # Errors
/// When the database fails, or passwords cannot be hashed now.
pub async fn register(
    context: &RequestContext<'_>,
    (email, username, password): (&str, &str, &str),
) -> Result<Result<NewCustomer, String>, RequestError> {
    let request = Request {
        email,
        username,
        password,
        ..Request::default()
    };
    enter(context, &request).await
}

async fn enter(
    context: &RequestContext<'_>,
    request: &Request<'_>,
) -> Result<Result<NewCustomer, String>, RequestError> {
    let (user, has_generated_password) = match create(context, request).await? {
        Ok(created) => created,
        Err(text) => return Ok(Err(text)),
    };
    if let Err(error) = context.app.changed(&["users", "usermeta"]).await {
        // The user is stored; the next poll of the database makes it visible.
        tracing::warn!(%error, "the site could not be read again");
    }
    Box::pin(send_new_account(context, &user, has_generated_password)).await?;
    Ok(Ok(NewCustomer {
        user: user.id,
        session: open_session(context, &user, true).await?,
    }))
}

/// Makes the account, and says whether its password was made up; or says why there is none, in the language of the request.
async fn create(
    context: &RequestContext<'_>,
    request: &Request<'_>,
) -> Result<Result<(User, bool), String>, RequestError> {
    const NAME_TAKEN: &str =
        "An account is already registered with that username. Please choose another.";
    let texts = context.locale.domain("woocommerce");
    let refused = |source: &'static str| Ok(Err(texts.translate(source).to_owned()));
    let (db, options) = (&context.app.db, &context.state.site.options);
    let code = context.locale.code();
    let generates = |option: &str| options.text_or(option, "yes") == "yes";
    if is_email(request.email).is_none() {
        return refused("Please provide a valid email address.");
    }
    if email_exists(db, request.email).await? {
        return Ok(Err(email_taken(context, request)));
    }
    let makes_name = request.is_checkout || generates("woocommerce_registration_generate_username");
    let user_login = if request.username.is_empty() && makes_name {
        free_username(context, request).await?
    } else {
        let clean = sanitize_user(request.username, false, code);
        if clean.is_empty() || !validate_username(request.username, code) {
            return refused("Please provide a valid account username.");
        }
        if username_exists(db, &clean).await? {
            return refused(NAME_TAKEN);
        }
        clean
    };
    let is_generated = request.password.is_empty();
    let makes_password =
        request.is_checkout || generates("woocommerce_registration_generate_password");
    if is_generated && !makes_password {
        return refused("Please create a password for your account.");
    }
    let registration = Registration {
        user_login,
        user_email: request.email.to_owned(),
        account: Some(NewAccount {
            role: "customer",
            password: (!is_generated).then(|| request.password.to_owned()),
            first_name: request.first_name.to_owned(),
            last_name: request.last_name.to_owned(),
        }),
    };
    let site = RegistrationSite {
        attempts: &context.app.attempts,
        options,
        locale: code,
        chosen_locale: None,
        now: context.now,
    };
    match wp_create_user(&site, &registration).await? {
        Some(user) => Ok(Ok((user, is_generated))),
        None => Ok(Err(email_taken(context, request))),
    }
}

/// Says that an address has an account.
fn email_taken(context: &RequestContext<'_>, request: &Request<'_>) -> String {
    const TAKEN: &str =
        "An account is already registered with %s. Please log in or use a different email address.";
    let texts = context.locale.domain("woocommerce");
    if request.is_checkout {
        return texts.translate(EMAIL_TAKEN).to_owned();
    }
    let email = esc_html(request.email);
    texts.translate(TAKEN).replacen("%s", &email, 1)
}

/// `wc_create_new_customer_username`: a name that is free, made of the buyer's names or of the address.
async fn free_username(
    context: &RequestContext<'_>,
    request: &Request<'_>,
) -> Result<String, RequestError> {
    let code = context.locale.code();
    let names = [request.first_name, request.last_name].into_iter();
    let names = names.map(|name| sanitize_user(name, true, code));
    let names: Vec<String> = names.filter(|name| !name.is_empty()).collect();
    let base = if names.is_empty() {
        let (start, host) = request.email.split_once('@').unwrap_or((request.email, ""));
        let start = if NO_NAMES.contains(&start) {
            host
        } else {
            start
        };
        sanitize_user(start, true, code)
    } else {
        names.join(".")
    };
    let base = base.to_lowercase();
    let mut name = base.clone();
    while name.is_empty() || username_exists(&context.app.db, &name).await? {
        let number: u16 = rand::rng().random_range(0..10_000);
        name = format!("{base}-{number:04}");
    }
    Ok(name)
}
