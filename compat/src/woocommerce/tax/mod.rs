//! Taxes: which rates hold at a place, and what they make of a price.
//!
//! Contract "woocommerce", sections 2.8 and 8.2.

mod calc;
mod load;
mod location;
mod rate;
mod rate_table;
mod settings;
mod shipping_class;

pub use calc::calc_tax;
pub use load::{load_rates, load_tax_classes};
pub use location::{TaxLocation, taxed_place};
pub use rate::{TaxRate, TaxRateId, Taxes, sum_of};
pub use rate_table::{RateRow, RateTable};
pub use settings::{RoundingPlace, ShippingTaxClass, TaxBase, TaxDisplay, TaxSettings};
pub use shipping_class::shipping_tax_rates;
