//! `et_pb_submit_subscribe_form`: newsletter sign-up forms.
//!
//! Contract "divi-ajax", section 2; recordings divi-signup/*. Responses have two shapes: errors of the form use
//! `wp_send_json_error`'s envelope, results of the provider do not. If the provider does not respond, the visitor gets
//! an error (section 7, case 15), but the subscription is stored and retried.

use std::collections::HashMap;

use compat::divi::email_provider::subscribers::{Entry, ListName};
use compat::divi::email_provider::{self, Account, LOCAL, MAILPOET, Subscriber, TRY_LATER};
use compat::wordpress::formatting::email::is_email;
use compat::wordpress::formatting::sanitize_field::sanitize_text_field;
use compat::wordpress::option_row::option_value;
use compat::wordpress::php::Value;
use compat::wordpress::php::json::json_encode;
use themes::divi::collected_forms::CollectedForms;
use themes::wordpress::view::Page;

use super::confirmation;
use super::mailpoet;
use super::provider_client::{self, Subscribed};
use super::settings::{DiviSettings, SubscriberStore};
use super::siteverify::SpamCheck;
use super::state::DiviState;
use crate::request_error::RequestError;
use crate::server::Response;
use crate::wordpress::request_context::RequestContext;

/// Prefix of the options with the checksums of the site's forms.
const OPTION: &str = "et_pb_signup_";

/// An error of the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SignupError {
    Nonce,
    Form,
    Email,
    List,
    Robot,
}

impl SignupError {
    /// Divi's message; the first ones are never translated.
    fn text(self, context: &RequestContext<'_>) -> String {
        let source = match self {
            Self::Nonce => return "Configuration Error".to_owned(),
            Self::Form => "Configuration Error: Invalid data.",
            Self::Email => "Please input a valid email address.",
            Self::List => "Configuration Error: No list has been selected for this form.",
            Self::Robot => "You must be a human to submit this form.",
        };
        let builder = context.locale.domain("et_builder");
        builder.translate(source).to_owned()
    }
}

/// Handles the form.
///
/// # Errors
/// When the database or rendering fails.
pub async fn submit(context: &RequestContext<'_>) -> Result<Response, RequestError> {
    if let Some(error) = error(context).await? {
        let error = Value::array().with("error", error.text(context));
        let response = Value::array().with("success", false).with("data", error);
        return Ok(Response::json(
            json_encode(&response, 0).unwrap_or_default(),
        ));
    }
    let response = match subscribe(context).await? {
        Subscribed::Taken => Value::array().with("success", true),
        Subscribed::Refused(reason) => refusal(context, &reason),
        Subscribed::ProviderUnavailable(_) => refusal(context, TRY_LATER),
    };
    Ok(Response::html(
        json_encode(&response, 0).unwrap_or_default(),
    ))
}

fn refusal(context: &RequestContext<'_>, reason: &str) -> Value {
    let builder = context.locale.domain("et_builder");
    let prefix = builder.translate("Subscription Error: ");
    Value::array().with("error", format!("{prefix}{reason}"))
}

/// A field of the form as plain text.
fn field(context: &RequestContext<'_>, name: &str) -> String {
    sanitize_text_field(&context.input.post_text(name))
}

/// The first error of the form.
async fn error(context: &RequestContext<'_>) -> Result<Option<SignupError>, RequestError> {
    let nonce = context.input.post_text("et_frontend_nonce");
    let age = context.with_nonces(|n| n.verify(&nonce, "et_frontend_nonce"));
    if age.is_none() {
        return Ok(Some(SignupError::Nonce));
    }
    let Some(spam_service) = known_form(context).await? else {
        return Ok(Some(SignupError::Form));
    };
    if is_email(&field(context, "et_email")).is_none() {
        return Ok(Some(SignupError::Email));
    }
    if matches!(field(context, "et_list_id").as_str(), "" | "0") {
        return Ok(Some(SignupError::List));
    }
    if spam_service == "on" && !is_human(context).await {
        return Ok(Some(SignupError::Robot));
    }
    Ok(None)
}

/// The spam setting of the form; `None` for a form that no page of the site contains.
async fn known_form(context: &RequestContext<'_>) -> Result<Option<String>, RequestError> {
    let checksum = field(context, "et_checksum");
    let is_checksum = checksum.len() == 32 && checksum.bytes().all(|b| b.is_ascii_hexdigit());
    if !is_checksum || !email_provider::is_known(&field(context, "et_provider")) {
        return Ok(None);
    }
    let name = format!("{OPTION}{checksum}");
    let stored = context.state.site.options.text(&name).into_owned();
    let stored = match stored.as_str() {
        // The snapshot may be older than a page just rendered: read the option again.
        "" => option_value(&context.app.db, &name).await?,
        _ => Some(stored),
    };
    Ok(stored.filter(|value| !matches!(value.as_str(), "" | "0")))
}

/// Runs the spam check with the site's first account; the form names none.
async fn is_human(context: &RequestContext<'_>) -> bool {
    let options = &context.state.site.options;
    let account = SpamCheck::first_account(options);
    let token = context.input.post_text("token");
    let check = SpamCheck {
        account: &account,
        min_score: "",
        token: &token,
        remote_ip: context.input.request.remote_addr.to_string(),
    };
    check.is_human(context.app, options).await
}

fn subscriber(context: &RequestContext<'_>) -> Subscriber {
    let is_collected = field(context, "et_ip_address") == "true";
    Subscriber {
        email: field(context, "et_email"),
        first_name: field(context, "et_firstname"),
        last_name: field(context, "et_lastname"),
        ip_address: Subscriber::collected_ip(context.input.request.remote_addr, is_collected),
        fields: Subscriber::custom_fields(context.input.post.get("et_custom_fields")),
    }
}

async fn subscribe(context: &RequestContext<'_>) -> Result<Subscribed, RequestError> {
    let list = ListName {
        provider: field(context, "et_provider"),
        account: field(context, "et_account"),
        list_id: field(context, "et_list_id"),
    };
    let subscriber = subscriber(context);
    let own = context.app.settings.section::<DiviSettings>().subscribers == SubscriberStore::Local;
    match list.provider.as_str() {
        _ if own => confirmation::subscribe(context, &list, &subscriber).await,
        LOCAL => confirmation::subscribe(context, &list, &subscriber).await,
        MAILPOET => mailpoet::subscribe(context, &list.list_id, &subscriber).await,
        _ => at_service(context, &list, &subscriber).await,
    }
}

/// Subscribes at the provider; queues the subscription if it does not respond.
async fn at_service(
    context: &RequestContext<'_>,
    list: &ListName,
    subscriber: &Subscriber,
) -> Result<Subscribed, RequestError> {
    let kept = context.app.column_state::<DiviState>();
    let who = (list, subscriber);
    let Some(provider) = email_provider::provider(&list.provider) else {
        tracing::warn!(
            list.provider,
            "a newsletter's service is not known: the subscription is kept"
        );
        let entry = (Entry::Kept, "");
        kept.subscribers.add(who, entry, None, context.now).await?;
        return Ok(Subscribed::Taken);
    };
    let options = &context.state.site.options;
    let account = Account::of(options, &list.provider, &list.account, &list.list_id);
    let settings = context.app.settings.section::<DiviSettings>();
    let subscribed =
        provider_client::subscribe(settings, provider, (&account, subscriber), context.now).await;
    match &subscribed {
        Subscribed::ProviderUnavailable(unanswered) => {
            let reason = &unanswered.reason;
            tracing::warn!(
                list.provider,
                reason,
                "a newsletter's service is asked again later"
            );
            let at = context.now.saturating_add(unanswered.pause);
            let entry = (Entry::Queued { at }, "");
            kept.subscribers.add(who, entry, None, context.now).await?;
        }
        // Removes an earlier queued subscription of the same address.
        Subscribed::Taken => kept.subscribers.taken_now(list, subscriber).await?,
        Subscribed::Refused(_) => {}
    }
    Ok(subscribed)
}

/// Stores the checksums of a rendered page's forms, if new; only forms with a stored checksum are accepted.
///
/// # Errors
/// When the database or rendering fails.
pub async fn store_checksums(
    context: &RequestContext<'_>,
    page: &mut Page,
) -> Result<(), RequestError> {
    let signups = std::mem::take(&mut CollectedForms::of(page).signups);
    let mut wanted = HashMap::new();
    for signup in signups {
        let value = if signup.uses_spam_service {
            "on"
        } else {
            "off"
        };
        wanted.insert(format!("{OPTION}{}", signup.checksum), value);
    }
    for (name, value) in wanted {
        if context.state.site.options.text(&name) != value {
            compat::wordpress::option_row::update_option(&context.app.db, &name, value).await?;
        }
    }
    Ok(())
}
