//! A subscriber, as posted by the form.
//!
//! Contract "divi-ajax", section 2.

use std::net::IpAddr;

use crate::wordpress::formatting::sanitize_field::sanitize_text_field;
use crate::wordpress::php::json::{json_decode_assoc, json_encode};
use crate::wordpress::php::{Array, Value};

/// The most custom fields of a form.
const MOST_FIELDS: usize = 100;
/// The most bytes of a value.
const LONGEST: usize = 4096;

/// A custom field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomField {
    /// Its id at the service.
    pub id: String,
    /// Ids and texts of the choices; a text field has one without an id.
    pub values: Vec<(Option<String>, String)>,
}

impl CustomField {
    /// All choices in one text.
    pub fn text(&self) -> String {
        let texts: Vec<&str> = self.values.iter().map(|(_, text)| text.as_str()).collect();
        texts.join(", ")
    }
}

/// A subscriber.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Subscriber {
    /// The address.
    pub email: String,
    /// The first name, or the only one.
    pub first_name: String,
    /// The last name.
    pub last_name: String,
    /// The visitor's IP address; `0.0.0.0` when it is not collected, empty for one that is not public.
    pub ip_address: String,
    /// The custom fields.
    pub fields: Vec<CustomField>,
}

impl Subscriber {
    /// First and last name in one.
    pub fn name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
            .trim()
            .to_owned()
    }

    /// The visitor's IP address as sent to services.
    pub fn collected_ip(address: IpAddr, is_collected: bool) -> String {
        if !is_collected {
            return "0.0.0.0".to_owned();
        }
        let address = address.to_canonical();
        let is_public = match address {
            IpAddr::V4(four) => {
                !(four.is_private()
                    || four.is_loopback()
                    || four.is_link_local()
                    || four.is_unspecified()
                    || four.is_broadcast())
            }
            IpAddr::V6(six) => {
                !(six.is_loopback() || six.is_unspecified() || six.is_unique_local())
            }
        };
        if is_public {
            address.to_string()
        } else {
            String::new()
        }
    }

    /// `et_custom_fields`: texts, and lists of choices.
    pub fn custom_fields(posted: Option<&Value>) -> Vec<CustomField> {
        let Some(fields) = posted.and_then(Value::as_array) else {
            return Vec::new();
        };
        let fields = fields.iter().take(MOST_FIELDS).map(|(id, value)| {
            let values = match value.as_array() {
                None => vec![(None, clean(value))],
                Some(chosen) => chosen
                    .iter()
                    .take(MOST_FIELDS)
                    .map(|(key, value)| (Some(key.to_string_lossy()), clean(value)))
                    .collect(),
            };
            CustomField {
                id: sanitize_text_field(&id.to_string_lossy()),
                values,
            }
        });
        fields.filter(|field| !field.values.is_empty()).collect()
    }

    /// The custom fields as JSON, for the table.
    pub fn fields_json(&self) -> String {
        let mut object = Array::new();
        for field in &self.fields {
            let mut values = Array::new();
            for (key, text) in &field.values {
                match key {
                    Some(key) => values.insert(key.as_str(), text.as_str()),
                    None => {
                        values.push(text.as_str());
                        None
                    }
                };
            }
            let is_text = matches!(field.values.as_slice(), [(None, _)]);
            let value = match field.values.first() {
                Some((_, text)) if is_text => Value::from(text.as_str()),
                _ => Value::from(values),
            };
            object.insert(field.id.as_str(), value);
        }
        json_encode(&Value::from(object), 0).unwrap_or_default()
    }

    /// The fields of [`Self::fields_json`].
    pub fn fields_of_json(json: &str) -> Vec<CustomField> {
        let value = json_decode_assoc(json.as_bytes()).ok();
        Self::custom_fields(value.as_ref())
    }
}

fn clean(value: &Value) -> String {
    let text = value.as_str_lossy().unwrap_or_default();
    let end = text.floor_char_boundary(LONGEST);
    sanitize_text_field(text.get(..end).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::php::query_string::parse_str;
    use proptest::prelude::*;

    #[test]
    fn fields_are_texts_and_choices() {
        let post = parse_str(b"f[TEL]=600+1&f[CASA][2]=Fuente&f[CASA][3]=<b>Almendro");
        let fields = Subscriber::custom_fields(post.get("f"));
        assert_eq!(fields[0].text(), "600 1");
        assert_eq!(fields[1].text(), "Fuente, Almendro");
        assert_eq!(fields[1].values[0].0.as_deref(), Some("2"));
        let subscriber = Subscriber {
            fields,
            ..Subscriber::default()
        };
        let json = subscriber.fields_json();
        assert_eq!(
            json,
            r#"{"TEL":"600 1","CASA":{"2":"Fuente","3":"Almendro"}}"#
        );
        assert_eq!(Subscriber::fields_of_json(&json), subscriber.fields);
    }

    #[test]
    fn addresses_of_this_house_are_not_told() {
        let told = |text: &str| Subscriber::collected_ip(text.parse().unwrap(), true);
        assert_eq!(told("127.0.0.1"), "");
        assert_eq!(told("192.168.1.4"), "");
        assert_eq!(told("203.0.113.7"), "203.0.113.7");
        let off = Subscriber::collected_ip(IpAddr::from([203, 0, 113, 7]), false);
        assert_eq!(off, "0.0.0.0");
    }

    proptest! {
        #[test]
        fn never_panics(query in "[a-z\\[\\]=&%0-9<]{0,60}") {
            let post = parse_str(query.as_bytes());
            for value in post.values() {
                let _ = Subscriber::custom_fields(Some(value));
            }
        }
    }
}
