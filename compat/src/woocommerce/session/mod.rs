//! The session of a visitor: the row that holds his cart, the cookie that names it, and what survives a login.
//!
//! Contract "woocommerce", section 3.

mod cart_token;
pub mod cookie;
mod customer;
mod customer_meta;
mod data;
mod notices;
mod persistent_cart;
mod row;
mod visitor;

pub use cart_token::CartToken;
pub use customer::Customer;
pub use customer_meta::{load_customer, update_customer_meta};
pub use data::SessionData;
pub use notices::{Notice, NoticeKind, Notices};
pub use persistent_cart::{
    delete_persistent_cart, load_persistent_cart, merge_carts, save_persistent_cart,
    set_merge_flag, take_merge_flag,
};
pub use row::{
    SessionWrite, delete_session, load_session, load_session_value, move_session, replace_session,
    save_session, sweep_sessions,
};
pub use visitor::{CustomerId, Lifetime, SessionStart, start};
