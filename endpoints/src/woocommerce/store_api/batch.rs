//! Several requests in one.
//!
//! Contract "woocommerce-store-api", section 7.

use compat::wordpress::php::Value;

use super::cart_request::caller_headers;
use super::schema::error;
use crate::wordpress::rest::arg::Arg;
use crate::wordpress::rest::batch::serve_batch;
use crate::wordpress::rest::request::RestRequest;
use crate::wordpress::rest::rest_response::RestResponse;
use crate::wordpress::rest::route::Rest;
use crate::wordpress::rest::route_error::RouteError;

/// The arguments.
pub fn args() -> Vec<Arg> {
    crate::wordpress::rest::batch::args()
}

/// Does the requests one after the other, all in the session of this one.
///
/// # Errors
/// When a callback fails.
pub async fn serve(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let mut parts = request.get("requests").values();
    let is_foreign = |part: &Value| !part.at("path").to_string_lossy().starts_with("/wc/store");
    let mut response = if parts.any(is_foreign) {
        let code = "woocommerce_rest_invalid_path";
        RestResponse::error(error(rest, code, "Invalid path provided.", 400))
    } else {
        serve_batch(rest, request).await?
    };
    response.headers.extend(caller_headers(rest));
    Ok(response)
}
