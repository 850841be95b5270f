//! Shipping: zones, methods, and the rates that they offer for a package.
//!
//! Contract "woocommerce", sections 2.7 and 8.3.

mod arithmetic;
mod cost;
mod destination;
mod load;
mod method;
mod package;
mod rate;
mod zone;

pub use cost::{CostFacts, evaluate_cost};
pub use destination::Destination;
pub use load::{Zones, has_methods, load_zones};
pub use method::{
    FlatRate, FreeShipping, FreeShippingFacts, LocalPickup, Method, MethodKind, Requirement,
};
pub use package::{Package, PackageItem, ShippingClass};
pub use rate::{RateId, RateScene, ShippingRate, choose_rate, rates_for_package};
pub use zone::{Zone, ZoneLocations, matching_zone};
