//! Lists of products that visitors may see: which there are, their order, what visitors may filter by.
//!
//! Contract "woocommerce", sections 1.2 and 5.1.

pub mod attribute_taxonomies;
pub mod categories;
pub mod filter;
pub mod order;
pub mod product_list;
pub mod shop_page;
