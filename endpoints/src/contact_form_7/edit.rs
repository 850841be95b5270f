//! REST routes to create, update and delete forms.
//!
//! Contract "contact-form-7", section 12 and 24 E27 to E30. Only `context=save` writes; any other value is a dry run.
//! The configuration validator reports `config_errors`, unless `contact_form_7.validate_configuration` is off.

use compat::contact_form_7::config_validator::{ConfigErrors, ConfigSite, ConfigValidator};
use compat::contact_form_7::contact_form::ContactForm;
use compat::contact_form_7::contact_form_edit::{FormEdit, Saving, template};
use compat::contact_form_7::mail::AttachmentRoots;
use compat::contact_form_7::services::form_tag_types;
use compat::wordpress::php::Value;

use crate::wordpress::rest::request::RestRequest;
use crate::wordpress::rest::rest_response::{Body, RestResponse};
use crate::wordpress::rest::route::Rest;
use crate::wordpress::rest::route::RouteFuture;
use crate::wordpress::rest::route_error::RouteError;

use super::form_response::properties;
use super::forms::form_of;
use super::permission::error;
use super::settings::ContactForm7Settings;
use super::submit::site_info;

/// Creates a form.
pub fn create<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> RouteFuture<'a> {
    Box::pin(async move {
        if request.get("id").to_bool() {
            let source = "Cannot create existing contact form.";
            return Err(error(rest, "wpcf7_post_exists", source, 400));
        }
        let types = form_tag_types(&rest.state.site.options);
        let new = template(&site_info(&rest.state), &rest.locale, &types);
        saved(rest, request, &new).await
    })
}

/// Updates a form.
pub fn update<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> RouteFuture<'a> {
    Box::pin(async move {
        let form = form_of(rest, request)?;
        saved(rest, request, &form).await
    })
}

/// Deletes a form.
pub fn delete<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> RouteFuture<'a> {
    Box::pin(async move {
        let form = form_of(rest, request)?;
        if let Err(failed) = form.delete(&rest.app.db).await {
            tracing::error!(error = %failed, form.id = form.id.0, "a form could not be removed");
            let source = "There was an error deleting the contact form.";
            return Err(error(rest, "wpcf7_cannot_delete", source, 500));
        }
        rest.wrote(&["posts", "postmeta"]).await;
        let value = Value::array().with("deleted", true);
        Ok(RestResponse::new(Body::Value(value)))
    })
}

fn edit(rest: &Rest<'_>, request: &RestRequest) -> FormEdit {
    let given = |name: &str| Some(request.get(name)).filter(|value| !value.is_null());
    let text = |name: &str| given(name).map(|value| value.to_string_lossy().into_owned());
    FormEdit {
        title: text("title"),
        locale: text("locale"),
        form: text("form"),
        mail: given("mail").cloned(),
        mail_2: given("mail_2").cloned(),
        messages: given("messages").cloned(),
        additional_settings: text("additional_settings"),
        unfiltered_html: rest.can("unfiltered_html"),
    }
}

async fn saved(
    rest: &Rest<'_>,
    request: &RestRequest,
    before: &ContactForm,
) -> Result<RestResponse, RouteError> {
    let types = form_tag_types(&rest.state.site.options);
    let form = before.edited(&edit(rest, request), &types, &rest.locale);
    let errors = config_errors(rest, &form);
    let mut id = Some(form.id.0).filter(|id| *id > 0);
    if request.text("context") == "save" {
        let (writer, home) = (rest.post_writer(), rest.state.site.home());
        let by = Saving {
            author: rest.user_id().0,
            now: rest.now,
            writer: &writer,
            home: &home,
            config_errors: errors.as_ref(),
        };
        match form.save(&rest.app.db, &by).await {
            Ok(saved) => id = Some(saved.0),
            Err(failed) => {
                tracing::error!(error = %failed, form.id = form.id.0, "a form could not be saved");
                let source = "There was an error saving the contact form.";
                return Err(error(rest, "wpcf7_cannot_save", source, 500));
            }
        }
        rest.wrote(&["posts", "postmeta"]).await;
    }
    // The response to a created form has no slug.
    let slug = Some(form.slug.as_str()).filter(|slug| !slug.is_empty());
    let value = Value::array()
        .with("id", id.map_or(Value::Null, Value::Int))
        .with("slug", slug.map_or(Value::Null, Value::from))
        .with("title", form.title.as_str())
        .with("locale", form.locale.as_str())
        .with("properties", properties(rest, &form, form.messages.clone()))
        .with("config_errors", errors.unwrap_or_default().to_messages());
    Ok(RestResponse::new(Body::Value(value)))
}

/// The configuration validator's errors, when it is enabled.
fn config_errors(rest: &Rest<'_>, form: &ContactForm) -> Option<ConfigErrors> {
    let settings = &rest.app.settings;
    let spool = [rest.app.spool.folder().to_owned()];
    let info = site_info(&rest.state);
    let site = ConfigSite {
        info: &info,
        locale: &rest.locale,
        types: form_tag_types(&rest.state.site.options),
        upload_limit: settings.server.upload_limit,
        roots: AttachmentRoots {
            content_dir: rest.app.content_dir.as_deref(),
            others: &spool,
        },
    };
    let is_on = settings
        .section::<ContactForm7Settings>()
        .validate_configuration;
    is_on.then(|| ConfigValidator::validate(form, &site))
}
