//! The external steps of a submission: spam checks of other columns, services, files, mails, storage.
//!
//! Contract "contact-form-7", sections 13, 15 and 16.

use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use compat::contact_form_7::mail::ComposedMail;
use compat::contact_form_7::spam::{
    Akismet, DisallowedList, Recaptcha, SpamFilter, Stripe, Turnstile,
};
use compat::contact_form_7::submission::{
    Interruption, Status, Submission, SubmissionSteps, Upload,
};
use compat::contact_form_7::submission_store::DeliveryOptions;
use compat::wordpress::mail::MailSite;
use compat::wordpress::spam_check::{self, CheckedForm, Pending};
use tempfile::TempDir;

use super::payments::Payments;
use super::sender::Sender;
use super::services::Services;
use super::settings::ContactForm7Settings;
use super::state::ContactFormState;
use crate::outbox::{delivery, mail_site};

/// The steps of one submission.
pub struct Steps<'a> {
    sender: &'a Sender<'a>,
    kept: Arc<ContactFormState>,
    has_flamingo: bool,
    mail_site: MailSite,
    recaptcha: Option<Recaptcha<'a>>,
    turnstile: Option<Turnstile<'a>>,
    akismet: Option<Akismet<'a>>,
    stripe: Option<Stripe<'a>>,
    payments: Option<&'a Payments>,
    disallowed: DisallowedList,
    rate: RateFilter<'a>,
    /// The uploaded files of the submission; removed on drop.
    taken: OnceLock<TempDir>,
    mailed: AtomicBool,
}

impl<'a> Steps<'a> {
    /// The steps for a sender.
    pub fn new(sender: &'a Sender<'a>, services: &'a Services, has_flamingo: bool) -> Self {
        let options = &sender.state.site.options;
        let settings = sender.app.settings.section::<ContactForm7Settings>();
        let kept = sender.app.column_state::<ContactFormState>();
        Self {
            sender,
            kept: kept.clone(),
            has_flamingo,
            mail_site: mail_site(&sender.state.site.home()),
            recaptcha: services
                .recaptcha
                .as_ref()
                .map(|service| Recaptcha { service }),
            turnstile: services
                .turnstile
                .as_ref()
                .map(|service| Turnstile { service }),
            akismet: services.akismet.as_ref().map(|service| Akismet {
                service,
                blog: &services.home,
                blog_lang: &services.lang,
                referrer: sender.input.request.header("referer"),
            }),
            stripe: services.payments.as_ref().map(|intents| Stripe { intents }),
            payments: services.payments.as_ref(),
            disallowed: DisallowedList {
                disallowed_keys: options.text("disallowed_keys").into_owned(),
            },
            rate: RateFilter {
                kept,
                sender,
                limit: settings.submissions_per_minute,
            },
            taken: OnceLock::new(),
            mailed: AtomicBool::new(false),
        }
    }

    /// Folders besides `wp-content` from which mail attachments may come.
    pub fn attachment_roots(&self) -> Vec<PathBuf> {
        vec![self.sender.app.spool.folder().to_owned()]
    }

    /// Marks the submission's payment as used.
    pub async fn use_payment(&self, submission: &Submission<'_>) {
        if let Some(payments) = self.payments
            && submission.status == Status::MailSent
        {
            let (form, now) = (submission.form.id, submission.meta.timestamp);
            payments.mark_used(form, now).await;
        }
    }

    /// Stores a submission that was not stored together with its mails.
    pub async fn keep(&self, submission: &Submission<'_>) {
        let is_kept = matches!(submission.status, Status::Spam | Status::MailSent);
        if !is_kept || self.mailed.load(Ordering::Relaxed) {
            return;
        }
        let store = &self.kept.store;
        let kept = store
            .keep(submission, &submission.status, self.has_flamingo)
            .await;
        if let Err(error) = kept {
            tracing::error!(%error, form.id = submission.form.id, "a submission could not be kept");
        }
    }

    fn folder(&self) -> io::Result<&Path> {
        if let Some(folder) = self.taken.get() {
            return Ok(folder.path());
        }
        let made = self.sender.app.spool.folder_for_one()?;
        Ok(self.taken.get_or_init(|| made).path())
    }
}

impl SubmissionSteps for Steps<'_> {
    fn wpcf7_validate<'a>(&'a self, submission: &'a Submission<'_>) -> Pending<'a, Option<String>> {
        let site = &self.sender.state.site;
        let checks = (&site.options, site.registry.spam_checks.as_slice());
        let form = CheckedForm::ContactForm7;
        let now = submission.meta.timestamp;
        Box::pin(spam_check::run(
            &self.sender.app.db,
            checks,
            form,
            submission.post,
            now,
        ))
    }

    fn check_captcha(&self, challenge: &str, answer: &str) -> bool {
        let (app, state) = (self.sender.app, &self.sender.state);
        let captchas = &self.kept.captchas;
        captchas.check(challenge, answer, &state.salts, app.clock.now())
    }

    fn wpcf7_skip_spam_check<'a>(&'a self, submission: &'a Submission<'_>) -> Pending<'a, bool> {
        Box::pin(async move {
            match &self.stripe {
                Some(stripe) => stripe.skips_spam_check(submission).await,
                None => Ok(false),
            }
        })
    }

    fn spam_filters(&self) -> Vec<&dyn SpamFilter> {
        fn filter<F: SpamFilter>(filter: &Option<F>) -> Option<&dyn SpamFilter> {
            filter.as_ref().map(|filter| filter as &dyn SpamFilter)
        }
        let services = [
            filter(&self.stripe),
            filter(&self.recaptcha),
            filter(&self.turnstile),
            filter(&self.akismet),
        ];
        let own: [&dyn SpamFilter; 2] = [&self.rate, &self.disallowed];
        services.into_iter().flatten().chain(own).collect()
    }

    fn move_uploaded_file(&self, upload: &Upload, name: &str) -> io::Result<PathBuf> {
        let folder = self.folder()?;
        let target = unique(folder, name)?;
        std::fs::rename(&upload.path, &target)?;
        std::fs::set_permissions(&target, std::fs::Permissions::from_mode(0o400))?;
        Ok(target)
    }

    fn wpcf7_before_send_mail<'a>(
        &'a self,
        submission: &'a Submission<'_>,
    ) -> Pending<'a, Option<Interruption>> {
        Box::pin(async move {
            match &self.stripe {
                Some(stripe) => stripe.before_send_mail(submission).await,
                None => Ok(None),
            }
        })
    }

    fn mail<'a>(
        &'a self,
        submission: &'a Submission<'_>,
        mails: Vec<ComposedMail>,
    ) -> Pending<'a, bool> {
        self.mailed.store(true, Ordering::Relaxed);
        Box::pin(async move {
            let options = DeliveryOptions {
                outbox: &self.sender.app.outbox,
                delivery: delivery(&self.sender.app.settings),
                site: &self.mail_site,
                has_flamingo: self.has_flamingo,
            };
            let store = &self.kept.store;
            match store.mail(submission, mails, &options).await {
                Ok(is_sent) => Ok(is_sent),
                Err(error) => {
                    // Nothing is stored; the response has the form's error message.
                    tracing::error!(%error, form.id = submission.form.id, "a submission could not be stored");
                    Ok(false)
                }
            }
        })
    }
}

/// An unused file name in the folder: `a.pdf`, `a-1.pdf`, …
fn unique(folder: &Path, name: &str) -> io::Result<PathBuf> {
    let name = if name.is_empty() { "file" } else { name };
    let (stem, end) = match name.rfind('.').filter(|at| *at > 0) {
        Some(at) => name.split_at(at),
        None => (name, ""),
    };
    for number in 0..1000 {
        let candidate = match number {
            0 => name.to_owned(),
            number => format!("{stem}-{number}{end}"),
        };
        let path = folder.join(candidate);
        if path.parent() != Some(folder) {
            break;
        }
        if !path.exists() {
            return Ok(path);
        }
    }
    Err(io::Error::other("no free name for an uploaded file"))
}

/// Spam check: more submissions per minute from one address than allowed.
struct RateFilter<'a> {
    kept: Arc<ContactFormState>,
    sender: &'a Sender<'a>,
    limit: u64,
}

impl SpamFilter for RateFilter<'_> {
    fn agent(&self) -> &'static str {
        "rate"
    }

    fn priority(&self) -> u8 {
        1
    }

    fn check<'a>(&'a self, submission: &'a Submission<'_>) -> Pending<'a, Option<String>> {
        let address = self.sender.input.request.remote_addr;
        let now = submission.meta.timestamp;
        let is_too_many = self.kept.rate.is_too_many(address, self.limit, now);
        let reason = format!("More than {} submissions in a minute.", self.limit);
        Box::pin(async move { Ok(is_too_many.then_some(reason)) })
    }
}
