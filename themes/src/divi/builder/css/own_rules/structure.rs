//! Sections, rows and columns: what they say a second time, and the ground of sections.

use compat::divi::hover::ORDER_CLASS;
use compat::wordpress::formatting::escape::esc_html;

use super::super::super::style_sheet::Media;
use super::super::families::filter;
use super::section_divider;
use super::super::styles::{DEVICES, Styles, hover_at_end};

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
    let tablet = if styles.is_responsive("background") { "_tablet" } else { "" };
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

/// Modules whose frame cuts off what reaches over it, unless somebody says otherwise.
pub fn cut(styles: &mut Styles<'_>) {
    let selector = match styles.module() {
        "search" => ORDER_CLASS,
        "slider" | "fullwidth_slider" | "post_slider" | "fullwidth_post_slider" => {
            styles.selectors.main.as_str()
        }
        _ => return,
    };
    for attribute in ["overflow-x", "overflow-y"] {
        if styles.text(attribute).is_empty() {
            styles.add(Media::General, selector, &format!("{attribute}: hidden;"));
        }
    }
}
