//! `[contact-form-7 id="…" title="…"]` and the older `[contact-form 1 "…"]`.
//!
//! Contract "contact-form-7" section 2. The plugin's block stores the same shortcode in its markup.

use compat::contact_form_7::contact_forms::ContactForms;
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::php::cast::string_to_int;
use compat::wordpress::shortcode::{AttKey, Atts, ShortcodeCall, shortcode_atts};

use super::form::form_html;
use super::form_atts::FormAtts;
use super::notice::notice;
use crate::wordpress::view::{Page, View};

const DEFAULTS: [(&str, &str); 7] = [
    ("id", ""),
    ("title", ""),
    ("html_id", ""),
    ("html_name", ""),
    ("html_title", ""),
    ("html_class", ""),
    ("output", "form"),
];

/// Renders the form of a shortcode.
pub fn contact_form(call: &ShortcodeCall<'_, Page>, page: &mut Page) -> String {
    let view = page.view.clone();
    if view.query.is.is_feed {
        return "[contact-form-7]".to_owned();
    }
    let atts = if call.tag == "contact-form-7" {
        shortcode_atts(&DEFAULTS, &call.atts)
    } else {
        shortcode_atts(&DEFAULTS, &Atts::default())
    };
    let get = |name: &str| atts.get(name).unwrap_or_default().to_owned();
    let forms = view.site_data.get::<ContactForms>();
    let form = if call.tag == "contact-form-7" {
        forms.of_shortcode(&get("id"), &get("title"))
    } else {
        let mut positional = call
            .atts
            .iter()
            .filter(|(key, _)| matches!(key, AttKey::Position(_)));
        let id = positional
            .next()
            .map_or(0, |(_, id)| string_to_int(id.as_bytes()));
        forms.by_old_unit_id(id)
    };
    let Some(form) = form else {
        return not_found(&view);
    };
    if get("output") == "raw_form" {
        let template = esc_html(&form.form);
        return format!("<pre class=\"wpcf7-raw-form\"><code>{template}</code></pre>");
    }
    let form_atts = FormAtts {
        html_id: get("html_id"),
        html_name: get("html_name"),
        html_title: get("html_title"),
        html_class: get("html_class"),
        all: DEFAULTS
            .iter()
            .map(|(name, _)| ((*name).to_owned(), get(name)))
            .collect(),
    };
    form_html(form, &form_atts, page)
}

fn not_found(view: &View) -> String {
    const NOT_FOUND: &str = "Contact form not found.";
    notice(
        view,
        &view.locale,
        "wpcf7-contact-form-not-found",
        NOT_FOUND,
    )
}
