//! MailPoet lists: subscribes with the plugin's confirmation mail, and handles the link in it.
//!
//! Contract "divi-ajax", section 2. Storage and mail text are in `compat::divi::email_provider::mailpoet`.

use compat::divi::email_provider::mailpoet::{
    self, Confirmation, Entry, Known, LetterSite, NOT_INSTALLED, linked,
};
use compat::divi::email_provider::{Subscriber, TRY_LATER};
use compat::wordpress::mail::Mail;
use compat::wordpress::mail::outbox::Delivery;

use super::confirmation::{DOMAIN, confirmation_page, shown_home, staged};
use super::provider_client::Subscribed;
use crate::request_error::RequestError;
use crate::server::Response;
use crate::wordpress::input::Input;
use crate::wordpress::request_context::{RequestContext, SiteSnapshot};

/// Adds a subscriber to a list of the plugin.
///
/// # Errors
/// When the database or rendering fails.
pub async fn subscribe(
    context: &RequestContext<'_>,
    list_id: &str,
    subscriber: &Subscriber,
) -> Result<Subscribed, RequestError> {
    if !mailpoet::is_active(&context.state.site.options) {
        return Ok(Subscribed::Refused(NOT_INSTALLED.to_owned()));
    }
    match stored(context, list_id, subscriber).await {
        Ok(()) => Ok(Subscribed::Taken),
        Err(error) if error.is_unavailable() => Err(error),
        Err(error) => {
            tracing::warn!(%error, "MailPoet's tables refuse a subscriber");
            Ok(Subscribed::Refused(TRY_LATER.to_owned()))
        }
    }
}

async fn stored(
    context: &RequestContext<'_>,
    list_id: &str,
    subscriber: &Subscriber,
) -> Result<(), RequestError> {
    let app = context.app;
    let confirmation = Confirmation::load(&app.db).await?;
    let known = Known::load(&app.db, &subscriber.email).await?;
    let confirmation_mail = if confirmation.is_wanted && known.may_be_asked {
        let list = Confirmation::list_name(&app.db, list_id).await?;
        let mail = confirmation_mail(context, &confirmation, (subscriber, &known.token), &list);
        staged(context, &mail).await?
    } else {
        None
    };
    let entry = Entry {
        list_id: list_id.to_owned(),
        subscriber: subscriber.clone(),
        known,
        is_to_confirm: confirmation.is_wanted,
        confirmation_mail,
    };
    let mails: Vec<_> = mailpoet::subscribe(&app.db, entry, context.now)
        .await?
        .into_iter()
        .collect();
    if let Err(error) = app.outbox.committed(&mails, Delivery::Queue).await {
        tracing::warn!(%error, "the letter to a subscriber is not delivered yet");
    }
    Ok(())
}

fn confirmation_mail(
    context: &RequestContext<'_>,
    confirmation: &Confirmation,
    (subscriber, token): (&Subscriber, &str),
    list: &str,
) -> Mail {
    let words = context.locale.domain(DOMAIN);
    let title = context.state.site.options.text("blogname").into_owned();
    let home = shown_home(context);
    // Without a stored text, ours is used, with the plugin's placeholders.
    let body = words.translate(
        "Somebody, we hope you, asked for the news of %1$s. Open this address to confirm it:\n\n%2$s\n\nIf it was not you, do nothing: without the confirmation you will get no letters.",
    );
    let link = format!("[activation_link]{home}[/activation_link]");
    let body = body.replace("%1$s", "[site:title]").replace("%2$s", &link);
    let site = LetterSite {
        title: &title,
        home: &home,
        subject: words.translate("Please confirm your subscription to %s"),
        body: &body,
        list,
    };
    confirmation.confirmation_mail(subscriber, token, site)
}

/// Handles the link of the plugin's confirmation mail.
///
/// # Errors
/// When the database or rendering fails.
pub async fn confirm(
    site: &SiteSnapshot<'_>,
    input: &mut Input,
) -> Result<Option<Response>, RequestError> {
    let is_link = input.get.get("mailpoet_router").is_some()
        && input.get_text("endpoint") == "subscription"
        && input.get_text("action") == "confirm";
    if !is_link || !mailpoet::is_active(&site.state.site.options) {
        return Ok(None);
    }
    let is_known = match linked(&input.get_text("data")) {
        Some((email, token)) => {
            let ip = input.request.remote_addr.to_string();
            let who = (email.as_str(), token.as_str());
            mailpoet::confirm(&site.app.db, who, &ip, site.app.clock.now()).await?
        }
        None => false,
    };
    confirmation_page(site, input, is_known).await.map(Some)
}
