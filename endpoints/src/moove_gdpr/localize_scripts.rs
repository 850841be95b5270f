//! `moove_gdpr_localize_scripts`: what the paid part says about the visitor's country; nothing without it.
//!
//! Contract "cookie-consent", section 5.3; recordings moove-gdpr/localize*.

use compat::moove_gdpr::load_geo_answer;

use crate::request_error::RequestError;
use crate::server::Response;
use crate::wordpress::request_context::RequestContext;

/// Answers: what PHP beside us keeps for the address, else an empty list.
pub async fn answer(context: &RequestContext<'_>) -> Result<Response, RequestError> {
    let address = context.input.request.remote_addr;
    let kept = load_geo_answer(&context.app.db, address, context.now).await?;
    Ok(Response::html(kept.unwrap_or_else(|| "[]".to_owned())))
}
