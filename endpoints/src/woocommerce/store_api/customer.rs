//! The customer's addresses.
//!
//! Contract "woocommerce-store-api", sections 6.5 and 8.6.

use compat::woocommerce::address::Address;
use compat::woocommerce::shopping::StoreAction;
use compat::woocommerce::store_api::AddressKind;
use compat::wordpress::php::Value;

use super::address_args::{joined, judged};
use super::cart_request::{Access, CartRequest};
use super::draft::act;
use crate::wordpress::rest::request::{RestRequest, invalid_param};
use crate::wordpress::rest::rest_response::RestResponse;
use crate::wordpress::rest::route::Rest;
use crate::wordpress::rest::route_error::RouteError;

/// `POST cart/update-customer`.
///
/// # Errors
/// When the database or rendering fails.
pub async fn update<'r>(
    rest: &'r Rest<'r>,
    request: &'r RestRequest,
) -> Result<RestResponse, RouteError> {
    let mut cart = CartRequest::open(rest, request, Access::WithNonce).await?;
    cart.calculate().await?;
    let customer = &cart.visit.customer;
    let mut refused = Vec::new();
    let mut read = |name: &str, known: &Address, kind: AddressKind| {
        let posted = request.get(name);
        if !is_map(posted) {
            return None;
        }
        let (address, errors) = judged(posted, known, kind, &rest.locale);
        refused.extend(joined(errors).map(|error| (name.to_owned(), error)));
        Some(Box::new(address))
    };
    let billing = read("billing_address", &customer.billing, AddressKind::Billing);
    let mut shipping = read(
        "shipping_address",
        &customer.shipping,
        AddressKind::Shipping,
    );
    if !refused.is_empty() {
        return Ok(cart.refused(invalid_param(refused, &rest.locale)));
    }
    let needs_shipping = cart
        .visit
        .sums
        .as_ref()
        .is_some_and(|sums| sums.needs_shipping);
    if shipping.is_none() && !needs_shipping {
        // What is not sent goes where the bill goes.
        shipping = billing.clone().map(|address| {
            Box::new(Address {
                email: String::new(),
                ..*address
            })
        });
    }
    match act(&mut cart, StoreAction::SetAddresses { billing, shipping }).await? {
        Ok(_) => cart.answer(200).await,
        Err(refused) => Ok(refused),
    }
}

fn is_map(value: &Value) -> bool {
    value
        .as_array()
        .is_some_and(|map| !map.is_empty() && !map.is_list())
}
