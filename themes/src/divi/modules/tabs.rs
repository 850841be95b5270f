//! `et_pb_tabs` and `et_pb_tab`.
//!
//! Contract "divi-modules", section 2: titles are printed by the parent.

use super::super::builder::{
    ClassList, Element, Module, MultiView, Render, Rendered, builder_text, print_slots, slots,
};

/// `et_pb_tabs`.
pub const MODULE: Module = Module {
    slug: "et_pb_tabs",
    defaults: &[],
    render: Render::Around(tabs),
};

/// `et_pb_tab`.
pub const TAB: Module = Module {
    slug: "et_pb_tab",
    defaults: &[],
    render: Render::Around(tab),
};

fn tabs(element: &Element<'_>, mut inside: Rendered) -> Rendered {
    let titles = inside.take(|extras| &mut extras.tab_titles).concat();
    let content = inside.html.as_str();
    let classes = element.class_list();
    let values = slots! { content, titles, ..element.root_slots(&classes) };
    let html = print_slots(element, "tabs", &values);
    inside.with_html(html)
}

fn tab(element: &Element<'_>, inside: Rendered) -> Rendered {
    let content = inside.html.as_str();
    let default = builder_text(element.view, "Tab");
    let values = element.values("title").with_all_devices();
    let titles = values.map(|title| {
        if title.is_empty() {
            default.clone()
        } else {
            title.to_owned()
        }
    });
    let is_first = element.is_first_tab;
    let multi_view = MultiView::default().content(&titles).print("et_pb_tabs");
    let class = element.order_class();
    let active = if is_first { " et_pb_tab_active" } else { "" };
    let title = format!(
        "<li class=\"{class}{active}\"><a href=\"#\"{multi_view}>{}</a></li>",
        titles.desktop()
    );
    let mut classes = ClassList::of_structure(element);
    classes.backgrounds(element);
    classes.add("clearfix");
    classes.add_if(is_first, "et_pb_active_content");
    let values = slots! { content, ..element.root_slots(&classes) };
    let html = print_slots(element, "tab", &values);
    let mut tab = inside.with_html(html);
    tab.extras().tab_titles.push(title);
    tab
}
