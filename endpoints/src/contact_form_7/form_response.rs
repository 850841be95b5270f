//! The properties of a form in REST responses.
//!
//! Contract "contact-form-7", section 12.

use compat::contact_form_7::contact_form::ContactForm;
use compat::contact_form_7::form_tag::FormTag;
use compat::wordpress::php::{Array, Value};

use crate::wordpress::rest::route::Rest;

/// `properties`, with these messages.
pub fn properties(rest: &Rest<'_>, form: &ContactForm, messages: Value) -> Value {
    let fields: Value = form.tags.iter().map(field).collect();
    let template = Value::array()
        .with("content", form.form.as_str())
        .with("fields", fields);
    let settings = Value::array()
        .with("content", form.additional_settings_text.as_str())
        .with("settings", settings(&form.additional_settings_text));
    let admin_email = rest.state.site.options.text("admin_email");
    let mut mail = form.mail.clone();
    if let Some(stored) = mail.as_array_mut()
        && !stored.contains_key("recipient")
    {
        stored.insert("recipient", &*admin_email);
    }
    Value::array()
        .with("form", template)
        .with("mail", mail)
        .with("mail_2", form.mail_2.clone())
        .with("messages", messages)
        .with("additional_settings", settings)
}

fn field(tag: &FormTag) -> Value {
    let list = |texts: &[String]| texts.iter().map(String::as_str).collect::<Value>();
    let pipes = tag.pipes.0.iter();
    let pipes: Value = pipes
        .map(|pipe| {
            [pipe.before.as_str(), pipe.after.as_str()]
                .into_iter()
                .collect::<Value>()
        })
        .collect();
    Value::array()
        .with("type", tag.tag_type.as_str())
        .with("basetype", tag.basetype.as_str())
        .with("name", tag.name.as_str())
        .with("options", list(&tag.options))
        .with("raw_values", list(&tag.raw_values))
        .with("labels", list(&tag.labels))
        .with("values", list(&tag.values))
        .with("pipes", pipes)
        .with("content", tag.content.as_str())
}

/// Additional settings as name/value pairs by line; lines that are no setting leave a gap in the indexes.
fn settings(text: &str) -> Value {
    let mut settings = Array::new();
    for (line, text) in (0_i64..).zip(text.split('\n')) {
        let Some((name, value)) = text.split_once(':') else {
            continue;
        };
        let name = name.trim_end_matches([' ', '\t']);
        let is_name = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
        if name.is_empty() || !name.bytes().all(is_name) {
            continue;
        }
        let value = match value.trim() {
            "on" | "true" => Value::Bool(true),
            "off" | "false" => Value::Bool(false),
            text => Value::from(text),
        };
        settings.insert(
            line,
            [Value::from(name), value].into_iter().collect::<Value>(),
        );
    }
    settings.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use compat::wordpress::php::json::wp_json_encode;

    #[test]
    fn settings_are_a_list_until_a_line_is_left_out() {
        let json = |text: &str| wp_json_encode(&settings(text), 0).unwrap_or_default();
        assert_eq!(
            json("demo_mode: on\nx :  7 "),
            r#"[["demo_mode",true],["x","7"]]"#
        );
        assert_eq!(json("# no\na:off"), r#"{"1":["a",false]}"#);
        assert_eq!(json(""), "[]");
    }
}
