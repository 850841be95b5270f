//! `feedback/schema`: the validation rules of a form, and their description for OPTIONS.
//!
//! Contract "contact-form-7", section 10; recordings cf7/schema-*. Without a submission, mail-tags for fields are not
//! replaced; default messages are in the language of the request.

use std::time::Duration;

use compat::contact_form_7::services::form_tag_types;
use compat::contact_form_7::submission::LocalizedForm;
use compat::contact_form_7::swv::RULE_NAMES;
use compat::wordpress::php::Value;
use jiff::{ToSpan, Zoned};

use crate::wordpress::rest::request::RestRequest;
use crate::wordpress::rest::rest_response::{Body, RestResponse};
use crate::wordpress::rest::route::Rest;
use crate::wordpress::rest::route::RouteFuture;

use super::forms::form_of;
use super::submit::{local_time, site_info};

/// The route's callback.
pub fn get_schema<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> RouteFuture<'a> {
    Box::pin(async move {
        let form = form_of(rest, request)?;
        let now = local_time(&rest.state.timezone(), rest.app.clock.now());
        let options = &rest.state.site.options;
        let admin_email = options.text("admin_email");
        let types = form_tag_types(options);
        let localized = LocalizedForm::new(&form, types, &rest.locale, &admin_email);
        let schema = localized.schema(&site_info(&rest.state), &rest.locale, &now);
        let reply = RestResponse::new(Body::Value(schema.to_value()));
        // Relative dates such as "today" change at midnight.
        Ok(reply.cached_for(Some(until_midnight(&now))))
    })
}

fn until_midnight(now: &Zoned) -> Duration {
    let tomorrow = now.start_of_day().and_then(|day| day.checked_add(1.day()));
    let seconds = tomorrow.map(|day| day.timestamp().as_second() - now.timestamp().as_second());
    Duration::from_secs(
        seconds
            .ok()
            .and_then(|s| u64::try_from(s).ok())
            .unwrap_or_default(),
    )
}

/// The JSON schema of the rules: recording cf7/schema-options.
pub fn swv_meta_schema() -> Value {
    let string = || Value::array().with("type", "string");
    let names: Value = RULE_NAMES.iter().map(|(_, name)| *name).collect();
    let properties = Value::array()
        .with("rule", string().with("enum", names))
        .with(
            "field",
            string().with("pattern", "^[A-Za-z][-A-Za-z0-9_:]*$"),
        )
        .with("error", string())
        .with(
            "accept",
            Value::array().with("type", "array").with("items", string()),
        )
        .with("base", string())
        .with(
            "interval",
            Value::array().with("type", "number").with("minimum", 0),
        )
        .with("threshold", string());
    let rule = Value::array()
        .with("type", "object")
        .with("properties", properties)
        .with("required", ["rule"].into_iter().collect::<Value>());
    let rules = Value::array().with("type", "array").with("items", rule);
    Value::array()
        .with("$schema", "https://json-schema.org/draft/2020-12/schema")
        .with("title", "Contact Form 7 SWV")
        .with("description", "Contact Form 7 SWV meta-schema")
        .with("type", "object")
        .with(
            "properties",
            Value::array()
                .with("version", string())
                .with("locale", string())
                .with("rules", rules),
        )
}
