//! Totals of a cart.
//!
//! Contract "woocommerce", sections 8.1, 8.2 and 8.5. The order of work: [`ItemTotals::calculate`] makes subtotals,
//! discounts and totals of the lines; shipping methods look at them; [`CartTotals::new`] adds shipping and makes the
//! grand total.

mod cart_totals;
mod items;
mod lines;
#[cfg(test)]
mod properties;
mod shown;
mod stored;

pub use cart_totals::{CartTotals, ShippingLine};
pub use items::{CouponDiscount, ItemTotals, TotalsItem};
pub use lines::{LineTaxes, LineTotals, TotalsScene};
pub use shown::{ShownAmount, TaxLabel};
