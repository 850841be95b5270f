//! `moove_gdpr_localize_scripts`: the premium add-on's data about the visitor's country; empty without the add-on.
//!
//! Contract "cookie-consent", section 5.3; recordings moove-gdpr/localize*.

use compat::moove_gdpr::load_geo_response;

use crate::request_error::RequestError;
use crate::server::Response;
use crate::wordpress::request_context::RequestContext;

/// Handles the action: the transient that PHP stored for the address, else an empty list.
///
/// # Errors
/// When the database or rendering fails.
pub async fn respond(context: &RequestContext<'_>) -> Result<Response, RequestError> {
    let address = context.input.request.remote_addr;
    let kept = load_geo_response(&context.app.db, address, context.now).await?;
    Ok(Response::html(kept.unwrap_or_else(|| "[]".to_owned())))
}
