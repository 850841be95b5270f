//! The modules of a shop: `et_pb_shop` and `et_pb_wc_*`. What stands inside of them is printed by the shop's own column
//! ([`crate::shop_parts`]).
//!
//! Contract "woocommerce", sections 15.3 and 15.4; contract "divi-modules", section 4.

pub mod cart;
pub mod checkout;
mod frame;
pub mod lists;
pub mod product;
pub mod reviews;
pub mod tabs;
