//! What a visitor posted, cleaned, with the pipes of the form applied: the data of a submission.
//!
//! Contract "contact-form-7", section 13, step 4. Validation reads the raw body instead.

use crate::contact_form_7::form_tag::{Feature, FormTag};
use crate::contact_form_7::whitespace::strip_whitespaces;
use crate::wordpress::formatting::utf8::wp_check_invalid_utf8;
use crate::wordpress::kses::no_null::{SlashZero, wp_kses_no_null};
use crate::wordpress::php::{Array, Value};

use super::SubmissionForm;

/// Prefix of the hidden text beside a list of choices (contract "contact-form-7", section 8.5).
const FREE_TEXT_PREFIX: &str = "_wpcf7_free_text_";

/// Nested lists of a body are followed this deep; PHP's own limit on input nesting is 64.
const MAX_DEPTH: usize = 64;

/// The data of a submission.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PostedData {
    /// Posted fields in posted order, then fields of the form that were not posted.
    pub data: Array,
    /// A field that gives consent to storing is empty.
    pub do_not_store: bool,
}

impl PostedData {
    /// Reads a body against the form that it was posted to.
    pub fn new(post: &Array, form: &SubmissionForm<'_>) -> Self {
        let mut posted = Self::default();
        for (key, value) in post {
            if !key.to_bytes().starts_with(b"_") {
                posted.data.insert(key.clone(), cleaned(value, 0));
            }
        }
        let mut seen: Vec<&str> = Vec::new();
        for tag in form.tags.iter().filter(|tag| is_for_data(tag, form)) {
            if seen.contains(&tag.name.as_str()) {
                continue;
            }
            seen.push(&tag.name);
            posted.settle(tag, post, form);
        }
        posted
    }

    fn settle(&mut self, tag: &FormTag, post: &Array, form: &SubmissionForm<'_>) {
        let name = tag.name.as_str();
        let mut value = self
            .data
            .get(name)
            .cloned()
            .unwrap_or_else(|| Value::from(""));
        if form.supports(tag, Feature::SelectableValues) {
            value = Value::Array(piped(as_list(value), name, form));
        }
        if tag.has_option("free_text") && matches!(tag.basetype.as_str(), "checkbox" | "radio") {
            value = Value::Array(with_free_text(as_list(value), name, post));
        }
        self.do_not_store |= tag.has_option("consent_for:storage") && value.is_empty();
        self.data.insert(name, value);
    }
}

/// Tags whose control posts something that a mail may show.
fn is_for_data(tag: &FormTag, form: &SubmissionForm<'_>) -> bool {
    let has = |feature| form.supports(tag, feature);
    has(Feature::NameAttr) && !has(Feature::NotForMail) && !tag.name.is_empty()
}

/// PHP's `(array)`, with nothing for the empty text.
fn as_list(value: Value) -> Array {
    match value {
        Value::Array(array) => array,
        Value::Str(text) if text.is_empty() => Array::new(),
        other => Array::new().with_pushed(other),
    }
}

/// The values behind the pipes of all tags of this name.
fn piped(mut values: Array, name: &str, form: &SubmissionForm<'_>) -> Array {
    let pipes = form.pipes_of(name);
    for (_, value) in values.iter_mut() {
        if let Some(text) = value.as_str() {
            *value = Value::from(pipes.do_pipe(text));
        }
    }
    values
}

/// The free text follows the last chosen value.
fn with_free_text(values: Array, name: &str, post: &Array) -> Array {
    let free_text = post.get(format!("{FREE_TEXT_PREFIX}{name}").as_str());
    let free_text = free_text.and_then(Value::as_str_lossy).unwrap_or_default();
    let mut values: Vec<Value> = values.into_iter().map(|(_, value)| value).collect();
    if let Some(last) = values.last_mut() {
        let text = format!("{} {free_text}", last.to_string_lossy());
        *last = Value::from(strip_whitespaces(&text));
    }
    values.into_iter().collect()
}

/// Every leaf as clean text: no wrong UTF-8, no control characters, nothing around it.
fn cleaned(value: &Value, depth: usize) -> Value {
    match value {
        Value::Array(_) if depth >= MAX_DEPTH => Value::from(""),
        Value::Array(array) => {
            let mut out = Array::new();
            for (key, value) in array {
                out.insert(key.clone(), cleaned(value, depth.saturating_add(1)));
            }
            Value::Array(out)
        }
        Value::Str(bytes) => {
            let text = wp_kses_no_null(wp_check_invalid_utf8(bytes), SlashZero::Remove);
            Value::from(strip_whitespaces(&text))
        }
        other => Value::from(other.to_string_lossy()),
    }
}
