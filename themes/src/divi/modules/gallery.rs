//! `et_pb_gallery`: attachments as grid or slider.
//!
//! Contract "divi-modules", section 2.

use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::media::Attachment;
use compat::wordpress::post::PostId;
use minijinja::context;

use crate::wordpress::head::url;
use crate::wordpress::view::View;

use super::super::builder::button::overlay;
use super::super::builder::image::{full_image, sized_image};
use super::super::builder::{ClassList, Element, Module, Render, Rendered, print};

/// The module.
pub const MODULE: Module = Module {
    slug: "et_pb_gallery",
    defaults: &[
        ("background_layout", "light"),
        ("posts_number", "4"),
        ("orientation", "landscape"),
        ("show_title_and_caption", "on"),
        ("show_pagination", "on"),
        ("auto_speed", "7000"),
    ],
    render: Render::Leaf(render),
};

fn render(element: &Element<'_>) -> Rendered {
    let ids = element.text("gallery_ids").split(',');
    let ids: Vec<i64> = ids.filter_map(|id| id.trim().parse().ok()).collect();
    gallery(element, &ids, element.class_list()).into()
}

/// The gallery with the pictures of a product.
pub(super) fn of_product(element: &Element<'_>, ids: &[i64]) -> String {
    let mut classes = element.class_list();
    classes.add("et_pb_gallery");
    gallery(element, ids, classes)
}

fn gallery(element: &Element<'_>, ids: &[i64], mut classes: ClassList) -> String {
    let view = element.view;
    let is_slider = element.is_on("fullwidth");
    classes.text_orientation(element, "text_orientation");
    classes.background_layout(element);
    classes.add(if is_slider {
        "et_pb_slider et_pb_gallery_fullwidth"
    } else {
        "et_pb_gallery_grid"
    });
    if is_slider && element.is_on("auto") {
        let speed = esc_attr(element.text("auto_speed")).into_owned();
        classes.add(format!("et_slider_auto et_slider_speed_{speed}"));
        classes.add("clearfix");
    }
    let images = ids.iter().filter_map(|id| view.gallery_image(*id));
    let mut images: Vec<&Attachment> = images.collect();
    if element.text("gallery_orderby") == "rand" {
        // Random order changes per cached page, not per request.
        images.sort_by_key(|image| image.id.wrapping_mul(view.visitor.random | 1));
    }
    let items: String = images
        .iter()
        .enumerate()
        .map(|(i, image)| item(element, view, image, i, is_slider))
        .collect();
    let pages = element.values("show_pagination");
    let is_justified = element.text("pagination_text_align") == "justify";
    let values = context! {
        items, per_page => element.text("posts_number"),
        is_justified,
        has_pages => !is_slider && pages.any_is("on"),
        pages_multi_view => super::super::builder::MultiView::default()
            .visibility(&pages, "on").print(element.slug),
        ..element.root(&classes)
    };
    print(element, "gallery", values)
}

fn item(
    element: &Element<'_>,
    view: &View,
    image: &Attachment,
    i: usize,
    is_slider: bool,
) -> String {
    let orientation = if element.text("orientation") == "portrait" {
        "portrait"
    } else {
        "landscape"
    };
    let size = if orientation == "portrait" {
        (400, 516)
    } else {
        (400, 284)
    };
    let layout = esc_attr(element.text("background_layout")).into_owned();
    let (grid, tag, overlay) = if is_slider {
        ("", full_image(view, image), String::new())
    } else {
        let tag = sized_image(view, image, size, &image.alt);
        (
            " et_pb_grid_item",
            tag,
            format!("\n{}", overlay(element, "hover_icon")),
        )
    };
    let filters = ClassList::of_child_filters(element);
    let mut below = String::new();
    if !is_slider && element.is_on("show_title_and_caption") {
        let heading = element.heading("title_level", "h3");
        let caption = view
            .objects
            .post(PostId(image.id))
            .map_or("", |p| p.excerpt.as_str());
        if !image.title.is_empty() {
            below.push_str(&format!(
                "<{heading} class=\"et_pb_gallery_title\">{}</{heading}>",
                esc_html(&image.title)
            ));
        }
        if !caption.is_empty() {
            below.push_str(&format!("<p class=\"et_pb_gallery_caption\">{caption}</p>"));
        }
    }
    format!(
        "<div class=\"et_pb_gallery_item{grid} et_pb_bg_layout_{layout}{filters} et_pb_gallery_item_{}_{i}\">\n\
         <div class='et_pb_gallery_image {orientation}'>\n<a href=\"{}\" title=\"{}\">\n{tag}{overlay}\n</a>\n</div>{below}</div>",
        element.number,
        url(&image.url()),
        esc_attr(&image.title)
    )
}
