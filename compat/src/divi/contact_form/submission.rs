//! Validation of posted fields.
//!
//! Contract "divi-ajax", section 3.1. Values keep the backslashes that WordPress adds to `$_POST`, as in the builder;
//! they are removed when the mail is written.

use super::{ContactField, ContactForm};
use crate::wordpress::formatting::email::{is_email, sanitize_email};
use crate::wordpress::formatting::sanitize_field::{sanitize_text_field, sanitize_textarea_field};
use crate::wordpress::formatting::slashes::wp_slash;
use crate::wordpress::php::json::json_decode_assoc;
use crate::wordpress::php::numeric::is_numeric;
use crate::wordpress::php::trim::trim_str;
use crate::wordpress::php::{Array, Key, Value};

/// The id of the builder's honeypot field.
const HONEYPOT: &str = "et_number";
/// The most described fields beyond those of the form that are read.
const MOST_STRAY: usize = 50;

/// An error message; its text comes from the page's translations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContactError {
    /// The nonce is invalid or expired.
    Refresh,
    /// A required field is empty.
    FillRequired,
    /// An email address is invalid.
    InvalidEmail,
    /// The captcha is empty.
    CaptchaEmpty,
    /// The spam protection service rejected the visitor.
    MustBeHuman,
    /// The posted fields do not match the form.
    InvalidSubmission,
}

impl ContactError {
    /// The builder's English text.
    pub fn source(self) -> &'static str {
        match self {
            Self::Refresh => "Please refresh the page and try again.",
            Self::FillRequired => "Make sure you fill in all required fields.",
            Self::InvalidEmail => "Invalid Email.",
            Self::CaptchaEmpty => "Make sure you entered the captcha.",
            Self::MustBeHuman => "You must be a human to submit this form.",
            Self::InvalidSubmission => "Invalid submission. Please refresh the page and try again.",
        }
    }
}

/// A value with its label, with WordPress's backslashes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContactValue {
    /// The id of its field.
    pub id: String,
    /// The posted value.
    pub value: String,
    /// Its label in the visitor's page.
    pub label: String,
}

/// The result of a posted form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Errors, in the order of the checks.
    pub errors: Vec<ContactError>,
    /// Whether the form was accepted.
    pub is_taken: bool,
    /// Whether the nonce was valid: then the hook `et_pb_contact_form_submit` runs.
    pub is_told: bool,
    /// The values in order, until the first error.
    pub values: Vec<ContactValue>,
    /// The sanitised reply address; empty when there is none.
    pub contact_email: String,
    /// The ids of fields hidden by conditional logic.
    pub hidden: Vec<String>,
}

/// Results of checks outside of the posted fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visit {
    /// Whether the form's nonce is valid.
    pub nonce_ok: bool,
    /// The result of the spam protection service, where it was asked.
    pub is_human: bool,
}

/// The posted fields of a form.
#[derive(Debug, Clone, Copy)]
pub struct PostedForm<'a> {
    form: &'a ContactForm,
    post: &'a Array,
}

impl<'a> PostedForm<'a> {
    /// The fields of `$_POST`, for this form.
    pub fn new(form: &'a ContactForm, post: &'a Array) -> Self {
        Self { form, post }
    }

    /// Whether this form was posted.
    pub fn is_sent(&self) -> bool {
        self.named("et_pb_contactform_submit_").is_some()
    }

    /// Whether the fields or the nonce of this form were posted.
    pub fn concerns(&self) -> bool {
        self.is_sent() || !self.nonce().is_empty()
    }

    /// The posted nonce.
    pub fn nonce(&self) -> String {
        let nonce = self.named("_wpnonce-et-pb-contact-form-submitted-");
        nonce.map(text).unwrap_or_default()
    }

    /// Whether the honeypot field is empty.
    fn escaped_trap(&self) -> bool {
        let trap = self.field(HONEYPOT);
        trap.is_none_or(|value| !value.to_bool())
    }

    /// Whether the form is validated, so that the spam protection service must be asked.
    pub fn asks_spam_service(&self, nonce_ok: bool) -> bool {
        let is_looked_at = nonce_ok && self.is_sent() && self.escaped_trap();
        is_looked_at && self.form.uses_spam_service && self.json("email_fields").is_some()
    }

    /// Validates the form.
    pub fn submit(&self, visit: Visit) -> Outcome {
        let mut outcome = Outcome {
            is_told: visit.nonce_ok,
            ..Outcome::default()
        };
        if !self.is_sent() || !self.escaped_trap() {
            return outcome;
        }
        if !visit.nonce_ok {
            outcome.errors.push(ContactError::Refresh);
            return outcome;
        }
        let Some(descriptors) = self.json("email_fields") else {
            outcome.errors.push(ContactError::FillRequired);
            return outcome;
        };
        outcome.hidden = self.hidden();
        self.check_human(visit, &mut outcome);
        let submitted = self.read(&descriptors, &mut outcome);
        if submitted != self.expected(&outcome.hidden) {
            outcome.errors.push(ContactError::InvalidSubmission);
        }
        outcome.is_taken = outcome.errors.is_empty();
        outcome
    }

    fn check_human(&self, visit: Visit, outcome: &mut Outcome) {
        if self.form.uses_spam_service {
            if !visit.is_human {
                outcome.errors.push(ContactError::MustBeHuman);
            }
        } else if self.form.wants_captcha && !self.field("captcha").is_some_and(Value::to_bool) {
            // The browser checks the sum itself; the server accepts any number but 0.
            outcome.errors.push(ContactError::CaptchaEmpty);
        }
    }

    /// Reads the values of the described fields, and their descriptors.
    fn read(&self, descriptors: &Value, outcome: &mut Outcome) -> Vec<Declared> {
        let mut submitted = Vec::new();
        let described = descriptors.values().filter_map(Described::of);
        // Descriptors far beyond the number of the form's fields are not read.
        for described in described.take(self.form.fields.len().saturating_add(MOST_STRAY)) {
            if described.field_id == self.name(HONEYPOT) {
                continue;
            }
            submitted.push(described.declared());
            let value = self.value(&described);
            if described.is_required() && !is_filled(&value) && !is_numeric(value.as_bytes()) {
                outcome.errors.push(ContactError::FillRequired);
                continue;
            }
            if described.kind == "email" && is_filled(&value) {
                outcome.contact_email = sanitize_email(&value);
                if described.is_required() && is_email(&outcome.contact_email).is_none() {
                    outcome.errors.push(ContactError::InvalidEmail);
                }
            }
            if outcome.errors.is_empty() {
                remember(
                    &mut outcome.values,
                    described.original_id,
                    value,
                    described.label,
                );
            }
        }
        submitted
    }

    /// The posted value, sanitised; empty when absent.
    fn value(&self, described: &Described) -> String {
        let raw = self
            .post
            .get(described.field_id.as_str())
            .map(text)
            .unwrap_or_default();
        let slashed = wp_slash(&raw);
        let slashed = trim_str(&slashed);
        if described.kind == "text" {
            sanitize_textarea_field(slashed)
        } else {
            sanitize_text_field(slashed)
        }
    }

    /// The declared fields without the hidden conditional ones.
    fn expected(&self, hidden: &[String]) -> Vec<Declared> {
        let is_shown =
            |field: &&ContactField| !(field.is_conditional && hidden.contains(&field.id));
        let fields = self.form.fields.iter().filter(is_shown);
        fields
            .map(|field| Declared {
                id: field.id.clone(),
                kind: field.kind.clone(),
                is_required: field.is_required,
            })
            .collect()
    }

    fn hidden(&self) -> Vec<String> {
        let ids = self.json("email_hidden_fields");
        let ids = ids.as_ref().into_iter().flat_map(Value::values);
        ids.filter_map(|id| id.as_str_lossy().map(|id| id.into_owned()))
            .collect()
    }

    /// A JSON list posted by the page's script; `None` when missing or empty, an empty list when invalid.
    fn json(&self, name: &str) -> Option<Value> {
        let raw = self.field(name).filter(|value| value.to_bool())?;
        // All backslashes are removed, those of WordPress and those of JSON.
        let raw: Vec<u8> = raw
            .to_bytes()
            .iter()
            .copied()
            .filter(|b| *b != b'\\')
            .collect();
        Some(json_decode_assoc(&raw).unwrap_or_else(|_| Value::array()))
    }

    fn name(&self, field: &str) -> String {
        format!("et_pb_contact_{field}_{}", self.form.number)
    }

    fn field(&self, field: &str) -> Option<&'a Value> {
        self.post.get(self.name(field).as_str())
    }

    fn named(&self, beginning: &str) -> Option<&'a Value> {
        let name = format!("{beginning}{}", self.form.number);
        self.post.get(name.as_str())
    }
}

/// Sets a value; a later one with the same id replaces the first.
fn remember(values: &mut Vec<ContactValue>, id: String, value: String, label: String) {
    match values.iter_mut().find(|known| known.id == id) {
        Some(known) => (known.value, known.label) = (value, label),
        None => values.push(ContactValue { id, value, label }),
    }
}

/// Whether a value is not empty as PHP sees it.
fn is_filled(value: &str) -> bool {
    !matches!(value, "" | "0")
}

/// A text; empty for a list.
fn text(value: &Value) -> String {
    value.as_str_lossy().unwrap_or_default().into_owned()
}

/// What the form and the descriptors must agree on.
#[derive(Debug, PartialEq, Eq)]
struct Declared {
    id: String,
    kind: String,
    is_required: bool,
}

/// A field's descriptor, posted by the page's script.
struct Described {
    field_id: String,
    original_id: String,
    required_mark: String,
    kind: String,
    label: String,
}

impl Described {
    /// `None` when a part is missing.
    fn of(descriptor: &Value) -> Option<Self> {
        let array = descriptor.as_array()?;
        let part = |name: &str| {
            let value = array.get(Key::from(name).as_ref())?;
            (!value.is_null()).then(|| value.to_string_lossy().into_owned())
        };
        Some(Self {
            field_id: part("field_id")?,
            original_id: part("original_id")?,
            required_mark: part("required_mark")?,
            kind: part("field_type")?,
            label: part("field_label")?,
        })
    }

    fn is_required(&self) -> bool {
        self.required_mark == "required"
    }

    fn declared(&self) -> Declared {
        Declared {
            id: self.original_id.clone(),
            kind: self.kind.clone(),
            is_required: self.is_required(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn form() -> ContactForm {
        ContactForm {
            fields: vec![ContactField {
                id: "name".into(),
                kind: "input".into(),
                is_required: true,
                is_conditional: false,
            }],
            ..ContactForm::default()
        }
    }

    const SEEN: Visit = Visit {
        nonce_ok: true,
        is_human: true,
    };

    fn post(descriptor: &str, value: &str) -> Array {
        Array::new()
            .with("et_pb_contactform_submit_0", "et_contact_proccess")
            .with("et_pb_contact_email_fields_0", descriptor)
            .with("et_pb_contact_name_0", value)
    }

    const DESCRIPTOR: &str = r#"[{"field_id":"et_pb_contact_name_0","original_id":"name","required_mark":"required","field_type":"input","field_label":"N"}]"#;

    #[test]
    fn a_zero_fills_a_field_and_not_the_sum() {
        let mut form = form();
        let post = post(DESCRIPTOR, "0").with("et_pb_contact_captcha_0", "0");
        assert!(PostedForm::new(&form, &post).submit(SEEN).is_taken);
        form.wants_captcha = true;
        let outcome = PostedForm::new(&form, &post).submit(SEEN);
        assert_eq!(outcome.errors, [ContactError::CaptchaEmpty]);
    }

    /// `sanitize_email` keeps a slash before the `@`, as WordPress's does, and nothing of the rest.
    #[test]
    fn an_address_between_slashes() {
        let mut form = form();
        form.fields[0].kind = "email".into();
        let descriptor = DESCRIPTOR.replace("input", "email");
        for (typed, read) in [
            ("/a@b.example/", "/a@b.example"),
            ("\\a@b.example\\", "a@b.example"),
        ] {
            let outcome = PostedForm::new(&form, &post(&descriptor, typed)).submit(SEEN);
            assert_eq!(
                (outcome.contact_email.as_str(), outcome.is_taken),
                (read, true)
            );
        }
    }

    #[test]
    fn a_filled_trap_says_nothing() {
        let form = form();
        let post = post(DESCRIPTOR, "x").with("et_pb_contact_et_number_0", "5");
        let outcome = PostedForm::new(&form, &post).submit(SEEN);
        assert!(!outcome.is_taken && outcome.errors.is_empty());
    }

    proptest! {
        #[test]
        fn never_panics(descriptor in "[\\[{\"a-z_:,0}\\]\\\\é]{0,80}", value in "\\PC{0,20}") {
            let (form, post) = (form(), post(&descriptor, &value));
            let _ = PostedForm::new(&form, &post).submit(SEEN);
        }
    }
}
