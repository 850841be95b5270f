//! MailerLite, API v2: a subscriber of a group.

use super::{Account, ApiRequest, ApiResponse, EmailProvider, Step, Subscriber};
use crate::wordpress::php::{Array, Value};

pub(super) struct MailerLite;

impl EmailProvider for MailerLite {
    fn slug(&self) -> &'static str {
        "mailerlite"
    }

    fn subscribe(&self, account: &Account, subscriber: &Subscriber) -> Result<ApiRequest, String> {
        let mut fields = Array::new();
        fields.insert("last_name", subscriber.last_name.as_str());
        for field in &subscriber.fields {
            fields.insert(field.id.as_str(), field.text());
        }
        let body = Value::array()
            .with("email", subscriber.email.as_str())
            .with("name", subscriber.first_name.as_str())
            .with("fields", fields)
            .with("resubscribe", true)
            .with("signup_ip", subscriber.ip_address.as_str());
        let url = format!(
            "https://api.mailerlite.com/api/v2/groups/{}/subscribers",
            account.list_id
        );
        let request = ApiRequest::new("POST", url).header("X-MailerLite-ApiKey", account.api_key());
        Ok(request.json(&body))
    }

    fn parse_response(&self, _: usize, answer: &ApiResponse, _: &Account, _: &Subscriber) -> Step {
        if answer.is_ok() {
            return Step::Done;
        }
        let json = answer.json();
        let message = json.at("error").at("message").as_str_lossy();
        Step::refused(message.unwrap_or_default().into_owned())
    }
}
