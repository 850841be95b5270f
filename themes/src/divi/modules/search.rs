//! `et_pb_search`: the search form.
//!
//! Contract "divi-modules", section 2.

use super::super::builder::{Element, Module, Render, Rendered, builder_text, print_slots};
use crate::slots::slots;

/// The module.
pub const MODULE: Module = Module {
    slug: "et_pb_search",
    defaults: &[
        ("text_orientation", "left"),
        ("background_layout", "light"),
        ("show_button", "on"),
    ],
    render: Render::Leaf(render),
};

fn render(element: &Element<'_>) -> Rendered {
    let view = element.view;
    let mut classes = element.class_list();
    classes.text_orientation(element, "text_orientation");
    classes.background_layout(element);
    classes.add_if(!element.is_on("show_button"), "et_pb_hide_search_button");
    let excludes_posts = element.is_on("exclude_posts");
    let values = slots! {
        action => view.home_url(),
        label => builder_text(view, "Search for:"), button => builder_text(view, "Search"),
        placeholder => element.text("placeholder"),
        language => view.site.language_parameter().unwrap_or_default(),
        multi_view => element.multi_view("placeholder"),
        categories => if excludes_posts { "" } else { element.text("include_categories") },
        posts => !excludes_posts, pages => !element.is_on("exclude_pages"),
        ..element.root_slots(&classes)
    };
    print_slots(element, "search", &values).into()
}
