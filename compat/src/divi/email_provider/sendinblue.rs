//! Brevo, formerly SendinBlue, API v3.

use super::{Account, ApiRequest, ApiResponse, EmailProvider, Step, Subscriber};
use crate::wordpress::php::{Array, Value};

pub(super) struct Sendinblue;

impl EmailProvider for Sendinblue {
    fn slug(&self) -> &'static str {
        "sendinblue"
    }

    fn subscribe(&self, account: &Account, subscriber: &Subscriber) -> Result<ApiRequest, String> {
        let mut attributes = Array::new();
        attributes.insert("FIRSTNAME", subscriber.first_name.as_str());
        attributes.insert("LASTNAME", subscriber.last_name.as_str());
        if !subscriber.ip_address.is_empty() {
            attributes.insert("IP", subscriber.ip_address.as_str());
        }
        for field in &subscriber.fields {
            attributes.insert(field.id.as_str(), field.text());
        }
        let list = Value::from(account.list_id.as_str()).to_int();
        let body = Value::array()
            .with("updateEnabled", true)
            .with("email", subscriber.email.as_str())
            .with("attributes", attributes)
            .with("listIds", Value::array().with_pushed(list));
        let request = ApiRequest::new("POST", "https://api.brevo.com/v3/contacts".to_owned());
        Ok(request.header("api-key", account.api_key()).json(&body))
    }

    fn parse_response(&self, _: usize, answer: &ApiResponse, _: &Account, _: &Subscriber) -> Step {
        answer.step("message")
    }
}
