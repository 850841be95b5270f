//! The customer's addresses.
//!
//! Contract "woocommerce-store-api", sections 6.5 and 8.6.

use compat::woocommerce::address::Address;
use compat::woocommerce::shopping::StoreAction;
use compat::woocommerce::store_api::{AddressErrors, AddressKind, clean_address, validate_address};
use compat::wordpress::php::Value;

use super::cart_request::{Access, CartRequest};
use crate::wordpress::rest::request::{RestRequest, invalid_param};
use crate::wordpress::rest::rest_response::RestResponse;
use crate::wordpress::rest::route::Rest;
use crate::wordpress::rest::route_error::{RestError, RouteError};

/// `POST cart/update-customer`.
///
/// # Errors
/// When the database or rendering fails.
pub async fn update<'r>(
    rest: &'r Rest<'r>,
    request: &'r RestRequest,
) -> Result<RestResponse, RouteError> {
    let mut cart = match CartRequest::open(rest, request, Access::WithNonce).await? {
        Ok(cart) => cart,
        Err(refused) => return Ok(refused),
    };
    cart.calculate().await?;
    let customer = &cart.visit.customer;
    let mut refused = Vec::new();
    let mut read = |name: &str, known: &Address, kind: AddressKind| {
        let posted = request.get(name);
        if !is_map(posted) {
            return None;
        }
        let (address, wrong) = clean_address(posted, known, kind, &rest.locale);
        let mut errors = parts(rest, &wrong);
        errors.extend(validate_address(&address, kind, &rest.locale));
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
    match cart
        .act(StoreAction::SetAddresses { billing, shipping })
        .await?
    {
        Ok(_) => cart.answer(200).await,
        Err(refused) => Ok(refused),
    }
}

fn is_map(value: &Value) -> bool {
    value
        .as_array()
        .is_some_and(|map| !map.is_empty() && !map.is_list())
}

/// The errors of parts that are no texts.
fn parts(rest: &Rest<'_>, wrong: &[&str]) -> AddressErrors {
    let texts = rest.locale.domain("woocommerce");
    let errors = wrong.iter().map(|part| {
        let text = texts
            .translate("Invalid %s provided.")
            .replacen("%s", part, 1);
        (format!("invalid_{part}"), text)
    });
    errors.collect()
}

/// All errors of an address as one: the first with the others behind it, the texts in a row.
fn joined(errors: AddressErrors) -> Option<RestError> {
    let mut errors = errors.into_iter().map(|(code, message)| RestError {
        code,
        message,
        data: Box::new(Value::Null),
        additional_errors: Vec::new(),
    });
    let mut first = errors.next()?;
    first.additional_errors = errors.collect();
    Some(first)
}
