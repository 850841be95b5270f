//! `[captchac]` and `[captchar]`: contract "contact-form-7" section 8.11.

use compat::contact_form_7::captcha::Challenge;
use compat::contact_form_7::form_tag::FormTag;
use compat::wordpress::formatting::escape::{esc_attr, esc_html};

use super::typed;
use super::wrap::wrap;
use crate::contact_form_7::attributes::Attributes;
use crate::contact_form_7::form_context::FormContext;

/// Printed without the captcha plugin.
const NEEDS_PLUGIN: &str = "To use CAPTCHA, you need %s plugin installed.";

/// The image and the challenge's hidden field.
pub(super) fn captchac(tag: &FormTag, context: &mut FormContext<'_>) -> String {
    let Some(base) = context.captcha_url else {
        let link = "<a href=\"https://wordpress.org/plugins/really-simple-captcha/\">Really Simple CAPTCHA</a>";
        return format!(
            "<em>{}</em>",
            esc_html(context.text(NEEDS_PLUGIN)).replace("%s", link)
        );
    };
    let challenge = Challenge::of_tag(tag, context.now.timestamp().as_second());
    let (width, height) = challenge.size().pixels();
    let class = format!("wpcf7-captcha-{}", tag.name.replace(':', ""));
    let attributes = Attributes::new()
        .with("class", context.class_of(tag, &class))
        .with("id", context.id_of(tag))
        .with("width", i64::from(width))
        .with("height", i64::from(height))
        .with("alt", "captcha")
        .with("src", format!("{base}/{}.png", challenge.number()));
    format!(
        "<input type=\"hidden\" name=\"_wpcf7_captcha_challenge_{}\" value=\"{}\" /><img {attributes} />",
        esc_attr(&tag.name),
        esc_attr(challenge.number())
    )
}

/// The input for the captcha's letters.
pub(super) fn captchar(tag: &FormTag, context: &mut FormContext<'_>) -> String {
    let mut attributes = typed::answer(tag, context);
    context.aria_invalid(tag, &mut attributes);
    let (value, placeholder) = typed::with_placeholder(tag, tag.first_value());
    // The posted value is never refilled.
    let value = if context.submission.is_some() {
        String::new()
    } else {
        value
    };
    let attributes = attributes
        .with("placeholder", placeholder)
        .with("value", value)
        .with("type", "text")
        .with("name", tag.name.as_str());
    wrap(tag, &format!("<input {attributes} />"), context)
}
