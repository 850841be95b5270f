//! `et_pb_audio`: an audio player.
//!
//! Contract "divi-modules", section 2.

use compat::wordpress::formatting::escape::esc_html;

use crate::wordpress::view::Page;

use crate::wordpress::head::url;
use crate::wordpress::shortcodes::player::{Kind, player_of};

use super::super::builder::{ClassList, Element, Module, MultiView, OnPage, Rendered, print_slots};
use crate::slots::slots;

/// The module.
pub const MODULE: Module = Module {
    slug: "et_pb_audio",
    defaults: &[("background_layout", "dark")],
    render: OnPage::leaf(render),
};

fn render(element: &Element<'_>, inside: Rendered, page: &mut Page) -> Rendered {
    let view = page.view.clone();
    let image = element.values("image_url");
    let mut classes = ClassList::without_slug(element);
    classes.add("et_pb_audio_module clearfix");
    classes.background_layout(element);
    classes.dark_text(element);
    classes.add_if(!image.is_any(), "et_pb_audio_no_image");
    classes.child_filters(element);
    let span = |name: &str, tag: &str| {
        let values = element.values(name);
        if !values.is_any() {
            return String::new();
        }
        let multi_view = MultiView::default()
            .content(&values.clone().escaped())
            .print(element.slug);
        format!("<{tag}{multi_view}>{}</{tag}>", esc_html(values.desktop()))
    };
    let (artist, album) = (span("artist_name", "strong"), span("album_name", "span"));
    let by = view
        .locale
        .domain("et_builder")
        .translate_with_context("by <strong>%1$s</strong>", "Audio Module meta information")
        .replace("<strong>%1$s</strong>", &artist);
    let by = if artist.is_empty() { String::new() } else { by };
    let parts: Vec<String> = [by, album].into_iter().filter(|p| !p.is_empty()).collect();
    let src = element.text("audio").to_owned();
    let values = slots! {
        image => url(image.desktop()),
        title => element.title("title", element.heading("title_level", "h2"), "et_pb_module_header"),
        meta => parts.join(" | "),
        player => if src.is_empty() { String::new() } else { player_of(Kind::Audio, &src, page) },
        ..element.root_slots(&classes)
    };
    let html = print_slots(element, "audio", &values);
    inside.with_html(html)
}
