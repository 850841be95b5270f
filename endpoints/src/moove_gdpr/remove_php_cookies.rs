//! `moove_gdpr_remove_php_cookies`: expires cookies that the browser's script cannot delete.
//!
//! Contract "cookie-consent", section 5.2; recordings moove-gdpr/remove-cookies-*.

use compat::moove_gdpr::{NONCE_ACTION, Removal, remove_php_cookies};
use compat::wordpress::formatting::sanitize::sanitize_key;
use compat::wordpress::php::json::json_encode;

use super::cookies::{cookie_header, domain, expire};
use crate::server::Response;
use crate::wordpress::request_context::RequestContext;

/// Handles the action: cookie names with their domains, then admin-ajax's `0`.
pub fn respond(context: &RequestContext<'_>) -> Response {
    let sent = context.input.request_text("security");
    let security = sanitize_key(&sent);
    let age = context.with_nonces(|nonces| nonces.verify(&security, NONCE_ACTION));
    let removal = match age {
        Some(_) => remove_php_cookies(&cookie_header(&context.input.request), &domain(context)),
        None => Removal::default(),
    };
    let map = json_encode(&removal.removed(), 0).unwrap_or_default();
    let mut response = Response::html(format!("{map}0"));
    expire(&mut response, removal, context);
    response
}
