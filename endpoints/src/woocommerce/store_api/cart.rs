//! The cart, and the requests that answer with it.
//!
//! Contract "woocommerce-store-api", section 6.5.

use compat::woocommerce::shopping::StoreAction;
use compat::woocommerce::store_api::StoreAdd;
use compat::wordpress::php::Value;
use compat::wordpress::php::cast::float_to_int;
use compat::wordpress::post::PostId;

use super::cart_request::{Access, CartRequest};
use super::draft::act;
use super::schema::error;
use crate::wordpress::rest::request::RestRequest;
use crate::wordpress::rest::rest_response::RestResponse;
use crate::wordpress::rest::route::Rest;
use crate::wordpress::rest::route_error::{RestError, RouteError};

/// `GET cart`.
///
/// # Errors
/// When the database or rendering fails.
pub async fn get<'r>(
    rest: &'r Rest<'r>,
    request: &'r RestRequest,
) -> Result<RestResponse, RouteError> {
    let mut cart = CartRequest::open(rest, request, Access::Open).await?;
    cart.answer(200).await
}

/// Does something, and answers with the cart.
///
/// # Errors
/// When the database or rendering fails.
pub async fn change<'r>(
    rest: &'r Rest<'r>,
    request: &'r RestRequest,
    action: StoreAction,
    status: u16,
) -> Result<RestResponse, RouteError> {
    let mut cart = CartRequest::open(rest, request, Access::WithNonce).await?;
    match act(&mut cart, action).await? {
        Ok(_) => cart.answer(status).await,
        Err(refused) => Ok(refused),
    }
}

/// What a client wants to put in.
pub fn added(request: &RestRequest) -> StoreAction {
    let id = request.get("id");
    let product = id.to_int().saturating_abs();
    let sent_id = match id {
        Value::Null => String::new(),
        _ => product.to_string(),
    };
    let pairs = request.get("variation").values();
    let pairs = pairs.map(|pair| {
        let text = |name: &str| pair.at(name).to_string_lossy().into_owned();
        (text("attribute"), text("value"))
    });
    StoreAction::Add(StoreAdd {
        product: PostId(product),
        sent_id,
        quantity: quantity(request),
        variation: pairs.collect(),
        has_key: request.has("key"),
    })
}

/// The whole part of the number of units; `None` when it was not sent.
pub fn quantity(request: &RestRequest) -> Option<i64> {
    let sent = request.get("quantity");
    (!sent.is_null()).then(|| float_to_int(sent.to_float().trunc()))
}

/// `POST cart/add-item`.
///
/// # Errors
/// When the database or rendering fails.
pub async fn add_item<'r>(
    rest: &'r Rest<'r>,
    request: &'r RestRequest,
) -> Result<RestResponse, RouteError> {
    change(rest, request, added(request), 201).await
}

/// `POST cart/update-item`.
///
/// # Errors
/// When the database or rendering fails.
pub async fn update_item<'r>(
    rest: &'r Rest<'r>,
    request: &'r RestRequest,
) -> Result<RestResponse, RouteError> {
    let action = StoreAction::SetQuantity {
        key: request.text("key"),
        quantity: quantity(request),
    };
    change(rest, request, action, 200).await
}

/// `POST cart/remove-item`.
///
/// # Errors
/// When the database or rendering fails.
pub async fn remove_item<'r>(
    rest: &'r Rest<'r>,
    request: &'r RestRequest,
) -> Result<RestResponse, RouteError> {
    change(rest, request, StoreAction::Remove(request.text("key")), 200).await
}

/// `POST cart/select-shipping-rate`.
///
/// # Errors
/// When the database or rendering fails.
pub async fn select_rate<'r>(
    rest: &'r Rest<'r>,
    request: &'r RestRequest,
) -> Result<RestResponse, RouteError> {
    let mut cart = CartRequest::open(rest, request, Access::WithNonce).await?;
    let ships_to = rest
        .state
        .site
        .options
        .text("woocommerce_ship_to_countries");
    if ships_to == "disabled" {
        let code = "woocommerce_rest_shipping_disabled";
        return Ok(cart.refused(error(rest, code, "Shipping is disabled.", 404)));
    }
    let package = request.get("package_id");
    let package = (!package.is_null()).then(|| package.to_string_lossy().into_owned());
    let rate = request.text("rate_id");
    match act(&mut cart, StoreAction::SelectRate { package, rate }).await? {
        Ok(_) => cart.answer(200).await,
        Err(refused) => Ok(refused),
    }
}

/// `POST cart/extensions`: no extension answers here. The texts are not translated.
///
/// # Errors
/// When the database fails.
pub async fn extensions<'r>(
    rest: &'r Rest<'r>,
    request: &'r RestRequest,
) -> Result<RestResponse, RouteError> {
    let cart = CartRequest::open(rest, request, Access::WithNonce).await?;
    let text = if request.has("namespace") {
        let name = request.text("namespace");
        format!("There is no such namespace registered: {name}.")
    } else {
        "You must provide a plugin namespace when extending a Store REST endpoint.".to_owned()
    };
    let code = "woocommerce_rest_cart_extensions_error";
    Ok(cart.refused(RestError::new(code, text, 400)))
}
