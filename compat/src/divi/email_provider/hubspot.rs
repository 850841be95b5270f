//! HubSpot: creates or updates a contact, then adds it to a list.

use super::{Account, ApiRequest, ApiResponse, EmailProvider, Step, Subscriber};
use crate::wordpress::php::Value;
use crate::wordpress::php::url::rawurlencode;

pub(super) struct HubSpot;

const ROOT: &str = "https://api.hubapi.com/contacts/v1";

impl HubSpot {
    /// Private apps use bearer tokens; older accounts use keys in the query string.
    fn request(account: &Account, path: &str) -> ApiRequest {
        let key = account.api_key();
        if key.starts_with("pat-") {
            let request = ApiRequest::new("POST", format!("{ROOT}{path}"));
            return request.header("Authorization", format!("Bearer {key}"));
        }
        let key = rawurlencode(key.as_bytes());
        ApiRequest::new("POST", format!("{ROOT}{path}?hapikey={key}"))
    }
}

impl EmailProvider for HubSpot {
    fn slug(&self) -> &'static str {
        "hubspot"
    }

    fn subscribe(&self, account: &Account, subscriber: &Subscriber) -> Result<ApiRequest, String> {
        let property =
            |name: &str, value: String| Value::array().with("property", name).with("value", value);
        let mut properties = Value::array()
            .with_pushed(property("email", subscriber.email.clone()))
            .with_pushed(property("firstname", subscriber.first_name.clone()))
            .with_pushed(property("lastname", subscriber.last_name.clone()));
        for field in &subscriber.fields {
            // Choices are separated by semicolons.
            let texts: Vec<&str> = field.values.iter().map(|(_, text)| text.as_str()).collect();
            properties = properties.with_pushed(property(&field.id, texts.join(";")));
        }
        let email = rawurlencode(subscriber.email.as_bytes());
        let path = format!("/contact/createOrUpdate/email/{email}/");
        let body = Value::array().with("properties", properties);
        Ok(Self::request(account, &path).json(&body))
    }

    fn parse_response(
        &self,
        step: usize,
        answer: &ApiResponse,
        account: &Account,
        _: &Subscriber,
    ) -> Step {
        if step > 0 || !answer.is_ok() {
            return answer.step("message");
        }
        let contact = answer.json().at("vid").to_int();
        let body = Value::array().with("vids", Value::array().with_pushed(contact));
        let path = format!("/lists/{}/add", account.list_id);
        Step::then(Self::request(account, &path).json(&body))
    }
}
