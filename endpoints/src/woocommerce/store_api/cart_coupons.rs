//! The coupons of the cart.
//!
//! Contract "woocommerce-store-api", section 6.5.

use compat::woocommerce::coupon::{format_coupon_code, load_coupon};
use compat::woocommerce::money::PriceSettings;
use compat::woocommerce::shopping::StoreAction;
use compat::wordpress::php::Value;
use compat::wordpress::php::url::urlencode;

use super::cart::change;
use super::cart_request::{Access, CartRequest};
use super::cart_schema::coupon_items;
use super::draft::act;
use super::schema::{base_url, error};
use crate::wordpress::rest::request::RestRequest;
use crate::wordpress::rest::rest_response::{Body, Item, RestResponse};
use crate::wordpress::rest::route::Rest;
use crate::wordpress::rest::route_error::{RestError, RouteError};

/// The methods of the address of a coupon.
const METHODS: &[&str] = &["GET", "DELETE"];

/// What the address of a coupon ends with.
pub const COUPON_PATTERN: &str = "(?P<code>[\\w-]+)";

/// `POST cart/apply-coupon`.
///
/// # Errors
/// When the database or rendering fails.
pub async fn apply<'r>(
    rest: &'r Rest<'r>,
    request: &'r RestRequest,
) -> Result<RestResponse, RouteError> {
    let action = StoreAction::ApplyCoupon(request.text("code"));
    change(rest, request, action, 200).await
}

/// `POST cart/remove-coupon`.
///
/// # Errors
/// When the database or rendering fails.
pub async fn remove<'r>(
    rest: &'r Rest<'r>,
    request: &'r RestRequest,
) -> Result<RestResponse, RouteError> {
    let action = StoreAction::RemoveCoupon(request.text("code"));
    change(rest, request, action, 200).await
}

/// The coupons with their links.
fn items(cart: &CartRequest<'_>) -> Vec<Item> {
    let money = PriceSettings::from_options(&cart.rest.state.site.options);
    let mut collection = format!("{}/cart/coupons", base_url(cart.rest, cart.request));
    let mut methods = METHODS;
    if !cart.request.url_text("code").is_empty() {
        // The plugin puts the pattern of the route in the links, as it does for lines.
        collection = format!("{collection}/{COUPON_PATTERN}");
        methods = &[];
    }
    let items = coupon_items(&cart.visit, &money).into_iter();
    let items = items.zip(&cart.visit.cart.coupons).map(|(mut item, code)| {
        let code = urlencode(code.as_bytes());
        item.link_self(format!("{collection}/{code}"), methods);
        item.link("collection", collection.clone());
        item
    });
    items.collect()
}

/// Answers with a coupon of the cart.
fn answer(cart: &CartRequest<'_>, code: &str, status: u16) -> RestResponse {
    let mut codes = cart.visit.cart.coupons.iter();
    let at = codes.position(|own| own == code);
    let item = at.and_then(|at| items(cart).into_iter().nth(at));
    match item {
        Some(item) => cart.respond(status, Body::Item(Box::new(item))),
        None => {
            let code = "woocommerce_rest_cart_coupon_invalid_code";
            cart.refused(error(
                cart.rest,
                code,
                "Coupon does not exist in the cart.",
                404,
            ))
        }
    }
}

/// `GET cart/coupons`.
///
/// # Errors
/// When the database fails.
pub async fn list<'r>(
    rest: &'r Rest<'r>,
    request: &'r RestRequest,
) -> Result<RestResponse, RouteError> {
    let mut cart = CartRequest::open(rest, request, Access::Open).await?;
    cart.calculate().await?;
    let items = items(&cart);
    Ok(cart.respond(200, Body::List(items)))
}

/// `POST cart/coupons`.
///
/// # Errors
/// When the database or rendering fails.
pub async fn add<'r>(
    rest: &'r Rest<'r>,
    request: &'r RestRequest,
) -> Result<RestResponse, RouteError> {
    let typed = request.text("code");
    if load_coupon(&rest.app.db, &typed, rest.now).await?.is_none() {
        return Err(unknown(rest).into());
    }
    let mut cart = CartRequest::open(rest, request, Access::WithNonce).await?;
    match act(&mut cart, StoreAction::ApplyCoupon(typed.clone())).await? {
        Ok(_) => Ok(answer(&cart, &format_coupon_code(&typed), 201)),
        Err(refused) => Ok(refused),
    }
}

/// The check of the argument only says no: there are no details.
fn unknown(rest: &Rest<'_>) -> RestError {
    let message = rest
        .text("Invalid parameter(s): %s")
        .replacen("%s", "code", 1);
    let params = Value::array().with("code", rest.text("Invalid parameter."));
    RestError::new("rest_invalid_param", message, 400)
        .with("params", params)
        .with("details", Value::array())
}

/// `DELETE cart/coupons`.
///
/// # Errors
/// When the database or rendering fails.
pub async fn remove_all<'r>(
    rest: &'r Rest<'r>,
    request: &'r RestRequest,
) -> Result<RestResponse, RouteError> {
    let mut cart = CartRequest::open(rest, request, Access::WithNonce).await?;
    match act(&mut cart, StoreAction::RemoveCoupons).await? {
        Ok(_) => Ok(cart.respond(200, Body::Value(Value::array()))),
        Err(refused) => Ok(refused),
    }
}

/// `GET cart/coupons/{code}`.
///
/// # Errors
/// When the database fails.
pub async fn by_code<'r>(
    rest: &'r Rest<'r>,
    request: &'r RestRequest,
) -> Result<RestResponse, RouteError> {
    let mut cart = CartRequest::open(rest, request, Access::Open).await?;
    cart.calculate().await?;
    Ok(answer(
        &cart,
        &format_coupon_code(&request.url_text("code")),
        200,
    ))
}

/// `DELETE cart/coupons/{code}`.
///
/// # Errors
/// When the database or rendering fails.
pub async fn drop<'r>(
    rest: &'r Rest<'r>,
    request: &'r RestRequest,
) -> Result<RestResponse, RouteError> {
    let mut cart = CartRequest::open(rest, request, Access::WithNonce).await?;
    let action = StoreAction::DropCoupon(request.url_text("code"));
    match act(&mut cart, action).await? {
        Ok(_) => Ok(cart.respond(204, Body::Value(Value::Null))),
        Err(refused) => Ok(refused),
    }
}
