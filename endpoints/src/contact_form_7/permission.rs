//! Permissions to read and edit forms: the plugin's capabilities, mapped to WordPress's.
//!
//! Contract "contact-form-7", sections 1.5 and 12.1: 403 for visitors too.

use compat::contact_form_7::constants::Constants;
use compat::contact_form_7::contact_forms::ContactForms;
use compat::contact_form_7::messages::translated;

use crate::wordpress::rest::request::RestRequest;
use crate::wordpress::rest::route::Permitting;
use crate::wordpress::rest::route::Rest;
use crate::wordpress::rest::route_error::{RestError, RouteError};

/// An error of the plugin with its translated message.
pub fn error(rest: &Rest<'_>, code: &str, source: &str, status: u16) -> RouteError {
    RestError::new(code, translated(&rest.locale, source), status).into()
}

fn only<'a>(rest: &Rest<'_>, capability: &str, refusal: &str) -> Permitting<'a> {
    let outcome = if rest.can(capability) {
        Ok(())
    } else {
        Err(error(rest, "wpcf7_forbidden", refusal, 403))
    };
    Box::pin(async move { outcome })
}

/// The site's mapping of `wpcf7_read_contact_forms`, `wpcf7_edit_contact_forms` and `wpcf7_delete_contact_forms`.
fn constants<'r>(rest: &'r Rest<'_>) -> &'r Constants {
    &rest.state.site_data.get::<ContactForms>().constants
}

/// Permission to list forms.
pub fn read_contact_forms<'a>(rest: &'a Rest<'a>, _: &'a RestRequest) -> Permitting<'a> {
    let capability = &constants(rest).read_capability;
    only(
        rest,
        capability,
        "You are not allowed to access contact forms.",
    )
}

/// Permission to create forms.
pub fn create_contact_form<'a>(rest: &'a Rest<'a>, _: &'a RestRequest) -> Permitting<'a> {
    let capability = &constants(rest).edit_capability;
    only(
        rest,
        capability,
        "You are not allowed to create a contact form.",
    )
}

/// Permission to read, edit and delete one form.
pub fn edit_contact_form<'a>(rest: &'a Rest<'a>, _: &'a RestRequest) -> Permitting<'a> {
    let refusal = "You are not allowed to access the requested contact form.";
    only(rest, &constants(rest).edit_capability, refusal)
}
