//! Sections, rows and columns: what they say a second time, and the ground of sections.

use compat::divi::hover::ORDER_CLASS;
use compat::wordpress::formatting::escape::esc_html;

use super::super::super::style_sheet::Media;
use super::super::families::filter;
use super::super::styles::{DEVICES, Styles, hover_at_end};
use super::section_divider;

/// Adds the rules.
pub fn add(styles: &mut Styles<'_>) {
    match styles.module() {
        "section" => {
            add_section_color(styles);
            filter::add_of_element(styles);
            section_divider::add(styles);
        }
        "row" | "row_inner" | "column" | "column_inner" => filter::add_of_element(styles),
        "slide" => add_slide_color(styles),
        _ => {}
    }
}

fn add_section_color(styles: &mut Styles<'_>) {
    let selector = format!("{ORDER_CLASS}.et_pb_section");
    if styles.text("background_enable_color") == "off" {
        return;
    }
    let tablet = if styles.is_responsive("background") {
        "_tablet"
    } else {
        ""
    };
    for (media, suffix) in DEVICES {
        if !suffix.is_empty() && tablet.is_empty() {
            break;
        }
        let value = styles.text(&format!("background_color{suffix}"));
        if !value.is_empty() {
            let css = format!("background-color: {} !important;", esc_html(value));
            styles.add(media, &selector, &css);
        }
    }
    if styles.is_hover("background")
        && let Some(value) = styles.hover("background_color")
    {
        let css = format!("background-color:{} !important;", esc_html(value));
        styles.add(Media::General, &hover_at_end(&selector), &css);
    }
    let sticky = styles.text("background_color__sticky");
    if styles.has_sticky_value("background") && !sticky.is_empty() {
        let css = format!("background-color:{} !important;", esc_html(sticky));
        let then = styles.sticky_selector(&selector);
        styles.add(Media::General, &then, &css);
    }
}

fn add_slide_color(styles: &mut Styles<'_>) {
    let color = match styles.text("background_color") {
        "" => styles.subject.accent,
        color => color,
    };
    if styles.text("background_enable_color") != "off" {
        let css = format!("background-color: {};", esc_html(color));
        styles.add(Media::General, ORDER_CLASS, &css);
    }
}

/// Adds the rules of the input of a search form, which is as high as its paddings make it.
pub fn add_search(styles: &mut Styles<'_>) {
    if styles.module() == "search" {
        let input = format!("{ORDER_CLASS} input.et_pb_s");
        styles.add(Media::General, &input, "height: auto; min-height: 0;");
    }
}

/// Adds the rules of lists in price tables that stand in the middle: their bullets leave no room.
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

/// Adds the rules of a link to a network: its paddings make its size.
pub fn add_network(styles: &mut Styles<'_>) {
    let is_padded = !styles.text("custom_padding").is_empty();
    if styles.module() == "social_media_follow_network" && is_padded {
        let link = format!(".et_pb_social_media_follow li{ORDER_CLASS} a");
        styles.add(Media::General, &link, "width: auto; height: auto;");
    }
}

/// Adds the rules of one bar, which has the colour of all of them unless it has its own.
pub fn add_counter(styles: &mut Styles<'_>) {
    if styles.module() == "counters"
        && let Some(color) = styles.hover("bar_bg_color")
    {
        let selector = format!("{ORDER_CLASS}:hover .et_pb_counter_amount");
        let css = format!("background-color: {};", esc_html(color));
        styles.add(Media::General, &selector, &css);
    }
    if styles.module() != "counter" {
        return;
    }
    let bar = format!("{ORDER_CLASS} .et_pb_counter_amount");
    // A colour that is the default is none.
    let accent = styles.subject.accent;
    let (color, end) = match styles.text("bar_background_color") {
        own if own.is_empty() || own == accent => (accent, ""),
        own => (own, " !important"),
    };
    let parts = [("", "background-color"), (".overlay", "color")];
    for (part, property) in parts {
        let css = format!("{property}: {}{end};", esc_html(color));
        styles.add(Media::General, &format!("{bar}{part}"), &css);
    }
    let ground = styles.text("background_color");
    if !ground.is_empty() {
        let container = format!(".et_pb_counters {ORDER_CLASS} .et_pb_counter_container");
        let css = format!("background-color: {} !important;", esc_html(ground));
        for media in [Media::General, Media::Max980, Media::Max767] {
            styles.add(media, &container, &css);
        }
    }
    if let Some(color) = styles.hover("bar_background_color") {
        for (part, property) in parts {
            let selector =
                format!(".et_pb_counters {ORDER_CLASS}:hover .et_pb_counter_amount{part}");
            let css = format!("{property}: {};", esc_html(color));
            styles.add(Media::General, &selector, &css);
        }
    }
}
