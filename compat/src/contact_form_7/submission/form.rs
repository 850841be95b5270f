//! A form as a submission needs it: its tags, texts, settings and mail templates.

use crate::contact_form_7::additional_settings::AdditionalSettings;
use crate::contact_form_7::form_tag::{Feature, FormTag, FormTagTypes, Pipes};
use crate::contact_form_7::mail::MailTemplate;
use crate::wordpress::l10n::Locale;
use crate::wordpress::php::{Array, Value};

/// A form that something is submitted to.
#[derive(Debug, Clone, Copy)]
pub struct SubmissionForm<'a> {
    /// Post id.
    pub id: i64,
    /// `post_title`.
    pub title: &'a str,
    /// `post_name`.
    pub slug: &'a str,
    /// The tags of the template, in order.
    pub tags: &'a [FormTag],
    /// The types of the site.
    pub types: FormTagTypes,
    /// The additional settings.
    pub settings: &'a AdditionalSettings,
    /// The messages, missing ones filled in.
    pub messages: &'a Array,
    /// `_locale`, empty when the form has none.
    pub locale_code: &'a str,
    /// The texts of the form's language.
    pub locale: &'a Locale,
    /// The first mail.
    pub mail: &'a MailTemplate,
    /// The second mail.
    pub mail_2: &'a MailTemplate,
}

impl SubmissionForm<'_> {
    /// The first tag of a name.
    pub fn tag_named(&self, name: &str) -> Option<&FormTag> {
        self.tags.iter().find(|tag| tag.name == name)
    }

    /// A message as stored.
    pub fn message(&self, key: &str) -> &str {
        self.messages
            .get(key)
            .and_then(Value::as_str)
            .unwrap_or_default()
    }

    /// Whether the type of a tag supports a feature.
    pub fn supports(&self, tag: &FormTag, feature: Feature) -> bool {
        self.types.supports(&tag.tag_type, feature)
    }

    /// The pipes of all tags of a name, in the order of the template.
    pub fn pipes_of(&self, name: &str) -> Pipes {
        let mut pipes = Pipes::default();
        for tag in self.tags.iter().filter(|tag| tag.name == name) {
            pipes.merge(&tag.pipes);
        }
        pipes
    }
}
