//! WooCommerce: what the shop's data means.
//!
//! Contract "woocommerce".

pub mod query_hook;
pub mod register;
pub mod session_cookie;
