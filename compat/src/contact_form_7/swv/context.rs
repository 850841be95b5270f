//! The input of rules: posted fields, uploads, and the part to validate.
//!
//! Contract "contact-form-7", section 11, first paragraph.

use crate::contact_form_7::submission::{Upload, Uploads};
use crate::contact_form_7::text::array_flatten;
use crate::contact_form_7::whitespace::strip_whitespaces;
use crate::wordpress::formatting::utf8::wp_check_invalid_utf8;
use crate::wordpress::php::{Array, Value};

/// The half of a validation: a submission's files are looked at only after everything else was right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Rules about what was typed and chosen.
    Text,
    /// Rules about uploaded files.
    File,
}

/// A question to a schema.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// Which half.
    pub phase: Phase,
    /// Only rules of these fields; all when empty.
    pub fields: &'a [&'a str],
    /// The body's fields as PHP reads them.
    pub post: &'a Array,
    /// The body's files.
    pub uploads: &'a Uploads,
}

impl<'a> Context<'a> {
    /// The items of a field: nested lists flattened, each trimmed, empty ones left out.
    pub(super) fn items_of(&self, field: &str) -> Vec<&'a str> {
        let posted = self.post.get(field).map(array_flatten).unwrap_or_default();
        let texts = posted.into_iter().filter_map(Value::as_bytes);
        let items = texts.map(|bytes| strip_whitespaces(wp_check_invalid_utf8(bytes)));
        items.filter(|item| !item.is_empty()).collect()
    }

    /// The files of a field.
    pub(super) fn uploads_of(&self, field: &str) -> &'a [Upload] {
        self.uploads.of(field)
    }
}
