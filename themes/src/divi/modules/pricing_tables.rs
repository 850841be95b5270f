//! `et_pb_pricing_tables` and `et_pb_pricing_table`.
//!
//! Contract "divi-modules", section 2.

use compat::wordpress::formatting::escape::esc_html;

use super::super::builder::{
    Button, ClassList, Element, Module, MultiView, Render, Rendered, print_slots, slots,
};

/// `et_pb_pricing_tables`.
pub const MODULE: Module = Module {
    slug: "et_pb_pricing_tables",
    defaults: &[("show_bullet", "on")],
    render: Render::Around(tables),
};

/// `et_pb_pricing_table`.
pub const TABLE: Module = Module {
    slug: "et_pb_pricing_table",
    defaults: &[("featured", "off")],
    render: Render::Around(table),
};

fn tables(element: &Element<'_>, inside: Rendered) -> Rendered {
    let content = inside.html.as_str();
    let count = inside.children;
    let mut tables = content
        .split("class=\"et_pb_pricing_table et_pb_pricing_table_")
        .skip(1);
    let featured = tables.position(|table| {
        table
            .split('"')
            .next()
            .is_some_and(|c| c.contains("et_pb_featured_table"))
    });
    let bullets = element.values("show_bullet");
    let mut classes = ClassList::without_slug(element);
    classes.add("et_pb_pricing clearfix");
    classes.add(format!("et_pb_pricing_{count}"));
    classes.add_if(featured == Some(1), "et_pb_second_featured");
    classes.add_if(featured == Some(2), "et_pb_third_featured");
    // At most four tables per row.
    classes.add_if(
        featured.is_none_or(|at| at > 3),
        "et_pb_no_featured_in_first_row",
    );
    classes.add_if(bullets.desktop() == "off", "et_pb_pricing_no_bullet");
    let multi_view = MultiView::default()
        .classes(&[("et_pb_pricing_no_bullet", &bullets, true, "off")])
        .print(element.slug);
    let values = slots! { content, multi_view, ..element.root_slots(&classes) };
    let html = print_slots(element, "pricing_tables", &values);
    inside.with_html(html)
}

/// The options of its button that a table takes from its module.
const BUTTON: [&str; 6] = [
    "custom_button",
    "button_icon",
    "button_icon_tablet",
    "button_icon_phone",
    "button_icon_last_edited",
    "button_rel",
];

fn table(element: &Element<'_>, inside: Rendered) -> Rendered {
    let content = inside.html.as_str();
    let level = match element.text("header_level") {
        "" => element
            .parent("et_pb_pricing_tables")
            .map_or("", |p| p.attributes.text("header_level")),
        own => own,
    };
    let tag = compat::divi::alignment::process_header_level(level, Some("h2"));
    let mut classes = ClassList::of_structure(element);
    classes.add_if(element.text("featured") != "off", "et_pb_featured_table");
    classes.backgrounds(element);
    let span = |name: &str, class: &str, before: &str| {
        let values = element.values(name);
        if !values.is_any() {
            return String::new();
        }
        let multi_view = MultiView::default()
            .content(&values.clone().escaped())
            .print(element.slug);
        let text = esc_html(values.desktop()).into_owned();
        format!("<span class=\"{class}\"{multi_view}>{before}{text}</span>")
    };
    let slash = "<span class=\"et_pb_frequency_slash\">/</span>";
    let button = Button {
        class: "et_pb_button et_pb_pricing_table_button",
        ..Button::default()
    };
    let values = slots! {
        title => element.title("title", tag, "et_pb_pricing_title"),
        subtitle => span("subtitle", "et_pb_best_value", ""),
        currency => span("currency", "et_pb_dollar_sign", ""),
        sum => span("sum", "et_pb_sum", ""),
        per => span("per", "et_pb_frequency", slash),
        items => items(content),
        button => match element.parent("et_pb_pricing_tables") {
            Some(tables) => button.print(&element.inheriting(&tables.attributes, &BUTTON)),
            None => button.print(element),
        },
        ..element.root_slots(&classes)
    };
    let html = print_slots(element, "pricing_table", &values);
    inside.with_html(html)
}

/// The lines as list items; a leading `-` marks an excluded feature.
fn items(content: &str) -> String {
    let text = content
        .replace("<p>", "")
        .replace("</p>", "\n")
        .replace("<br />", "\n");
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines
        .map(|line| {
            let minus = ["-", "&#8211;", "\u{2013}"]
                .iter()
                .find_map(|m| line.strip_prefix(m));
            match (minus, line.strip_prefix('+')) {
                (Some(rest), _) => {
                    format!(
                        "<li class=\"et_pb_not_available\"><span>{}</span></li>",
                        rest.trim()
                    )
                }
                (None, rest) => format!("<li><span>{}</span></li>", rest.unwrap_or(line).trim()),
            }
        })
        .collect()
}
