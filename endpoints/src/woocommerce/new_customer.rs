//! Accounts that buyers get, while they order or on the account's page (`wc_create_new_customer`).
//!
//! Contract "woocommerce", sections 9.7 and 14.

use compat::woocommerce::checkout::PostedCheckout;
use compat::woocommerce::shopping::ShopSource;
use compat::wordpress::formatting::email::is_email;
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::formatting::sanitize::sanitize_user;
use compat::wordpress::user::UserId;
use compat::wordpress::user::registration::{
    NewAccount, NewUser, Registration, RegistrationSite, email_exists, new_user, username_exists,
    validate_username,
};
use compat::wordpress::user::reset_key::ResetKey;
use rand::Rng as _;
use themes::woocommerce::login_form::EMAIL_TAKEN;

use super::account_mails::new_account_mail;
use crate::outbox::{committed, delivery};
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

impl NewCustomer {
    /// What a visit is made from, now that the visitor is this user.
    pub fn source<'a>(&'a self, own: ShopSource<'a>) -> ShopSource<'a> {
        ShopSource {
            user: Some(self.user),
            session_token: &self.session.token,
            ..own
        }
    }
}

/// What an account is made of.
#[derive(Debug, Clone, Copy, Default)]
pub struct AccountRequest<'a> {
    /// E-mail address.
    pub email: &'a str,
    /// Login name; empty: one is made.
    pub username: &'a str,
    /// Password; empty: one is made, which nobody knows.
    pub password: &'a str,
    /// First name.
    pub first_name: &'a str,
    /// Last name.
    pub last_name: &'a str,
    /// Whether it is made while its owner orders: a name or password that is not given is made up.
    pub is_checkout: bool,
}

/// The code of the refusal of an e-mail address that an account has already.
pub const EMAIL_EXISTS: &str = "registration-error-email-exists";

/// Why there is no account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountRefusal {
    /// `registration-error-…`.
    pub code: &'static str,
    /// Why, in the language of the request.
    pub text: String,
}

impl<'a> AccountRequest<'a> {
    /// The request of a form.
    pub fn of(posted: &'a PostedCheckout) -> Self {
        let value = |name: &str| posted.value(name).unwrap_or_default();
        Self {
            email: value("billing_email"),
            username: value("account_username"),
            password: value("account_password"),
            first_name: value("billing_first_name"),
            last_name: value("billing_last_name"),
            is_checkout: true,
        }
    }
}

/// Makes an account and logs its user in. `Err`: why not.
///
/// # Errors
/// When the database fails, or passwords cannot be hashed now.
pub async fn join(
    context: &RequestContext<'_>,
    asked: AccountRequest<'_>,
) -> Result<Result<NewCustomer, AccountRefusal>, RequestError> {
    let (new, has_generated_password) = match prepare(context, asked).await? {
        Ok(prepared) => prepared,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let (app, key) = (context.app, ResetKey::new(context.now));
    let mails = new_account_mail(context, (&new.user, &key), has_generated_password);
    let mails = Box::pin(mails).await?;
    let Some((user, mails)) = new.store(&app.db, key, mails).await? else {
        return Ok(Err(email_taken(context, asked)));
    };
    if let Err(error) = context.app.changed(&["users", "usermeta"]).await {
        // The user is stored; the next poll of the database makes it visible.
        tracing::warn!(%error, "the site could not be read again");
    }
    committed(&app.outbox, &mails, delivery(&app.settings)).await;
    Ok(Ok(NewCustomer {
        user: user.id,
        session: open_session(context, &user, true).await?,
    }))
}

/// Prepares the account, and says whether its password was made up; or says why there is none.
async fn prepare(
    context: &RequestContext<'_>,
    asked: AccountRequest<'_>,
) -> Result<Result<(NewUser, bool), AccountRefusal>, RequestError> {
    const NAME_TAKEN: &str =
        "An account is already registered with that username. Please choose another.";
    let texts = context.locale.domain("woocommerce");
    let refused = |code: &'static str, source: &'static str| {
        let text = texts.translate(source).to_owned();
        Ok(Err(AccountRefusal { code, text }))
    };
    let (db, options) = (&context.app.db, &context.state.site.options);
    let locale = context.locale.code();
    let makes_up = |option: &str| asked.is_checkout || options.text_or(option, "yes") == "yes";
    if is_email(asked.email).is_none() {
        let code = "registration-error-invalid-email";
        return refused(code, "Please provide a valid email address.");
    }
    if email_exists(db, asked.email).await? {
        return Ok(Err(email_taken(context, asked)));
    }
    let makes_name = makes_up("woocommerce_registration_generate_username");
    let user_login = if asked.username.is_empty() && makes_name {
        free_username(context, asked).await?
    } else {
        let clean = sanitize_user(asked.username, false, locale);
        if clean.is_empty() || !validate_username(asked.username, locale) {
            let code = "registration-error-invalid-username";
            return refused(code, "Please provide a valid account username.");
        }
        if username_exists(db, &clean).await? {
            return refused("registration-error-username-exists", NAME_TAKEN);
        }
        clean
    };
    let is_generated = asked.password.is_empty();
    if is_generated && !makes_up("woocommerce_registration_generate_password") {
        let code = "registration-error-missing-password";
        return refused(code, "Please create a password for your account.");
    }
    let registration = Registration {
        user_login,
        user_email: asked.email.to_owned(),
        account: Some(NewAccount {
            role: "customer",
            password: (!is_generated).then(|| asked.password.to_owned()),
            first_name: asked.first_name.to_owned(),
            last_name: asked.last_name.to_owned(),
        }),
    };
    let site = RegistrationSite {
        attempts: &context.app.attempts,
        options,
        locale,
        chosen_locale: None,
        now: context.now,
    };
    match new_user(&site, &registration).await? {
        Some(new) => Ok(Ok((new, is_generated))),
        None => Ok(Err(email_taken(context, asked))),
    }
}

/// Says which address has an account.
pub const EMAIL_REGISTERED: &str =
    "An account is already registered with %s. Please log in or use a different email address.";

/// Says that an address has an account.
fn email_taken(context: &RequestContext<'_>, asked: AccountRequest<'_>) -> AccountRefusal {
    let texts = context.locale.domain("woocommerce");
    let text = if asked.is_checkout {
        texts.translate(EMAIL_TAKEN).to_owned()
    } else {
        let email = esc_html(asked.email);
        texts.translate(EMAIL_REGISTERED).replacen("%s", &email, 1)
    };
    AccountRefusal {
        code: EMAIL_EXISTS,
        text,
    }
}

/// `wc_create_new_customer_username`: a name that is free, made of the buyer's names or of the address.
async fn free_username(
    context: &RequestContext<'_>,
    asked: AccountRequest<'_>,
) -> Result<String, RequestError> {
    let code = context.locale.code();
    let names = [asked.first_name, asked.last_name].into_iter();
    let names = names.map(|name| sanitize_user(name, true, code));
    let names: Vec<String> = names.filter(|name| !name.is_empty()).collect();
    let base = if names.is_empty() {
        let (start, host) = asked.email.split_once('@').unwrap_or((asked.email, ""));
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
