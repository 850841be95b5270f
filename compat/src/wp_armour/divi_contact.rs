//! The page builder's contact form, as the honeypot reads it.
//!
//! Contract "honeypot", section 5.2. Recognizes a submission of Divi's form, and removes the honeypot's fields from the
//! list of fields sent with it.

use crate::wordpress::php::json::{flags, json_decode_assoc, json_encode};
use crate::wordpress::php::{Array, Key, Value};

use super::check::EMPTY_FIELD;

/// The prefix of the field that identifies the submitted form.
const SUBMIT: &str = "et_pb_contactform_submit";
/// The beginning of the field that lists the form's fields.
const DESCRIPTOR: &str = "et_pb_contact_email_fields";

/// The number of the form that is sent, as in `_0`: the rest of the name of its field.
pub fn form_number(fields: &Array) -> Option<String> {
    fields.keys().find_map(|key| match key {
        Key::Str(name) => {
            let number = name.strip_prefix(SUBMIT.as_bytes())?;
            Some(String::from_utf8_lossy(number).into_owned())
        }
        Key::Int(_) => None,
    })
}

/// Removes the honeypot's fields from the list of the form's fields. A list that is not JSON is not changed.
pub fn drop_own_fields(fields: &mut Array, number: &str, field_name: &str) {
    let key = format!("{DESCRIPTOR}{number}");
    let stored = fields.get(key.as_str()).and_then(Value::as_bytes);
    if let Some(kept) = stored.and_then(|raw| without_own_fields(raw, field_name)) {
        fields.insert(key, kept);
    }
}

/// The list without the honeypot's entries. Keys stay, so a list with a gap becomes an object, as PHP encodes it.
fn without_own_fields(raw: &[u8], field_name: &str) -> Option<String> {
    let json: Vec<u8> = raw.iter().copied().filter(|b| *b != b'\\').collect();
    let decoded = json_decode_assoc(&json).ok()?;
    let is_own = |entry: &Value| {
        let id = entry.at("field_id").as_bytes();
        id.is_some_and(|id| id == EMPTY_FIELD.as_bytes() || id == field_name.as_bytes())
    };
    let mut kept = Array::new();
    for (key, entry) in decoded
        .as_array()?
        .iter()
        .filter(|(_, entry)| !is_own(entry))
    {
        kept.insert(key.clone(), entry.clone());
    }
    json_encode(&kept.into(), flags::UNESCAPED_UNICODE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::php::query_string::parse_str;
    use proptest::prelude::*;

    fn after(descriptor: &str) -> String {
        let mut fields = Array::new();
        fields.insert("et_pb_contact_email_fields_0", descriptor);
        drop_own_fields(&mut fields, "_0", "qwmzab4821");
        let left = fields.get("et_pb_contact_email_fields_0").unwrap();
        left.to_string_lossy().into_owned()
    }

    #[test]
    fn tells_the_forms_number() {
        let number = |query: &str| form_number(&parse_str(query.as_bytes()));
        assert_eq!(
            number("a=1&et_pb_contactform_submit_1=x").as_deref(),
            Some("_1")
        );
        assert_eq!(number("et_pb_contactform_submit=x").as_deref(), Some(""));
        assert_eq!(number("xet_pb_contactform_submit_0=x&0=1"), None);
    }

    #[test]
    fn own_fields_go_and_the_rest_keeps_its_letters() {
        let last = r#"[{"field_id": "et_pb_contact_a_0", "field_label": "Señal"}, {"field_id": "alt_s"}, {"field_id": "qwmzab4821"}]"#;
        assert_eq!(
            after(last),
            r#"[{"field_id":"et_pb_contact_a_0","field_label":"Señal"}]"#
        );
        let first = r#"[{"field_id":"alt_s"},{"field_id":"b"},"c"]"#;
        assert_eq!(after(first), r#"{"1":{"field_id":"b"},"2":"c"}"#);
        // As the browser's script sends it, with WordPress's backslashes.
        assert_eq!(after(r#"[{\"field_id\":\"b\"}]"#), r#"[{"field_id":"b"}]"#);
    }

    #[test]
    fn what_is_no_list_stays() {
        for text in ["", "[{", "7", "null", "\"alt_s\""] {
            assert_eq!(after(text), text);
        }
    }

    proptest! {
        #[test]
        fn never_panics(text in "[\\[{\"alt_s:,}\\]\\\\0-9é]{0,60}") {
            after(&text);
        }
    }
}
