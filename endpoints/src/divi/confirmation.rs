//! Double opt-in for the local subscriber list: the confirmation mail and its link.
//!
//! Contract "divi-ajax", section 2, last paragraph. The form's responses are the same as for other providers.

use compat::divi::email_provider::Subscriber;
use compat::divi::email_provider::subscribers::{Entry, ListName, Subscribers};
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::mail::Mail;
use compat::wordpress::mail::outbox::{Delivery, OutboxError, Staged};
use compat::wordpress::mail::wp_mail::wp_mail;
use themes::wordpress::wp_die::ErrorPage;

use super::provider_client::Subscribed;
use super::settings::DiviSettings;
use super::state::DiviState;
use crate::request_error::RequestError;
use crate::server::Response;
use crate::wordpress::input::Input;
use crate::wordpress::request_context::{RequestContext, SiteSnapshot};

/// The query argument of the link.
const TOKEN: &str = "oxipress_subscription";
/// The text domain of Oxipress's own texts.
pub const DOMAIN: &str = "oxipress";

/// Adds a subscriber, once.
///
/// # Errors
/// When the database or rendering fails.
pub async fn subscribe(
    context: &RequestContext<'_>,
    list: &ListName,
    subscriber: &Subscriber,
) -> Result<Subscribed, RequestError> {
    let app = context.app;
    let kept = app.column_state::<DiviState>();
    let who = (list, subscriber);
    let token = Subscribers::token();
    if !app.settings.section::<DiviSettings>().double_opt_in {
        let entry = (Entry::Subscribed, token.as_str());
        kept.subscribers.add(who, entry, None, context.now).await?;
        return Ok(Subscribed::Taken);
    }
    let confirmation_mail =
        staged(context, &confirmation_mail(context, subscriber, &token)).await?;
    let entry = (Entry::Pending, token.as_str());
    let added = kept
        .subscribers
        .add(who, entry, confirmation_mail, context.now)
        .await?;
    let mails: Vec<_> = added.mail.into_iter().collect();
    if let Err(error) = app.outbox.committed(&mails, Delivery::Queue).await {
        tracing::warn!(%error, "the letter to a subscriber is not delivered yet");
    }
    Ok(Subscribed::Taken)
}

/// The confirmation mail, prepared for the outbox; `None` when it cannot be sent.
///
/// # Errors
/// When the database or rendering fails.
pub async fn staged(
    context: &RequestContext<'_>,
    mail: &Mail,
) -> Result<Option<Staged>, RequestError> {
    let app = context.app;
    let mail = match wp_mail(mail, &context.mail_site()) {
        Ok(mail) => mail,
        Err(error) => {
            tracing::warn!(%error, "the letter to a subscriber cannot be sent");
            return Ok(None);
        }
    };
    match app.outbox.stage(&mail, Delivery::Queue).await {
        Ok(staged) => Ok(Some(staged)),
        Err(OutboxError::Db(error)) => Err(error.into()),
        Err(error) => {
            tracing::warn!(%error, "the letter to a subscriber cannot be kept");
            Ok(None)
        }
    }
}

/// The public site URL, without trailing slash.
pub fn shown_home(context: &RequestContext<'_>) -> String {
    let shown = &context.app.settings.site.site_url;
    match shown.trim_end_matches('/') {
        "" => context.state.site.home(),
        shown => shown.to_owned(),
    }
}

fn confirmation_mail(context: &RequestContext<'_>, subscriber: &Subscriber, token: &str) -> Mail {
    let words = context.locale.domain(DOMAIN);
    let site = context.state.site.options.text("blogname").into_owned();
    let home = shown_home(context);
    let link = format!("{home}/?{TOKEN}={token}");
    let subject = words.translate("Please confirm your subscription to %s");
    let text = words.translate(
        "Somebody, we hope you, asked for the news of %1$s. Open this address to confirm it:\n\n%2$s\n\nIf it was not you, do nothing: without the confirmation you will get no letters.",
    );
    Mail {
        to: subscriber.email.clone(),
        subject: subject.replace("%s", &site),
        message: text.replace("%1$s", &site).replace("%2$s", &link),
        ..Mail::default()
    }
}

/// Handles the link of a confirmation mail.
///
/// # Errors
/// When the database or rendering fails.
pub async fn confirm(
    site: &SiteSnapshot<'_>,
    input: &mut Input,
) -> Result<Option<Response>, RequestError> {
    let app = site.app;
    let token = input.get_text(TOKEN);
    if token.is_empty() {
        return Ok(None);
    }
    let kept = app.column_state::<DiviState>();
    let is_known = kept.subscribers.confirm(&token, app.clock.now()).await?;
    confirmation_page(site, input, is_known).await.map(Some)
}

/// The page shown for the link.
///
/// # Errors
/// When the database or rendering fails.
pub async fn confirmation_page(
    site: &SiteSnapshot<'_>,
    input: &mut Input,
    is_known: bool,
) -> Result<Response, RequestError> {
    let context = RequestContext::of_script(site, input).await?;
    let words = context.locale.domain(DOMAIN);
    let (status, message) = if is_known {
        (
            200,
            words.translate("Your subscription is confirmed. Thank you."),
        )
    } else {
        (404, words.translate("This link is not known any more."))
    };
    let message = esc_html(message);
    let page = ErrorPage {
        message: &message,
        ..ErrorPage::default()
    };
    Ok(context.die(status, &page))
}
