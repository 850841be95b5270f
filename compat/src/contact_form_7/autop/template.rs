//! A form template with paragraphs: its tags, valid or not, are placeholders meanwhile.
//!
//! Contract "contact-form-7" section 5.

use crate::contact_form_7::form_tag::{Feature, FormTagTypes, Piece, pieces};

use super::{PlaceholderKind, Placeholders, wpcf7_autop};

/// The template formatted, every tag as it was written.
pub fn formatted_template(template: &str, types: &FormTagTypes) -> String {
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
