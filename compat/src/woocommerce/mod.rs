//! WooCommerce: what the shop's data means.
//!
//! Contract "woocommerce".

pub mod catalogue;
pub mod money;
pub mod page_data;
pub mod price_html;
pub mod product;
pub mod product_review;
pub mod query_hook;
pub mod register;
pub mod session_cookie;
