//! WooCommerce: what the shop's data means.
//!
//! Contract "woocommerce".

pub mod address;
pub mod cart_product;
pub mod coupon;
pub mod money;
pub mod product_review;
pub mod query_hook;
pub mod register;
pub mod session_cookie;
pub mod shipping;
pub mod tax;
pub mod totals;
