//! What it means to submit a form: clean-up, validation, acceptance, spam, files, mails, and the outcome.
//!
//! Contract "contact-form-7", sections 13-16 and 18. The algorithm is [`Submission::proceed`]; steps that need the
//! network, the file system or the database are passed in by the caller ([`SubmissionSteps`]).

mod acceptance;
mod form;
mod invalid_fields;
mod localized_form;
mod meta;
mod posted_data;
mod posted_data_hash;
mod proceed;
mod quiz;
mod response;
mod status;
mod unship_uploaded_file;
mod upload;
mod uploaded_files;
mod validation;

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::OnceLock;

use jiff::Zoned;

use crate::wordpress::date::WpTimezone;
use crate::wordpress::nonce::{NonceAge, NonceContext};
use crate::wordpress::php::{Array, Value};
use crate::wordpress::salt::Salts;

use super::form_tag::Feature;
use super::mail::{
    ContainerPost, MailSettings, MailSiteInfo, MailUser, SpecialMailTags, filter_message,
};
use super::messages::translated;
use super::spam::SpamLogEntry;
use super::swv::{Schema, SchemaTexts};

pub use acceptance::Acceptance;
pub(super) use acceptance::conditions;
pub use form::SubmissionForm;
pub use invalid_fields::{InvalidField, InvalidFields};
pub use localized_form::LocalizedForm;
pub use meta::{Meta, remote_ip_addr, request_url};
pub use posted_data::PostedData;
pub use posted_data_hash::HashContext;
pub use proceed::{Interruption, NoSteps, SubmissionSteps};
pub use quiz::quiz_answer_hash;
pub use response::{Refill, feedback_response};
pub use status::Status;
pub use unship_uploaded_file::{MoveUploadedFile, Unshipping, stored_file_name};
pub use upload::{Upload, UploadError, Uploads};
pub use uploaded_files::UploadedFiles;
pub use validation::Validation;

/// The site data for a submission.
#[derive(Clone, Copy)]
pub struct SubmissionSite<'a> {
    /// The site's secrets.
    pub salts: &'a Salts,
    /// The current time in the site's time zone.
    pub now: &'a Zoned,
    /// The site's zone.
    pub zone: &'a WpTimezone,
    /// The site data for mail-tags.
    pub info: &'a MailSiteInfo,
    /// The post that contains the form, if any.
    pub post: Option<&'a ContainerPost>,
    /// The visitor, when logged in.
    pub user: Option<&'a MailUser>,
    /// Whether the visitor has the capability `wpcf7_submit`.
    pub may_submit: bool,
    /// The visitor's nonces, when he is logged in.
    pub nonce: Option<NonceContext<'a>>,
    /// Number of this message where messages are counted (Flamingo).
    pub serial_number: Option<i64>,
    /// Address of the page to pay on (Stripe).
    pub payment_link: Option<&'a str>,
    /// How mails are composed.
    pub mail: MailSettings<'a>,
}

/// A form that was sent.
pub struct Submission<'a> {
    /// The form.
    pub form: &'a SubmissionForm<'a>,
    /// The site.
    pub site: &'a SubmissionSite<'a>,
    /// The body's fields as PHP reads them.
    pub post: &'a Array,
    /// The body's files.
    pub uploads: &'a Uploads,
    /// User, time, address, page.
    pub meta: Meta,
    /// The cleaned data, pipes applied.
    pub posted_data: Array,
    /// The hash of the data as it was posted.
    pub posted_data_hash: String,
    /// Whether nothing about this submission may be stored.
    pub do_not_store: bool,
    /// What was consented to.
    pub consent: Vec<(String, String)>,
    /// The stored uploads.
    pub uploaded_files: UploadedFiles,
    /// The fields that are not right.
    pub invalid_fields: InvalidFields,
    /// The spam log.
    pub spam_log: Vec<SpamLogEntry>,
    /// Akismet's request and response, if sent.
    pub akismet: OnceLock<Value>,
    /// How it ended.
    pub status: Status,
    /// The message shown to the visitor.
    pub message: String,
    /// Additional keys of the response.
    pub result_props: Array,
}

impl<'a> Submission<'a> {
    /// Reads what was sent; nothing is checked yet.
    pub fn new(
        form: &'a SubmissionForm<'a>,
        site: &'a SubmissionSite<'a>,
        (post, uploads): (&'a Array, &'a Uploads),
        meta: Meta,
    ) -> Self {
        let posted = PostedData::new(post, form);
        let mut submission = Self {
            form,
            site,
            post,
            uploads,
            meta,
            posted_data: posted.data,
            posted_data_hash: String::new(),
            do_not_store: posted.do_not_store || form.settings.is_true("do_not_store"),
            consent: Vec::new(),
            uploaded_files: UploadedFiles::default(),
            invalid_fields: InvalidFields::default(),
            spam_log: Vec::new(),
            akismet: OnceLock::new(),
            status: Status::Init,
            message: String::new(),
            result_props: Array::new(),
        };
        submission.posted_data_hash = submission.hash_context().create(&submission.posted_data);
        submission
    }

    fn hash_context(&self) -> HashContext<'_> {
        HashContext {
            salts: self.site.salts,
            now: self.meta.timestamp,
            remote_ip: &self.meta.remote_ip,
            unit_tag: &self.meta.unit_tag,
        }
    }

    /// The age of the `posted_data_hash` of an earlier response, when it is the hash of this submission's data.
    pub fn verify_posted_data_hash(&self, hash: &str) -> Option<NonceAge> {
        self.hash_context().verify(hash, &self.posted_data)
    }

    /// The `posted_data_hash` of the response: empty unless the submission reached the mail step.
    pub fn response_hash(&self) -> &str {
        match self.status {
            Status::Init | Status::ValidationFailed | Status::AcceptanceMissing | Status::Spam => {
                ""
            }
            _ => &self.posted_data_hash,
        }
    }

    /// The values of special mail-tags.
    pub fn special_mail_tags(&self) -> SpecialMailTags<'_> {
        SpecialMailTags {
            remote_ip: &self.meta.remote_ip,
            user_agent: &self.meta.user_agent,
            url: &self.meta.url,
            timestamp: self.meta.timestamp,
            zone: self.site.zone,
            locale: self.form.locale,
            invalid_fields: self.invalid_fields.len(),
            form_title: self.form.title,
            post: self.site.post,
            site: self.site.info,
            user: self.site.user,
            serial_number: self.site.serial_number,
            payment_link: self.site.payment_link,
        }
    }

    /// The posted data without fields that are never stored: answers of quizzes and captchas.
    pub fn storable_data(&self) -> Array {
        let is_never_stored = |name: &str| {
            let mut same = self.form.tags.iter().filter(|tag| tag.name == name);
            same.any(|tag| self.form.supports(tag, Feature::DoNotStore))
        };
        let mut kept = Array::new();
        let data = self.posted_data.iter();
        kept.extend(
            data.filter(|(key, _)| !is_never_stored(&key.to_string_lossy()))
                .map(|(key, value)| (key.clone(), value.clone())),
        );
        kept
    }

    /// A message of the form with the submission's values in it.
    pub fn message_of(&self, key: &str) -> String {
        filter_message(self.form.message(key), self)
    }

    /// A text that no form stores, with the submission's values in it.
    fn unstored_message(&self, source: &str) -> String {
        filter_message(translated(self.form.locale, source), self)
    }

    /// The form's rules with the submission's values in their texts.
    pub fn schema(&self) -> Schema {
        use super::messages::unstored::{TOO_MANY_ITEMS, UNDEFINED_VALUE};
        // Many rules share a message: each is filled in once.
        let known: RefCell<HashMap<String, String>> = RefCell::default();
        let message = |key: &str| {
            let filled = known.borrow().get(key).cloned();
            filled.unwrap_or_else(|| {
                let text = self.message_of(key);
                known.borrow_mut().insert(key.to_owned(), text.clone());
                text
            })
        };
        let texts = SchemaTexts {
            message: &message,
            too_many_items: &self.unstored_message(TOO_MANY_ITEMS),
            undefined_value: &self.unstored_message(UNDEFINED_VALUE),
        };
        Schema::new(self.form.tags, self.form.locale_code, &texts, self.site.now)
    }
}
