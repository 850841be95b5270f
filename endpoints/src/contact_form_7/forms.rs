//! REST routes to list and read forms.
//!
//! Contract "contact-form-7", section 12.

use std::sync::Arc;

use compat::contact_form_7::contact_form::{ContactForm, FormId};
use compat::contact_form_7::contact_forms::ContactForms;
use compat::wordpress::php::Value;

use crate::wordpress::rest::request::RestRequest;
use crate::wordpress::rest::rest_response::{Body, RestResponse};
use crate::wordpress::rest::route::Rest;
use crate::wordpress::rest::route::RouteFuture;
use crate::wordpress::rest::route_error::RouteError;

use super::form_response::properties;
use super::permission::error;

/// The form of the path parameter `id`.
///
/// # Errors
/// `wpcf7_not_found` when there is none.
pub fn form_of(rest: &Rest<'_>, request: &RestRequest) -> Result<Arc<ContactForm>, RouteError> {
    // The path parameter takes precedence over one in the body.
    let id: i64 = request.url_text("id").parse().unwrap_or_default();
    let state = rest.state_now();
    let forms = state.site_data.get::<ContactForms>();
    let found = forms.get(FormId(id)).cloned();
    let missing = "The requested contact form was not found.";
    found.ok_or_else(|| error(rest, "wpcf7_not_found", missing, 404))
}

/// The list: `per_page`, `offset`, `order`, `orderby`, `search`.
pub fn list<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> RouteFuture<'a> {
    Box::pin(async move {
        let forms = rest.state.site_data.get::<ContactForms>().iter();
        let search = request.text("search").to_lowercase();
        let is_found = |form: &&Arc<ContactForm>| {
            !matches!(form.status.as_str(), "trash" | "auto-draft")
                && search.split_whitespace().all(|word| holds(form, word))
        };
        let mut found: Vec<_> = forms.filter(is_found).collect();
        match request.text("orderby").to_ascii_lowercase().as_str() {
            "title" => found.sort_by_key(|form| form.title.to_lowercase()),
            "name" => found.sort_by(|a, b| a.slug.cmp(&b.slug)),
            _ => {}
        }
        if request.text("order").eq_ignore_ascii_case("desc") {
            found.reverse();
        }
        let offset = usize::try_from(request.int("offset")).unwrap_or_default();
        let most = usize::try_from(request.int("per_page"))
            .ok()
            .filter(|n| *n > 0);
        let listed = found
            .into_iter()
            .skip(offset)
            .take(most.unwrap_or(usize::MAX));
        let value: Value = listed.map(|form| summary(form)).collect();
        Ok(RestResponse::new(Body::Value(value)).cached_for(None))
    })
}

/// Whether a form's title or properties contain the search term.
fn holds(form: &ContactForm, word: &str) -> bool {
    let texts = [&form.title, &form.form, &form.additional_settings_text];
    texts.iter().any(|text| text.to_lowercase().contains(word))
}

fn summary(form: &ContactForm) -> Value {
    Value::array()
        .with("id", form.id.0)
        .with("hash", form.short_hash())
        .with("slug", form.slug.as_str())
        .with("title", form.title.as_str())
        .with("locale", form.locale.as_str())
}

/// One form with its properties.
pub fn item<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> RouteFuture<'a> {
    Box::pin(async move {
        let form = form_of(rest, request)?;
        let value = Value::array()
            .with("id", form.id.0)
            .with("slug", form.slug.as_str())
            .with("title", form.title.as_str())
            .with("locale", form.locale.as_str())
            .with(
                "properties",
                properties(rest, &form, form.messages(&rest.locale).into()),
            );
        Ok(RestResponse::new(Body::Value(value)).cached_for(None))
    })
}
