//! What an order changed of a product's stock.

use crate::wordpress::post::PostId;

/// A change of a product's stock.
#[derive(Debug, Clone, PartialEq)]
pub struct StockChange {
    /// Its name.
    pub name: String,
    /// Its name with the SKU or the number.
    pub formatted_name: String,
    /// Its post.
    pub product: PostId,
    /// Units before.
    pub from: f64,
    /// Units after.
    pub to: f64,
    /// From this number on the stock is low.
    pub low_stock_amount: f64,
}
