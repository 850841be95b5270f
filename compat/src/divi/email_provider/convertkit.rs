//! Kit, formerly ConvertKit, API v3: a subscriber of a form, with one name.

use super::{Account, ApiRequest, ApiResponse, EmailProvider, Step, Subscriber};
use crate::wordpress::php::{Array, Value};

pub(super) struct ConvertKit;

impl EmailProvider for ConvertKit {
    fn slug(&self) -> &'static str {
        "convertkit"
    }

    fn subscribe(&self, account: &Account, subscriber: &Subscriber) -> Result<ApiRequest, String> {
        let mut body = Array::new();
        body.insert("api_key", account.api_key());
        body.insert("email", subscriber.email.as_str());
        body.insert("first_name", subscriber.name());
        if !subscriber.fields.is_empty() {
            let mut fields = Array::new();
            for field in &subscriber.fields {
                let name = account.field_tag(&field.id);
                fields.insert(name.unwrap_or_else(|| field.id.clone()), field.text());
            }
            body.insert("fields", fields);
        }
        let url = format!(
            "https://api.convertkit.com/v3/forms/{}/subscribe",
            account.list_id
        );
        Ok(ApiRequest::new("POST", url).json(&Value::from(body)))
    }

    fn parse_response(&self, _: usize, answer: &ApiResponse, _: &Account, _: &Subscriber) -> Step {
        answer.step("message")
    }
}
