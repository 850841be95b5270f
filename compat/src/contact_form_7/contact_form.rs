//! A stored contact form: its template, texts, mails and settings.
//!
//! Contract "contact-form-7" section 1. Read once for each state of the site ([`super::contact_forms`]).

use crate::wordpress::l10n::{Locale, Translations};
use crate::wordpress::php::{Array, Value};
use crate::wordpress::post::Meta;

use super::additional_settings::AdditionalSettings;
use super::form_tag::{Feature, FormTag, FormTagTypes, scan_form_tags};
use super::mail::MailTemplate;
use super::messages::with_defaults;

/// The post type of forms.
pub const POST_TYPE: &str = "wpcf7_contact_form";

/// The id of a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FormId(pub i64);

/// A contact form.
#[derive(Debug, Clone)]
pub struct ContactForm {
    /// Post id.
    pub id: FormId,
    /// `post_title`.
    pub title: String,
    /// `post_name`.
    pub slug: String,
    /// `post_status`; a form that was thrown away still works.
    pub status: String,
    /// `_locale`; empty when there is none, or none that could be one.
    pub locale: String,
    /// `_hash`; empty on forms older than release 5.8.
    pub hash: String,
    /// `_old_cf7_unit_id`.
    pub old_unit_id: Option<i64>,
    /// `_form`: the template.
    pub form: String,
    /// The tags of the template, in order.
    pub tags: Vec<FormTag>,
    /// `_mail`, as stored.
    pub mail: Value,
    /// `_mail_2`, as stored.
    pub mail_2: Value,
    /// `_messages`, as stored.
    pub messages: Value,
    /// `_additional_settings`, as stored.
    pub additional_settings_text: String,
    /// The additional settings.
    pub additional_settings: AdditionalSettings,
}

/// The stored form.
#[derive(Debug, Clone, Default)]
pub struct FormRow {
    /// Post id.
    pub id: i64,
    /// `post_title`.
    pub title: String,
    /// `post_name`.
    pub slug: String,
    /// `post_status`.
    pub status: String,
}

impl ContactForm {
    /// Reads a form's row and meta.
    pub fn new(row: FormRow, meta: &Meta, types: &FormTagTypes) -> Self {
        let form = property_text(meta, "form");
        let additional_settings_text = property_text(meta, "additional_settings");
        Self {
            id: FormId(row.id),
            title: row.title,
            slug: row.slug,
            status: row.status,
            locale: Some(meta.text("_locale").into_owned())
                .filter(|code| is_locale(code))
                .unwrap_or_default(),
            hash: meta.text("_hash").into_owned(),
            old_unit_id: meta.text("_old_cf7_unit_id").parse().ok(),
            tags: scan_form_tags(&form, types),
            form,
            mail: property(meta, "mail"),
            mail_2: property(meta, "mail_2"),
            messages: property(meta, "messages"),
            additional_settings: AdditionalSettings::parse(&additional_settings_text),
            additional_settings_text,
        }
    }

    /// The first mail; without a stored recipient it goes to the administrator.
    pub fn mail_template(&self, admin_email: &str) -> MailTemplate {
        MailTemplate::mail_from_value(&self.mail, admin_email)
    }

    /// The second mail.
    pub fn mail_2_template(&self) -> MailTemplate {
        MailTemplate::from_value(&self.mail_2)
    }

    /// The messages; missing ones have the locale's default texts.
    pub fn messages(&self, locale: &Locale) -> Array {
        with_defaults(&self.messages, locale)
    }

    /// The first 7 characters of the hash, as shortcodes name the form.
    pub fn short_hash(&self) -> &str {
        self.hash.get(..7).unwrap_or(&self.hash)
    }

    /// Whether the form uploads files.
    pub fn has_file_tag(&self, types: &FormTagTypes) -> bool {
        self.tags
            .iter()
            .any(|tag| types.supports(&tag.tag_type, Feature::FileUploading))
    }

    /// The language in which the form is printed on a page in another: its own, where the site has both.
    pub fn switched_locale(&self, page: &str, translations: &Translations) -> Option<String> {
        let has = |code: &str| translations.is_available(code);
        let switches = !self.locale.is_empty() && self.locale != page;
        (switches && has(&self.locale) && has(page)).then(|| self.locale.clone())
    }
}

/// A property under its name, else under the name of releases before 3.3.
fn property(meta: &Meta, name: &str) -> Value {
    let key = format!("_{name}");
    if meta.raw(&key).is_some() {
        meta.value(&key)
    } else {
        meta.value(name)
    }
}

fn property_text(meta: &Meta, name: &str) -> String {
    property(meta, name).to_string_lossy().into_owned()
}

/// Whether a text is a locale code such as `es_ES`.
fn is_locale(code: &str) -> bool {
    let (language, rest) = match code.split_once('_') {
        Some((language, rest)) => (language, Some(rest)),
        None => (code, None),
    };
    (2..=3).contains(&language.len())
        && language.bytes().all(|b| b.is_ascii_lowercase())
        && rest
            .is_none_or(|r| r.len() > 1 && r.bytes().all(|b| b.is_ascii_alphabetic() || b == b'_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn older_names_of_properties_still_count() {
        let mut meta = Meta::default();
        meta.push("form", b"[text a]".to_vec());
        meta.push("_locale", b"es_ES/../x".to_vec());
        meta.push("_hash", b"0123456789".to_vec());
        let form = ContactForm::new(FormRow::default(), &meta, &FormTagTypes::default());
        assert_eq!(form.tags.len(), 1);
        assert_eq!(form.locale, "");
        assert_eq!(form.short_hash(), "0123456");
        assert!(is_locale("es_ES") && is_locale("haz") && !is_locale("e") && !is_locale("es_E"));
    }
}
