//! `wpcf7_kses`: which markup a form template may hold when its author may not write any.
//!
//! Contract "contact-form-7" section 12 (users without `unfiltered_html`).

use std::sync::LazyLock;

use crate::wordpress::kses::{AllowedHtml, WP_ALLOWED_PROTOCOLS, wp_kses};

/// Elements that forms have beside those of a post, with their attributes.
const ELEMENTS: &[(&str, &[&str])] = &[
    ("button", &["disabled", "name", "type", "value"]),
    ("datalist", &[]),
    ("fieldset", &["disabled", "name"]),
    (
        "input",
        &[
            "accept",
            "alt",
            "autocomplete",
            "capture",
            "checked",
            "disabled",
            "list",
            "max",
            "maxlength",
            "min",
            "minlength",
            "multiple",
            "name",
            "pattern",
            "placeholder",
            "readonly",
            "required",
            "size",
            "step",
            "type",
            "value",
        ],
    ),
    ("label", &["for"]),
    ("legend", &[]),
    ("meter", &["high", "low", "max", "min", "optimum", "value"]),
    ("optgroup", &["disabled", "label"]),
    ("option", &["disabled", "label", "selected", "value"]),
    ("output", &["for", "name"]),
    ("progress", &["max", "value"]),
    (
        "select",
        &[
            "autocomplete",
            "disabled",
            "multiple",
            "name",
            "required",
            "size",
        ],
    ),
    (
        "textarea",
        &[
            "autocomplete",
            "cols",
            "disabled",
            "maxlength",
            "minlength",
            "name",
            "placeholder",
            "readonly",
            "required",
            "rows",
            "spellcheck",
            "wrap",
        ],
    ),
];

/// Attributes that each of them may have.
const GLOBAL: &[&str] = &[
    "aria-atomic",
    "aria-checked",
    "aria-controls",
    "aria-current",
    "aria-describedby",
    "aria-details",
    "aria-disabled",
    "aria-expanded",
    "aria-hidden",
    "aria-invalid",
    "aria-label",
    "aria-labelledby",
    "aria-live",
    "aria-relevant",
    "aria-required",
    "aria-selected",
    "class",
    "data-*",
    "dir",
    "hidden",
    "id",
    "inputmode",
    "lang",
    "role",
    "style",
    "tabindex",
    "title",
    "xml:lang",
];

/// `wpcf7_kses( …, 'form' )`.
pub fn wpcf7_kses_form(template: &str) -> String {
    static ALLOWED: LazyLock<AllowedHtml> = LazyLock::new(|| {
        let mut allowed = AllowedHtml::post().clone();
        for (element, attributes) in ELEMENTS {
            allowed.remove(element);
            let all = attributes.iter().chain(GLOBAL).copied();
            allowed.allow(*element, all);
        }
        allowed
    });
    wp_kses(template, &ALLOWED, &WP_ALLOWED_PROTOCOLS)
}
