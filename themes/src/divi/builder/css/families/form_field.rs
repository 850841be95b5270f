//! Form fields: colours of background, text and placeholder, with and without focus, and spacing.
//!
//! Contract "divi-server", section 6.6.

use compat::divi::spacing::get_element_style_css;
use compat::wordpress::formatting::escape::esc_html;

use super::super::super::style_sheet::{Media, PRIORITY};
use super::super::selectors::{ModuleSelectors, Row};
use super::super::styles::{DEVICES, Styles, hover_at_end, name};
use super::font::add_parts;

/// Vendor pseudo-elements of placeholders.
const PLACEHOLDERS: [&str; 3] = [
    "::-webkit-input-placeholder",
    "::-moz-placeholder",
    "::-ms-input-placeholder",
];

/// Adds the rules of all form fields.
pub fn add(styles: &mut Styles<'_>) {
    let selectors: &'static ModuleSelectors = styles.selectors;
    for row in &selectors.form_fields {
        if styles.has(&row.prefix) {
            add_fields(styles, row);
        }
    }
}

fn add_fields(styles: &mut Styles<'_>, row: &Row) {
    let main = row.get("main").unwrap_or_default();
    let focused = hover_like(main, ":focus");
    let focus = row.get("focus").unwrap_or(&focused);
    let part = |column: &str| row.get(column);
    let background = part("background_color").unwrap_or(main);
    add_color(
        styles,
        row,
        "background_color",
        background,
        "background-color",
    );
    let focus_background = part("focus_background_color").unwrap_or(focus);
    add_color(
        styles,
        row,
        "focus_background_color",
        focus_background,
        "background-color",
    );
    let text = part("form_text_color").unwrap_or(main);
    add_color(styles, row, "text_color", text, "color");
    add_placeholder(styles, row, "text_color", main, "placeholder");
    let focus_text = part("focus_text_color").unwrap_or(focus);
    add_color(styles, row, "focus_text_color", focus_text, "color");
    add_placeholder(styles, row, "focus_text_color", focus, "placeholder_focus");
    let kinds: &[&str] = if row.get("plain").is_some() {
        &[]
    } else {
        &["padding", "margin"]
    };
    for kind in kinds.iter().copied() {
        let attribute = name(&[&row.prefix, "custom_", kind]);
        let selector = part(kind).unwrap_or(main);
        let important = row.is_important(kind);
        for ((media, _), value) in DEVICES.into_iter().zip(styles.by_device(&attribute)) {
            styles.add(
                media,
                selector,
                &get_element_style_css(value, kind, important),
            );
        }
    }
    add_tick(styles, row, text, "text_color", ":checked");
    add_tick(styles, row, text, "focus_text_color", ":checked:active");
}

/// Appends a pseudo-class to each control of a selector list.
fn hover_like(selector: &str, state: &str) -> String {
    hover_at_end(selector).replace(":hover", state)
}

fn add_color(
    styles: &mut Styles<'_>,
    row: &Row,
    attribute: &str,
    selector: &str,
    property: &'static str,
) {
    let end = if row.is_important(&name(&["form_", attribute])) {
        " !important"
    } else {
        ""
    };
    let attribute = name(&[&row.prefix, attribute]);
    if !styles.has(&attribute) {
        return;
    }
    for ((media, _), value) in DEVICES.into_iter().zip(styles.by_device(&attribute)) {
        if !value.is_empty() {
            let css = format!("{property}: {}{end};", esc_html(value));
            styles.add(media, selector, &css);
        }
    }
    if let Some(value) = styles.hover(&attribute) {
        let css = format!("{property}:{}{end};", esc_html(value));
        let own = row.get("text_hover").filter(|_| property == "color");
        let hovered = own.map_or_else(|| hover_on_control(selector), str::to_owned);
        styles.add(Media::General, &hovered, &css);
        add_hovered_placeholder(styles, row, (property, selector), &css, value);
    }
    if let Some(value) = styles.sticky(&attribute) {
        let css = format!("{property}: {}{end};", esc_html(value));
        let then = styles.sticky_selector(selector);
        styles.add(Media::General, &then, &css);
        styles.transition(property, selector);
    }
}

/// Adds the hover colour of the placeholder, which is that of the text.
fn add_hovered_placeholder(
    styles: &mut Styles<'_>,
    row: &Row,
    (property, selector): (&'static str, &str),
    css: &str,
    value: &str,
) {
    let main = row.get("main").unwrap_or_default();
    if property != "color" || row.get("plain").is_some() {
        styles.transition(property, selector);
        return;
    }
    // Only the last selector of the list gets the pseudo-element: vectors divi-content (login).
    let own = row.get("placeholder_hover");
    let hovered = own.map_or_else(|| hover_at_end(main), str::to_owned);
    let mut soft = vec![name(&[main, "::placeholder"])];
    styles.add(Media::General, &name(&[&hovered, "::placeholder"]), css);
    for end in PLACEHOLDERS {
        add_parts(styles, Media::General, &name(&[&hovered, end]), css);
        soft.push(name(&[main, end]));
    }
    soft.push(main.to_owned());
    styles.transition(property, &soft.join(", "));
    if let Some(radio) = radio_of(selector) {
        let ticked = name(&[radio, ":checked:hover + label i:before"]);
        let css = format!("background-color: {};", esc_html(value));
        styles.add_at(Media::General, &ticked, &css, PRIORITY + 1);
    }
}

/// The selector of the radio button whose label is in the list.
fn radio_of(selector: &str) -> Option<&str> {
    let mut parts = selector.split(", ");
    let radio = parts.find(|part| part.contains("[type=\"radio\"] + label"))?;
    radio.split(" + ").next()
}

/// The hover selector with `:hover` at the control, not at its label.
fn hover_on_control(selector: &str) -> String {
    let parts = selector
        .split(", ")
        .map(|part| match part.split_once(" + ") {
            Some((control, label)) if label.contains(' ') && !control.contains(":checked") => {
                let label = label.replacen("label", "label:hover", 1);
                name(&[control, " + ", &label])
            }
            Some((control, label)) => name(&[control, ":hover + ", label]),
            None => hover_at_end(part),
        });
    parts.collect::<Vec<_>>().join(", ")
}

fn add_placeholder(styles: &mut Styles<'_>, row: &Row, attribute: &str, main: &str, column: &str) {
    let attribute = name(&[&row.prefix, attribute]);
    let [desktop, ..] = styles.by_device(&attribute);
    if desktop.is_empty() || row.get("plain").is_some() {
        return;
    }
    let is_text = attribute.ends_with("text_color") && !attribute.ends_with("focus_text_color");
    let important = is_text && row.is_important("form_text_color");
    let end = if important { " !important" } else { "" };
    let css = format!("color: {}{end};", esc_html(desktop));
    match row.get(column) {
        Some(selector) => {
            for part in selector.split(", ") {
                styles.add(Media::General, part, &css);
            }
        }
        None => {
            let standard = hover_like_each(main, "::placeholder");
            styles.add(Media::General, &standard, &css);
            for end in PLACEHOLDERS {
                for part in main.split(", ") {
                    styles.add(Media::General, &name(&[part, end]), &css);
                }
            }
        }
    }
}

fn hover_like_each(selector: &str, end: &str) -> String {
    let parts: Vec<String> = selector
        .split(", ")
        .map(|part| name(&[part, end]))
        .collect();
    parts.join(", ")
}

/// Adds the colour of a radio button's dot, which is a background.
fn add_tick(styles: &mut Styles<'_>, row: &Row, text: &str, attribute: &str, state: &str) {
    let ticks = text
        .split(", ")
        .find(|part| part.contains("[type=\"checkbox\"] + label i:before"));
    let selector = match (radio_of(text), ticks) {
        (Some(control), _) => name(&[control, state, " + label i:before"]),
        (None, Some(tick)) if state == ":checked" => tick.replace("checkbox", "radio"),
        _ => return,
    };
    let [desktop, ..] = styles.by_device(&name(&[&row.prefix, attribute]));
    if desktop.is_empty() {
        return;
    }
    let css = format!("background-color: {};", esc_html(desktop));
    styles.add(Media::General, &selector, &css);
}
