//! Sections, rows and columns: what they say a second time, and the ground of sections.

use compat::divi::hover::ORDER_CLASS;
use compat::wordpress::formatting::escape::esc_html;

use super::super::super::style_sheet::Media;
use super::super::families::filter;
use super::super::styles::{DEVICES, Styles, hover_at_end};

/// Adds the rules.
pub fn add(styles: &mut Styles<'_>) {
    match styles.module() {
        "section" => {
            add_section_color(styles);
            filter::add_of_element(styles);
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
    if styles.text("background_color").is_empty() && styles.text("background_enable_color") != "off" {
        let css = format!("background-color: {};", esc_html(styles.subject.accent));
        styles.add(Media::General, ORDER_CLASS, &css);
    }
}
