//! A visitor in the shop: his session with its cart, the products in it, what they cost.
//!
//! Contract "woocommerce", sections 3, 7 and 8. A request opens the [`Visit`], does one [`CartAction`] in it and stores
//! it; two requests at a time are done one after the other ([`perform`]).

mod action;
mod coupon_actions;
mod default_customer;
mod goods;
mod link_text;
mod perform;
mod session_key;
mod source;
mod store_action;
mod store_coupons;
mod sums;
mod tables;
mod visit;
mod visit_cookies;

pub use action::{AddToCart, CartAction, Outcome, PostedQuantities, ShippingChoice};
pub use goods::Goods;
pub use link_text::CART_ACTION;
pub(crate) use perform::TRIES;
pub use perform::{perform, turn};
pub use session_key::SessionKey;
pub use source::ShopSource;
pub use store_action::{StoreAction, StoreOutcome};
pub(crate) use sums::CHOSEN;
pub use sums::{ShippingPackage, Sums};
pub use tables::ShopTables;
pub use visit::Visit;
pub use visit_cookies::{SentCookies, visit_cookies};
