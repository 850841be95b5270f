//! How often the checkout may be asked, where the shop limits that.
//!
//! Contract "woocommerce-store-api", section 1.12.

use compat::woocommerce::store_checkout::count_request;
use compat::wordpress::php::Value;
use compat::wordpress::php::hash::md5;

use crate::request_error::RequestError;
use crate::wordpress::rest::request::RestRequest;
use crate::wordpress::rest::route::{Admission, Rest};
use crate::wordpress::rest::route_error::RestError;

/// Requests of a caller in a period, and its seconds.
const LIMIT: (i64, i64) = (3, 60);

/// Counts requests that place orders. The text is not translated.
///
/// # Errors
/// When the database fails.
pub async fn admit(rest: &Rest<'_>, request: &RestRequest) -> Result<Admission, RequestError> {
    let own = request.route.strip_prefix("/wc/store").unwrap_or_default();
    let own = own.strip_prefix("/v1").unwrap_or(own);
    let is_limited = request.method == "POST" && own.starts_with("/checkout");
    let options = &rest.state.site.options;
    let is_on = options.text("woocommerce_feature_rate_limit_checkout_enabled") == "yes";
    if !is_limited || !is_on || rest.context.capabilities().has("edit_posts") {
        return Ok(Admission::default());
    }
    let caller = match rest.visitor.user {
        Some(user) => user.0.to_string(),
        None => md5(rest.input.request.remote_addr.to_string().as_bytes()),
    };
    let counted = count_request(&rest.app.db, &caller, LIMIT, rest.now).await?;
    let number = |name: &'static str, value: i64| (name, Value::from(value));
    let mut headers = vec![
        number("RateLimit-Limit", counted.limit),
        number("RateLimit-Remaining", counted.remaining),
        number("RateLimit-Reset", counted.reset),
    ];
    let mut refusal = None;
    if counted.is_exceeded {
        let wait = counted.reset.saturating_sub(rest.now).max(0);
        headers.push(number("RateLimit-Retry-After", wait));
        let text = format!("Too many requests. Please wait {wait} seconds before trying again.");
        refusal = Some(RestError::new("rate_limit_exceeded", text, 400));
    }
    Ok(Admission { headers, refusal })
}
