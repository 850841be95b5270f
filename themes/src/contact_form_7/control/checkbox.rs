//! `[checkbox]` and `[radio]`: contract "contact-form-7" section 8.5.

use compat::contact_form_7::form_tag::{FormTag, OptionPattern};
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::php::Value;

use super::wrap::wrap;
use crate::contact_form_7::attributes::Attributes;
use crate::contact_form_7::form_context::FormContext;

pub(super) fn checkbox(tag: &FormTag, context: &mut FormContext<'_>) -> String {
    let is_checkbox = tag.basetype == "checkbox";
    let exclusive = is_checkbox && tag.has_option("exclusive");
    let class = if exclusive {
        "wpcf7-exclusive-checkbox"
    } else {
        ""
    };
    let multiple = is_checkbox && !exclusive;
    // `wpcf7-not-valid` is printed before the tag's class.
    let class = match context.validation_error(&tag.name) {
        Some(_) if exclusive => "wpcf7-not-valid wpcf7-exclusive-checkbox",
        _ => class,
    };
    let mut attributes = Attributes::new()
        .with("class", context.class_of(tag, class))
        .with("id", context.id_of(tag));
    if context.validation_error(&tag.name).is_some() {
        attributes.set("aria-describedby", context.error_reference(&tag.name));
    }
    let items = Items {
        tag,
        context,
        checked: chosen(tag, multiple, context),
        name: name_of(tag, multiple),
    };
    let control = format!("<span {attributes}>{}</span>", items.print());
    wrap(tag, &control, context)
}

/// The `name` of the inputs.
pub(super) fn name_of(tag: &FormTag, multiple: bool) -> String {
    let brackets = if multiple { "[]" } else { "" };
    format!("{}{brackets}", tag.name)
}

/// The checked values: the posted ones, else those of the `default:` options.
pub(super) fn chosen(tag: &FormTag, multiple: bool, context: &FormContext<'_>) -> Vec<String> {
    let text = |value: &Value| value.to_string_lossy().into_owned();
    let posted: Vec<String> = match context.hangover(&tag.name) {
        Some(list) if list.as_array().is_some() => list.values().map(text).collect(),
        Some(value) => Some(text(value))
            .filter(|v| !v.is_empty() && v != "0")
            .into_iter()
            .collect(),
        None => Vec::new(),
    };
    if !posted.is_empty() {
        return posted;
    }
    let mut chosen = tag.get_default_options(context.defaults, false);
    if !multiple {
        chosen.truncate(1);
    }
    chosen
}

struct Items<'a, 'c> {
    tag: &'a FormTag,
    context: &'a FormContext<'c>,
    checked: Vec<String>,
    name: String,
}

impl Items<'_, '_> {
    fn print(&self) -> String {
        let tag = self.tag;
        let mut tabindex = tag
            .get_option("tabindex", OptionPattern::SignedInt)
            .map(|t| t.parse::<i64>().unwrap_or(0));
        let last = tag.values.len();
        let mut out = String::new();
        for (at, value) in (1..).zip(&tag.values) {
            let mut item = self.input(value, tabindex);
            tabindex = tabindex.map(|t| if t > 0 { t + 1 } else { t });
            let mut class = "wpcf7-list-item".to_owned();
            if at == 1 {
                class.push_str(" first");
            }
            if at == last {
                class.push_str(" last");
                if tag.has_option("free_text") {
                    class.push_str(" has-free-text");
                    item.push_str(&self.free_text(tabindex));
                }
            }
            out.push_str(&format!("<span class=\"{class}\">{item}</span>"));
        }
        out
    }

    fn input(&self, value: &str, tabindex: Option<i64>) -> String {
        let tag = self.tag;
        let attributes = Attributes::new()
            .with("type", tag.basetype.as_str())
            .with("name", self.name.as_str())
            .with("value", value)
            .with("checked", self.checked.iter().any(|c| c == value))
            .with("tabindex", tabindex);
        let input = format!("<input {attributes} />");
        let label = format!(
            "<span class=\"wpcf7-list-item-label\">{}</span>",
            esc_html(value)
        );
        let item = if tag.has_option("label_first") {
            format!("{label}{input}")
        } else {
            format!("{input}{label}")
        };
        if tag.has_option("use_label_element") {
            format!("<label>{item}</label>")
        } else {
            item
        }
    }

    fn free_text(&self, tabindex: Option<i64>) -> String {
        let name = format!("_wpcf7_free_text_{}", self.tag.name);
        let posted = self
            .context
            .submission
            .and_then(|_| self.context.post.get(name.as_str()));
        let attributes = Attributes::new()
            .with("name", name.as_str())
            .with("class", "wpcf7-free-text")
            .with("tabindex", tabindex)
            .with("value", posted.map(|v| v.to_string_lossy().into_owned()));
        format!(" <input type=\"text\" {attributes} />")
    }
}
