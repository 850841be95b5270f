//! `[stripe]`: contract "contact-form-7" section 8.15.

use compat::contact_form_7::form_tag::FormTag;
use compat::wordpress::formatting::escape::esc_html;

use crate::contact_form_7::form_context::FormContext;

/// Default button labels.
const BUTTONS: [&str; 2] = ["Proceed to checkout", "Complete payment"];

pub(super) fn stripe(tag: &FormTag, context: &mut FormContext<'_>) -> String {
    let [first, second] = BUTTONS.map(|text| context.text(text).to_owned());
    let stated = |at: usize, default: String| tag.values.get(at).cloned().unwrap_or(default);
    let (first, second) = (stated(0, first), stated(1, second));
    format!(
        "<div class=\"wpcf7-stripe\"><div class=\"wpcf7-form-control-wrap hidden\">\
         <div class=\"card-element wpcf7-form-control\" aria-invalid=\"false\"></div></div> \
         <span class=\"buttons has-spinner\"><button type=\"submit\" class=\"first\">{}</button> \
         <button type=\"button\" class=\"second hidden\">{}</button></span> \
         <input type=\"hidden\" name=\"_wpcf7_stripe_payment_intent\" value=\"\" /></div>",
        esc_html(&first),
        esc_html(&second)
    )
}
