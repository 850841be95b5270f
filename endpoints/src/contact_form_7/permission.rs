//! Who may read and change forms: the plugin's capabilities, mapped to WordPress's.
//!
//! Contract "contact-form-7", sections 1.5 and 12.1: 403 for visitors too.

use compat::contact_form_7::messages::translated;

use crate::wordpress::rest::context::Rest;
use crate::wordpress::rest::fault::{Fault, RestError};
use crate::wordpress::rest::request::RestRequest;
use crate::wordpress::rest::route::Permitting;

/// `wpcf7_read_contact_forms`
const READ: &str = "edit_posts";
/// `wpcf7_edit_contact_form(s)` and `wpcf7_delete_contact_form(s)`
const EDIT: &str = "publish_pages";

/// An error of the plugin with its translated message.
pub fn error(rest: &Rest<'_>, code: &str, source: &str, status: u16) -> Fault {
    RestError::new(code, translated(&rest.locale, source), status).into()
}

fn only<'a>(rest: &Rest<'_>, capability: &str, refusal: &str) -> Permitting<'a> {
    let outcome = if rest.visitor.capabilities.has(capability) {
        Ok(())
    } else {
        Err(error(rest, "wpcf7_forbidden", refusal, 403))
    };
    Box::pin(async move { outcome })
}

/// Who sees the list.
pub fn read_contact_forms<'a>(rest: &'a Rest<'a>, _: &'a RestRequest) -> Permitting<'a> {
    only(rest, READ, "You are not allowed to access contact forms.")
}

/// Who makes forms.
pub fn create_contact_form<'a>(rest: &'a Rest<'a>, _: &'a RestRequest) -> Permitting<'a> {
    only(rest, EDIT, "You are not allowed to create a contact form.")
}

/// Who sees, changes and removes one.
pub fn edit_contact_form<'a>(rest: &'a Rest<'a>, _: &'a RestRequest) -> Permitting<'a> {
    let refusal = "You are not allowed to access the requested contact form.";
    only(rest, EDIT, refusal)
}
