//! `et_pb_wc_tabs`: description, attributes and reviews of a product in the builder's tabs.
//!
//! Contract "woocommerce", section 15.3.

use compat::wordpress::formatting::escape::esc_html;

use crate::wordpress::view::Page;

use super::super::super::builder::{Element, Module, OnPage, Rendered, print_slots, slots};
use super::frame::product_of;

/// The module.
pub const MODULE: Module = Module {
    slug: "et_pb_wc_tabs",
    defaults: &[("include_tabs", ALL)],
    render: OnPage::leaf(tabs),
};

/// All tabs; stored values may be switches, `on|off|on`, in this order.
const ALL: &str = "description|additional_information|reviews";

/// Whether a tab is one of those that the module shows.
fn is_included(included: &str, key: &str) -> bool {
    let switches: Vec<&str> = included.split('|').collect();
    if switches.iter().all(|part| matches!(*part, "on" | "off")) {
        let place = ALL.split('|').position(|known| known == key);
        return place.is_none_or(|at| switches.get(at) == Some(&"on"));
    }
    switches.contains(&key)
}

fn tabs(element: &Element<'_>, inside: Rendered, page: &mut Page) -> Rendered {
    let theme = page.view.theme.clone();
    let all = (theme.shop_parts.tabs)(page, product_of(element));
    let included = element.text("include_tabs");
    let included = if included.is_empty() { ALL } else { included };
    let shown = all.into_iter().filter(|tab| is_included(included, tab.key));
    let (mut titles, mut content) = (String::new(), String::new());
    for (at, tab) in shown.enumerate() {
        let (active, open) = match at {
            0 => (" et_pb_tab_active", " et_pb_active_content"),
            _ => ("", ""),
        };
        titles.push_str(&format!(
            "<li class=\"{0}_tab{active}\"><a href=\"#tab-{0}\">{1}</a></li>",
            tab.key,
            esc_html(&tab.title)
        ));
        content.push_str(&format!(
            "<div class=\"et_pb_tab clearfix{open}\">\n<div class=\"et_pb_tab_content\">{}</div>\n</div>",
            tab.content
        ));
    }
    if titles.is_empty() {
        return inside.with_html(String::new());
    }
    let mut classes = element.class_list();
    classes.add("et_pb_tabs");
    let values = slots! { content, titles, ..element.root_slots(&classes) };
    let html = print_slots(element, "tabs", &values);
    inside.with_html(html)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tabs_are_named_or_switched() {
        assert!(is_included(ALL, "reviews"));
        assert!(!is_included("description", "reviews"));
        assert!(is_included("on|off|on", "reviews"));
        assert!(!is_included("on|off|on", "additional_information"));
        assert!(!is_included("on", "reviews"));
    }
}
