//! What was paid back of an order.

use super::model::OrderId;
use crate::binds;
use crate::woocommerce::stock::OrderStorage;
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::php::cast::string_to_float;

/// `get_total_refunded`.
///
/// # Errors
/// When the database fails.
pub async fn total_refunded(db: &Db, storage: OrderStorage, id: OrderId) -> Result<f64, DbError> {
    const TABLES: &str = "SELECT CAST(total_amount AS CHAR) FROM {p}wc_orders WHERE type = 'shop_order_refund' \
        AND parent_order_id = ?";
    const POSTS: &str = "SELECT m.meta_value FROM {p}posts p JOIN {p}postmeta m ON m.post_id = p.ID \
        WHERE p.post_type = 'shop_order_refund' AND p.post_parent = ? AND m.meta_key = '_order_total'";
    let sql = match storage {
        OrderStorage::Tables => TABLES,
        OrderStorage::Posts => POSTS,
    };
    let rows: Vec<(String,)> = db.load(sql, binds![id.0]).await?;
    let amounts = rows.iter().map(|(text,)| string_to_float(text.as_bytes()));
    // Refunds are stored as negative orders.
    Ok(amounts.sum::<f64>().abs())
}
