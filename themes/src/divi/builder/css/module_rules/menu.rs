//! Menus: backgrounds of drop-down and mobile lists, logo sizes, line colours.

use compat::wordpress::formatting::escape::esc_html;

use super::super::super::style_sheet::{Media, PRIORITY};
use super::super::styles::{DEVICES, Styles, hover_at_end};
use compat::divi::state_selector::ORDER_CLASS;

/// Attribute, property and default value.
type Size = (&'static str, &'static str, &'static str);

const WIDTHS: [Size; 2] = [
    ("logo_width", "width", "auto"),
    ("logo_max_width", "max-width", "100%"),
];

const HEIGHTS: [Size; 2] = [
    ("logo_height", "height", "auto"),
    ("logo_max_height", "max-height", "none"),
];

/// Adds the rules.
pub fn add(styles: &mut Styles<'_>) {
    if !is_menu(styles) {
        return;
    }
    let main = styles.selectors.main.as_str();
    // Lists without a background colour have that of the menu.
    let background = match styles.text("background_color") {
        "" => "#ffffff",
        color => color,
    };
    let lists = format!("{main} .nav li ul");
    let mobile = format!("{main} .et_mobile_menu");
    let mobile_lists = format!("{main} .et_mobile_menu, {main} .et_mobile_menu ul");
    add_background(styles, "dropdown_menu_bg_color", &lists, background);
    add_lines(styles, [&lists, &mobile]);
    add_background(styles, "mobile_menu_bg_color", &mobile_lists, background);
    if let Some(color) = styles.hover("dropdown_menu_bg_color") {
        let css = format!("background-color: {} !important;", esc_html(color));
        styles.add(Media::General, &format!("{lists}:hover"), &css);
    }
    if let Some(color) = styles.hover("mobile_menu_bg_color") {
        let css = format!("background-color: {} !important;", esc_html(color));
        let hovered = format!("{mobile}:hover, {mobile} ul:hover, {mobile}:hover ul");
        styles.add(Media::General, &hovered, &css);
    }
    if styles.hover("dropdown_menu_text_color").is_some() {
        let links = format!("{main} nav > ul > li li a:hover");
        styles.add_at(Media::General, &links, "opacity: 1;", PRIORITY + 1);
    }
    let (wrap, image) = logo_selectors(styles);
    add_sizes(styles, &wrap, WIDTHS);
    if styles.has("logo_height") || styles.has("logo_max_height") {
        let selector = format!("{ORDER_CLASS} .et_pb_menu__logo-wrap .et_pb_menu__logo img");
        styles.add(Media::General, &selector, "width: auto;");
    }
    add_sizes(styles, &image, HEIGHTS);
}

/// The selectors of logo widths (wrapper) and logo heights (image).
fn logo_selectors(styles: &Styles<'_>) -> (String, String) {
    let container = match styles.module() {
        "menu" => ".et_pb_menu_inner_container",
        _ => ".et_pb_row",
    };
    let inner = format!("{ORDER_CLASS} {container} > .et_pb_menu__logo-wrap");
    let slot = format!("{ORDER_CLASS} .et_pb_menu__logo-slot");
    (
        format!("{inner}, {slot}"),
        format!("{inner} .et_pb_menu__logo img, {slot} .et_pb_menu__logo-wrap img"),
    )
}

/// Records transitions of logo sizes with a hover value.
pub fn note_transitions(styles: &mut Styles<'_>) {
    if !is_menu(styles) {
        return;
    }
    let (wrap, image) = logo_selectors(styles);
    for (sizes, selector) in [(WIDTHS, wrap), (HEIGHTS, image)] {
        for (attribute, property, _) in sizes {
            if styles.hover(attribute).is_some() {
                styles.transition(property, &selector);
            }
        }
    }
}

fn is_menu(styles: &Styles<'_>) -> bool {
    matches!(styles.module(), "menu" | "fullwidth_menu")
}

fn add_sizes(styles: &mut Styles<'_>, selector: &str, sizes: [Size; 2]) {
    for (attribute, property, default) in sizes {
        let mut values = styles.by_device(attribute);
        if values[0].is_empty() {
            values[0] = default;
        }
        for ((media, _), value) in DEVICES.into_iter().zip(values) {
            if !value.is_empty() {
                let css = format!("{property}: {};", esc_html(value));
                styles.add(media, selector, &css);
            }
        }
    }
    for (attribute, property, _) in sizes {
        if let Some(value) = styles.hover(attribute) {
            let css = format!("{property}: {};", esc_html(value));
            styles.add(Media::General, &hover_at_end(selector), &css);
        }
    }
}

fn add_background(styles: &mut Styles<'_>, attribute: &str, selector: &str, background: &str) {
    let [desktop, tablet, mut phone] = styles.by_device(attribute);
    let desktop = if desktop.is_empty() {
        background
    } else {
        desktop
    };
    if attribute == "mobile_menu_bg_color" && phone.is_empty() {
        phone = tablet;
    }
    for ((media, _), value) in DEVICES.into_iter().zip([desktop, tablet, phone]) {
        if !value.is_empty() {
            let css = format!("background-color: {} !important;", esc_html(value));
            styles.add(media, selector, &css);
        }
    }
}

fn add_lines(styles: &mut Styles<'_>, selectors: [&str; 2]) {
    let values = styles.by_device("dropdown_menu_line_color");
    let hover = styles.hover("dropdown_menu_line_color");
    for selector in selectors {
        for ((media, _), value) in DEVICES.into_iter().zip(values) {
            if !value.is_empty() {
                let css = format!("border-color: {};", esc_html(value));
                styles.add(media, selector, &css);
            }
        }
        if let Some(value) = hover {
            let css = format!("border-color: {};", esc_html(value));
            styles.add(Media::General, &hover_at_end(selector), &css);
        }
    }
}
