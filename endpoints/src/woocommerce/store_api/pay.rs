//! Payment of an order by its number.
//!
//! Contract "woocommerce-store-api", section 8.9.

use compat::woocommerce::clean::wc_sanitize_textarea;
use compat::woocommerce::order::{
    Order, OrderChange, PlaceRefusal, change_order, order_products, save_order, status_after,
};
use compat::woocommerce::shopping::{Goods, StoreAction};
use compat::woocommerce::store_api::AddressKind;
use compat::woocommerce::store_checkout::{
    CheckoutRefusal, refuse_placement, refuse_removed_from_order, refused_order_coupons,
    validate_order, without_coupons,
};
use compat::wordpress::php::Value;
use compat::wordpress::post::PostId;

use super::address_args::overlaid;
use super::cart_request::{Access, CartRequest};
use super::checkout_schema::{CheckoutParts, answer, paid};
use super::order_access::order_of;
use super::payment_method::{Methods, chosen, sent_method};
use super::refusal::{Stop, refused};
use crate::woocommerce::checkout::{order_scene, settle};
use crate::woocommerce::order_mails::{OrderMails, staged_mails};
use crate::wordpress::rest::request::RestRequest;
use crate::wordpress::rest::rest_response::RestResponse;
use crate::wordpress::rest::route::Rest;
use crate::wordpress::rest::route_error::{RestError, RouteError};

/// `POST checkout/{id}`.
///
/// # Errors
/// When the database or rendering fails.
pub async fn pay<'r>(
    rest: &'r Rest<'r>,
    request: &'r RestRequest,
) -> Result<RestResponse, RouteError> {
    let mut cart = CartRequest::open(rest, request, Access::WithNonce).await?;
    match Box::pin(paid_order(&mut cart)).await {
        Ok(response) => Ok(response),
        Err(Stop::Refused(response)) => Ok(*response),
        Err(Stop::Again) => Ok(unpayable(&cart)),
        Err(Stop::Failed(error)) => Err(error),
    }
}

/// The refusal of an order that is not to be paid, or no longer. The plugin's error has no status.
fn unpayable(cart: &CartRequest<'_>) -> RestResponse {
    let texts = cart.rest.locale.domain("woocommerce");
    cart.refused(RestError {
        code: "invalid_order_update_status".to_owned(),
        message: texts.translate("This order cannot be paid for.").to_owned(),
        data: Box::new(Value::Null),
        additional_data: Vec::new(),
        additional_errors: Vec::new(),
    })
}

async fn paid_order(cart: &mut CartRequest<'_>) -> Result<RestResponse, Stop> {
    let (rest, request) = (cart.rest, cart.request);
    cart.hold().await?;
    let order = order_of(rest, request).await?.ok_or(Stop::Again)?;
    if !order.status.is_payable_by_id() {
        return Err(Stop::Refused(Box::new(unpayable(cart))));
    }
    let order = addressed(order, request);
    cart.perform(StoreAction::SetAddresses {
        billing: Some(Box::new(order.billing.clone())),
        shipping: Some(Box::new(order.shipping.clone())),
    })
    .await?;
    let (order, gateway) = match method(cart, order) {
        Ok(chosen) => chosen,
        Err(refusal) => return Err(refused(cart, &refusal).await),
    };
    let order = judge_coupons(cart, order).await?;
    if let Err(refusal) = validate_order(&cart.source(), &order) {
        return Err(refused(cart, &refusal).await);
    }
    change(cart, order, gateway.as_ref()).await
}

/// Takes coupons that the buyer may not use off the stored order; the buyer sees it before it is paid.
async fn judge_coupons(cart: &mut CartRequest<'_>, order: Order) -> Result<Order, Stop> {
    let removed = refused_order_coupons(&cart.source(), &order).await?;
    let Err(refusal) = refuse_removed_from_order(&cart.source(), &removed) else {
        return Ok(order);
    };
    let codes: Vec<String> = removed.into_iter().map(|(code, _)| code).collect();
    let status = order.status;
    let order = without_coupons(&cart.source(), order, &codes).await?;
    let scene = order_scene(&cart.rest.context);
    let saved = save_order(&cart.rest.app.db, &scene, order, Some(status)).await?;
    saved.ok_or(Stop::Again)?;
    Err(refused(cart, &refusal).await)
}

/// The order with the addresses and the note of the request. Without an address for the goods they go where the bill
/// goes.
fn addressed(order: Order, request: &RestRequest) -> Order {
    let sent = request.get("billing_address");
    let billing = overlaid(&order.billing, sent, AddressKind::Billing);
    let shipping = match request.get("shipping_address") {
        Value::Null => {
            let mut shipping = billing.clone();
            shipping.email.clear();
            shipping
        }
        sent => overlaid(&order.shipping, sent, AddressKind::Shipping),
    };
    Order {
        billing,
        shipping,
        customer_note: wc_sanitize_textarea(&request.text("customer_note")),
        ..order
    }
}

type Chosen = (Order, Option<compat::woocommerce::order::ShopGateway>);

/// The order with its gateway; none where nothing is paid.
fn method(cart: &CartRequest<'_>, mut order: Order) -> Result<Chosen, CheckoutRefusal> {
    if order.amounts.total <= 0.0 {
        order.payment_method.clear();
        order.payment_method_title.clear();
        return Ok((order, None));
    }
    let asked = cart.request.text("payment_method");
    let gateway = chosen(&cart.source(), Methods::OfOrder(&order), &asked)?;
    gateway.id().clone_into(&mut order.payment_method);
    order.payment_method_title.clone_from(&gateway.title);
    Ok((order, Some(gateway)))
}

/// Pays for the order, and empties the session's cart.
async fn change(
    cart: &mut CartRequest<'_>,
    order: Order,
    gateway: Option<&compat::woocommerce::order::ShopGateway>,
) -> Result<RestResponse, Stop> {
    use compat::woocommerce::order::PaymentStep;
    let rest = cart.rest;
    let lines = order.lines();
    let ids = lines.flat_map(|(_, line)| [line.product_id, line.variation_id]);
    let ids: Vec<PostId> = ids.filter(|id| id.0 > 0).collect();
    let mut goods = Goods::default();
    goods.add(&cart.source(), &ids).await?;
    let products = order_products(&order, &goods.catalogue, &rest.state.site.options);
    let has_downloads = products.iter().any(|own| own.is_download);
    let texts = rest.locale.domain("woocommerce");
    let step = match gateway {
        Some(own) => own.gateway.process(&order, has_downloads, texts),
        None => PaymentStep::Complete {
            transaction_id: String::new(),
        },
    };
    let mails = OrderMails {
        order: &order,
        products: &goods.catalogue,
        from: order.status,
        to: status_after(&order, &products, &step),
    };
    let mails = Box::pin(staged_mails(&rest.context, mails)).await?;
    let change = OrderChange {
        customer: order.address_fields(),
        order,
        products,
        step: step.clone(),
        mails,
    };
    let scene = order_scene(&rest.context);
    let placed = match Box::pin(change_order(&rest.app.db, &scene, change)).await? {
        Ok(placed) => placed,
        Err(PlaceRefusal::Session) => return Err(Stop::Again),
        Err(refusal) => {
            let refusal = refuse_placement(&cart.source(), &refusal);
            return Err(refused(cart, &refusal).await);
        }
    };
    Box::pin(settle(&rest.context, &placed)).await;
    if step != PaymentStep::Leave {
        cart.perform(StoreAction::Empty).await?;
    }
    let parts = CheckoutParts {
        payment_result: paid(
            &cart.source(),
            &placed.order,
            Some(&step),
            &sent_method(cart.request),
        ),
        cart: Value::Null,
    };
    Ok(answer(cart, placed.order, parts).await?)
}
