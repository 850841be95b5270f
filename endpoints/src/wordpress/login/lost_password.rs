//! Action `lostpassword`: mails a password reset key.

use compat::wordpress::formatting::specialchars::{QuoteStyle, wp_specialchars_decode};
use compat::wordpress::mail::Mail;
use compat::wordpress::mail::outbox::OutboxError;
use compat::wordpress::mail::wp_mail::wp_mail;
use compat::wordpress::php::url::urlencode;
use compat::wordpress::spam_check::{self, CheckedForm};
use compat::wordpress::user::attempts::{Attempt, AttemptKind};
use compat::wordpress::user::authenticate::{id_of_email, load};
use compat::wordpress::user::reset_key::ResetKey;
use compat::wordpress::user::{User, id_of_login};
use http::Method;
use themes::wordpress::login_messages::{
    EXPIRED_KEY, INVALID_KEY, MAIL_NOT_SENT, NO_ACCOUNT, NO_NAME_OR_EMAIL,
};
use themes::wordpress::login_page::{LoginForm, LoginPage, notice};

use super::page::{page, put};
use crate::outbox::delivery;
use crate::request_error::RequestError;
use crate::server::Response;
use crate::wordpress::request_context::RequestContext;

/// Shows or processes the form.
pub(super) async fn respond(context: &RequestContext<'_>) -> Result<Response, RequestError> {
    let mut errors = Vec::new();
    if context.input.request.method == Method::POST {
        match retrieve_password(context).await? {
            Ok(()) => {
                let asked = context.input.request_text("redirect_to");
                let target = if asked.is_empty() {
                    "wp-login.php?checkemail=confirm"
                } else {
                    &asked
                };
                return Ok(context.safe_redirect(target));
            }
            Err(failures) => errors = failures,
        }
    }
    match context.input.get_text("error").as_str() {
        "invalidkey" => errors.push(context.text(INVALID_KEY).to_owned()),
        "expiredkey" => errors.push(context.text(EXPIRED_KEY).to_owned()),
        _ => {}
    }
    const INVITATION: &str = "Please enter your username or email address. You will receive an email message with instructions on how to reset your password.";
    Ok(page(
        context,
        LoginPage {
            action: "lostpassword",
            title: context.text("Lost Password").to_owned(),
            message: notice("", context.text(INVITATION)),
            shakes: !errors.is_empty(),
            errors,
            form: LoginForm::LostPassword {
                user_login: context.input.post_text("user_login"),
                redirect_to: context.input.request_text("redirect_to"),
            },
            ..LoginPage::default()
        },
    ))
}

/// `retrieve_password`: queues the mail, or returns the form's errors.
async fn retrieve_password(
    context: &RequestContext<'_>,
) -> Result<Result<(), Vec<String>>, RequestError> {
    let name = context.input.post_text("user_login");
    let name = name.trim();
    let text = |source: &str| context.text(source).to_owned();
    let mut errors = Vec::new();
    let (mut user, is_email) = (None, name.contains('@'));
    if name.is_empty() {
        errors.push(text(NO_NAME_OR_EMAIL));
    } else {
        user = find(context, name, is_email).await?;
        let account = user.as_ref().map_or(name, |user| &user.login);
        let attempt = Attempt::new(AttemptKind::LostPassword, context.origin(), account);
        context.app.attempts.begin(&attempt).await?;
        if user.is_none() && is_email {
            errors.push(text(NO_ACCOUNT));
        }
    }
    let site = &context.state.site;
    let checks = (&site.options, site.registry.spam_checks.as_slice());
    let fields = &context.input.post;
    let caught = spam_check::run(
        &context.app.db,
        checks,
        CheckedForm::LostPassword,
        fields,
        context.now,
    );
    errors.extend(caught.await?);
    if !errors.is_empty() {
        return Ok(Err(errors));
    }
    let Some(user) = user else {
        let error = text(NO_ACCOUNT);
        return Ok(Err(vec![error]));
    };
    if let Err(error) = send_key(context, &user).await {
        if let OutboxError::Db(error) = error {
            return Err(error.into());
        }
        tracing::error!(%error, "the mail with a reset key was not taken");
        let help = context.text("https://wordpress.org/documentation/article/reset-your-password/");
        return Ok(Err(vec![put(context.text(MAIL_NOT_SENT), &[help])]));
    }
    Ok(Ok(()))
}

/// Stores a new key and its mail: both, or nothing.
async fn send_key(context: &RequestContext<'_>, user: &User) -> Result<(), OutboxError> {
    let (app, key) = (context.app, ResetKey::new(context.now));
    let mail = wp_mail(&mail(context, user, key.key()), &context.mail_site())?;
    let delivery = delivery(&app.settings);
    let staged = app.outbox.stage(&mail, delivery).await?;
    let ids = key.store_with(&app.db, user.id, vec![staged]).await?;
    Ok(app.outbox.committed(&ids, delivery).await?)
}

async fn find(
    context: &RequestContext<'_>,
    name: &str,
    is_email: bool,
) -> Result<Option<User>, RequestError> {
    let db = &context.app.db;
    let by_email = if is_email {
        id_of_email(db, name).await?
    } else {
        None
    };
    let id = match by_email {
        Some(id) => Some(id),
        None => id_of_login(db, name).await?,
    };
    Ok(load(db, id).await?)
}

fn mail(context: &RequestContext<'_>, user: &User, key: &str) -> Mail {
    let options = &context.state.site.options;
    let name = wp_specialchars_decode(&options.text("blogname"), QuoteStyle::Quotes).into_owned();
    let login = urlencode(user.login.as_bytes());
    let code = context.locale.code();
    let link = context.site_url(&format!(
        "wp-login.php?login={login}&key={key}&action=rp&wp_lang={code}"
    ));
    let mut lines = vec![
        context
            .text("Someone has requested a password reset for the following account:")
            .to_owned(),
        put(context.text("Site Name: %s"), &[&name]),
        put(context.text("Username: %s"), &[&user.login]),
        context
            .text("If this was a mistake, ignore this email and nothing will happen.")
            .to_owned(),
        context
            .text("To reset your password, visit the following address:")
            .to_owned(),
        link,
    ];
    if context.visitor.user.is_none() {
        let ip = context.input.request.remote_addr.to_string();
        lines.push(put(
            context.text("This password reset request originated from the IP address %s."),
            &[&ip],
        ));
    }
    let message: String = lines.iter().map(|line| format!("{line}\r\n\r\n")).collect();
    Mail {
        to: user.email.clone(),
        subject: put(context.text("[%s] Password Reset"), &[&name]),
        message,
        ..Mail::default()
    }
}
