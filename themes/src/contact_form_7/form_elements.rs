//! Renders a form template: auto-paragraphs, and form-tags replaced by controls.
//!
//! Contract "contact-form-7" sections 5 and 8.

use compat::contact_form_7::autop::formatted_template;
use compat::contact_form_7::form_tag::{Feature, Piece, pieces};

use super::control;
use super::form_context::FormContext;

/// `form_elements`: the inner HTML of a form.
pub fn form_elements(template: &str, context: &mut FormContext<'_>) -> String {
    let formatted = match context.autop {
        true => formatted_template(template, &context.types),
        false => template.to_owned(),
    };
    let types = context.types;
    let mut singular: Vec<&str> = Vec::new();
    let mut out = String::with_capacity(formatted.len() * 4);
    for piece in pieces(&formatted, &types) {
        match piece {
            Piece::Text(text) => out.push_str(text),
            // `[[text x]]` prints `[text x]`.
            Piece::Escaped(text) => {
                out.push_str(text.get(1..text.len() - 1).unwrap_or_default());
            }
            Piece::Tag(scanned) => {
                let is_singular = types.supports(scanned.tag_type, Feature::Singular);
                let is_repeated = is_singular && singular.contains(&scanned.tag_type);
                let tag = scanned.read(&types).filter(|_| !is_repeated);
                let Some(tag) = tag else {
                    out.push_str(scanned.text);
                    continue;
                };
                if is_singular {
                    singular.push(scanned.tag_type);
                }
                if scanned.open_escape {
                    out.push('[');
                }
                out.push_str(&control::print(&tag, context));
                if scanned.close_escape {
                    out.push(']');
                }
            }
        }
    }
    if context.types.turnstile && !singular.contains(&"turnstile") {
        return format!("{}\n\n{out}", control::turnstile(None, context));
    }
    out
}
