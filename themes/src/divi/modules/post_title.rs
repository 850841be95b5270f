//! `et_pb_post_title` and `et_pb_fullwidth_post_title`: title, meta line and featured image of the current post.
//!
//! Contract "divi-modules", section 2.

use compat::divi::attributes::State;
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::post::Post;
use minijinja::context;

use crate::wordpress::content::the_title;
use crate::wordpress::thumbnail::post_thumbnail;
use crate::wordpress::view::{Page, View};

use super::super::builder::post_list::author_of;
use super::super::builder::root::layouts;
use super::super::builder::{
    ClassList, Element, ImageTag, ModeValues, Module, MultiView, OnPage, Rendered, print,
};
use super::super::post_meta;

/// `et_pb_post_title`.
pub const MODULE: Module = Module {
    slug: "et_pb_post_title",
    defaults: DEFAULTS,
    render: OnPage::leaf(render),
};

/// `et_pb_fullwidth_post_title`.
pub const FULLWIDTH: Module = Module {
    slug: "et_pb_fullwidth_post_title",
    defaults: DEFAULTS,
    render: OnPage::leaf(render),
};

const DEFAULTS: &[(&str, &str)] = &[
    ("title", "on"),
    ("meta", "on"),
    ("author", "on"),
    ("date", "on"),
    ("date_format", "M j, Y"),
    ("categories", "on"),
    ("comments", "on"),
    ("featured_image", "on"),
    ("featured_placement", "below"),
    ("text_color", "dark"),
    ("text_orientation", "left"),
];

/// Classes of a part of the meta line, by visibility.
const VISIBLE: &str = "et_pb_title_meta_item--visible";

fn render(element: &Element<'_>, inside: Rendered, page: &mut Page) -> Rendered {
    let view = page.view.clone();
    let is_fullwidth = element.slug == FULLWIDTH.slug;
    let placement = element.text("featured_placement");
    // Light text stands on something dark.
    let layout_for = |color: &str| if color == "light" { "dark" } else { "light" };
    let color = element.text("text_color");
    let usual = layout_for(color);
    let hover = element.attributes.value("text_color").enabled(State::Hover);
    // The same colour again is none of its own: vector divi-module-options.
    let layout_hover = if hover.is_empty() || hover == color {
        String::new()
    } else {
        layouts(usual, layout_for(hover))
    };
    let layout = format!("et_pb_bg_layout_{usual}");
    let mut classes = if is_fullwidth {
        let mut classes = ClassList::without_slug(element);
        classes.add("et_pb_post_title");
        classes.text_orientation(element, "text_orientation");
        classes.add(layout);
        classes
    } else {
        let mut classes = element.class_list();
        classes.add(layout);
        classes.text_orientation(element, "text_orientation");
        classes
    };
    classes.add_if(
        placement == "background" && element.text("featured_image") != "off",
        "et_pb_featured_bg",
    );
    classes.add_if(
        is_fullwidth && placement != "background",
        &format!("et_pb_image_{}", esc_attr(placement)),
    );
    let post = view.global_post().cloned();
    let post = post.as_deref();
    let text = post.map_or_else(String::new, |post| the_title(page, post));
    let values = context! {
        layout_hover, is_fullwidth, above => placement == "above",
        title => title(element, &text),
        meta => post.map_or_else(String::new, |post| meta(element, &view, post, is_fullwidth)),
        image => post.map_or_else(String::new, |post| image(element, &view, post, &text)),
        image_multi_view => seen(element, "featured_image").1,
        ..element.root(&classes)
    };
    let html = print(element, "post_title", values);
    inside.with_html(html)
}

/// Whether a part is visible in any state, and its `data-et-multi-view`.
fn seen(element: &Element<'_>, name: &str) -> (bool, String) {
    let values = element.values(name);
    let multi_view = MultiView::default()
        .visibility(&values, "on")
        .print(element.slug);
    (values.any_is("on"), multi_view)
}

fn title(element: &Element<'_>, text: &str) -> String {
    let (is_seen, multi_view) = seen(element, "title");
    if !is_seen || text.is_empty() {
        return String::new();
    }
    let tag = element.heading("title_level", "h1");
    format!("<{tag} class=\"entry-title\"{multi_view}>{text}</{tag}>")
}

/// The meta line.
fn meta(element: &Element<'_>, view: &View, post: &Post, is_fullwidth: bool) -> String {
    if !element.values("meta").any_is("on") {
        return String::new();
    }
    let has_categories = post.post_type == "post";
    let can_discuss = view.comments_open(post) || view.comments_number(post) > 0;
    let date = || {
        let date = view.mysql2date(element.text("date_format"), &post.date);
        format!("<span class=\"published\">{}</span>", esc_html(&date))
    };
    let parts: [(&str, bool, String); 4] = [
        ("author", true, format!(" {}", author_of(view, post))),
        ("date", true, date()),
        (
            "categories",
            has_categories,
            post_meta::term_links(view, post, "category", ", "),
        ),
        (
            "comments",
            true,
            if can_discuss {
                post_meta::comments(view, post)
            } else {
                String::new()
            },
        ),
    ];
    let wanted = parts.iter().filter(|(name, is_there, _)| {
        let values = element.values(name);
        // Only the full-width module shows parts by device.
        *is_there && (values.desktop() == "on" || is_fullwidth && values.any_is("on"))
    });
    let line: String = if is_fullwidth {
        wanted
            .map(|(name, _, text)| {
                let values = element.values(name);
                let multi_view = MultiView::default()
                    .classes(&[(VISIBLE, &values, true, "on")])
                    .visibility(&values, "on")
                    .print(element.slug);
                format!("<span class=\"{VISIBLE}\"{multi_view}>{text}</span>")
            })
            .collect()
    } else {
        let texts = wanted
            .map(|(_, _, text)| text.as_str())
            .filter(|t| !t.is_empty());
        texts.collect::<Vec<_>>().join(" | ")
    };
    if line.is_empty() {
        return String::new();
    }
    format!("<p class=\"et_pb_title_meta_container\">{line}</p>")
}

fn image(element: &Element<'_>, view: &View, post: &Post, title: &str) -> String {
    let is_background = element.text("featured_placement") == "background";
    if is_background || !seen(element, "featured_image").0 {
        return String::new();
    }
    let Some(attachment) = post_thumbnail(view, post) else {
        let title = esc_attr(title);
        return format!(
            "<img src=\"\" alt=\"\" title=\"{title}\" class=\"et_multi_view_hidden_image\" />"
        );
    };
    let tag = ImageTag {
        src: ModeValues::fixed(attachment.url()),
        attachment: Some(attachment.id),
        ..ImageTag::default()
    };
    tag.with("alt", attachment.alt.as_str())
        .with("title", title)
        .print(view, element.slug)
}
