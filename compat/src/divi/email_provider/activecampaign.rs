//! ActiveCampaign, API v1: `contact_sync` creates or updates a contact and adds it to a list.

use super::{Account, ApiRequest, ApiResponse, EmailProvider, Step, Subscriber};

pub(super) struct ActiveCampaign;

impl EmailProvider for ActiveCampaign {
    fn slug(&self) -> &'static str {
        "activecampaign"
    }

    fn subscribe(&self, account: &Account, subscriber: &Subscriber) -> Result<ApiRequest, String> {
        let base = account.text("api_url");
        if base.is_empty() || account.api_key().is_empty() {
            return Err(super::TRY_LATER.to_owned());
        }
        let base = base.trim_end_matches('/');
        let url = format!("{base}/admin/api.php?api_action=contact_sync&api_output=json");
        let list = &account.list_id;
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.append_pair("email", &subscriber.email)
            .append_pair("first_name", &subscriber.first_name)
            .append_pair("last_name", &subscriber.last_name)
            .append_pair("ip4", &subscriber.ip_address)
            .append_pair(&format!("p[{list}]"), list)
            .append_pair(&format!("status[{list}]"), "1")
            .append_pair(&format!("instantresponders[{list}]"), "1");
        for field in &subscriber.fields {
            // Choices are separated by bars.
            let texts: Vec<&str> = field.values.iter().map(|(_, text)| text.as_str()).collect();
            let text = match texts.as_slice() {
                [one] => (*one).to_owned(),
                several => format!("||{}||", several.join("||")),
            };
            form.append_pair(&format!("field[{},0]", field.id), &text);
        }
        let request = ApiRequest::new("POST", url).header("API-TOKEN", account.api_key());
        Ok(request.form(form.finish()))
    }

    fn parse_response(&self, _: usize, answer: &ApiResponse, _: &Account, _: &Subscriber) -> Step {
        let code = answer.json().at("result_code").to_int();
        if answer.is_ok() && code == 1 {
            return Step::Done;
        }
        Step::refused(answer.text("result_message"))
    }
}
