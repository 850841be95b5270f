//! The lines of the cart.
//!
//! Contract "woocommerce-store-api", section 6.5.

use compat::woocommerce::shopping::{StoreAction, Visit};
use compat::wordpress::php::Value;
use themes::wordpress::view::Page;

use super::cart::{added, quantity};
use super::cart_request::{Access, CartRequest};
use super::cart_schema::{lines, written};
use super::draft::act;
use super::item_schema::{with_links, with_pattern_links};
use super::schema::{base_url, error};
use crate::wordpress::rest::request::RestRequest;
use crate::wordpress::rest::rest_response::{Body, Item, RestResponse};
use crate::wordpress::rest::route::Rest;
use crate::wordpress::rest::route_error::RouteError;

/// The lines with their links and keys.
async fn items(cart: &CartRequest<'_>) -> Result<Vec<(String, Item)>, RouteError> {
    let collection = format!("{}/cart/items", base_url(cart.rest, cart.request));
    let is_by_key = !cart.request.url_text("key").is_empty();
    let write = move |page: &mut Page, visit: &Visit| {
        let items = lines(page, visit).into_iter().map(|item| {
            let key = item.data.get("key").map(Value::to_string_lossy);
            let key = key.unwrap_or_default().into_owned();
            let item = if is_by_key {
                with_pattern_links(item, &key, &collection)
            } else {
                with_links(item, &key, &collection)
            };
            (key, item)
        });
        items.collect()
    };
    Ok(written(cart.rest, &cart.visit, write).await?)
}

/// Answers with a line.
async fn answer(
    mut cart: CartRequest<'_>,
    key: &str,
    status: u16,
) -> Result<RestResponse, RouteError> {
    let items = items(&cart).await?.into_iter();
    let mut items = items.filter(|(own, _)| own == key);
    if let Some((_, item)) = items.next() {
        return Ok(cart.respond(status, Body::Item(Box::new(item))));
    }
    let code = "woocommerce_rest_cart_invalid_key";
    let missing = error(cart.rest, code, "Cart item does not exist.", 409);
    let shown = cart.cart().await?;
    Ok(cart.refused(missing.with("cart", shown)))
}

/// `GET cart/items`.
///
/// # Errors
/// When the database or rendering fails.
pub async fn list<'r>(
    rest: &'r Rest<'r>,
    request: &'r RestRequest,
) -> Result<RestResponse, RouteError> {
    let mut cart = CartRequest::open(rest, request, Access::Open).await?;
    cart.calculate().await?;
    let items = items(&cart).await?.into_iter();
    let items = items.map(|(_, item)| item).collect();
    Ok(cart.respond(200, Body::List(items)))
}

/// `POST cart/items`.
///
/// # Errors
/// When the database or rendering fails.
pub async fn add<'r>(
    rest: &'r Rest<'r>,
    request: &'r RestRequest,
) -> Result<RestResponse, RouteError> {
    let mut cart = CartRequest::open(rest, request, Access::WithNonce).await?;
    match act(&mut cart, added(request)).await? {
        Ok(outcome) => {
            let key = outcome.key.unwrap_or_default();
            answer(cart, &key, 201).await
        }
        Err(refused) => Ok(refused),
    }
}

/// `DELETE cart/items`.
///
/// # Errors
/// When the database or rendering fails.
pub async fn remove_all<'r>(
    rest: &'r Rest<'r>,
    request: &'r RestRequest,
) -> Result<RestResponse, RouteError> {
    let mut cart = CartRequest::open(rest, request, Access::WithNonce).await?;
    match act(&mut cart, StoreAction::Empty).await? {
        Ok(_) => Ok(cart.respond(200, Body::Value(Value::array()))),
        Err(refused) => Ok(refused),
    }
}

/// `GET cart/items/{key}`.
///
/// # Errors
/// When the database or rendering fails.
pub async fn by_key<'r>(
    rest: &'r Rest<'r>,
    request: &'r RestRequest,
) -> Result<RestResponse, RouteError> {
    let mut cart = CartRequest::open(rest, request, Access::Open).await?;
    cart.calculate().await?;
    answer(cart, &request.url_text("key"), 200).await
}

/// `PUT` and `PATCH cart/items/{key}`. POST is registered too, but does nothing.
///
/// # Errors
/// When the database or rendering fails.
pub async fn update<'r>(
    rest: &'r Rest<'r>,
    request: &'r RestRequest,
) -> Result<RestResponse, RouteError> {
    let mut cart = CartRequest::open(rest, request, Access::WithNonce).await?;
    if request.method == "POST" {
        let code = "woocommerce_rest_invalid_endpoint";
        return Ok(cart.refused(error(rest, code, "Method not implemented", 404)));
    }
    let key = request.url_text("key");
    let action = StoreAction::SetQuantity {
        key: key.clone(),
        quantity: quantity(request),
    };
    match act(&mut cart, action).await? {
        Ok(_) => answer(cart, &key, 200).await,
        Err(refused) => Ok(refused),
    }
}

/// `DELETE cart/items/{key}`.
///
/// # Errors
/// When the database or rendering fails.
pub async fn remove<'r>(
    rest: &'r Rest<'r>,
    request: &'r RestRequest,
) -> Result<RestResponse, RouteError> {
    let mut cart = CartRequest::open(rest, request, Access::WithNonce).await?;
    let action = StoreAction::Remove(request.url_text("key"));
    match act(&mut cart, action).await? {
        Ok(_) => Ok(cart.respond(204, Body::Value(Value::Null))),
        Err(refused) => Ok(refused),
    }
}
