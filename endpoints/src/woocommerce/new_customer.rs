//! Accounts that buyers get while they order (`wc_create_new_customer`).
//!
//! Contract "woocommerce", section 9.7.

use compat::woocommerce::checkout::PostedCheckout;
use compat::wordpress::formatting::email::is_email;
use compat::wordpress::formatting::sanitize::sanitize_user;
use compat::wordpress::user::registration::{
    NewAccount, Registration, RegistrationSite, email_exists, username_exists, validate_username,
    wp_create_user,
};
use compat::wordpress::user::{User, UserId};
use rand::Rng as _;
use themes::woocommerce::login_form::EMAIL_TAKEN;

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

/// Makes the account of a form and logs its user in. `Err`: why not, in the language of the request.
///
/// # Errors
/// When the database fails, or passwords cannot be hashed now.
pub async fn join(
    context: &RequestContext<'_>,
    posted: &PostedCheckout,
) -> Result<Result<NewCustomer, String>, RequestError> {
    let user = match create(context, posted).await? {
        Ok(user) => user,
        Err(text) => return Ok(Err(text)),
    };
    Ok(Ok(NewCustomer {
        user: user.id,
        session: open_session(context, &user, true).await?,
    }))
}

/// Makes the account of a form, or says why not: a text in the language of the request.
async fn create(
    context: &RequestContext<'_>,
    posted: &PostedCheckout,
) -> Result<Result<User, String>, RequestError> {
    const NAME_TAKEN: &str =
        "An account is already registered with that username. Please choose another.";
    let texts = context.locale.domain("woocommerce");
    let refused = |source: &'static str| Ok(Err(texts.translate(source).to_owned()));
    let db = &context.app.db;
    let value = |name: &str| posted.value(name).unwrap_or_default();
    let email = value("billing_email");
    if is_email(email).is_none() {
        return refused("Please provide a valid email address.");
    }
    if email_exists(db, email).await? {
        return refused(EMAIL_TAKEN);
    }
    let chosen = value("account_username");
    let user_login = if chosen.is_empty() {
        free_username(context, posted, email).await?
    } else {
        let clean = sanitize_user(chosen, false, context.locale.code());
        if clean.is_empty() || !validate_username(chosen, context.locale.code()) {
            return refused("Please provide a valid account username.");
        }
        if username_exists(db, &clean).await? {
            return refused(NAME_TAKEN);
        }
        clean
    };
    let password = value("account_password");
    let registration = Registration {
        user_login,
        user_email: email.to_owned(),
        account: Some(NewAccount {
            role: "customer",
            password: Some(password.to_owned()).filter(|own| !own.is_empty()),
            first_name: value("billing_first_name").to_owned(),
            last_name: value("billing_last_name").to_owned(),
        }),
    };
    let site = RegistrationSite {
        attempts: &context.app.attempts,
        options: &context.state.site.options,
        locale: context.locale.code(),
        chosen_locale: None,
        now: context.now,
    };
    match wp_create_user(&site, &registration).await? {
        Some(user) => Ok(Ok(user)),
        None => refused(EMAIL_TAKEN),
    }
}

/// `wc_create_new_customer_username`: a name that is free, made of the buyer's names or of the address.
async fn free_username(
    context: &RequestContext<'_>,
    posted: &PostedCheckout,
    email: &str,
) -> Result<String, RequestError> {
    let code = context.locale.code();
    let names = ["billing_first_name", "billing_last_name"].into_iter();
    let names = names.map(|name| {
        let name = posted.value(name).unwrap_or_default();
        sanitize_user(name, true, code)
    });
    let names: Vec<String> = names.filter(|name| !name.is_empty()).collect();
    let base = if names.is_empty() {
        let (start, host) = email.split_once('@').unwrap_or((email, ""));
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
