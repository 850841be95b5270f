//! `et_pb_slider`, `et_pb_fullwidth_slider` and `et_pb_slide`.
//!
//! Contract "divi-modules", section 2.

use std::sync::Arc;

use compat::divi::attributes::State;
use compat::divi::layout::ContentModel;
use compat::wordpress::formatting::escape::esc_attr;

use crate::wordpress::head::url;
use crate::wordpress::shortcodes::player::{Kind, player_of};
use crate::wordpress::view::Page;

use super::super::builder::{
    Background, Button, ClassList, Element, ImageTag, Module, MultiView, OnPage, Render, Rendered,
    print_slots, slots,
};

/// `et_pb_slider`.
pub const MODULE: Module = Module {
    slug: "et_pb_slider",
    defaults: DEFAULTS,
    render: Render::Around(slider),
};

/// `et_pb_fullwidth_slider`.
pub const FULLWIDTH: Module = Module {
    slug: "et_pb_fullwidth_slider",
    defaults: DEFAULTS,
    render: Render::Around(slider),
};

/// `et_pb_slide`.
pub const SLIDE: Module = Module {
    slug: "et_pb_slide",
    defaults: &[
        ("background_layout", "dark"),
        ("alignment", "center"),
        ("parallax_method", "off"),
    ],
    render: OnPage::with(
        ContentModel::Elements,
        |attributes, _| !attributes.text("video_url").is_empty(),
        slide,
    ),
};

const DEFAULTS: &[(&str, &str)] = &[
    ("show_arrows", "on"),
    ("show_pagination", "on"),
    ("auto", "off"),
    ("auto_speed", "7000"),
];

/// The options of its button that a slide takes from its slider.
const BUTTON: [&str; 5] = [
    "custom_button",
    "button_icon",
    "button_icon_tablet",
    "button_icon_phone",
    "button_icon_last_edited",
];

/// The classes of controls and of automatic animation, common to all sliders. A control's class says that it is shown
/// on none of `devices`.
pub fn add_controls(classes: &mut ClassList, element: &Element<'_>, devices: &[State]) {
    for (name, class) in [
        ("show_arrows", "et_pb_slider_no_arrows"),
        ("show_pagination", "et_pb_slider_no_pagination"),
    ] {
        let values = element.values(name);
        let is_shown = devices.iter().any(|device| values.get(*device) == "on");
        classes.add_if(!is_shown, class);
    }
    classes.add_if(element.is_on("parallax"), "et_pb_slider_parallax");
    if element.is_on("auto") {
        let speed = esc_attr(element.text("auto_speed")).into_owned();
        classes.add(format!("et_slider_auto et_slider_speed_{speed}"));
    }
    classes.add_if(
        element.is_on("auto_ignore_hover"),
        "et_slider_auto_ignore_hover",
    );
    classes.add_if(
        element.is_on("show_image_video_mobile"),
        "et_pb_slider_show_image",
    );
}

/// `data-et-multi-view` of a slider's arrows and dots.
pub fn controls_multi_view(element: &Element<'_>) -> String {
    let (arrows, dots) = (
        element.values("show_arrows"),
        element.values("show_pagination"),
    );
    MultiView::default()
        .classes(&[
            ("et_pb_slider_no_arrows", &arrows, true, "off"),
            ("et_pb_slider_no_pagination", &dots, true, "off"),
        ])
        .print(element.slug)
}

fn slider(element: &Element<'_>, inside: Rendered) -> Rendered {
    let content = inside.html.as_str();
    let mut classes = if element.slug == MODULE.slug {
        let mut classes = element.class_list();
        classes.add("et_pb_slider_fullwidth_off");
        classes
    } else {
        let mut classes = ClassList::without_slug(element);
        classes.add("et_pb_slider");
        classes
    };
    add_controls(&mut classes, element, &State::DEVICES);
    let multi_view = controls_multi_view(element);
    let values = slots! { content, multi_view, layers => "", ..element.root_slots(&classes) };
    let html = print_slots(element, "slider", &values);
    inside.with_html(html)
}

fn slide(element: &Element<'_>, inside: Rendered, page: &mut Page) -> Rendered {
    let content = inside.html.as_str();
    let parent = element.parents().next();
    let parent = parent.map_or_else(Arc::default, |parent| Arc::clone(&parent.attributes));
    let video = element.text("video_url").to_owned();
    let image = if video.is_empty() {
        ImageTag::of(element, "image")
            .with("alt", element.text("image_alt"))
            .print(element.view, element.slug)
    } else {
        String::new()
    };
    let has_image = element.values("image").is_any() || !video.is_empty();
    let is_either_on = |name: &str| element.is_on(name) || parent.is_on(name);
    let has_overlay = is_either_on("use_bg_overlay");
    let has_text_overlay = is_either_on("use_text_overlay");
    let background = Background::of(element);
    let classes = slide_classes(
        element,
        (has_image, !video.is_empty()),
        (has_overlay, has_text_overlay),
    );
    let hides_button = parent.text("show_cta_on_mobile") == "off";
    let button = Button {
        url: "button_link",
        class: if hides_button {
            "et_pb_button et_pb_more_button et-hide-mobile"
        } else {
            "et_pb_button et_pb_more_button"
        },
        ..Button::default()
    };
    let level = match element.text("header_level") {
        "" => parent.text("header_level"),
        own => own,
    };
    let player = if video.is_empty() {
        String::new()
    } else {
        own_video(page, &video)
    };
    let content_multi_view = element.content_multi_view(content);
    let values = slots! {
        slide_id => element.order_class(), image, player, is_film => !video.is_empty(),
        title => title(element, compat::divi::alignment::process_header_level(level, Some("h2"))),
        content, content_multi_view, has_overlay, has_text_overlay,
        hides_content => parent.text("show_content_on_mobile") == "off",
        button => button.print(&element.inheriting(&parent, &BUTTON)),
        slots => [background.parallax(), background.pattern_and_mask()].concat(),
        background_video => background.video(),
        ..element.root_slots(&classes)
    };
    let html = print_slots(element, "slide", &values);
    inside.with_html(html)
}

/// The classes of a slide: image, video, overlays.
fn slide_classes(
    element: &Element<'_>,
    (has_image, has_video): (bool, bool),
    (has_overlay, has_text_overlay): (bool, bool),
) -> ClassList {
    let mut classes = ClassList::of_structure(element);
    classes.backgrounds(element);
    classes.background_layout(element);
    classes.add_if(has_image, "et_pb_slide_with_image");
    classes.add_if(has_video, "et_pb_slide_with_video");
    let alignment = element.text("alignment");
    classes.add_if(
        alignment != "bottom",
        &format!("et_pb_media_alignment_{}", esc_attr(alignment)),
    );
    classes.add_if(has_overlay, "et_pb_slider_with_overlay");
    classes.add_if(has_text_overlay, "et_pb_slider_with_text_overlay");
    classes.add_if(element.index == 0, "et-pb-active-slide");
    classes
}

/// A self-hosted or embedded video; empty for unknown URLs.
fn own_video(page: &mut Page, src: &str) -> String {
    let printed = player_of(Kind::Video, src, page);
    if printed.starts_with("<a ") {
        String::new()
    } else {
        printed
    }
}

/// The title, linked if the slide has a URL.
fn title(element: &Element<'_>, tag: &str) -> String {
    let values = element.values("heading");
    if !values.is_any() {
        return String::new();
    }
    let href = element.text("button_link");
    let text = values.desktop();
    let multi_view = MultiView::default().content(&values).print(element.slug);
    if matches!(href, "" | "#") {
        return format!("<{tag} class=\"et_pb_slide_title\"{multi_view}>{text}</{tag}>");
    }
    format!(
        "<{tag} class=\"et_pb_slide_title\"><a href=\"{}\"{multi_view}>{text}</a></{tag}>",
        url(href)
    )
}
