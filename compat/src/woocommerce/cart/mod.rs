//! The cart of a visitor.
//!
//! Contract "woocommerce", section 7.

mod item_key;

pub use item_key::{cart_hash, cart_item_data_hash, generate_cart_id};
