//! The markup of every form-tag type.
//!
//! Contract "contact-form-7" section 8. Attributes are printed in the recorded order.

mod acceptance;
mod captcha;
mod checkbox;
mod count;
mod date;
mod file;
mod hidden;
mod number;
mod quiz;
mod reflection;
mod select;
mod stripe;
mod submit;
mod text;
mod textarea;
mod turnstile;
mod typed;
mod wrap;

use compat::contact_form_7::form_tag::FormTag;

use super::form_context::FormContext;
use super::response;

pub(super) use turnstile::turnstile;

/// Renders the control of a tag.
pub fn print(tag: &FormTag, context: &mut FormContext<'_>) -> String {
    match tag.basetype.as_str() {
        "text" | "email" | "url" | "tel" => text::text(tag, context),
        "textarea" => textarea::textarea(tag, context),
        "number" | "range" => number::number(tag, context),
        "date" => date::date(tag, context),
        "checkbox" | "radio" => checkbox::checkbox(tag, context),
        "select" => select::select(tag, context),
        "acceptance" => acceptance::acceptance(tag, context),
        "file" => file::file(tag, context),
        "hidden" => hidden::hidden(tag, context),
        "quiz" => quiz::quiz(tag, context),
        "captchac" => captcha::captchac(tag, context),
        "captchar" => captcha::captchar(tag, context),
        "count" => count::count(tag, context),
        "submit" => submit::submit(tag, context),
        "reflection" => reflection::reflection(tag, context),
        "output" => reflection::output(tag, context),
        "response" => response::response_output(context),
        "stripe" => stripe::stripe(tag, context),
        "turnstile" => turnstile(Some(tag), context),
        _ => String::new(),
    }
}
