//! `et_pb_comments`: the current post's comments and comment form.
//!
//! Contract "divi-modules", section 2.

use minijinja::context;

use crate::wordpress::view::{Page, View};

use super::super::builder::button::icon_attributes;
use super::super::builder::{
    ClassList, Element, Module, MultiView, OnPage, Rendered, builder_text, print,
};
use super::super::comments::comments_template;

/// The module.
pub const MODULE: Module = Module {
    slug: "et_pb_comments",
    defaults: &[
        ("background_layout", "light"),
        ("show_avatar", "on"),
        ("show_reply", "on"),
        ("show_count", "on"),
        ("show_meta", "on"),
        ("show_rating", "on"),
    ],
    render: OnPage::leaf(render),
};

/// Parts that can be hidden: attribute, class.
const PARTS: [(&str, &str); 5] = [
    ("show_avatar", "et_pb_no_avatar"),
    ("show_reply", "et_pb_no_reply_button"),
    ("show_count", "et_pb_no_comments_count"),
    ("show_meta", "et_pb_no_comments_meta"),
    ("show_rating", "et_pb_no_comments_rating"),
];

/// Changes to the theme's markup: a heading even without comments, a plain button.
fn as_module(comments: &str, no_comments: &str) -> String {
    const OPEN: &str = "<section id=\"comment-wrap\">";
    let comments = with_button(comments);
    if comments.contains("id=\"comments\"") {
        return comments;
    }
    let heading = format!("{OPEN}\n<h1 id=\"comments\" class=\"page_title\">{no_comments}</h1>");
    comments.replacen(OPEN, &heading, 1)
}

/// The form's title with the builder's text instead of the theme's (recording pages/modulos-comentarios).
fn with_title(comments: &str, view: &View) -> String {
    const TITLE: &str = "class=\"comment-reply-title\"><span>";
    let source = "Submit a Comment";
    let theme = format!("{TITLE}{}</span>", view.theme_text(source));
    let own = format!("{TITLE}{}</span>", builder_text(view, source));
    comments.replacen(&theme, &own, 1)
}

/// Replaces the theme's submit `input` by a `button`.
fn with_button(comments: &str) -> String {
    with_button_of(comments, "submit", "et_pb_submit")
}

/// Replaces a form's submit `input` by a `button` with this class and id.
pub(super) fn with_button_of(comments: &str, class: &str, id: &str) -> String {
    const INPUT: &str = "<input name=\"submit\" type=\"submit\" id=\"submit\"";
    let Some((before, rest)) = comments.split_once(INPUT) else {
        return comments.to_owned();
    };
    let (tag, behind) = rest.split_once('>').unwrap_or((rest, ""));
    let label = tag
        .split("value=\"")
        .nth(1)
        .and_then(|v| v.split('"').next());
    let label = label.unwrap_or_default();
    format!(
        "{before}<button name=\"submit\" type=\"submit\" id=\"{id}\" class=\"{class}\">{label}</button>{behind}"
    )
}

fn render(element: &Element<'_>, inside: Rendered, page: &mut Page) -> Rendered {
    let view = page.view.clone();
    let comments = match view.global_post() {
        Some(post) => {
            let comments = with_title(&comments_template(page, post), &view);
            as_module(&comments, &builder_text(&view, "0 Comments"))
        }
        None => String::new(),
    };
    let mut classes = ClassList::without_slug(element);
    classes.add("et_pb_comments_module");
    classes.add_text_orientation_without_space(element, "text_orientation");
    classes.background_layout(element);
    let switches: Vec<_> = PARTS
        .iter()
        .map(|(name, class)| (element.values(name), *class))
        .collect();
    for (values, class) in &switches {
        classes.add_if(values.desktop() == "off", class);
    }
    let list: Vec<_> = switches
        .iter()
        .map(|(values, class)| (*class, values, true, "off"))
        .collect();
    let multi_view = MultiView::default().classes(&list).print(element.slug);
    let values = context! {
        comments, multi_view, icon => icon_attributes(element, "button"),
        ..element.root(&classes)
    };
    let html = print(element, "comments", values);
    inside.with_html(html)
}
