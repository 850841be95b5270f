//! `et_pb_image` and `et_pb_fullwidth_image`.
//!
//! Contract "divi-modules", sections 2 and 3.

use super::super::builder::button::{overlay, rel_attribute};
use super::super::builder::{Element, ImageTag, Module, Render, Rendered, print_slots, slots};
use crate::wordpress::head::url;

/// `et_pb_image`.
pub const MODULE: Module = Module {
    slug: "et_pb_image",
    defaults: &[("show_bottom_space", "on")],
    render: Render::Leaf(render),
};

/// `et_pb_fullwidth_image`.
pub const FULLWIDTH: Module = Module {
    slug: "et_pb_fullwidth_image",
    defaults: &[],
    render: Render::Leaf(render),
};

fn render(element: &Element<'_>) -> Rendered {
    let is_fullwidth = element.slug == FULLWIDTH.slug;
    let view = element.view;
    let src = element.text("src");
    // Attachment metadata is not used: recording pages/modulos-desplazamiento.
    let alt = element.text("alt");
    let image = ImageTag::of(element, "src")
        .with("alt", alt)
        .with("title", element.text("title_text"))
        .print(view, element.slug);
    let in_lightbox = element.is_on("show_in_lightbox");
    let href = element.text("url");
    let has_overlay = element.is_on("use_overlay") && (in_lightbox || !href.is_empty());
    let mut classes = element.class_list();
    let is_animated = !matches!(element.text("animation_style"), "" | "none");
    classes.add_if(is_animated, "et-waypoint");
    classes.add_if(
        !is_fullwidth && element.text("show_bottom_space") == "off",
        "et_pb_image_sticky",
    );
    classes.add_if(has_overlay, "et_pb_has_overlay");
    let overlay = if has_overlay {
        overlay(element, "hover_icon")
    } else {
        String::new()
    };
    let has_shadow = !matches!(element.text("box_shadow_style"), "" | "none");
    let values = slots! {
        image, in_lightbox, overlay, has_shadow,
        link => if in_lightbox { url(src) } else { url(href) },
        is_linked => in_lightbox || !href.is_empty(),
        alt,
        opens_window => element.is_on("url_new_window"),
        rel => rel_attribute(element.text("url_rel")),
        ..element.root_slots(&classes)
    };
    print_slots(
        element,
        if is_fullwidth {
            "fullwidth_image"
        } else {
            "image"
        },
        &values,
    )
    .into()
}
