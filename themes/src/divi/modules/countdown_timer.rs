//! `et_pb_countdown_timer`: the time until a date.
//!
//! Contract "divi-modules", section 2.

use compat::wordpress::date::mysql::parse_local;
use minijinja::context;

use super::super::builder::{Element, Module, Render, Rendered, builder_text, print};

/// The module.
pub const MODULE: Module = Module {
    slug: "et_pb_countdown_timer",
    defaults: &[
        ("background_layout", "dark"),
        ("use_background_color", "on"),
    ],
    render: Render::Leaf(render),
};

/// The parts: class, short label, long label.
const UNITS: [(&str, &str, &str); 4] = [
    ("days", "Day", "Day(s)"),
    ("hours", "Hrs", "Hour(s)"),
    ("minutes", "Min", "Minute(s)"),
    ("seconds", "Sec", "Second(s)"),
];

fn render(element: &Element<'_>) -> Rendered {
    let view = element.view;
    let mut classes = element.class_list();
    classes.add_if(element.text("use_background_color") == "off", "et_pb_no_bg");
    classes.background_layout(element);
    let units: Vec<_> = UNITS
        .iter()
        .map(|(class, short, full)| {
            let short = builder_text(view, short);
            let full = builder_text(view, full);
            context! { class => *class, short, full }
        })
        .collect();
    let values = context! {
        end => local_seconds(element.text("date_time")) - view.timezone().offset_at(view.now).seconds,
        title => element.title("title", element.heading("header_level", "h4"), "title"),
        units,
        ..element.root(&classes)
    };
    print(element, "countdown_timer", values).into()
}

/// Unix time of a date and time; 0 when invalid.
fn local_seconds(text: &str) -> i64 {
    let full = match text.matches(':').count() {
        0 => format!("{text} 00:00:00"),
        1 => format!("{text}:00"),
        _ => text.to_owned(),
    };
    parse_local(&full).unwrap_or(0)
}
