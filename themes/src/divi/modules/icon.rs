//! `et_pb_icon`: an icon.
//!
//! Contract "divi-modules", section 2.

use compat::divi::font_icon::process_font_icon;
use compat::divi::theme_tables::ThemeTables;
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::php::html::html_entity_decode;

use super::super::builder::button::rel_attribute;
use super::super::builder::{
    Element, ModeValues, Module, MultiView, Render, Rendered, print_slots, slots,
};
use crate::wordpress::head::url;

/// The module.
pub const MODULE: Module = Module {
    slug: "et_pb_icon",
    defaults: &[],
    render: Render::Leaf(render),
};

fn render(element: &Element<'_>) -> Rendered {
    let icons = characters(element.theme_tables(), element.values("font_icon"));
    let selector = format!(".{} .et_pb_icon_wrap .et-pb-icon", element.order_class());
    let multi_view = MultiView::default()
        .content(&icons)
        .hover_selector(selector)
        .print(element.slug);
    let mut classes = element.class_list();
    let is_animated = !matches!(element.text("animation_style"), "" | "none");
    classes.add_if(is_animated, "et-waypoint");
    let values = slots! {
        icon => icons.desktop(), multi_view,
        href => url(element.text("url")),
        opens_window => element.is_on("url_new_window"),
        title => element.text("title_text"),
        has_shadow => !matches!(element.text("box_shadow_style"), "" | "none"),
        rel => rel_attribute(element.text("url_rel")),
        ..element.root_slots(&classes)
    };
    print_slots(element, "icon", &values).into()
}

/// The characters of icons by state. Those stored with their font are characters, also where the code is that of a letter
/// (vectors divi-modules-2, blurbs); those stored as numbers are entities then (divi-module-options).
pub fn characters(tables: &ThemeTables, icons: ModeValues) -> ModeValues {
    icons.map(|icon| {
        if !icon.contains("||") {
            return character(tables, icon);
        }
        let entity = process_font_icon(tables, icon).replace("&amp;#", "&#");
        let decoded = html_entity_decode(entity.as_bytes());
        esc_html(&String::from_utf8_lossy(&decoded)).into_owned()
    })
}

/// The character of an icon: private-use code points as characters, letters as entities.
pub fn character(tables: &ThemeTables, icon: &str) -> String {
    let entity = process_font_icon(tables, icon).replace("&amp;#", "&#");
    let decoded = html_entity_decode(entity.as_bytes());
    let decoded = String::from_utf8_lossy(&decoded).into_owned();
    if decoded.is_ascii() { entity } else { decoded }
}
