//! `et_pb_tabs` and `et_pb_tab`: texts of which one is shown, with their titles over them.
//!
//! Contract "divi-modules", section 2: titles are printed by the parent, so tabs leave them on the page.

use crate::wordpress::view::Page;

use super::super::builder::{
    ClassList, Element, Module, MultiView, RenderState, builder_text, print_slots, slots,
};

/// The parent.
pub const MODULE: Module = Module {
    slug: "et_pb_tabs",
    defaults: &[],
    render: tabs,
};

/// One of them.
pub const TAB: Module = Module {
    slug: "et_pb_tab",
    defaults: &[],
    render: tab,
};

fn tabs(element: &Element<'_>, page: &mut Page) -> String {
    let outer = std::mem::take(&mut RenderState::of(page).tabs);
    let content = element.content(page);
    let titles = std::mem::replace(&mut RenderState::of(page).tabs, outer);
    let classes = element.class_list();
    let values = slots! { content, titles => titles.concat(), ..element.root_slots(&classes) };
    print_slots(page, "tabs", &values)
}

fn tab(element: &Element<'_>, page: &mut Page) -> String {
    let content = element.content(page);
    let default = builder_text(&page.view, "Tab");
    let values = element.values("title").with_all_devices();
    let titles = values.map(|title| {
        if title.is_empty() {
            default.clone()
        } else {
            title.to_owned()
        }
    });
    let is_first = RenderState::of(page).tabs.is_empty();
    let multi_view = MultiView::default().content(&titles).print("et_pb_tabs");
    let class = element.order_class();
    let active = if is_first { " et_pb_tab_active" } else { "" };
    let title = format!(
        "<li class=\"{class}{active}\"><a href=\"#\"{multi_view}>{}</a></li>",
        titles.desktop()
    );
    RenderState::of(page).tabs.push(title);
    let mut classes = ClassList::of_structure(element);
    classes.backgrounds(element);
    classes.add("clearfix");
    classes.add_if(is_first, "et_pb_active_content");
    let values = slots! { content, ..element.root_slots(&classes) };
    print_slots(page, "tab", &values)
}
