//! Menus: backgrounds of drop-down and mobile lists, logo sizes, line colours.

use compat::wordpress::formatting::escape::esc_html;

use super::super::super::style_sheet::Media;
use super::super::styles::{DEVICES, Styles, hover_at_end};
use compat::divi::state_selector::ORDER_CLASS;

/// Adds the rules.
pub fn add(styles: &mut Styles<'_>) {
    if !is_menu(styles) {
        return;
    }
    let main = styles.fields.main.as_str();
    for (option, links) in [
        ("menu_text_color", "nav > ul > li > a:hover"),
        ("dropdown_menu_text_color", "nav > ul > li li a:hover"),
        (
            "dropdown_menu_active_link_color",
            "nav > ul > li li.current-menu-item a:hover",
        ),
    ] {
        if styles.is_hover(option) {
            styles.rule(Media::General, &format!("{main} {links}"), "opacity: 1;");
        }
    }
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
    if styles.has("logo_height") || styles.has("logo_max_height") {
        let selector = format!("{ORDER_CLASS} .et_pb_menu__logo-wrap .et_pb_menu__logo img");
        styles.add(Media::General, &selector, "width: auto;");
    }
}

fn is_menu(styles: &Styles<'_>) -> bool {
    matches!(styles.module(), "menu" | "fullwidth_menu")
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
    let hover = Some(styles.hover("dropdown_menu_line_color")).filter(|value| !value.is_empty());
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
