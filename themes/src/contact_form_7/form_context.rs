//! The context of rendering a form's controls.

use compat::contact_form_7::form_tag::{DefaultSources, FormTag, FormTagTypes};
use compat::contact_form_7::messages::translated;
use compat::contact_form_7::submission_result::SubmissionResult;
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::l10n::Locale;
use compat::wordpress::php::{Array, Value};
use compat::wordpress::salt::Salts;
use jiff::Zoned;

use super::attributes::Attributes;

/// The context.
pub struct FormContext<'a> {
    /// All tags of the form.
    pub tags: &'a [FormTag],
    /// The site's form-tag types.
    pub types: FormTagTypes,
    /// Whether templates get paragraphs.
    pub autop: bool,
    /// The language of the form.
    pub locale: &'a Locale,
    /// The current time in the site's time zone.
    pub now: &'a Zoned,
    /// The site's secrets.
    pub salts: &'a Salts,
    /// The sources of default values.
    pub defaults: &'a DefaultSources,
    /// The unit tag.
    pub unit_tag: &'a str,
    /// The result of the submission, if this form was posted.
    pub submission: Option<&'a SubmissionResult>,
    /// The posted fields.
    pub post: &'a Array,
    /// Turnstile's site key.
    pub turnstile_sitekey: Option<&'a str>,
    /// The URL of captcha images; `None` without Really Simple CAPTCHA.
    pub captcha_url: Option<&'a str>,
    /// Ids used by earlier tags of the page.
    pub used_ids: &'a mut Vec<String>,
    /// Number of response outputs printed in this form.
    pub response_outputs: usize,
}

impl<'a> FormContext<'a> {
    /// A text of the plugin in the form's language.
    pub fn text(&self, source: &'a str) -> &'a str {
        translated(self.locale, source)
    }

    /// The tag's id, unless already used on the page.
    pub fn id_of(&mut self, tag: &FormTag) -> Option<String> {
        let id = tag.get_id_option()?.to_owned();
        if self.used_ids.contains(&id) {
            return None;
        }
        self.used_ids.push(id.clone());
        Some(id)
    }

    /// The validation error of a field.
    pub fn validation_error(&self, name: &str) -> Option<&'a str> {
        let mut fields = self.submission?.invalid_fields.iter();
        let field = fields.find(|field| field.name == name)?;
        Some(&field.reason)
    }

    /// The `wpcf7-not-valid-tip` below an invalid field.
    pub fn tip(&self, name: &str) -> String {
        let Some(error) = self.validation_error(name) else {
            return String::new();
        };
        format!(
            "<span class=\"wpcf7-not-valid-tip\" aria-hidden=\"true\">{}</span>",
            esc_html(error)
        )
    }

    /// The id of a field's entry in the list for screen readers.
    pub fn error_reference(&self, name: &str) -> String {
        error_reference(self.unit_tag, name)
    }

    /// `wpcf7_get_hangover`: the posted value of a field, if the form is shown again.
    pub fn hangover(&self, name: &str) -> Option<&'a Value> {
        self.submission.filter(|s| s.shows_values())?;
        self.post.get(name)
    }

    /// The posted value as text, else `otherwise`.
    pub fn hangover_text(&self, name: &str, otherwise: String) -> String {
        self.hangover(name)
            .filter(|value| value.as_array().is_none())
            .map_or(otherwise, |value| value.to_string_lossy().into_owned())
    }

    /// `wpcf7_form_controls_class`: the classes of a control, followed by those of its tag.
    pub fn class_of(&self, tag: &FormTag, more: &str) -> String {
        let mut classes = format!("wpcf7-form-control wpcf7-{}", tag.basetype);
        if tag.is_required() {
            classes.push_str(" wpcf7-validates-as-required");
        }
        let invalid = self.validation_error(&tag.name).map(|_| "wpcf7-not-valid");
        for class in std::iter::once(more)
            .chain(invalid)
            .filter(|c| !c.is_empty())
        {
            classes.push(' ');
            classes.push_str(class);
        }
        tag.get_class_option(&classes)
    }

    /// Sets `aria-required`, `aria-invalid` and `aria-describedby`.
    pub fn aria(&self, tag: &FormTag, attributes: &mut Attributes) {
        if tag.is_required() {
            attributes.set("aria-required", "true");
        }
        self.aria_invalid(tag, attributes);
    }

    /// Sets `aria-invalid` and `aria-describedby`.
    pub fn aria_invalid(&self, tag: &FormTag, attributes: &mut Attributes) {
        if self.validation_error(&tag.name).is_some() {
            attributes.set("aria-invalid", "true");
            attributes.set("aria-describedby", self.error_reference(&tag.name));
        } else {
            attributes.set("aria-invalid", "false");
        }
    }
}

/// `wpcf7_get_validation_error_reference`.
pub fn error_reference(unit_tag: &str, name: &str) -> String {
    let is_kept = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    format!("{unit_tag}-ve-{name}")
        .chars()
        .filter(is_kept)
        .collect()
}
