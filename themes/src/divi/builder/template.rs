//! Prints modules' templates.

use minijinja::Value;

use crate::slots::Slots;
use crate::wordpress::view::View;

use super::element::Element;

/// A translated text of the builder.
pub fn builder_text(view: &View, source: &str) -> String {
    view.locale
        .domain("et_builder")
        .translate(source)
        .to_owned()
}

/// Renders a module's slot template.
pub fn print_slots(element: &Element<'_>, template: &str, slots: &Slots<'_>) -> String {
    element.view.render_slots("divi/modules/", template, slots)
}

/// Renders a module's template.
pub fn print(element: &Element<'_>, template: &str, values: Value) -> String {
    let name = format!("divi/modules/{template}.html");
    element.view.render(&name, values)
}
