//! A stored form in one language, as its submissions and its schema need it.

use crate::contact_form_7::contact_form::ContactForm;
use crate::contact_form_7::form_tag::FormTagTypes;
use crate::contact_form_7::mail::{MailSiteInfo, MailTemplate, WithoutSubmission, filter_message};
use crate::contact_form_7::messages::translated;
use crate::contact_form_7::messages::unstored::{TOO_MANY_ITEMS, UNDEFINED_VALUE};
use crate::contact_form_7::swv::{Schema, SchemaTexts};
use crate::wordpress::l10n::Locale;
use crate::wordpress::php::Array;
use jiff::Zoned;

use super::SubmissionForm;

/// A form with its texts in a language.
#[derive(Debug)]
pub struct LocalizedForm<'a> {
    form: &'a ContactForm,
    types: FormTagTypes,
    locale: &'a Locale,
    messages: Array,
    mail: MailTemplate,
    mail_2: MailTemplate,
}

impl<'a> LocalizedForm<'a> {
    /// A form in the language that it is submitted in, its own where the site has it.
    pub fn new(
        form: &'a ContactForm,
        types: FormTagTypes,
        locale: &'a Locale,
        admin_email: &str,
    ) -> Self {
        Self {
            form,
            types,
            locale,
            messages: form.messages(locale),
            mail: form.mail_template(admin_email),
            mail_2: form.mail_2_template(),
        }
    }

    /// The form for a submission.
    pub fn for_submission(&self) -> SubmissionForm<'_> {
        SubmissionForm {
            id: self.form.id.0,
            title: &self.form.title,
            slug: &self.form.slug,
            tags: &self.form.tags,
            types: self.types,
            settings: &self.form.additional_settings,
            messages: &self.messages,
            locale_code: &self.form.locale,
            locale: self.locale,
            mail: &self.mail,
            mail_2: &self.mail_2,
        }
    }

    /// The schema that the REST route prints: nothing is submitted, so fields in its texts stay mail-tags. Texts that
    /// the form does not store are in the language of the request.
    pub fn schema(&self, site: &MailSiteInfo, request_locale: &Locale, now: &Zoned) -> Schema {
        let values = WithoutSubmission {
            form_title: &self.form.title,
            site,
            locale: request_locale,
        };
        let form = self.for_submission();
        let shown = |source: &str| filter_message(translated(request_locale, source), &values);
        let texts = SchemaTexts {
            message: &|key| filter_message(form.message(key), &values),
            too_many_items: &shown(TOO_MANY_ITEMS),
            undefined_value: &shown(UNDEFINED_VALUE),
        };
        Schema::new(&self.form.tags, &self.form.locale, &texts, now)
    }
}
