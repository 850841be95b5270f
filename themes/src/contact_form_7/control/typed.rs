//! Attributes common to text inputs.
//!
//! Contract "contact-form-7" sections 3.8 and 8.1 to 8.4, 8.10, 8.11.

use compat::contact_form_7::form_tag::{FormTag, OptionPattern};

use crate::contact_form_7::attributes::Attributes;
use crate::contact_form_7::form_context::FormContext;

/// `tabindex:`.
pub(super) fn tabindex(tag: &FormTag) -> Option<&str> {
    tag.get_option("tabindex", OptionPattern::SignedInt)
}

/// Both lengths, then class and id; `longest` is the default `maxlength`.
pub(super) fn with_lengths(
    attributes: Attributes,
    tag: &FormTag,
    longest: Option<&'static str>,
) -> Attributes {
    let maxlength = tag.get_maxlength_option().or(longest);
    let (maxlength, minlength) = lengths(maxlength, tag.get_minlength_option());
    attributes
        .with("maxlength", maxlength)
        .with("minlength", minlength)
}

/// Class and id.
pub(super) fn with_names(
    attributes: Attributes,
    tag: &FormTag,
    class: &str,
    context: &mut FormContext<'_>,
) -> Attributes {
    attributes
        .with("class", context.class_of(tag, class))
        .with("id", context.id_of(tag))
}

/// `readonly`, `autocomplete`, `aria-required`, `aria-invalid`.
pub(super) fn with_state(
    attributes: Attributes,
    tag: &FormTag,
    context: &FormContext<'_>,
) -> Attributes {
    let mut attributes = attributes
        .with("readonly", tag.has_option("readonly"))
        .with("autocomplete", tag.get_autocomplete_option());
    context.aria(tag, &mut attributes);
    attributes
}

/// Initial value and placeholder: with the option `placeholder` the first value is the placeholder.
pub(super) fn first_text(
    tag: &FormTag,
    value: &str,
    context: &FormContext<'_>,
) -> (String, Option<String>) {
    let (value, placeholder) = with_placeholder(tag, value);
    let value = tag.get_default_option(context.defaults).unwrap_or(value);
    (value, placeholder)
}

/// The same without the `default:` option.
pub(super) fn with_placeholder(tag: &FormTag, value: &str) -> (String, Option<String>) {
    if tag.has_option("placeholder") || tag.has_option("watermark") {
        (String::new(), Some(value.to_owned()))
    } else {
        (value.to_owned(), None)
    }
}

/// The attributes of a quiz or captcha input, with autocompletion disabled.
pub(super) fn answer(tag: &FormTag, context: &mut FormContext<'_>) -> Attributes {
    let attributes = Attributes::new().with("size", tag.get_size_option().unwrap_or("40"));
    let attributes = with_lengths(attributes, tag, None);
    with_names(attributes, tag, "", context)
        .with("tabindex", tabindex(tag))
        .with("autocomplete", "off")
}

/// `minlength` and `maxlength`; neither when minimum exceeds maximum.
pub(super) fn lengths<'t>(
    maxlength: Option<&'t str>,
    minlength: Option<&'t str>,
) -> (Option<&'t str>, Option<&'t str>) {
    if let (Some(max), Some(min)) = (maxlength, minlength) {
        let number = |text: &str| text.parse::<u64>().unwrap_or(u64::MAX);
        if max != "0" && min != "0" && number(max) < number(min) {
            return (None, None);
        }
    }
    (maxlength, minlength)
}

/// The tag's content, else its first value; `0` counts as empty, as in PHP.
pub(super) fn content_or_value(tag: &FormTag) -> &str {
    if tag.content.is_empty() || tag.content == "0" {
        tag.first_value()
    } else {
        &tag.content
    }
}
