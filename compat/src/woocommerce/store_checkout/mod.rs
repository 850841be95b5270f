//! The checkout of the Store API: its draft orders, who may see an order, and what an order needs before it is paid.
//!
//! Contract "woocommerce-store-api", sections 8 and 9. Orders are made, stored and placed by `order`, as those of the
//! checkout's form are.

mod authorize;
mod coupon_removal;
mod draft;
mod pay;
mod place;
mod rate_limit;
mod refusal;
mod validate;

pub use authorize::{Claim, authorize};
pub use coupon_removal::without_coupons;
pub use draft::{default_payment_method, drafted, save_draft, session_draft};
pub use pay::{order_gateways, refuse_removed_from_order, refused_order_coupons, validate_order};
pub use place::{StorePlacement, prepare_draft, refuse_placement};
pub use rate_limit::{RateLimit, count_request};
pub use refusal::CheckoutRefusal;
pub use validate::{refuse_removed, validate_draft};
