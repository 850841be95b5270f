//! The cart of a visitor.
//!
//! Contract "woocommerce", section 7. The rules look at plain products ([`Products`]), so that they need no database.

mod add;
mod check;
mod contents;
mod coupons;
mod item_key;
mod line;
mod message;
mod shipping;
mod stored;
mod update;

pub use add::{AddRequest, Refusal, added_message, posted_quantity};
pub use contents::{Cart, Products, data_hash};
pub use coupons::{applied_message, coupon_message};
pub use item_key::{cart_hash, cart_item_data_hash, generate_cart_id};
pub use line::CartLine;
pub use message::{Argument, CartMessage, MessageLink};
pub use shipping::{CalculatorRequest, calculate_shipping, free_shipping_facts, shows_shipping};
pub use update::Updated;
