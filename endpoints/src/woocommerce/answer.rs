//! Answers of the shop's actions for scripts.

use compat::woocommerce::shopping::Visit;
use compat::wordpress::php::Value;
use compat::wordpress::php::json::wp_json_encode;

use super::visit::cookies;
use crate::server::Response;
use crate::wordpress::headers::set_cookies;
use crate::wordpress::request_context::RequestContext;

/// A value as the answer.
pub fn json(value: &Value) -> Response {
    Response::json(wp_json_encode(value, 0).unwrap_or_default())
}

/// The response with the cookies of the visit.
pub fn with_cookies(
    context: &RequestContext<'_>,
    visit: &Visit,
    mut response: Response,
) -> Response {
    set_cookies(&mut response, &cookies(context, visit), context.now);
    response
}
