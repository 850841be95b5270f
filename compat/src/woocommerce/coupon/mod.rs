//! Coupons: what they give, to whom, and how a discount is spread over the lines of a cart.
//!
//! Contract "woocommerce", sections 2.4 and 8.4.

mod amount;

mod discounts;
mod error;
mod load;
mod restrictions;
mod stored_coupon;
mod validity;

pub use amount::Amount;
pub use discounts::{DiscountItem, Discounts, sort_coupons};
pub use error::CouponError;
pub use load::{load_coupon, load_coupons};
pub use stored_coupon::{Coupon, DiscountType, format_coupon_code};
pub use validity::{CouponScene, validate, validate_customer};
