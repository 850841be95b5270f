//! Mailchimp, Marketing API 3.0.
//!
//! Contract "divi-ajax", section 2, worked example; recordings divi-signup/ok-mailchimp*, provider-error.

use super::{Account, ApiRequest, ApiResponse, EmailProvider, Step, Subscriber};
use crate::wordpress::hash::md5_hex;
use crate::wordpress::php::hash::base64_encode;
use crate::wordpress::php::{Array, Value};

pub(super) struct Mailchimp;

impl Mailchimp {
    /// The URL of the list's members; `None` without a data centre in the key.
    fn members(account: &Account) -> Option<String> {
        let key = account.api_key();
        let (_, center) = key.rsplit_once('-')?;
        let is_center = !center.is_empty() && center.bytes().all(|b| b.is_ascii_alphanumeric());
        let list = &account.list_id;
        is_center.then(|| format!("https://{center}.api.mailchimp.com/3.0/lists/{list}/members"))
    }

    fn request(account: &Account, method: &'static str, path: &str) -> Option<ApiRequest> {
        let url = Self::members(account)? + path;
        let credentials = base64_encode(format!("builder:{}", account.api_key()).as_bytes());
        let request = ApiRequest::new(method, url);
        Some(request.header("Authorization", format!("Basic {credentials}")))
    }

    /// The id of a member: the MD5 of the address.
    fn member(subscriber: &Subscriber) -> String {
        format!("/{}", md5_hex(subscriber.email.to_lowercase().as_bytes()))
    }

    fn body(account: &Account, subscriber: &Subscriber) -> Value {
        let mut merge = Array::new();
        merge.insert("FNAME", subscriber.first_name.as_str());
        merge.insert("LNAME", subscriber.last_name.as_str());
        let mut interests = Array::new();
        for field in &subscriber.fields {
            if account.field(&field.id).at("is_group").to_bool() {
                for (id, text) in &field.values {
                    interests.insert(id.as_ref().unwrap_or(text).as_str(), true);
                }
                continue;
            }
            let tag = account.field_tag(&field.id);
            let tag = tag.unwrap_or_else(|| format!("MMERGE{}", field.id));
            merge.insert(tag, field.text());
        }
        let mut body = Array::new();
        body.insert("email_address", subscriber.email.as_str());
        body.insert("merge_fields", merge);
        if !interests.is_empty() {
            body.insert("interests", interests);
        }
        body.insert("ip_signup", subscriber.ip_address.as_str());
        let is_double = account.list_flag("double_optin", true);
        body.insert("status", if is_double { "pending" } else { "subscribed" });
        body.into()
    }

    fn note(account: &Account, subscriber: &Subscriber) -> Step {
        let path = format!("{}/notes", Self::member(subscriber));
        let note = Value::array().with("note", "Subscribed via Divi Builder.");
        match Self::request(account, "POST", &path) {
            Some(request) => Step::then(request.json(&note).optional()),
            None => Step::Done,
        }
    }
}

impl EmailProvider for Mailchimp {
    fn slug(&self) -> &'static str {
        "mailchimp"
    }

    fn subscribe(&self, account: &Account, subscriber: &Subscriber) -> Result<ApiRequest, String> {
        let request = Self::request(account, "POST", "");
        let request = request.ok_or_else(|| super::TRY_LATER.to_owned())?;
        Ok(request.json(&Self::body(account, subscriber)))
    }

    fn parse_response(
        &self,
        step: usize,
        answer: &ApiResponse,
        account: &Account,
        subscriber: &Subscriber,
    ) -> Step {
        let again = |method| Self::request(account, method, &Self::member(subscriber));
        let is_member = || answer.text("detail").contains("already a list member");
        match step {
            0 if answer.is_ok() => Self::note(account, subscriber),
            0 if is_member() => match again("GET") {
                Some(request) => Step::then(request),
                None => Step::refused(String::new()),
            },
            // The notification of a new member.
            1 if answer.json().at("note").to_bool() => Step::Done,
            1 if answer.is_ok() && answer.text("status") == "subscribed" => Step::Done,
            1 => match again("PUT") {
                Some(request) => Step::then(request.json(&Self::body(account, subscriber))),
                None => Step::refused(String::new()),
            },
            _ if answer.is_ok() => Step::Done,
            // Mailchimp's error texts are for developers and are not shown.
            _ => Step::refused(String::new()),
        }
    }
}
