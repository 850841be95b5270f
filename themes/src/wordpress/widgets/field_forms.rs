//! The forms of widgets whose fields are declared. Recording owner/widgets (the shop's cart).

use compat::wordpress::widget::Widget;
use compat::wordpress::widgets::{FieldKind, WidgetField};
use minijinja::{Value, context};

use crate::markup::markup;
use crate::wordpress::view::View;

/// The fields of a widget with its settings.
pub(super) fn field_form(
    view: &View,
    domain: &str,
    fields: &[WidgetField],
    widget: &Widget,
) -> String {
    let Widget {
        id_base, number, ..
    } = widget;
    let printed = fields.iter().map(|field| {
        let stored = widget.settings.get(field.name);
        let value = match stored {
            Some(value) => value.to_string_lossy().into_owned(),
            None => field.default.to_owned(),
        };
        let values = context! {
            id => format!("widget-{id_base}-{number}-{}", field.name),
            name => format!("widget-{id_base}[{number}][{}]", field.name),
            label => markup(view.label(domain, field.label)),
            value => value.as_str(),
        };
        let (template, own) = match field.kind {
            FieldKind::Text => ("text", context! {}),
            FieldKind::Checkbox => {
                let is_on = !matches!(value.as_str(), "" | "0");
                let checked = if is_on { " checked='checked'" } else { " " };
                (
                    "checkbox",
                    context! { checked => markup(checked.to_owned()) },
                )
            }
            FieldKind::Number(least, most, step) => (
                "number",
                context! {
                    step => step,
                    least => least,
                    most => most.map_or_else(String::new, |most| most.to_string()),
                },
            ),
            FieldKind::Select(options) => {
                let rows = options.iter().map(|(key, label)| {
                    let selected = if *key == value {
                        " selected='selected'"
                    } else {
                        " "
                    };
                    context! {
                        key => *key,
                        label => view.label(domain, label),
                        selected => markup(selected.to_owned()),
                    }
                });
                let rows = Value::from_iter(rows.collect::<Vec<_>>());
                ("select", context! { options => rows })
            }
        };
        let path = format!("wordpress/widgets/forms/field_{template}.html");
        view.render(&path, context! { ..own, ..values })
    });
    printed.collect()
}
