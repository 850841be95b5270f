//! How the checkout refuses.
//!
//! Contract "woocommerce-store-api", section 1.9.

use compat::woocommerce::store_api::StoreError;
use compat::woocommerce::store_checkout::CheckoutRefusal;
use compat::wordpress::php::Value;

use super::cart_request::CartRequest;
use super::schema::rest_error;
use crate::wordpress::rest::rest_response::RestResponse;
use crate::wordpress::rest::route_error::{RestError, RouteError};

/// Why a step of the checkout is the last one.
pub enum Stop {
    /// The response to a request that is refused.
    Refused(Box<RestResponse>),
    /// Another process has changed the session or the order: everything is done again.
    Again,
    /// An internal failure.
    Failed(RouteError),
}

impl<E: Into<RouteError>> From<E> for Stop {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// A refusal as an error: its own data first, then the status.
pub fn error_of(refusal: &CheckoutRefusal) -> RestError {
    let own = refusal.data.iter();
    let data = own.fold(Value::array(), |map, (key, value)| {
        map.with(*key, value.clone())
    });
    RestError {
        code: refusal.code.to_owned(),
        message: refusal.message.clone(),
        data: Box::new(data.with("status", i64::from(refusal.status))),
        additional_data: Vec::new(),
        additional_errors: Vec::new(),
    }
}

/// The response to a refusal; a conflict shows the cart as it is.
pub async fn refused(cart: &mut CartRequest<'_>, refusal: &CheckoutRefusal) -> Stop {
    conflict(cart, error_of(refusal)).await
}

async fn conflict(cart: &mut CartRequest<'_>, error: RestError) -> Stop {
    if error.status() != 409 {
        return Stop::Refused(Box::new(cart.refused(error)));
    }
    match cart.cart().await {
        Ok(shown) => Stop::Refused(Box::new(cart.refused(error.with("cart", shown)))),
        Err(error) => Stop::Failed(error),
    }
}

/// The refusal of a cart that cannot be ordered. The plugin's errors of carts have a number as data, which the response
/// shows under the key 0.
pub async fn refused_cart(cart: &mut CartRequest<'_>, errors: &[StoreError], own: i64) -> Stop {
    let rest = cart.rest;
    let mut errors = errors.iter().map(|error| rest_error(rest, error));
    let Some(mut first) = errors.next() else {
        return Stop::Again;
    };
    let data = Value::array().with(0, own);
    *first.data = data.with("status", 409);
    first.additional_errors = errors
        .map(|error| RestError {
            data: Box::new(Value::from(own)),
            ..error
        })
        .collect();
    conflict(cart, first).await
}
