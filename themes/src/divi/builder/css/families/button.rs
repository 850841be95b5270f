//! Buttons with custom styles (`custom_button="on"`). Icons: [`super::button_icon`].
//!
//! Contract "divi-server", section 6.5.

use compat::divi::attributes::State;
use compat::divi::font::set_element_font;
use compat::divi::range_value::process_range_value;
use compat::divi::spacing::get_element_style_css;
use compat::divi::state_selector::ORDER_CLASS;
use compat::wordpress::formatting::escape::esc_html;

use super::super::super::style_sheet::Media;
use super::super::selectors::{ModuleSelectors, Row};
use super::super::styles::{DEVICES, Styles, hover_at_end, name};
use super::background::{BackgroundOf, add_background};
use super::button_icon::{self, add_icon_size, based};

/// Adds the rules of all buttons.
pub fn add(styles: &mut Styles<'_>) {
    let selectors: &'static ModuleSelectors = styles.selectors;
    for row in &selectors.buttons {
        if styles.module() == "button" {
            let both = name(&[ORDER_CLASS, ", ", ORDER_CLASS, ":after"]);
            styles.add(Media::General, &both, "transition: all 300ms ease 0ms;");
        }
        add_alignment(styles, row);
        let switch = name(&["custom_", row.name]);
        if styles.has("custom_") && styles.text(&switch) == "on" {
            let Some(main) = row.get("main") else {
                continue;
            };
            add_button(styles, row, main);
        }
        add_spacing(styles, row);
    }
}

fn add_alignment(styles: &mut Styles<'_>, row: &Row) {
    let attribute = name(&[&row.prefix, "alignment"]);
    let Some(selector) = row.get("alignment") else {
        return;
    };
    for ((media, _), value) in DEVICES.into_iter().zip(styles.by_device(&attribute)) {
        if !value.is_empty() {
            let css = format!("text-align: {};", esc_html(value));
            styles.add(media, selector, &css);
        }
    }
}

fn add_button(styles: &mut Styles<'_>, row: &Row, main: &str) {
    let base = based(main, "");
    let get = |styles: &Styles<'_>, part: &str| {
        let value = styles.joined(&[&row.prefix, part]).to_owned();
        if value.is_empty() {
            default(styles.module(), part).to_owned()
        } else {
            value
        }
    };
    let size = get(styles, "text_size");
    let css = text_css(styles, row, &size);
    styles.add(Media::General, &base, &css);
    let icon = button_icon::read(styles, row, &get);
    styles.priority = super::super::super::style_sheet::PRIORITY;
    let is_sized = !styles.joined(&[&row.prefix, "text_size"]).is_empty();
    button_icon::add(styles, main, &icon, is_sized.then_some(size.as_str()));
    add_narrow(styles, row, main, &icon);
    styles.priority += i32::from(styles.is_child());
    add_changes(styles, row, main, &base);
    let color = BackgroundOf {
        prefix: &name(&[&row.prefix, "bg_"]),
        selector: &base,
        end: if styles.module() == "contact_form" {
            " !important"
        } else {
            ""
        },
        with_color: false,
        default_color: "",
        own_image: None,
    };
    add_button_background(styles, row, &color, main);
}

/// Defaults of buttons in some modules.
fn default(module: &str, part: &str) -> &'static str {
    match (module, part) {
        ("fullwidth_header", "text_size") => "20",
        ("fullwidth_header", "on_hover") => "on",
        _ => "",
    }
}

fn text_css(styles: &Styles<'_>, row: &Row, size: &str) -> String {
    let get = |part: &str| styles.joined(&[&row.prefix, part]);
    let mut css = Vec::new();
    if !get("text_color").is_empty() {
        css.push(format!("color:{} !important;", esc_html(get("text_color"))));
    }
    let lengths = [
        ("border_width", "border-width", " !important"),
        ("border_color", "border-color", ""),
        ("border_radius", "border-radius", ""),
        ("letter_spacing", "letter-spacing", ""),
    ];
    for (part, property, end) in lengths {
        let value = get(part);
        if !value.is_empty() {
            let value = if part == "border_color" {
                value.to_owned()
            } else {
                process_range_value(value, "")
            };
            css.push(format!("{property}:{}{end};", esc_html(&value)));
        }
    }
    if !size.is_empty() {
        // The space keeps this text different from the icon's rule; equal texts would be merged into one rule.
        css.push(format!(
            "font-size: {};",
            esc_html(&process_range_value(size, ""))
        ));
    }
    let font = set_element_font(get("font"), true, "");
    if !font.is_empty() {
        css.push(font);
    }
    css.join(" ")
}

fn add_narrow(styles: &mut Styles<'_>, row: &Row, main: &str, icon: &button_icon::ButtonIcon) {
    let size = name(&[&row.prefix, "text_size"]);
    let sizes = styles.by_device(&size);
    let colors = styles.by_device(&name(&[&row.prefix, "text_color"]));
    let fonts = styles.by_device(&name(&[&row.prefix, "font"]));
    for (at, (media, _)) in DEVICES.into_iter().enumerate().skip(1) {
        let mut css = String::new();
        let [color, font, size] = [colors, fonts, sizes].map(|values| values.get(at).copied());
        if let Some(color) = color.filter(|v| !v.is_empty()) {
            css.push_str(&format!("color:{} !important;", esc_html(color)));
        }
        let size = size.unwrap_or_default();
        if !size.is_empty() {
            let size = process_range_value(size, "");
            css.push_str(&format!("font-size:{} !important;", esc_html(&size)));
        }
        css.push_str(&set_element_font(font.unwrap_or_default(), true, ""));
        styles.add(media, &based(main, ""), &css);
        button_icon::add_narrow(styles, main, icon, media);
        let is_social = styles.module().starts_with("social_media_follow");
        if !size.is_empty() && icon.follows_size() && !is_social {
            add_icon_size(styles, main, media, size);
        }
    }
}

/// Adds the hover and sticky rules.
fn add_changes(styles: &mut Styles<'_>, row: &Row, main: &str, base: &str) {
    let parts: [(&str, &'static str, &str); 5] = [
        ("text_color", "color", " !important"),
        ("border_color", "border-color", " !important"),
        ("border_radius", "border-radius", ""),
        ("letter_spacing", "letter-spacing", ""),
        ("text_size", "font-size", " !important"),
    ];
    let sticking = based(&styles.sticky_selector(main), "");
    for (is_sticky, then) in [(false, hover_at_end(base)), (true, sticking)] {
        let mut css = Vec::new();
        for (part, property, end) in parts {
            let attribute = name(&[&row.prefix, part]);
            let value = if is_sticky {
                styles.sticky(&attribute)
            } else {
                styles.hover(&attribute)
            };
            let Some(value) = value else {
                continue;
            };
            let is_color = property.ends_with("color");
            let value = if is_color {
                value.to_owned()
            } else {
                process_range_value(value, "")
            };
            css.push(format!("{property}: {}{end};", esc_html(&value)));
            styles.transition(property, main);
        }
        styles.add(Media::General, &then, &css.join(" "));
    }
}

/// Adds the background of a button: image or gradient, then `bg_color`, which also resets the image.
fn add_button_background(styles: &mut Styles<'_>, row: &Row, of: &BackgroundOf<'_>, main: &str) {
    let color = name(&[&row.prefix, "bg_color"]);
    if !styles.has(&name(&[&row.prefix, "bg_"])) {
        return;
    }
    let parts = ["bg_use_color_gradient", "bg_image"];
    let has_image = parts
        .iter()
        .any(|part| styles.has(&name(&[&row.prefix, part])));
    if has_image {
        add_background(styles, of);
    }
    let is_on = styles.joined(&[&row.prefix, "bg_enable_color"]) != "off";
    for ((media, device), value) in DEVICES.into_iter().zip(styles.by_device(&color)) {
        if !value.is_empty() && is_on {
            let reset = if device == State::Desktop || has_image {
                ""
            } else {
                "background-image: initial;"
            };
            let css = format!("{reset}background-color: {}{};", esc_html(value), of.end);
            styles.add(media, of.selector, &css);
        }
    }
    if let Some(value) = styles.hover(&color) {
        let css = format!(
            "background-image: initial {};background-color: {}{};",
            of.end,
            esc_html(value),
            of.end
        );
        styles.add(Media::General, &hover_at_end(of.selector), &css);
        styles.transition("background-color", main);
    }
    if let Some(value) = styles.sticky(&color) {
        let css = format!(
            "background-image: initial {};background-color: {}{};",
            of.end,
            esc_html(value),
            of.end
        );
        let then = based(&styles.sticky_selector(main), "");
        styles.add(Media::General, &then, &css);
        styles.transition("background-color", main);
    }
}

/// Adds margins and paddings of a button inside a module; those of the button module are printed by the spacing family.
fn add_spacing(styles: &mut Styles<'_>, row: &Row) {
    let prefix = name(&[&row.prefix, "custom_"]);
    if styles.module() == "button" || !styles.has(&prefix) {
        return;
    }
    let Some(main) = row.get("main") else {
        return;
    };
    let selector = based(row.get("spacing_main").unwrap_or(main), "");
    let important = row.get("spacing") != Some("plain");
    for kind in ["padding", "margin"] {
        let attribute = name(&[&prefix, kind]);
        for ((media, _), value) in DEVICES.into_iter().zip(styles.by_device(&attribute)) {
            styles.add(
                media,
                &selector,
                &get_element_style_css(value, kind, important),
            );
        }
        if let Some(value) = styles.hover(&attribute) {
            let css = get_element_style_css(value, kind, important);
            styles.add(Media::General, &hover_at_end(&selector), &css);
            styles.transition(kind, main);
        }
    }
}
