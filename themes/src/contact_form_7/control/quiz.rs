//! `[quiz]`: contract "contact-form-7" sections 8.10 and 14.

use compat::contact_form_7::form_tag::{FormTag, Pipe};
use compat::contact_form_7::submission::quiz_answer_hash;
use compat::wordpress::formatting::escape::{esc_attr, esc_html};

use super::typed;
use super::wrap::wrap;
use crate::contact_form_7::form_context::FormContext;

pub(super) fn quiz(tag: &FormTag, context: &mut FormContext<'_>) -> String {
    let mut attributes = typed::answer(tag, context).with("aria-required", "true");
    context.aria_invalid(tag, &mut attributes);
    let attributes = attributes
        .with("type", "text")
        .with("name", tag.name.as_str());
    let pipe = question(tag, context);
    let control = format!(
        "<label><span class=\"wpcf7-quiz-label\">{}</span> <input {attributes} /></label>\
         <input type=\"hidden\" name=\"_wpcf7_quiz_answer_{}\" value=\"{}\" />",
        esc_html(&pipe.before),
        esc_attr(&tag.name),
        quiz_answer_hash(&pipe.after, context.salts)
    );
    wrap(tag, &control, context)
}

/// One of the tag's questions, chosen by time and field name, so that rendering the same view again gives the same
/// page.
fn question(tag: &FormTag, context: &FormContext<'_>) -> Pipe {
    let pipes = &tag.pipes.0;
    let seed = format!(
        "{}|{}|{}",
        context.now.timestamp().as_second(),
        context.unit_tag,
        tag.name
    );
    let drawn = context
        .salts
        .wp_hash(seed.as_bytes(), "wpcf7_quiz_question");
    let drawn = drawn
        .get(..8)
        .and_then(|hex| usize::from_str_radix(hex, 16).ok())
        .unwrap_or(0);
    let picked = drawn.checked_rem(pipes.len()).and_then(|at| pipes.get(at));
    picked.cloned().unwrap_or_else(|| Pipe::new("1+1=?|2"))
}
