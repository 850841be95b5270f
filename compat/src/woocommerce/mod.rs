//! WooCommerce: what the shop's data means.
//!
//! Contract "woocommerce".

pub mod query_hook;
pub mod product_review;
pub mod register;
pub mod session_cookie;
