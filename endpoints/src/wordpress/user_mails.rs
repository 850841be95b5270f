//! Mails with which `wp_update_user` tells users that their password or e-mail address was changed, in the language of that person.

use std::sync::Arc;

use compat::wordpress::db::DbError;
use compat::wordpress::formatting::specialchars::{QuoteStyle, wp_specialchars_decode};
use compat::wordpress::l10n::Locale;
use compat::wordpress::mail::Mail;
use compat::wordpress::mail::outbox::Staged;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::user::User;

use crate::outbox::{delivery, stage};
use crate::wordpress::request_context::RequestContext;

/// The body of `password_change_email`.
const PASSWORD_CHANGED: &str = "Hi ###USERNAME###,\n\nThis notice confirms that your password was changed on ###SITENAME###.\n\nIf you did not change your password, please contact the Site Administrator at\n###ADMIN_EMAIL###\n\nThis email has been sent to ###EMAIL###\n\nRegards,\nAll at ###SITENAME###\n###SITEURL###";

/// The body of `email_change_email`.
const EMAIL_CHANGED: &str = "Hi ###USERNAME###,\n\nThis notice confirms that your email address on ###SITENAME### was changed to ###NEW_EMAIL###.\n\nIf you did not change your email, please contact the Site Administrator at\n###ADMIN_EMAIL###\n\nThis email has been sent to ###EMAIL###\n\nRegards,\nAll at ###SITENAME###\n###SITEURL###";

/// What was changed of a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UserChange<'a> {
    /// `password_change_email`.
    Password,
    /// `email_change_email`, with the new address.
    Email(&'a str),
}

/// The mails that tell a user of changes, at the address from before, for the transaction of the change; afterwards call
/// [`committed`](crate::outbox::committed).
///
/// # Errors
/// When the database fails.
pub async fn change_mails(
    context: &RequestContext<'_>,
    user: &User,
    changes: &[UserChange<'_>],
) -> Result<Vec<Staged>, DbError> {
    if changes.is_empty() {
        return Ok(Vec::new());
    }
    let app = context.app;
    let language = language_of(context, user).await;
    let mails = changes
        .iter()
        .map(|change| mail(context, user, *change, &language));
    let mails: Vec<Mail> = mails.collect();
    let (delivery, mail_site) = (delivery(&app.settings), context.mail_site());
    stage(&app.outbox, &mails, (&mail_site, delivery)).await
}

/// `get_user_locale`: the person's own language, else the site's.
async fn language_of(context: &RequestContext<'_>, user: &User) -> Arc<Locale> {
    let mut objects = ObjectCache::default();
    if let Err(error) = objects.prime_users(&context.app.db, &[user.id]).await {
        tracing::warn!(%error, user.id = user.id.0, "the language of an account is not known");
    }
    let own = objects.user_meta(user.id).text("locale").into_owned();
    let site = || context.state.locale_code();
    let code = Some(own).filter(|own| !own.is_empty()).unwrap_or_else(site);
    context.app.translations.locale(&code)
}

fn mail(
    context: &RequestContext<'_>,
    user: &User,
    change: UserChange<'_>,
    language: &Locale,
) -> Mail {
    let state = &context.state;
    let options = &state.site.options;
    let name = wp_specialchars_decode(&options.text("blogname"), QuoteStyle::Quotes).into_owned();
    let (subject, body, new_email) = match change {
        UserChange::Password => ("[%s] Password Changed", PASSWORD_CHANGED, ""),
        UserChange::Email(new) => ("[%s] Email Changed", EMAIL_CHANGED, new),
    };
    let (admin, home) = (options.text("admin_email"), state.site.home());
    let values = [
        ("###USERNAME###", user.login.as_str()),
        ("###ADMIN_EMAIL###", &admin),
        ("###NEW_EMAIL###", new_email),
        ("###EMAIL###", &user.email),
        ("###SITENAME###", &name),
        ("###SITEURL###", &home),
    ];
    let body = language.translate(body).to_owned();
    let message = values
        .iter()
        .fold(body, |text, (mark, value)| text.replace(mark, value));
    Mail {
        to: user.email.clone(),
        subject: language.translate(subject).replacen("%s", &name, 1),
        message,
        ..Mail::default()
    }
}
