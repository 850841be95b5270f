//! `et_pb_button`: a button link.
//!
//! Contract "divi-modules", section 2.

use compat::divi::attributes::State;
use compat::wordpress::formatting::escape::esc_attr;

use super::super::builder::button::{icon_attributes, rel_attribute};
use super::super::builder::{
    ClassList, Element, Module, MultiView, Render, Rendered, print_slots, slots,
};
use crate::wordpress::head::url;

/// The module.
pub const MODULE: Module = Module {
    slug: "et_pb_button",
    defaults: &[("background_layout", "light")],
    render: Render::Leaf(render),
};

fn render(element: &Element<'_>) -> Rendered {
    let text = element.values("button_text");
    let href = element.text("button_url");
    if !text.is_any() && href.is_empty() {
        return Rendered::default();
    }
    let mut classes = ClassList::of_child(element);
    classes.insert(0, "et_pb_button");
    classes.background_layout(element);
    let class = element.order_class();
    let multi_view = MultiView::default()
        .content(&text)
        .hover_selector(format!(".{class}.et_pb_button"))
        .print(element.slug);
    let values = slots! {
        layout_hover => element.layout_hover(),
        id => element.id_attribute(), classes => classes.print(), multi_view,
        order_class => class, alignment => alignment(element), href => url(href),
        opens_window => element.is_on("url_new_window"),
        rel => rel_attribute(element.text("button_rel")),
        icon => icon_attributes(element, "button"), text => text.desktop(),
    };
    print_slots(element, "button", &values).into()
}

/// The alignment classes.
fn alignment(element: &Element<'_>) -> String {
    let mut classes = Vec::new();
    let values = element.attributes.value("button_alignment");
    for device in State::DEVICES {
        let value = values.enabled(device);
        if !value.is_empty() {
            let device = match device {
                State::Desktop => String::new(),
                other => format!("{}_", other.name()),
            };
            classes.push(format!(
                "et_pb_button_alignment_{device}{}",
                esc_attr(value)
            ));
        }
    }
    classes.join(" ")
}
