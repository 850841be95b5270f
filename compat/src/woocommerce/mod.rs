//! WooCommerce: what the shop's data means.
//!
//! Contract "woocommerce".

pub mod register;
pub mod session_cookie;
