//! `et_pb_comments`: the shown post's comments and their form.
//!
//! Contract "divi-modules", section 2.

use minijinja::context;

use crate::wordpress::comments::comments_template;
use crate::wordpress::view::Page;

use super::super::builder::button::icon_attributes;
use super::super::builder::{ClassList, Element, Module, MultiView, print};

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
    render,
};

/// What can be hidden: switch, class.
const PARTS: [(&str, &str); 5] = [
    ("show_avatar", "et_pb_no_avatar"),
    ("show_reply", "et_pb_no_reply_button"),
    ("show_count", "et_pb_no_comments_count"),
    ("show_meta", "et_pb_no_comments_meta"),
    ("show_rating", "et_pb_no_comments_rating"),
];

fn render(element: &Element<'_>, page: &mut Page) -> String {
    let view = page.view.clone();
    let comments = match view.global_post() {
        Some(post) => comments_template(page, post),
        None => String::new(),
    };
    let mut classes = ClassList::without_slug(element);
    classes.add("et_pb_comments_module");
    classes.background_layout(element);
    let switches: Vec<_> = PARTS
        .iter()
        .map(|(name, class)| (element.values(name), *class))
        .collect();
    for (values, class) in &switches {
        classes.add_if(values.desktop() == "off", class);
    }
    classes.backgrounds(element);
    let list: Vec<_> = switches
        .iter()
        .map(|(values, class)| (*class, values, true, "off"))
        .collect();
    let multi_view = MultiView::default()
        .classes(&list)
        .print(element.module.slug);
    let values = context! {
        comments, multi_view, icon => icon_attributes(element, "button"),
        ..element.root(&classes)
    };
    print(page, "comments", values)
}
