//! A form template as HTML: formatted, with a control in place of every tag.
//!
//! Contract "contact-form-7" sections 5 and 8.

use compat::contact_form_7::autop::{PlaceholderKind, Placeholders, wpcf7_autop};
use compat::contact_form_7::form_tag::{Feature, FormTagTypes, Piece, pieces};

use super::control;
use super::form_context::FormContext;

/// `form_elements`: the inner HTML of a form.
pub fn form_elements(template: &str, context: &mut FormContext<'_>) -> String {
    let formatted = formatted(template, &context.types);
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

/// The template with paragraphs; its tags, valid or not, were placeholders meanwhile.
fn formatted(template: &str, types: &FormTagTypes) -> String {
    let mut placeholders = Placeholders::default();
    let mut held = String::with_capacity(template.len());
    for piece in pieces(template, types) {
        match piece {
            Piece::Text(text) | Piece::Escaped(text) => held.push_str(text),
            Piece::Tag(tag) => {
                let is_block = [Feature::DisplayBlock, Feature::DisplayHidden]
                    .iter()
                    .any(|feature| types.supports(tag.tag_type, *feature));
                let kind = if is_block {
                    PlaceholderKind::Block
                } else {
                    PlaceholderKind::Inline
                };
                held.push_str(&placeholders.hold(tag.text, kind));
            }
        }
    }
    placeholders.restore(&wpcf7_autop(&held, true))
}
