//! Rules of sections, rows, columns, slides, counters, price lists, networks and search forms that no table row covers.
//!
//! Contract "divi-server", section 6.7. Structure elements print their filter rules twice: once with the families, once
//! here.

use compat::divi::attributes::{State, is_filled};
use compat::divi::state_selector::ORDER_CLASS;
use compat::wordpress::formatting::escape::esc_html;

use super::super::super::style_sheet::Media;
use super::super::families::filter;
use super::super::styles::{DEVICES, Styles, hover_at_end};
use super::super::values::{length, plain};
use super::section_divider;

/// Adds the rules.
pub fn add(styles: &mut Styles<'_>) {
    match styles.module() {
        "section" => {
            add_section_color(styles);
            filter::add(styles);
            section_divider::add(styles);
        }
        "row" | "row_inner" => {
            add_row_padding(styles);
            filter::add(styles);
        }
        "column" | "column_inner" => filter::add(styles),
        "text" => add_lists(styles),
        "pricing_tables" => add_featured_shadow(styles),
        "slide" => add_slide_color(styles),
        "slider" | "fullwidth_slider" => add_slider_background(styles),
        _ => {}
    }
}

/// The background colour of a section, which the family leaves to it.
fn add_section_color(styles: &mut Styles<'_>) {
    let selector = format!("{ORDER_CLASS}.et_pb_section");
    if styles.text("background_enable_color") == "off" {
        return;
    }
    // All background options share the switches of `background`.
    let (switch, color) = (styles.value("background"), styles.value("background_color"));
    for (media, device) in DEVICES {
        let value = match device {
            State::Desktop => color.desktop(),
            device => styles.forced("background_color", device, ""),
        };
        if switch.is_enabled(device) && !value.is_empty() && value != "rgba(255,255,255,0)" {
            let css = format!("background-color: {} !important;", esc_html(value));
            styles.add(media, &selector, &css);
        }
    }
    let hover = styles.hover("background_color");
    let hover_css = format!("background-color:{} !important;", esc_html(hover));
    let hovered = hover_at_end(&selector);
    let is_hover = is_filled(hover) && hover != color.desktop();
    if is_hover {
        styles.add(Media::General, &hovered, &hover_css);
    }
    let sticky = styles.sticky("background_color");
    if is_filled(sticky) {
        let css = format!("background-color:{} !important;", esc_html(sticky));
        let then = styles.sticky_of(&selector);
        styles.add(Media::General, &then, &css);
        if is_hover {
            let then = styles.sticky_of(&hovered);
            styles.add(Media::General, &then, &hover_css);
        }
    }
}

/// The place and size of a slider's background, which its slides inherit.
fn add_slider_background(styles: &mut Styles<'_>) {
    if styles.get("parallax") != "off" {
        return;
    }
    let mut css = Vec::new();
    let position = styles.get("background_position");
    if !matches!(position, "" | "default") {
        let position = position.replace('_', " ");
        css.push(format!("background-position: {};", esc_html(&position)));
    }
    let size = styles.get("background_size");
    if !matches!(size, "" | "default") {
        let size = esc_html(size);
        css.extend(
            ["-moz-", "-webkit-", ""].map(|vendor| format!("{vendor}background-size: {size};")),
        );
    }
    let selector = format!("{ORDER_CLASS} .et_pb_slide");
    styles.rule(Media::General, &selector, &css.join(" "));
}

fn add_slide_color(styles: &mut Styles<'_>) {
    let color = match styles.value("background_color").get(State::Desktop) {
        None => styles.subject.accent,
        Some(color) => color,
    };
    if is_filled(color) && styles.text("background_enable_color") != "off" {
        let css = format!("background-color: {};", esc_html(color));
        styles.add(Media::General, ORDER_CLASS, &css);
    }
}

/// Adds the rule that lets the padding of a search form's input set its height.
pub fn add_search(styles: &mut Styles<'_>) {
    if styles.module() == "search" {
        let input = format!("{ORDER_CLASS} input.et_pb_s");
        styles.add(Media::General, &input, "height: auto; min-height: 0;");
    }
}

/// Adds the rules that remove the padding of centred lists in pricing tables.
pub fn add_price_list(styles: &mut Styles<'_>) {
    let list = match styles.module() {
        "pricing_tables" => " .et_pb_pricing li",
        "pricing_table" => ".et_pb_pricing_table .et_pb_pricing li",
        _ => return,
    };
    for ((media, _), value) in DEVICES.into_iter().zip(styles.by_device("body_text_align")) {
        if value == "center" {
            styles.add(media, &format!("{ORDER_CLASS}{list}"), "padding-left: 0;");
        }
    }
}

/// Adds the rule that lets the padding of a social network's link set its size.
pub fn add_network(styles: &mut Styles<'_>) {
    let is_padded = !styles.text("custom_padding").is_empty();
    if styles.module() == "social_media_follow_network" && is_padded {
        let link = format!(".et_pb_social_media_follow li{ORDER_CLASS} a");
        styles.add(Media::General, &link, "width: auto; height: auto;");
    }
}

/// Adds the rules of a bar counter. A bar without a colour of its own has the accent colour.
pub fn add_counter(styles: &mut Styles<'_>) {
    if styles.module() != "counter" {
        return;
    }
    let bar = format!("{ORDER_CLASS} .et_pb_counter_amount");
    // A stored colour equal to the default counts as unset.
    let accent = styles.subject.accent;
    let is_responsive = styles.is_responsive("background");
    for (media, device) in DEVICES {
        let device = if is_responsive {
            device
        } else {
            State::Desktop
        };
        let background = styles.forced("background_color", device, "");
        if is_filled(background) {
            let container = format!(".et_pb_counters {ORDER_CLASS} .et_pb_counter_container");
            let css = format!("background-color: {} !important;", esc_html(background));
            styles.add(media, &container, &css);
        }
    }
    let values = styles.three("bar_background_color", "");
    for ((media, device), own) in DEVICES.into_iter().zip(values) {
        let (color, end) = match (own, device) {
            ("", State::Desktop) => (accent, ""),
            ("", _) => continue,
            (own, _) if own == accent => (accent, ""),
            (own, _) => (own, " !important"),
        };
        let parts = [("", "background-color"), (".overlay", "color")];
        for (part, property) in parts {
            let css = format!("{property}: {}{end};", esc_html(color));
            styles.add(media, &format!("{bar}{part}"), &css);
        }
    }
}

/// The padding of a row again, a rule for each side.
fn add_row_padding(styles: &mut Styles<'_>) {
    const SIDES: [&str; 4] = ["top", "right", "bottom", "left"];
    let option = "custom_padding";
    let is_responsive = styles.is_responsive(option);
    let is_row = styles.module() == "row";
    let selector = if is_row {
        format!("{ORDER_CLASS}.et_pb_row")
    } else {
        format!(".et_pb_column {ORDER_CLASS}")
    };
    for (media, device) in DEVICES {
        let is_desktop = device == State::Desktop;
        if !is_desktop && !is_responsive {
            continue;
        }
        let end = if is_desktop { "" } else { " !important" };
        for (side, value) in SIDES.iter().zip(styles.at(option, device).split('|')) {
            if is_filled(value) {
                let css = format!("padding-{side}: {}{end};", esc_html(value));
                styles.rule(media, &selector, &css);
            }
        }
    }
}

/// The lists of a text.
fn add_lists(styles: &mut Styles<'_>) {
    for (list, end) in [("ul", ";"), ("ol", " !important;")] {
        let selector = format!("{ORDER_CLASS} {list}");
        let values = |styles: &Styles<'_>, part: &str| {
            styles
                .three(&format!("{list}_{part}"), "")
                .map(str::to_owned)
        };
        for (part, property, end) in [
            ("type", "list-style-type", " !important;"),
            ("position", "list-style-position", end),
        ] {
            let values = values(styles, part);
            styles.print3(
                values.each_ref().map(String::as_str),
                &selector,
                &[property],
                end,
                plain,
            );
        }
        let values = values(styles, "item_indent");
        let values = values.each_ref().map(String::as_str);
        styles.print3(values, &selector, &["padding-left"], " !important;", length);
    }
}

/// The dots of radio buttons have the colour of the field's text.
pub fn add_radio_dots(styles: &mut Styles<'_>) {
    let (text, focus) = ("form_field_text_color", "form_field_focus_text_color");
    let class = match styles.module() {
        "signup" => {
            let dot = format!(
                "{ORDER_CLASS} .et_pb_newsletter_form p .input[type=\"radio\"] + label i:before"
            );
            let values = styles.three(text, "");
            styles.print3(values, &dot, &["background-color"], ";", plain);
            return;
        }
        "contact_form" => "",
        "contact_field" | "signup_custom_field" => ".et_pb_contact_field",
        _ => return,
    };
    let dot = |state: &str| {
        format!("{ORDER_CLASS}{class} .input[type=\"radio\"]:checked{state} + label i:before")
    };
    for (option, state, hovered) in [(text, "", ":hover"), (focus, ":active", ":active:hover")] {
        let values = styles.three(option, "");
        styles.print3(values, &dot(state), &["background-color"], ";", plain);
        let hover = styles.hover(option);
        if is_filled(hover) {
            let css = format!("background-color: {};", esc_html(hover));
            styles.rule(Media::General, &dot(hovered), &css);
        }
    }
}

/// Adds the background of a testimonial again.
pub fn add_testimonial(styles: &mut Styles<'_>) {
    if styles.module() != "testimonial" || styles.get("use_background_color") != "on" {
        return;
    }
    let selector = format!("{ORDER_CLASS}.et_pb_testimonial");
    let css = format!(
        "background-color: {};",
        esc_html(styles.get("background_color"))
    );
    styles.rule(Media::General, &selector, &css);
    if styles.is_hover("background_color") {
        let css = format!(
            "background-color: {};",
            esc_html(styles.hover("background_color"))
        );
        styles.rule(Media::General, &format!("{selector}:hover"), &css);
    }
}

/// Takes the shadow from featured tables.
fn add_featured_shadow(styles: &mut Styles<'_>) {
    let selector = format!("{ORDER_CLASS} .et_pb_featured_table");
    let option = "show_featured_drop_shadow";
    let is_responsive = styles.is_responsive(option);
    let values = styles.three(option, "on");
    for (at, ((media, _), value)) in DEVICES.into_iter().zip(values).enumerate() {
        let shadow = match value {
            "off" => "none",
            "on" if is_responsive && at > 0 && values[at - 1] == "off" => {
                "0 0 12px rgba(0,0,0,0.1)"
            }
            _ => continue,
        };
        let css = ["-moz-box-shadow", "-webkit-box-shadow", "box-shadow"]
            .map(|property| format!("{property}: {shadow};"));
        styles.rule(media, &selector, &css.join(" "));
    }
}

/// Adds the width of the content of a blurb or a header.
pub fn add_content_width(styles: &mut Styles<'_>) {
    let selector = match styles.module() {
        "blurb" => format!("{ORDER_CLASS} .et_pb_blurb_content"),
        "fullwidth_header" => format!(
            "{ORDER_CLASS}.et_pb_fullwidth_header .et_pb_fullwidth_header_container .header-content"
        ),
        _ => return,
    };
    let option = "content_max_width";
    let values = styles.three(option, styles.default_of(option));
    styles.print3(values, &selector, &["max-width"], ";", length);
    let sticky = styles.sticky(option);
    if is_filled(sticky) {
        let css = format!("max-width: {};", length(sticky, "max-width"));
        let selector = styles.sticky_of(&selector);
        styles.rule(Media::General, &selector, &css);
    }
}
