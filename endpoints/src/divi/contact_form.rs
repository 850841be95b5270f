//! `et_pb_contact_form`: contact forms posted to their page.
//!
//! Contract "divi-ajax", section 3; recordings divi-contact/*. The page is rendered once to collect its forms, and
//! again with the results. A valid submission is stored together with its mail before the response is sent.

use compat::divi::contact_form::{
    ContactForm, ContactFormResults, MailFacts, MailWording, Outcome, PostedForm, Visit,
    contact_mail,
};
use compat::wordpress::formatting::slashes::stripslashes;
use compat::wordpress::mail::outbox::{Delivery, OutboxError, Staged};
use compat::wordpress::mail::wp_mail::wp_mail;
use compat::wordpress::nonce::NonceContext;
use compat::wordpress::php::json::json_encode;
use compat::wordpress::php::{Array, Key, Value};
use compat::wordpress::submissions::SubmissionRow;
use themes::divi::rendered_page::contact_forms;

use super::siteverify::SpamCheck;
use super::state::DiviState;
use crate::request_error::RequestError;
use crate::wordpress::template_redirect::PageRequest;

/// The nonce action of the forms.
const NONCE_ACTION: &str = "et-pb-contact-form-submit";

/// Handles the forms posted to the page.
///
/// # Errors
/// When the database or rendering fails.
pub async fn submit(request: &mut PageRequest<'_>) -> Result<(), RequestError> {
    if !is_posted(&request.input.post) {
        return Ok(());
    }
    let pool = &request.app.render_pool;
    let (forms, _) = pool.render(request.view.clone(), contact_forms).await?;
    let mut results = ContactFormResults::default();
    for form in &forms {
        let posted = PostedForm::new(form, &request.input.post);
        if posted.concerns() {
            let outcome = outcome(request, form, &posted).await;
            if outcome.is_taken {
                store(request, form, &outcome).await?;
            }
            results.push(&form.order_class, outcome);
        }
    }
    let post = request.input.post.clone();
    request.change(|view| {
        view.posted.post = post;
        view.posted.insert(results);
    });
    Ok(())
}

/// Whether the fields are those of a contact form.
fn is_posted(post: &Array) -> bool {
    const BEGINNINGS: [&[u8]; 2] = [b"et_pb_contactform_submit_", b"et_pb_contact_"];
    post.keys().any(|key| match key {
        Key::Str(name) => BEGINNINGS.iter().any(|start| name.starts_with(start)),
        Key::Int(_) => false,
    })
}

async fn outcome(
    request: &PageRequest<'_>,
    form: &ContactForm,
    posted: &PostedForm<'_>,
) -> Outcome {
    let nonce_ok = verifies(request, &posted.nonce());
    let mut is_human = true;
    if posted.asks_spam_service(nonce_ok) {
        let token = request.input.post_text("token");
        let check = SpamCheck {
            account: &form.spam_account,
            min_score: &form.spam_min_score,
            token: &token,
            remote_ip: request.input.request.remote_addr.to_string(),
        };
        let options = &request.state.site.options;
        is_human = check.is_human(request.app, options).await;
    }
    posted.submit(Visit { nonce_ok, is_human })
}

fn verifies(request: &PageRequest<'_>, nonce: &str) -> bool {
    let visitor = &request.view.visitor;
    let user = visitor.user.map_or(0, |user| user.0).to_string();
    let mut nonces = NonceContext::anonymous(&request.state.salts, request.view.now);
    nonces.user = &user;
    nonces.session_token = &visitor.session_token;
    nonces.verify(nonce, NONCE_ACTION).is_some()
}

/// Stores a submission with its mail. If the mail cannot be sent, it is logged; the response is a success, as in Divi.
async fn store(
    request: &PageRequest<'_>,
    form: &ContactForm,
    outcome: &Outcome,
) -> Result<(), RequestError> {
    let app = request.app;
    let kept = app.column_state::<DiviState>();
    let mail = contact_mail(form, outcome, &facts(request));
    let mut staged: Vec<Staged> = Vec::new();
    match wp_mail(&mail, &request.mail_site()) {
        Ok(mail) => match app.outbox.stage(&mail, Delivery::Queue).await {
            Ok(mail) => staged.push(mail),
            Err(OutboxError::Db(error)) => return Err(error.into()),
            Err(error) => tracing::error!(%error, "a contact form's mail cannot be kept"),
        },
        Err(error) => {
            tracing::warn!(%error, form = form.order_class, "a contact form's mail cannot be sent");
        }
    }
    let status = if staged.is_empty() {
        "mail_failed"
    } else {
        "mail_sent"
    };
    let row = row(request, form, outcome, status);
    let ids = kept.submissions.store(row, staged).await?;
    let delivered = app.outbox.committed(&ids.mails, Delivery::Queue).await;
    if let Err(error) = delivered {
        tracing::warn!(%error, "a contact form's mail is not delivered yet");
    }
    Ok(())
}

fn facts(request: &PageRequest<'_>) -> MailFacts {
    let options = &request.state.site.options;
    let builder = request.view.locale.domain("et_builder");
    MailFacts {
        site_title: options.text("blogname").into_owned(),
        admin_email: options.text("admin_email").into_owned(),
        host: request.input.request.host().to_owned(),
        wording: MailWording {
            subject: builder.translate("New Message From %1$s%2$s").to_owned(),
            title_separator: builder
                .translate_with_context(" - %s", "contact form title separator")
                .to_owned(),
        },
    }
}

fn row(
    request: &PageRequest<'_>,
    form: &ContactForm,
    outcome: &Outcome,
    status: &str,
) -> SubmissionRow {
    let input = request.input;
    let agent = input.request.headers.get(http::header::USER_AGENT);
    let agent = agent.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
    let mut posted = Array::new();
    for field in &outcome.values {
        posted.insert(field.id.as_str(), stripslashes(&field.value).into_owned());
    }
    let title = compat::wordpress::formatting::strip_all_tags::strip_tags(&form.title);
    SubmissionRow {
        created: request.view.now,
        form_title: title,
        locale: request.view.locale.code().to_owned(),
        status: status.to_owned(),
        unit_tag: form.order_class.clone(),
        container_post_id: form.post_id,
        user_id: request.view.visitor.user.map_or(0, |user| user.0),
        remote_ip: input.request.remote_addr.to_string(),
        user_agent: agent.unwrap_or_default(),
        url: format!(
            "{}{}",
            root(&request.state.site.home()),
            input.request.target()
        ),
        posted_data: json_encode(&Value::from(posted), 0).unwrap_or_default(),
        ..SubmissionRow::default()
    }
}

/// Scheme and host of the site.
fn root(home: &str) -> String {
    home.splitn(4, '/').take(3).collect::<Vec<_>>().join("/")
}
