//! Products as the shop's rules see them.
//!
//! Contract "woocommerce", section 2.1. [`load`] reads products in batches, [`rules`] answers what may be shown, sold and
//! stored of them. Prices are the stored decimals as text; an empty one is not set.

pub mod attribute;
mod download;
pub mod fields;
pub mod load;
mod read;
pub mod rules;
pub mod stock;
pub mod variations;

#[cfg(test)]
mod tests;

pub use attribute::ProductAttribute;
pub use download::{DownloadFile, Downloads};
pub use fields::{
    Backorders, CatalogVisibility, Dimensions, ExternalLink, ManageStock, Product, ProductType,
    Rating, Stock, StockStatus, TaxStatus,
};
pub use load::Products;
