//! `[number]` and `[range]`: contract "contact-form-7" section 8.3.

use compat::contact_form_7::form_tag::{FormTag, OptionPattern};
use compat::wordpress::php::cast::string_to_float;
use compat::wordpress::php::float::to_php_string;

use super::typed::{first_text, tabindex, with_names, with_state};
use super::wrap::wrap;
use crate::contact_form_7::attributes::Attributes;
use crate::contact_form_7::form_context::FormContext;

pub(super) fn number(tag: &FormTag, context: &mut FormContext<'_>) -> String {
    let is_range = tag.basetype == "range";
    let limit = |name: &str, default: &'static str| {
        let stated = tag.get_option(name, OptionPattern::SignedNum);
        stated
            .or_else(|| is_range.then_some(default))
            .map(str::to_owned)
    };
    let (min, max) = (limit("min", "0"), limit("max", "100"));
    let attributes = with_names(Attributes::new(), tag, "wpcf7-validates-as-number", context)
        .with("tabindex", tabindex(tag))
        .with("min", min.clone())
        .with("max", max.clone())
        .with("step", tag.get_option("step", OptionPattern::Num));
    let (value, placeholder) = first_text(tag, tag.first_value(), context);
    let mut value = context.hangover_text(&tag.name, value);
    if let (true, Some(min), Some(max)) = (is_range && value.is_empty(), &min, &max) {
        value = middle(min, max);
    }
    let attributes = with_state(attributes, tag, context)
        .with("placeholder", placeholder)
        .with("value", value)
        .with("type", tag.basetype.as_str())
        .with("name", tag.name.as_str());
    wrap(tag, &format!("<input {attributes} />"), context)
}

/// The mean of two numbers, formatted as in PHP; the minimum when it exceeds the maximum.
fn middle(min: &str, max: &str) -> String {
    let (low, high) = (
        string_to_float(min.as_bytes()),
        string_to_float(max.as_bytes()),
    );
    if low < high {
        to_php_string((low + high) / 2.0)
    } else {
        min.to_owned()
    }
}
