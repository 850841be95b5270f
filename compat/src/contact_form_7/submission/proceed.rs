//! The order in which a submission is looked at, and how it ends.
//!
//! Contract "contact-form-7", section 13. Spam with an invalid file is reported as spam; an invalid file is
//! reported only when all other checks pass.

use std::io;
use std::path::PathBuf;

use crate::contact_form_7::mail::{ComposedMail, compose};
use crate::contact_form_7::messages::unstored;
use crate::contact_form_7::spam::{self, SpamFilter};
use crate::contact_form_7::swv::Schema;
use crate::wordpress::db::DbError;
use crate::wordpress::php::Array;
use crate::wordpress::spam_check::Pending;

use super::acceptance::Acceptance;
use super::{InvalidFields, Status, Submission, Unshipping, Upload, Validation};

/// What stops a submission before its mail.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Interruption {
    /// The status, `aborted` when none.
    pub status: Option<String>,
    /// The text for the visitor; a general one when empty.
    pub message: String,
    /// Additional keys of the response, such as `stripe`.
    pub props: Array,
}

/// The external steps of a submission. The defaults are those of a site without add-ons and services.
pub trait SubmissionSteps: Sync {
    /// `wpcf7_validate`: a column's error for an otherwise valid submission, shown at the form's first field. Used by the
    /// honeypot ([`crate::wordpress::spam_check`]).
    fn wpcf7_validate<'a>(&'a self, _: &'a Submission<'_>) -> Pending<'a, Option<String>> {
        Box::pin(async { Ok(None) })
    }

    /// Whether a captcha's challenge has this answer.
    fn check_captcha(&self, _challenge: &str, _answer: &str) -> bool {
        false
    }

    /// `wpcf7_skip_spam_check`: whether the spam checks are skipped.
    fn wpcf7_skip_spam_check<'a>(&'a self, _: &'a Submission<'_>) -> Pending<'a, bool> {
        Box::pin(async { Ok(false) })
    }

    /// `wpcf7_spam`: the filters of the site.
    fn spam_filters(&self) -> Vec<&dyn SpamFilter> {
        Vec::new()
    }

    /// Stores an uploaded file under a unique name.
    ///
    /// # Errors
    /// When the file cannot be stored.
    fn move_uploaded_file(&self, upload: &Upload, _name: &str) -> io::Result<PathBuf> {
        Ok(upload.path.clone())
    }

    /// `wpcf7_before_send_mail`: whether an add-on stops the submission.
    fn wpcf7_before_send_mail<'a>(
        &'a self,
        _: &'a Submission<'_>,
    ) -> Pending<'a, Option<Interruption>> {
        Box::pin(async { Ok(None) })
    }

    /// Queues the mails, the first mail first; true once the first is stored.
    fn mail<'a>(
        &'a self,
        submission: &'a Submission<'_>,
        mails: Vec<ComposedMail>,
    ) -> Pending<'a, bool>;
}

/// Steps of a site without add-ons, services, uploads and mails: for tests, and for skipped mails.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoSteps;

impl SubmissionSteps for NoSteps {
    fn mail<'a>(&'a self, _: &'a Submission<'_>, _: Vec<ComposedMail>) -> Pending<'a, bool> {
        Box::pin(async { Ok(false) })
    }
}

impl Submission<'_> {
    /// Runs the steps until one ends the submission; then status, message and result are final.
    ///
    /// # Errors
    /// When the database failed in a step.
    pub async fn proceed(&mut self, steps: &dyn SubmissionSteps) -> Result<(), DbError> {
        if self.form.settings.is_true("subscribers_only") && !self.site.may_submit {
            self.message = self.unstored_message(unstored::SUBSCRIBERS_ONLY);
            self.status = Status::Error;
            return Ok(());
        }
        let schema = self.schema();
        self.validate(&schema, steps).await?;
        if !self.invalid_fields.is_empty() {
            self.end(Status::ValidationFailed);
        } else if !self.is_accepted() {
            self.end(Status::AcceptanceMissing);
        } else if self.is_spam(steps).await? {
            self.end(Status::Spam);
        } else if !self.takes_files(&schema, steps) {
            self.end(Status::ValidationFailed);
        } else if let Some(interruption) = steps.wpcf7_before_send_mail(self).await? {
            self.interrupt(interruption);
        } else if self.sends_mail(steps).await? {
            self.end(Status::MailSent);
        } else {
            self.end(Status::MailFailed);
        }
        Ok(())
    }

    /// Settles the outcome with the form's message for it.
    fn end(&mut self, status: Status) {
        self.message = status
            .message_key()
            .map(|key| self.message_of(key))
            .unwrap_or_default();
        self.status = status;
    }

    async fn validate(
        &mut self,
        schema: &Schema,
        steps: &dyn SubmissionSteps,
    ) -> Result<(), DbError> {
        let mut invalid = self.invalid(schema, steps);
        if invalid.is_empty()
            && let Some(objection) = steps.wpcf7_validate(self).await?
        {
            // Without a name it cannot be shown, and then it does not count: vectors of `submit_honeypot`.
            invalid.invalidate(self.form.tags.first(), &objection);
        }
        self.invalid_fields = invalid;
        Ok(())
    }

    /// What the rules and the single tags object to.
    fn invalid(&self, schema: &Schema, steps: &dyn SubmissionSteps) -> InvalidFields {
        let validation = Validation {
            form: self.form,
            schema,
            post: self.post,
            salts: self.site.salts,
            message: &|key| self.message_of(key),
            check_captcha: &|challenge, answer| steps.check_captcha(challenge, answer),
        };
        validation.run()
    }

    fn is_accepted(&mut self) -> bool {
        let acceptance = Acceptance::new(self.form.tags, self.post);
        self.consent = acceptance.consent;
        acceptance.accepted
    }

    async fn is_spam(&mut self, steps: &dyn SubmissionSteps) -> Result<bool, DbError> {
        let is_subscriber = self.form.settings.is_true("subscribers_only") && self.site.may_submit;
        if is_subscriber || steps.wpcf7_skip_spam_check(self).await? {
            return Ok(false);
        }
        let mut log = spam::builtin_checks(self, self.site.nonce.as_ref());
        spam::run(self, &steps.spam_filters(), &mut log).await?;
        self.spam_log = log;
        Ok(!self.spam_log.is_empty())
    }

    /// Stores the uploaded files; false when one is invalid.
    fn takes_files(&mut self, schema: &Schema, steps: &dyn SubmissionSteps) -> bool {
        let mut posted_data = self.posted_data.clone();
        let unshipping = Unshipping {
            form: self.form,
            schema,
            uploads: self.uploads,
            message: &|key| self.message_of(key),
            move_uploaded_file: &|upload, name| steps.move_uploaded_file(upload, name),
        };
        let (files, invalid) = unshipping.run(&mut posted_data);
        self.posted_data = posted_data;
        self.uploaded_files = files;
        self.invalid_fields = invalid;
        self.invalid_fields.is_empty()
    }

    fn interrupt(&mut self, interruption: Interruption) {
        self.message = if interruption.message.is_empty() {
            self.unstored_message(unstored::ABORTED)
        } else {
            interruption.message
        };
        self.status = interruption.status.map_or(Status::Aborted, Status::Custom);
        self.result_props = interruption.props;
    }

    /// Queues the mails; succeeds without mails if `skip_mail` or demo mode is on.
    async fn sends_mail(&self, steps: &dyn SubmissionSteps) -> Result<bool, DbError> {
        let settings = self.form.settings;
        if settings.is_in_demo_mode() || settings.is_true("skip_mail") {
            return Ok(true);
        }
        steps.mail(self, self.compose_mails()).await
    }

    /// The mails of the submission: the first, and the second when it is active.
    pub fn compose_mails(&self) -> Vec<ComposedMail> {
        let second = Some(self.form.mail_2).filter(|mail| mail.active);
        let templates = std::iter::once(self.form.mail).chain(second);
        templates
            .map(|template| compose(template, self, &self.uploaded_files, &self.site.mail))
            .collect()
    }
}
