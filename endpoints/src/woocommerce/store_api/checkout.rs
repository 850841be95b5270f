//! The checkout: reading and changing the draft, and placing it.
//!
//! Contract "woocommerce-store-api", sections 8.3 to 8.8.

use compat::woocommerce::checkout::{
    CheckoutSettings, choose_payment_method, finish, placed_before,
};
use compat::woocommerce::clean::wc_sanitize_textarea;
use compat::woocommerce::order::{
    Order, OrderId, OrderScene, PaymentStep, PlaceRefusal, ShopGateway, load_order,
};
use compat::woocommerce::shopping::StoreAction;
use compat::woocommerce::store_api::{AddressKind, StoreError};
use compat::woocommerce::store_checkout::{
    CheckoutRefusal, StorePlacement, prepare_draft, refuse_placement, refuse_removed,
    validate_draft,
};
use compat::wordpress::php::Value;
use compat::wordpress::php::hash::md5;
use compat::wordpress::php::json::wp_json_encode;

use super::account::open_account;
use super::address_args::overlaid;
use super::cart_request::{Access, CartRequest};
use super::checkout_schema::{CheckoutParts, answer, no_payment, paid};
use super::draft::write_draft;
use super::payment_method::{Methods, chosen, sent_method};
use super::refusal::{Stop, refused, refused_cart};
use super::schema::error;
use crate::woocommerce::checkout::{order_scene, settle, staged};
use crate::wordpress::rest::request::RestRequest;
use crate::wordpress::rest::rest_response::RestResponse;
use crate::wordpress::rest::route::Rest;
use crate::wordpress::rest::route_error::RouteError;

/// How often an order is tried while other processes change its session.
const TRIES: usize = 3;

/// `GET checkout`.
///
/// # Errors
/// When the database or rendering fails.
pub async fn get<'r>(
    rest: &'r Rest<'r>,
    request: &'r RestRequest,
) -> Result<RestResponse, RouteError> {
    let mut cart = CartRequest::open(rest, request, Access::WithNonce).await?;
    cart.hold().await?;
    cart.perform(StoreAction::Calculate).await?;
    let Some(order) = draft(&mut cart, |_| {}).await? else {
        return Ok(without_cart(&cart));
    };
    let parts = CheckoutParts {
        payment_result: no_payment(),
        cart: Value::Null,
    };
    answer(&cart, order, parts).await
}

/// `PUT` and `PATCH checkout`: note and gateway of the draft. Addresses are judged, and not stored.
///
/// # Errors
/// When the database or rendering fails.
pub async fn update<'r>(
    rest: &'r Rest<'r>,
    request: &'r RestRequest,
) -> Result<RestResponse, RouteError> {
    let mut cart = CartRequest::open(rest, request, Access::WithNonce).await?;
    match updated(&mut cart).await {
        Ok(response) => Ok(response),
        Err(Stop::Refused(response)) => Ok(*response),
        Err(Stop::Again) => Ok(without_cart(&cart)),
        Err(Stop::Failed(error)) => Err(error),
    }
}

async fn updated(cart: &mut CartRequest<'_>) -> Result<RestResponse, Stop> {
    let (rest, request) = (cart.rest, cart.request);
    cart.hold().await?;
    cart.perform(StoreAction::Calculate).await?;
    let asked = request.text("payment_method");
    let gateway = if asked.is_empty() {
        Ok(None)
    } else {
        chosen(&cart.source(), Methods::OfVisit(&cart.visit), &asked).map(Some)
    };
    if let Ok(Some(own)) = &gateway {
        choose_payment_method(&mut cart.visit, own.id());
    }
    let note = wc_sanitize_textarea(&request.text("customer_note"));
    let change = |order: &mut Order| {
        let Ok(gateway) = &gateway else {
            return;
        };
        order.customer_note.clone_from(&note);
        if let Some(own) = gateway {
            set_method(order, Some(own));
        }
    };
    let order = draft(cart, change).await?.ok_or(Stop::Again)?;
    if let Err(refusal) = gateway {
        return Err(refused(cart, &refusal).await);
    }
    let shown = cart.perform(StoreAction::Show).await?;
    let is_judged = rest.input.get_text("__experimental_calc_totals") == "true";
    if is_judged && !shown.errors.is_empty() {
        return Err(refused_cart(cart, &shown.errors, 409).await);
    }
    let parts = CheckoutParts {
        payment_result: Value::Null,
        cart: cart.cart().await?,
    };
    Ok(answer(cart, order, parts).await?)
}

/// The refusal of a draft of an empty cart.
fn without_cart(cart: &CartRequest<'_>) -> RestResponse {
    let text = "Cannot create order from empty cart.";
    let code = "woocommerce_rest_cart_empty";
    cart.refused(error(cart.rest, code, text, 400))
}

/// The draft of a calculated cart; `None` for an empty one.
async fn draft(
    cart: &mut CartRequest<'_>,
    change: impl Fn(&mut Order),
) -> Result<Option<Order>, RouteError> {
    if cart.visit.cart.is_empty() {
        return Ok(None);
    }
    write_draft(cart, change).await
}

fn set_method(order: &mut Order, gateway: Option<&ShopGateway>) {
    gateway
        .map_or("", ShopGateway::id)
        .clone_into(&mut order.payment_method);
    order.payment_method_title = gateway.map_or(String::new(), |own| own.title.clone());
}

/// `POST checkout`. The same request, sent again after the order was placed, is answered with that order.
///
/// # Errors
/// When the database or rendering fails.
pub async fn place<'r>(
    rest: &'r Rest<'r>,
    request: &'r RestRequest,
) -> Result<RestResponse, RouteError> {
    let mut cart = CartRequest::open(rest, request, Access::WithNonce).await?;
    let form = digest(request);
    let mut tries = 0;
    cart.defer();
    loop {
        tries += 1;
        cart.hold().await?;
        if cart.visit.cart.is_empty()
            && let Some((id, _)) = placed_before(&cart.visit, &form, rest.now)
            && let Some(response) = again(&cart, id).await?
        {
            return Ok(response);
        }
        match Box::pin(attempt(&mut cart, &form)).await {
            Ok(response) => return Ok(response),
            Err(Stop::Refused(response)) => {
                // Addresses, choices and the draft stay for the next request.
                if !cart.store().await? && tries < TRIES && cart.member.is_none() {
                    continue;
                }
                return Ok(*response);
            }
            Err(Stop::Failed(error)) => return Err(error),
            Err(Stop::Again) if tries < TRIES && cart.member.is_none() => {}
            Err(Stop::Again) => {
                let refusal = refuse_placement(&cart.source(), &PlaceRefusal::Session);
                return match refused(&mut cart, &refusal).await {
                    Stop::Refused(response) => Ok(*response),
                    Stop::Failed(error) => Err(error),
                    Stop::Again => Ok(without_cart(&cart)),
                };
            }
        }
    }
}

/// A digest of what was sent.
fn digest(request: &RestRequest) -> String {
    const ARGUMENTS: [&str; 8] = [
        "billing_address",
        "shipping_address",
        "payment_method",
        "customer_note",
        "create_account",
        "payment_data",
        "additional_fields",
        "extensions",
    ];
    let sent = ARGUMENTS.iter().fold(Value::array(), |map, name| {
        map.with(*name, request.get(name).clone())
    });
    md5(wp_json_encode(&sent, 0).unwrap_or_default().as_bytes())
}

/// The answer to a request that has made an order already.
async fn again(cart: &CartRequest<'_>, id: OrderId) -> Result<Option<RestResponse>, RouteError> {
    let storage = order_scene(&cart.rest.context).storage;
    let Some(order) = load_order(&cart.rest.app.db, storage, id).await? else {
        return Ok(None);
    };
    let parts = CheckoutParts {
        payment_result: paid(&cart.source(), &order, None, ""),
        cart: Value::Null,
    };
    Ok(Some(answer(cart, order, parts).await?))
}

async fn attempt(cart: &mut CartRequest<'_>, form: &str) -> Result<RestResponse, Stop> {
    judge_cart(cart).await?;
    take_addresses(cart).await?;
    let (mut order, gateway) = save_choices(cart).await?;
    if let Some(user) = open_account(cart).await? {
        order.customer_id = user.0;
    }
    let dropped = cart.perform(StoreAction::DropRefusedCoupons).await?;
    if let Err(refusal) = refuse_removed(&cart.source(), &dropped.removed) {
        draft(cart, |_| {}).await?;
        return Err(refused(cart, &refusal).await);
    }
    if let Err(refusal) = validate_draft(&cart.source(), &cart.visit, &order) {
        return Err(refused(cart, &refusal).await);
    }
    pay(cart, &order, gateway.as_ref(), form).await
}

/// Whether the cart may be ordered now, and by this visitor.
async fn judge_cart(cart: &mut CartRequest<'_>) -> Result<(), Stop> {
    let settings = CheckoutSettings::from_options(&cart.rest.state.site.options);
    let is_guest = cart.source().user.is_none();
    if is_guest && !settings.allows_guests && !settings.allows_sign_up {
        let text = "You must be logged in to checkout.";
        let text = cart.source().texts().translate(text).to_owned();
        let code = "woocommerce_rest_guest_checkout_disabled";
        return Err(refused(cart, &CheckoutRefusal::new(code, 403, text)).await);
    }
    cart.perform(StoreAction::Calculate).await?;
    if cart.visit.cart.is_empty() {
        let text = "Cannot place an order, your cart is empty.";
        let empty = StoreError::bad_request("woocommerce_rest_cart_empty", text);
        return Err(refused_cart(cart, &[empty], 400).await);
    }
    let shown = cart.perform(StoreAction::Show).await?;
    if shown.errors.is_empty() {
        return Ok(());
    }
    Err(refused_cart(cart, &shown.errors, 409).await)
}

/// Takes the addresses over as the customer's, and calculates with them. Goods that are not sent go where the bill goes.
async fn take_addresses(cart: &mut CartRequest<'_>) -> Result<(), Stop> {
    let request = cart.request;
    let customer = &cart.visit.customer;
    let sent = request.get("billing_address");
    let billing = overlaid(&customer.billing, sent, AddressKind::Billing);
    let sums = cart.visit.sums.as_deref();
    let needs_shipping = sums.is_some_and(|sums| sums.needs_shipping);
    let sent = request.get("shipping_address");
    let shipping = if !needs_shipping {
        let mut shipping = billing.clone();
        shipping.email.clear();
        Some(shipping)
    } else if sent.is_null() {
        None
    } else {
        Some(overlaid(&customer.shipping, sent, AddressKind::Shipping))
    };
    cart.perform(StoreAction::SetAddresses {
        billing: Some(Box::new(billing)),
        shipping: shipping.map(Box::new),
    })
    .await?;
    Ok(())
}

/// Writes the draft with its note and gateway. The gateway is `None` where nothing is paid.
async fn save_choices(cart: &mut CartRequest<'_>) -> Result<(Order, Option<ShopGateway>), Stop> {
    let request = cart.request;
    let sums = cart.visit.sums.as_deref();
    let needs_payment = sums.is_some_and(|sums| sums.totals.total > 0.0);
    let asked = request.text("payment_method");
    let gateway = if needs_payment {
        chosen(&cart.source(), Methods::OfVisit(&cart.visit), &asked).map(Some)
    } else {
        Ok(None)
    };
    if let Ok(Some(own)) = &gateway {
        choose_payment_method(&mut cart.visit, own.id());
    }
    let note = wc_sanitize_textarea(&request.text("customer_note"));
    let change = |order: &mut Order| {
        if let Ok(gateway) = &gateway {
            order.customer_note.clone_from(&note);
            set_method(order, gateway.as_ref());
        }
    };
    let order = draft(cart, change).await?.ok_or(Stop::Again)?;
    match gateway {
        Ok(gateway) => Ok((order, gateway)),
        Err(refusal) => Err(refused(cart, &refusal).await),
    }
}

/// Places the draft.
async fn pay(
    cart: &mut CartRequest<'_>,
    order: &Order,
    gateway: Option<&ShopGateway>,
    form: &str,
) -> Result<RestResponse, Stop> {
    let rest = cart.rest;
    let scene: OrderScene = order_scene(&rest.context);
    let placement = StorePlacement {
        draft: order,
        gateway,
    };
    let prepared = prepare_draft(&cart.source(), &cart.visit, placement);
    let step: PaymentStep = prepared.step.clone();
    let mails = Box::pin(staged(&rest.context, &cart.visit, &prepared)).await?;
    let placing = {
        let source = cart.source();
        Box::pin(finish(
            &source,
            &scene,
            &cart.visit,
            prepared,
            (mails, form),
        ))
        .await?
    };
    let (visit, placed) = match placing {
        Ok(done) => done,
        Err(PlaceRefusal::Session) => return Err(Stop::Again),
        Err(refusal) => {
            let refusal = refuse_placement(&cart.source(), &refusal);
            return Err(refused(cart, &refusal).await);
        }
    };
    Box::pin(settle(&rest.context, &placed)).await;
    cart.keep(visit);
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
