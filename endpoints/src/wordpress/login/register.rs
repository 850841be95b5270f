//! Action `register`: the registration form, if the option `users_can_register` is set.
//!
//! The rules are in `compat::wordpress::user::registration`. The new user sets a password through a link in the mail.

use compat::wordpress::formatting::sanitize_field::sanitize_text_field;
use compat::wordpress::formatting::specialchars::{QuoteStyle, wp_specialchars_decode};
use compat::wordpress::l10n::Locale;
use compat::wordpress::mail::Mail;
use compat::wordpress::php::url::rawurlencode;
use compat::wordpress::spam_check::{self, CheckedForm};
use compat::wordpress::user::User;
use compat::wordpress::user::registration::{
    NewUser, Registration, RegistrationError, RegistrationSite, check, new_user,
};
use compat::wordpress::user::reset_key::ResetKey;
use http::Method;
use themes::wordpress::login_page::{LoginForm, LoginPage, notice};

use super::page::{page, put};
use crate::outbox::{committed, delivery, stage};
use crate::request_error::RequestError;
use crate::server::Response;
use crate::wordpress::headers::redirect;
use crate::wordpress::request_context::RequestContext;

/// Errors as markup, and whether the form shakes (`shake_error_codes`).
struct Failed {
    errors: Vec<String>,
    shakes: bool,
}

/// Shows or processes the form; with registration disabled, redirects to the notice.
pub(super) async fn respond(context: &RequestContext<'_>) -> Result<Response, RequestError> {
    if !context.state.site.options.is_on("users_can_register") {
        return Ok(redirect(
            &context.site_url("wp-login.php?registration=disabled"),
        ));
    }
    let asked = context.input.request_text("redirect_to");
    let mut failed = None;
    if context.input.request.method == Method::POST {
        match register_new_user(context).await? {
            Ok(()) => {
                let target = match context.input.post_text("redirect_to") {
                    given if matches!(given.as_str(), "" | "0") => {
                        "wp-login.php?checkemail=registered".to_owned()
                    }
                    given => given,
                };
                return Ok(context.safe_redirect(&target));
            }
            Err(errors) => failed = Some(errors),
        }
    }
    let (errors, shakes) = failed.map_or((Vec::new(), false), |f| (f.errors, f.shakes));
    Ok(page(
        context,
        LoginPage {
            action: "register",
            title: context.text("Registration Form").to_owned(),
            message: notice(" register", context.text("Register For This Site")),
            errors,
            shakes,
            form: LoginForm::Register {
                user_login: context.input.post_text("user_login"),
                user_email: context.input.post_text("user_email"),
                redirect_to: asked,
            },
            ..LoginPage::default()
        },
    ))
}

/// `register_new_user`: stores the user, the key of the password and two mails, or returns the form's errors.
async fn register_new_user(
    context: &RequestContext<'_>,
) -> Result<Result<(), Failed>, RequestError> {
    let input = context.input;
    let (login, email) = (input.post_text("user_login"), input.post_text("user_email"));
    let (app, site, code) = (context.app, &context.state.site, context.locale.code());
    let (registration, found) = check(&app.db, (&login, &email), code).await?;
    let mut errors: Vec<String> = found.iter().map(|e| text(context, *e)).collect();
    let checks = (&site.options, site.registry.spam_checks.as_slice());
    let form = CheckedForm::Registration;
    errors.extend(spam_check::run(&app.db, checks, form, &input.post, context.now).await?);
    if !errors.is_empty() {
        let shakes = found.first().is_some_and(|e| e.shakes());
        return Ok(Err(Failed { errors, shakes }));
    }
    let failed = || Failed {
        errors: vec![text(context, RegistrationError::RegisterFail)],
        shakes: false,
    };
    let Some(new) = prepare(context, &registration).await? else {
        return Ok(Err(failed()));
    };
    let key = ResetKey::new(context.now);
    let site_language = app.translations.locale(&context.state.locale_code());
    let mails = [
        to_admin(context, &site_language, &new.user),
        to_user(context, &new.user, key.key()),
    ];
    let (delivery, mail_site) = (delivery(&app.settings), context.mail_site());
    let staged = stage(&app.outbox, &mails, (&mail_site, delivery)).await?;
    let Some((_, ids)) = new.store(&app.db, key, staged).await? else {
        return Ok(Err(failed()));
    };
    if let Err(error) = app.changed(&["users", "usermeta"]).await {
        // The user is stored; the next poll of the database makes it visible.
        tracing::warn!(%error, "the site could not be read again");
    }
    committed(&app.outbox, &ids, delivery).await;
    Ok(Ok(()))
}

async fn prepare(
    context: &RequestContext<'_>,
    registration: &Registration,
) -> Result<Option<NewUser>, RequestError> {
    let chosen = context.input.cookies.get("wp_lang").unwrap_or_default();
    let chosen = sanitize_text_field(chosen);
    let is_chosen = !chosen.is_empty() && context.app.translations.is_installed(&chosen);
    let site = RegistrationSite {
        attempts: &context.app.attempts,
        options: &context.state.site.options,
        locale: context.locale.code(),
        chosen_locale: is_chosen.then_some(chosen),
        now: context.now,
    };
    Ok(new_user(&site, registration).await?)
}

fn text(context: &RequestContext<'_>, error: RegistrationError) -> String {
    let value = match error {
        RegistrationError::EmailExists => context.site_url("wp-login.php"),
        RegistrationError::RegisterFail => {
            context.state.site.options.text("admin_email").into_owned()
        }
        _ => return context.text(error.message()).to_owned(),
    };
    put(context.text(error.message()), &[&value])
}

fn site_name(context: &RequestContext<'_>) -> String {
    let name = context.state.site.options.text("blogname");
    wp_specialchars_decode(&name, QuoteStyle::Quotes).into_owned()
}

/// The mail to the administrator, in the site's language.
fn to_admin(context: &RequestContext<'_>, locale: &Locale, user: &User) -> Mail {
    let name = site_name(context);
    let site = put(
        locale.translate("New user registration on your site %s:"),
        &[&name],
    );
    let login = put(locale.translate("Username: %s"), &[&user.login]);
    let email = put(locale.translate("Email: %s"), &[&user.email]);
    Mail {
        to: context.state.site.options.text("admin_email").into_owned(),
        subject: put(locale.translate("[%s] New User Registration"), &[&name]),
        message: format!("{site}\r\n\r\n{login}\r\n\r\n{email}\r\n"),
        ..Mail::default()
    }
}

/// The mail to the user, with the link to set the password.
fn to_user(context: &RequestContext<'_>, user: &User, key: &str) -> Mail {
    let login = put(context.text("Username: %s"), &[&user.login]);
    let set = context.text("To set your password, visit the following address:");
    let name = rawurlencode(user.login.as_bytes());
    let link = context.site_url(&format!("wp-login.php?login={name}&key={key}&action=rp"));
    let log_in = context.site_url("wp-login.php");
    Mail {
        to: user.email.clone(),
        subject: put(context.text("[%s] Login Details"), &[&site_name(context)]),
        message: format!("{login}\r\n\r\n{set}\r\n\r\n{link}\r\n\r\n{log_in}\r\n"),
        ..Mail::default()
    }
}
