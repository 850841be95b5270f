//! Validation: the schema's rules, then rules of single form-tags.
//!
//! Contract "contact-form-7", sections 11.4 and 13, step 5. Files are validated later, if the rest is valid.

use crate::contact_form_7::canonicalize::{LetterCase, canonicalize};
use crate::contact_form_7::form_tag::{Feature, FormTag};
use crate::contact_form_7::swv::{Context, Phase, Schema};
use crate::wordpress::php::{Array, Value};
use crate::wordpress::salt::Salts;

use super::acceptance::{is_as_needed, is_ticked};
use super::{InvalidFields, SubmissionForm, Uploads, quiz};

/// What is checked, and by which means.
#[derive(Clone, Copy)]
pub struct Validation<'a> {
    /// The form.
    pub form: &'a SubmissionForm<'a>,
    /// Its rules.
    pub schema: &'a Schema,
    /// The body.
    pub post: &'a Array,
    /// The site's secrets.
    pub salts: &'a Salts,
    /// A message of the form, ready to be shown.
    pub message: &'a dyn Fn(&str) -> String,
    /// Checks a captcha's answer, once.
    pub check_captcha: &'a dyn Fn(&str, &str) -> bool,
}

impl Validation<'_> {
    /// The fields that are not right, files aside.
    pub fn run(&self) -> InvalidFields {
        let mut invalid = InvalidFields::default();
        let uploads = Uploads::default();
        let context = Context {
            phase: Phase::Text,
            fields: &[],
            post: self.post,
            uploads: &uploads,
        };
        for (field, error) in self.schema.validate(&context) {
            invalid.invalidate(self.form.tag_named(field), error);
        }
        let is_file = |tag: &FormTag| self.form.supports(tag, Feature::FileUploading);
        for tag in self.form.tags.iter().filter(|tag| !is_file(tag)) {
            if let Some(key) = self.broken_by(tag) {
                invalid.invalidate(Some(tag), &(self.message)(key));
            }
        }
        invalid
    }

    /// The key of the message when a tag's own check fails.
    fn broken_by(&self, tag: &FormTag) -> Option<&'static str> {
        let (is_right, key) = match tag.basetype.as_str() {
            "acceptance" if self.form.settings.is_true("acceptance_as_validation") => (
                is_as_needed(tag, is_ticked(self.post, &tag.name)),
                "accept_terms",
            ),
            "quiz" => (
                quiz::is_right(self.post, &tag.name, self.salts),
                "quiz_answer_not_correct",
            ),
            "captchar" => (self.has_right_captcha(&tag.name), "captcha_not_match"),
            _ => return None,
        };
        (!is_right).then_some(key)
    }

    fn has_right_captcha(&self, name: &str) -> bool {
        let posted = |name: &str| {
            self.post
                .get(name)
                .and_then(Value::as_str)
                .unwrap_or_default()
        };
        let challenge = posted(&format!("_wpcf7_captcha_challenge_{name}"));
        let answer = canonicalize(posted(name), LetterCase::Lower, false);
        !challenge.is_empty() && (self.check_captcha)(challenge, &answer)
    }
}
