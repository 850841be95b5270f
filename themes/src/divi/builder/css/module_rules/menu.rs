//! Menus: backgrounds of drop-down and mobile lists, logo sizes, line colours.

use compat::divi::attributes::is_filled;
use compat::wordpress::formatting::escape::esc_html;

use super::super::super::style_sheet::Media;
use super::super::styles::{DEVICES, Styles, hover_at_end, hover_at_order_class};
use compat::divi::state_selector::ORDER_CLASS;

/// Adds what stands before the rules of an option.
pub fn add_before(styles: &mut Styles<'_>, option: &str) {
    if !is_menu(styles) {
        return;
    }
    let main = styles.fields.main.as_str();
    // Lists without a background colour have that of the menu.
    let background = match styles.text("background_color") {
        "" => "#ffffff",
        color => color,
    };
    let lists = format!("{main} .nav li ul");
    let mobile = format!("{main} .et_mobile_menu");
    match option {
        "search_icon_font_size" => {
            let icon = format!("{ORDER_CLASS} .et_pb_menu__icon.et_pb_menu__");
            let icons = format!("{icon}search-button, {icon}close-search-button");
            add_shown(styles, "show_search_icon", &icons);
        }
        "cart_icon_font_size" => {
            let icon = format!("{ORDER_CLASS} .et_pb_menu__icon.et_pb_menu__cart-button");
            add_shown(styles, "show_cart_icon", &icon);
        }
        "logo_width" if styles.has("logo_height") || styles.has("logo_max_height") => {
            let selector = format!("{ORDER_CLASS} .et_pb_menu__logo-wrap .et_pb_menu__logo img");
            styles.add(Media::General, &selector, "width: auto;");
        }
        "dropdown_menu_bg_color" => add_background(styles, option, &lists, background),
        "dropdown_menu_line_color" => add_lines(styles, [&lists, &mobile]),
        "mobile_menu_bg_color" => {
            let lists = format!("{mobile}, {mobile} ul");
            add_background(styles, option, &lists, background);
        }
        _ => {}
    }
}

/// Adds what stands behind the rules of all options.
pub fn add_after(styles: &mut Styles<'_>) {
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
}

/// Whether an icon is shown, by device and state.
fn add_shown(styles: &mut Styles<'_>, option: &str, selector: &str) {
    let css = |value: &str| match value {
        "on" => "display: flex;",
        _ => "display: none;",
    };
    if styles.is_responsive(option) {
        for (media, device) in DEVICES {
            styles.rule(media, selector, css(styles.forced(option, device, "")));
        }
    }
    if styles.is_hover(option) {
        let css = css(styles.hover(option));
        styles.rule(Media::General, &hover_at_order_class(selector), css);
    }
    if styles.is_sticky(option) {
        let css = css(styles.sticky(option));
        let selector = styles.sticky_of(selector);
        styles.rule(Media::General, &selector, css);
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
    let sticky = styles.sticky("dropdown_menu_line_color");
    if is_filled(sticky) {
        let color = esc_html(sticky);
        let selector = styles.sticky_of(&selectors.join(", "));
        let css = format!("background-color: {color};border-color: {color};");
        styles.rule(Media::General, &selector, &css);
    }
}
