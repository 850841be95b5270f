//! GetResponse, API v3: a contact of a campaign, with one name.

use super::{Account, ApiRequest, ApiResponse, EmailProvider, Step, Subscriber};
use crate::wordpress::php::{Array, Value};

pub(super) struct GetResponse;

/// The error code of an address that is already a contact of the campaign.
const CONFLICT: u16 = 409;

impl EmailProvider for GetResponse {
    fn slug(&self) -> &'static str {
        "getresponse"
    }

    fn subscribe(&self, account: &Account, subscriber: &Subscriber) -> Result<ApiRequest, String> {
        let campaign = Value::array().with("campaignId", account.list_id.as_str());
        let mut body = Array::new();
        body.insert("email", subscriber.email.as_str());
        if !subscriber.name().is_empty() {
            body.insert("name", subscriber.name());
        }
        body.insert("campaign", campaign);
        body.insert("dayOfCycle", 0);
        if !matches!(subscriber.ip_address.as_str(), "" | "0.0.0.0") {
            body.insert("ipAddress", subscriber.ip_address.as_str());
        }
        let fields = subscriber.fields.iter().map(|field| {
            let texts: Value = field.values.iter().map(|(_, text)| text.as_str()).collect();
            Value::array()
                .with("customFieldId", field.id.as_str())
                .with("value", texts)
        });
        let fields: Vec<Value> = fields.collect();
        if !fields.is_empty() {
            body.insert("customFieldValues", fields);
        }
        let request = ApiRequest::new("POST", "https://api.getresponse.com/v3/contacts".to_owned());
        let key = format!("api-key {}", account.api_key());
        Ok(request.header("X-Auth-Token", key).json(&body.into()))
    }

    fn parse_response(&self, _: usize, answer: &ApiResponse, _: &Account, _: &Subscriber) -> Step {
        if answer.status == CONFLICT {
            return Step::Done;
        }
        answer.step("message")
    }
}
