//! WooCommerce: what the shop's data means (contract "woocommerce").

pub mod session_cookie;
