//! The place whose taxes hold.

use super::settings::TaxBase;
use crate::woocommerce::address::Address;

/// A place: of a customer, or of the shop.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct TaxLocation {
    /// Two letters; empty while nothing is known.
    pub country: String,
    /// The country's code of the state.
    pub state: String,
    /// As typed.
    pub postcode: String,
    /// As typed.
    pub city: String,
}

impl TaxLocation {
    /// The place of option `woocommerce_default_country` (`ES:GR`), with postcode and city of the shop.
    pub fn of_shop(default_country: &str, postcode: &str, city: &str) -> Self {
        let (country, state) = default_country
            .split_once(':')
            .unwrap_or((default_country, ""));
        Self {
            country: country.to_owned(),
            state: state.to_owned(),
            postcode: postcode.to_owned(),
            city: city.to_owned(),
        }
    }
}

impl From<&Address> for TaxLocation {
    fn from(address: &Address) -> Self {
        Self {
            country: address.country.clone(),
            state: address.state.clone(),
            postcode: address.postcode.clone(),
            city: address.city.clone(),
        }
    }
}

/// `get_taxable_address`: the place whose taxes hold. Who fetches the goods (`is_pickup`) pays those of the shop.
pub fn taxed_place(
    based_on: TaxBase,
    billing: &Address,
    shipping: &Address,
    shop: &TaxLocation,
    is_pickup: bool,
) -> TaxLocation {
    match based_on {
        _ if is_pickup => shop.clone(),
        TaxBase::Shop => shop.clone(),
        TaxBase::Billing => billing.into(),
        TaxBase::Shipping => shipping.into(),
    }
}
