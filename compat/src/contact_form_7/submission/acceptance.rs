//! Boxes that accept conditions: whether all needed ones are ticked, and what was consented to.
//!
//! Contract "contact-form-7", section 13, step 6, and section 19 (`acceptance_as_validation`).

use crate::contact_form_7::form_tag::FormTag;
use crate::wordpress::php::{Array, Value};

/// The result of a form's acceptance checkboxes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Acceptance {
    /// Whether every needed box is as it must be.
    pub accepted: bool,
    /// Names and conditions of ticked boxes.
    pub consent: Vec<(String, String)>,
}

impl Acceptance {
    /// Reads the boxes of a form from a body.
    pub fn new(tags: &[FormTag], post: &Array) -> Self {
        let mut boxes = Self {
            accepted: true,
            consent: Vec::new(),
        };
        for tag in tags.iter().filter(|tag| is_acceptance(tag)) {
            let is_ticked = is_ticked(post, &tag.name);
            let conditions = conditions(tag).trim();
            if is_ticked && !matches!(conditions, "" | "0") {
                boxes.consent.retain(|(name, _)| *name != tag.name);
                boxes
                    .consent
                    .push((tag.name.clone(), conditions.to_owned()));
            }
            boxes.accepted &= is_as_needed(tag, is_ticked);
        }
        boxes
    }
}

/// Whether a tag is a box that accepts something.
pub(super) fn is_acceptance(tag: &FormTag) -> bool {
    tag.basetype == "acceptance" && !tag.name.is_empty()
}

/// Whether a body ticks a box; any filled value does, also the list `x[]=`.
pub(super) fn is_ticked(post: &Array, name: &str) -> bool {
    post.get(name).is_some_and(Value::to_bool)
}

/// Whether a box may stay as it is.
pub(super) fn is_as_needed(tag: &FormTag, is_ticked: bool) -> bool {
    tag.has_option("optional") || is_ticked != tag.has_option("invert")
}

/// The conditions that a tag shows: its content, else its first value.
pub(crate) fn conditions(tag: &FormTag) -> &str {
    match tag.content.as_str() {
        "" | "0" => tag.values.first().map(String::as_str).unwrap_or_default(),
        content => content,
    }
}
