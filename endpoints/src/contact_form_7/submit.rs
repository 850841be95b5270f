//! Runs a submission with the site's services, files, mails and storage.
//!
//! Contract "contact-form-7", section 13. Used by the REST route and by forms posted without script.

use std::path::PathBuf;
use std::sync::Arc;

use compat::contact_form_7::contact_form::ContactForm;
use compat::contact_form_7::contact_forms::ContactForms;
use compat::contact_form_7::flamingo;
use compat::contact_form_7::mail::{
    AttachmentRoots, MailSettings, MailSiteInfo, MailTemplate, MailUser,
};
use compat::contact_form_7::services::form_tag_types;
use compat::contact_form_7::submission::{
    LocalizedForm, Meta, Status, Submission, SubmissionForm, SubmissionSite, Upload, UploadError,
    Uploads, remote_ip_addr, request_url,
};
use compat::contact_form_7::unit_tag::sanitize_unit_tag;
use compat::wordpress::date::WpTimezone;
use compat::wordpress::l10n::Locale;
use compat::wordpress::nonce::NonceContext;
use compat::wordpress::php::Value;
use jiff::{Timestamp, Zoned};

use crate::app::App;
use crate::request_error::RequestError;
use crate::site_state::SiteState;
use crate::wordpress::uploads::{Files, UploadError as TransferError};

use super::sender::Sender;
use super::services::Services;
use super::state::ContactFormState;
use super::steps::Steps;

/// Whether the body was read completely.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodyRead {
    /// Completely.
    Whole,
    /// A file exceeded the limit, so the body was not read to its end.
    TooLarge,
}

/// Submits a form; `finish` gets the result.
///
/// # Errors
/// When the database fails.
pub async fn submit<T>(
    sender: &Sender<'_>,
    form: &ContactForm,
    body_read: BodyRead,
    finish: impl FnOnce(&Submission<'_>) -> T,
) -> Result<T, RequestError> {
    let (app, state) = (sender.app, &sender.state);
    let options = &state.site.options;
    let locale = locale_of(app, state, form);
    let admin_email = options.text("admin_email");
    let localized = LocalizedForm::new(form, form_tag_types(options), &locale, &admin_email);
    let submission_form = localized.for_submission();
    let meta = meta(sender);
    let (zone, info) = (state.timezone(), site_info(state));
    let now = local_time(&zone, meta.timestamp);
    let kept = app.column_state::<ContactFormState>();
    let containers = &kept.containers;
    let container = containers
        .get(app, state, sender.visitor.viewer(), meta.container_post_id)
        .await?;
    let user = mail_user(sender);
    let user_id = meta.current_user_id.to_string();
    let has_flamingo = flamingo::is_active(options);
    let serial_number = serial_number(sender, &submission_form, has_flamingo).await?;
    let services = Services::new(sender, &form.tags);
    let steps = Steps::new(sender, &services, has_flamingo);
    let roots = steps.attachment_roots();
    let site = SubmissionSite {
        salts: &state.salts,
        now: &now,
        zone: &zone,
        info: &info,
        post: container.as_deref(),
        user: user.as_ref(),
        may_submit: sender.visitor.user.is_some() && sender.visitor.capabilities.has("read"),
        nonce: nonces(sender, &user_id, meta.timestamp),
        serial_number,
        payment_link: services.payment_link.as_deref(),
        mail: MailSettings {
            autop: state.site_data.get::<ContactForms>().constants.autop,
            locale_code: &form.locale,
            roots: AttachmentRoots {
                content_dir: app.content_dir.as_deref(),
                others: &roots,
            },
        },
    };
    let uploads = uploads(&sender.input.files);
    let body = (&sender.input.post, &uploads);
    let mut submission = Submission::new(&submission_form, &site, body, meta);
    match body_read {
        BodyRead::Whole => {
            submission.proceed(&steps).await?;
            steps.use_payment(&submission).await;
            steps.keep(&submission).await;
        }
        BodyRead::TooLarge => too_large(&mut submission),
    }
    Ok(finish(&submission))
}

/// The serial number of the submission, if Flamingo counts submissions and a mail uses it.
async fn serial_number(
    sender: &Sender<'_>,
    form: &SubmissionForm<'_>,
    has_flamingo: bool,
) -> Result<Option<i64>, RequestError> {
    let of = |mail: &MailTemplate| {
        let texts = [&mail.body, &mail.subject, &mail.sender, &mail.recipient];
        texts.iter().any(|text| text.contains("_serial_number"))
    };
    if !has_flamingo || !(of(form.mail) || of(form.mail_2)) {
        return Ok(None);
    }
    let db = &sender.app.db;
    Ok(Some(flamingo::serial_number(db, form.id).await?))
}

/// Contract "contact-form-7", section 25 (4): marks the file's field as too large.
fn too_large(submission: &mut Submission<'_>) {
    let form = submission.form;
    let is_cut = |name: &str| {
        let mut uploads = submission.uploads.of(name).iter();
        uploads.any(|upload| upload.error == UploadError::Failed)
    };
    let mut tags = form.tags.iter().filter(|tag| tag.basetype == "file");
    let tag = tags
        .clone()
        .find(|tag| is_cut(&tag.name))
        .or_else(|| tags.next());
    let reason = submission.message_of("upload_failed_php_error");
    submission.invalid_fields.invalidate(tag, &reason);
    submission.status = Status::ValidationFailed;
    submission.message = submission.message_of("validation_error");
}

/// The locale of the form's texts: the form's if installed, else the site's.
fn locale_of(app: &App, state: &SiteState, form: &ContactForm) -> Arc<Locale> {
    let here = state.locale_code();
    let own = form.switched_locale(&here, &app.translations);
    app.translations.locale(own.as_deref().unwrap_or(&here))
}

fn meta(sender: &Sender<'_>) -> Meta {
    let (input, state) = (sender.input, &sender.state);
    let agent = input.request.headers.get(http::header::USER_AGENT);
    let agent = agent.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
    let container = input.post_text("_wpcf7_container_post");
    let referer = Some(sender.referer.as_str()).filter(|referer| !referer.is_empty());
    Meta {
        timestamp: sender.app.clock.now(),
        remote_ip: remote_ip_addr(&input.request.remote_addr.to_string()),
        remote_port: 0,
        user_agent: agent.unwrap_or_default(),
        url: request_url(&state.site.home(), referer, input.request.target()),
        unit_tag: sanitize_unit_tag(&input.post_text("_wpcf7_unit_tag")),
        container_post_id: Value::from(container).to_int(),
        current_user_id: sender.visitor.user.map_or(0, |user| user.0),
    }
}

/// The site data for mail-tags.
pub fn site_info(state: &SiteState) -> MailSiteInfo {
    MailSiteInfo::new(&state.site.options, &state.site.home())
}

/// A Unix timestamp in the site's time zone.
pub fn local_time(zone: &WpTimezone, timestamp: i64) -> Zoned {
    let moment = Timestamp::from_second(timestamp).unwrap_or(Timestamp::UNIX_EPOCH);
    let offset = i32::try_from(zone.offset_at(timestamp).seconds).unwrap_or_default();
    let fixed = || jiff::tz::Offset::from_seconds(offset).map(jiff::tz::TimeZone::fixed);
    let zone = jiff::tz::TimeZone::get(zone.name()).or_else(|_| fixed());
    moment.to_zoned(zone.unwrap_or(jiff::tz::TimeZone::UTC))
}

fn mail_user(sender: &Sender<'_>) -> Option<MailUser> {
    let id = sender.visitor.user?;
    let user = sender.objects.user(id)?;
    Some(MailUser::new(user, sender.objects.user_meta(id)))
}

fn nonces<'n>(sender: &'n Sender<'_>, user: &'n str, now: i64) -> Option<NonceContext<'n>> {
    sender.visitor.user?;
    let mut nonces = NonceContext::anonymous(&sender.state.salts, now);
    nonces.user = user;
    nonces.session_token = &sender.visitor.session_token;
    Some(nonces)
}

/// `$_FILES` in the form that the submission needs.
fn uploads(files: &Files) -> Uploads {
    let mut uploads = Uploads::default();
    for key in files.tree.keys() {
        let name = key.to_string_lossy();
        for file in files.of_field(&name).unwrap_or_default() {
            let error = match file.error {
                TransferError::Ok => UploadError::None,
                TransferError::NoFile => UploadError::NoFile,
                _ => UploadError::Failed,
            };
            let path = file.stored.as_ref().map(|path| path.to_path_buf());
            let upload = Upload {
                name: file.name.clone(),
                size: file.size,
                error,
                // A file that no rule accepts was received, but not stored.
                is_present: error == UploadError::None,
                path: path.unwrap_or_else(PathBuf::new),
                sha256: file.sha256.clone(),
            };
            uploads.push(&name, upload);
        }
    }
    uploads
}
