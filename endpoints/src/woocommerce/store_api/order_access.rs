//! Who may see an order, and pay for it.
//!
//! Contract "woocommerce-store-api", section 8.9.

use compat::woocommerce::order::{Order, OrderId, load_order};
use compat::woocommerce::stock::OrderStorage;
use compat::woocommerce::store_checkout::{Claim, authorize};

use super::refusal::error_of;
use crate::wordpress::rest::request::RestRequest;
use crate::wordpress::rest::route::Rest;
use crate::wordpress::rest::route_error::RouteError;

/// The order that the address names.
///
/// # Errors
/// When the database fails.
pub async fn order_of(rest: &Rest<'_>, request: &RestRequest) -> Result<Option<Order>, RouteError> {
    let id = OrderId(request.url_text("id").parse().unwrap_or_default());
    let storage = OrderStorage::from_options(&rest.state.site.options);
    Ok(load_order(&rest.app.db, storage, id).await?)
}

/// The permission of both routes.
///
/// # Errors
/// Why the order is not shown; when the database fails.
pub async fn may_see(rest: &Rest<'_>, request: &RestRequest) -> Result<(), RouteError> {
    let order = order_of(rest, request).await?;
    let (key, email) = (request.text("key"), request.text("billing_email"));
    let claim = Claim {
        user: rest.visitor.user,
        key: &key,
        billing_email: request.has("billing_email").then_some(email.as_str()),
    };
    let texts = rest.locale.domain("woocommerce");
    authorize(order.as_ref(), claim, texts).map_err(|refusal| error_of(&refusal).into())
}
