//! WooCommerce: what the shop's data means.
//!
//! Contract "woocommerce".

pub mod account;
pub mod address;
mod audit;
pub mod block_page;
pub mod block_scripts;
pub mod blocks;
pub mod cart;
pub mod cart_product;
pub mod catalogue;
pub mod checkout;
pub mod clean;
pub mod coupon;
mod dashboard_facts;
pub mod display_price;
mod image_sizes;
pub mod mail_sender;
pub mod money;
pub mod order;
pub mod page_data;
pub mod price_html;
pub mod product;
pub mod product_review;
pub mod query_hook;
pub mod recently_viewed;
pub mod register;
pub mod session;
pub mod settings;
pub mod shipping;
pub mod shopping;
pub mod stock;
pub mod store_api;
pub mod store_checkout;
pub mod tax;
pub mod totals;
pub mod units;
pub mod user_rules;
mod visibility_term;
pub mod widget_data;
