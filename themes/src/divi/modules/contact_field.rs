//! `et_pb_contact_field` and `et_pb_signup_custom_field`: a field of a form.
//!
//! Contracts "divi-modules", section 2, and "divi-ajax", section 3.3.

use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::formatting::strip_all_tags::wp_strip_all_tags;
use minijinja::context;
use serde_json::Value;

use crate::wordpress::head::url;
use crate::wordpress::view::View;

use super::super::builder::element_count::is_half_field;
use super::super::builder::{
    Background, ClassList, Element, Module, Render, Rendered, builder_text, print,
};
use super::contact_posted::{declared, typed};

/// `et_pb_contact_field`.
pub const MODULE: Module = Module {
    slug: "et_pb_contact_field",
    defaults: DEFAULTS,
    render: Render::Leaf(render),
};

/// `et_pb_signup_custom_field`.
pub const SIGNUP: Module = Module {
    slug: "et_pb_signup_custom_field",
    defaults: DEFAULTS,
    render: Render::Leaf(render),
};

const DEFAULTS: &[(&str, &str)] = &[
    ("field_type", "input"),
    ("required_mark", "on"),
    ("fullwidth_field", "off"),
    ("allowed_symbols", "all"),
    ("min_length", "0"),
    ("max_length", "0"),
];

/// A field being rendered.
struct Field<'f> {
    id: String,
    /// Id and name of its control.
    name: String,
    kind: &'f str,
    title: String,
    /// The posted value, escaped; printed again after an error.
    typed: String,
    required: &'static str,
    number: usize,
    form: usize,
}

fn render(element: &Element<'_>) -> Rendered {
    let view = element.view;
    let is_signup = element.slug == SIGNUP.slug;
    let form = element.parents().next().map_or(0, |p| p.number);
    let is_half = is_half_field(element);
    let is_last = element.half_fields.is_multiple_of(2);
    let id = match element.text("field_id") {
        "" => format!("field_{form}_{}", element.number),
        id if is_signup => id.to_owned(),
        id => id.to_lowercase(),
    };
    let field = Field {
        name: esc_attr(&format!("et_pb_contact_{id}_{form}")).into_owned(),
        typed: typed(element, view, &id, form),
        id: esc_attr(&id).into_owned(),
        kind: element.text("field_type"),
        title: element.text("field_title").to_owned(),
        required: if element.text("required_mark") == "off" {
            "not_required"
        } else {
            "required"
        },
        number: element.number,
        form,
    };
    let classes = classes(element, is_half, is_last);
    let options = options_of(element, &field);
    let is_unnamed = options.is_unnamed;
    let values = context! {
        id => element.id_attribute(), classes => classes.print(),
        logic => logic(element), field_id => field.id.as_str(), kind => field.kind, name => field.name.as_str(),
        title => if is_unnamed { "" } else { field.title.as_str() },
        background => Background::of(element).slots(),
        control => control(element, view, &field, &options),
    };
    let mut rendered = Rendered::from(print(element, "contact_field", values));
    if !is_signup {
        rendered
            .extras()
            .forms
            .contact_fields
            .push(declared(element, &id));
    }
    rendered
}

fn classes(element: &Element<'_>, is_half: bool, is_last: bool) -> ClassList {
    let is_signup = element.slug == SIGNUP.slug;
    let mut classes = ClassList::of_column(
        element,
        if is_signup {
            &["et_pb_contact_field", "et_pb_signup_custom_field"]
        } else {
            &["et_pb_contact_field"]
        },
    );
    classes.backgrounds(element);
    classes.add_text_orientation_without_space(element, "text_orientation");
    classes.add_if(is_signup, "et_pb_newsletter_field");
    classes.add_if(is_half, "et_pb_contact_field_half");
    classes.add_if(is_last, "et_pb_contact_field_last");
    classes.add_if(
        element.text("field_type") == "hidden",
        "et_pb_contact_field--hidden",
    );
    classes
}

/// The options of a field.
struct Options {
    list: Vec<Value>,
    /// Whether the only option is the title itself.
    is_unnamed: bool,
}

/// JSON whose brackets are stored as entities.
fn json_of(text: &str) -> Vec<Value> {
    let text = text.replace("&#91;", "[").replace("&#93;", "]");
    match serde_json::from_str(&text) {
        Ok(Value::Array(list)) => list,
        _ => Vec::new(),
    }
}

fn options_of(element: &Element<'_>, field: &Field<'_>) -> Options {
    let list = json_of(element.text(&format!("{}_options", field.kind)));
    let is_unnamed = list.is_empty() && field.kind == "checkbox";
    let list = if is_unnamed {
        vec![serde_json::json!({"value": field.title, "checked": 0})]
    } else {
        list
    };
    Options { list, is_unnamed }
}

/// The conditional logic of the field.
fn logic(element: &Element<'_>) -> String {
    if !element.is_on("conditional_logic") {
        return String::new();
    }
    let rules = json_of(element.text("conditional_logic_rules"));
    let rules: Vec<Value> = rules
        .iter()
        .map(|rule| {
            let part = |name: &str| rule.get(name).cloned().unwrap_or_else(|| Value::from(""));
            Value::Array(vec![part("field"), part("condition"), part("value")])
        })
        .collect();
    if rules.is_empty() {
        return String::new();
    }
    let relation = if element.text("conditional_logic_relation") == "off" {
        "any"
    } else {
        "all"
    };
    let json = Value::Array(rules).to_string();
    format!(
        " data-conditional-logic=\"{}\" data-conditional-relation=\"{relation}\"",
        esc_attr(&json)
    )
}

fn control(element: &Element<'_>, view: &View, field: &Field<'_>, options: &Options) -> String {
    let Field {
        id,
        name,
        kind,
        required,
        typed,
        ..
    } = field;
    let title = esc_attr(&field.title).into_owned();
    let data = format!(
        "data-required_mark=\"{required}\" data-field_type=\"{kind}\" data-original_id=\"{id}\""
    );
    let handle = || {
        format!("<input class=\"et_pb_checkbox_handle\" type=\"hidden\" name=\"{name}\" {data}>")
    };
    match *kind {
        "text" => format!(
            "<textarea name=\"{name}\" id=\"{name}\" class=\"et_pb_contact_message input\" {data} placeholder=\"{title}\">{typed}</textarea>"
        ),
        "select" => select(field, options, &data),
        "checkbox" => format!(
            "{}\n{}",
            handle(),
            choices(field, options, "checkbox", &data)
        ),
        "radio" => choices(field, options, "radio", &data),
        "booleancheckbox" => {
            let option = options.list.first().cloned().unwrap_or_default();
            let title = format!(
                "<span class=\"et_pb_contact_field_options_title\">{}</span>",
                esc_html(&field.title)
            );
            let input = checkbox(field, &option, 0, &title);
            format!(
                "{}\n<span class=\"et_pb_contact_field_options_wrapper\">\n{input}\n</span>",
                handle()
            )
        }
        _ => format!(
            "<input type=\"text\" id=\"{name}\" class=\"input\" value=\"{typed}\" name=\"{name}\" {data} placeholder=\"{title}\"{}>",
            pattern(element, view, kind)
        ),
    }
}

fn text_of(option: &Value, key: &str) -> String {
    match option.get(key) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

fn is_checked(option: &Value) -> bool {
    matches!(text_of(option, "checked").as_str(), "1" | "on" | "true")
        || option.get("checked") == Some(&Value::Bool(true))
}

/// The id of an option, for scripts.
fn drag_id(option: &Value) -> String {
    let id = text_of(option, "dragID");
    let id = if id.is_empty() {
        text_of(option, "id")
    } else {
        id
    };
    esc_attr(&id).into_owned()
}

fn select(field: &Field<'_>, options: &Options, data: &str) -> String {
    let name = &field.name;
    let mut out = format!(
        "<select id=\"{name}\" class=\"et_pb_contact_select input\" name=\"{name}\" {data}>\n<option value=\"\">{}</option>",
        esc_html(&field.title)
    );
    for option in &options.list {
        let value = text_of(option, "value");
        let id = text_of(option, "id");
        let id = if id.is_empty() {
            String::new()
        } else {
            format!(" data-id=\"{}\"", esc_attr(&id))
        };
        out.push_str(&format!(
            "<option value=\"{}\"{id}>{}</option>",
            esc_attr(&value),
            wp_strip_all_tags(&value, false)
        ));
    }
    out + "\n</select>"
}

/// The link after an option.
fn link(option: &Value) -> String {
    let Some(link) = option.get("link") else {
        return String::new();
    };
    let (href, text) = (text_of(link, "url"), text_of(link, "text"));
    if href.is_empty() || text.is_empty() {
        return String::new();
    }
    format!(
        " <a href=\"{}\" target=\"_blank\">{}</a>",
        url(&href),
        esc_html(&text)
    )
}

fn checkbox(field: &Field<'_>, option: &Value, i: usize, label: &str) -> String {
    let id = format!("et_pb_contact_{}_{}_{i}", field.id, field.number);
    let value = text_of(option, "value");
    let value = if value.is_empty() {
        field.title.clone()
    } else {
        value
    };
    let checked = if is_checked(option) {
        " checked=\"checked\""
    } else {
        ""
    };
    format!(
        "<input type=\"checkbox\" id=\"{id}\" class=\"input\" value=\"{}\"{checked} data-id=\"{}\">\n<label for=\"{id}\"><i></i>{label}{}</label>",
        esc_attr(&value),
        drag_id(option),
        link(option)
    )
}

/// Renders radio buttons or checkboxes.
fn choices(field: &Field<'_>, options: &Options, kind: &str, data: &str) -> String {
    let choice = |(i, option): (usize, &Value)| {
        let label = wp_strip_all_tags(&text_of(option, "value"), false);
        let input = if kind == "checkbox" {
            checkbox(field, option, i, &label)
        } else {
            let id = format!(
                "et_pb_contact_{}_{}_{}_{i}",
                field.id, field.form, field.number
            );
            let checked = if is_checked(option) {
                " checked='checked'"
            } else {
                ""
            };
            format!(
                "<input type=\"radio\" id=\"{id}\" class=\"input\" value=\"{}\" name=\"{}\" {data} {checked} data-id=\"{}\">\n<label for=\"{id}\"><i></i>{label}{}</label>",
                esc_attr(&label),
                field.name,
                drag_id(option),
                link(option)
            )
        };
        format!("<span class=\"et_pb_contact_field_{kind}\">\n{input}\n</span>")
    };
    let list: String = options.list.iter().enumerate().map(choice).collect();
    let title = if options.is_unnamed {
        String::new()
    } else {
        esc_html(&field.title).into_owned()
    };
    format!(
        "<span class=\"et_pb_contact_field_options_wrapper\">\n<span class=\"et_pb_contact_field_options_title\">{title}</span>\n<span class=\"et_pb_contact_field_options_list\">{list}</span>\n</span>"
    )
}

/// `pattern`, `title`, `minlength` and `maxlength` of a field.
fn pattern(element: &Element<'_>, view: &View, kind: &str) -> String {
    if kind == "email" {
        return String::new();
    }
    let (symbols, words) = match element.text("allowed_symbols") {
        "letters" => ("[A-Z|a-z|\\s-]", "Only letters allowed."),
        "numbers" => ("[0-9\\s-]", "Only numbers allowed."),
        "alphanumeric" => ("[\\w\\s-]", "Only letters and numbers allowed."),
        _ => (".", ""),
    };
    let length = |name: &str| element.text(name).trim().parse::<u32>().unwrap_or(0);
    let (mut min, mut max) = (length("min_length"), length("max_length"));
    if min > 0 && max > 0 && min > max {
        (min, max) = (max, min);
    }
    if symbols == "." && min == 0 && max == 0 {
        return String::new();
    }
    let count = match (min, max) {
        (0, 0) => "*".to_owned(),
        (min, 0) => format!("{{{min},}}"),
        (min, max) => format!("{{{min},{max}}}"),
    };
    let mut title = if words.is_empty() {
        String::new()
    } else {
        builder_text(view, words)
    };
    let numbered =
        |source: &str, n: u32| builder_text(view, source).replace("%1$d", &n.to_string());
    if min > 0 {
        title.push_str(&numbered("Minimum length: %1$d characters. ", min));
    }
    if max > 0 {
        title.push_str(&numbered("Maximum length: %1$d characters.", max));
    }
    let limit = if min > 0 && max > 0 {
        format!(" maxlength=\"{max}\"")
    } else {
        String::new()
    };
    format!(
        " pattern=\"{}\" title=\"{}\"{limit}",
        esc_attr(&format!("{symbols}{count}")),
        esc_attr(&title)
    )
}
