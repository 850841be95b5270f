//! An order.
//!
//! Contract "woocommerce-store-api", section 9.

use std::sync::Arc;

use compat::woocommerce::order::total_refunded;
use compat::woocommerce::shopping::Goods;
use compat::woocommerce::stock::OrderStorage;
use compat::wordpress::post::PostId;
use themes::wordpress::view::Page;

use super::order_access::order_of;
use super::order_schema::order_value;
use super::products::goods_view;
use super::schema::error;
use crate::woocommerce::visit::source;
use crate::wordpress::rest::request::RestRequest;
use crate::wordpress::rest::rest_response::{Body, RestResponse};
use crate::wordpress::rest::route::Rest;
use crate::wordpress::rest::route_error::RouteError;

/// `GET order/{id}`, for who may see it.
///
/// # Errors
/// When the database or rendering fails.
pub async fn get(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let Some(order) = order_of(rest, request).await? else {
        let code = "woocommerce_rest_invalid_order";
        return Err(error(rest, code, "Invalid order ID.", 404).into());
    };
    let lines = order.lines();
    let ids = lines.flat_map(|(_, line)| [line.product_id, line.variation_id]);
    let ids: Vec<PostId> = ids.filter(|id| id.0 > 0).collect();
    let mut goods = Goods::default();
    goods.add(&source(&rest.context), &ids).await?;
    let storage = OrderStorage::from_options(&rest.state.site.options);
    let refunded = total_refunded(&rest.app.db, storage, order.id).await?;
    let view = goods_view(rest, &goods).await?;
    let render = move |page: &mut Page| Ok(order_value(page, &goods, &order, refunded));
    let (value, _) = rest.app.render_pool.render(Arc::new(view), render).await?;
    Ok(RestResponse::new(Body::Value(value)).cached_for(None))
}
