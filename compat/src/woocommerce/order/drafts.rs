//! Drafts that nobody goes on with.
//!
//! Contract "woocommerce-store-api", section 8.2: they are deleted for good, with their numbers.

use super::scene::{OrderScene, gmt};
use crate::binds;
use crate::woocommerce::stock::OrderStorage;
use crate::wordpress::db::{Db, DbError, Transaction};

/// Seconds for which a draft is kept after its last change.
const KEPT: i64 = 86_400;

/// Rows that belong to an order, by its number.
const ROWS: [&str; 11] = [
    "DELETE FROM {p}woocommerce_order_itemmeta WHERE order_item_id IN \
     (SELECT order_item_id FROM {p}woocommerce_order_items WHERE order_id = ?)",
    "DELETE FROM {p}woocommerce_order_items WHERE order_id = ?",
    "DELETE FROM {p}wc_orders_meta WHERE order_id = ?",
    "DELETE FROM {p}wc_order_addresses WHERE order_id = ?",
    "DELETE FROM {p}wc_order_operational_data WHERE order_id = ?",
    "DELETE FROM {p}wc_orders WHERE id = ?",
    "DELETE FROM {p}wc_reserved_stock WHERE order_id = ?",
    "DELETE FROM {p}commentmeta WHERE comment_id IN \
     (SELECT comment_ID FROM {p}comments WHERE comment_post_ID = ?)",
    "DELETE FROM {p}comments WHERE comment_post_ID = ?",
    "DELETE FROM {p}postmeta WHERE post_id = ?",
    "DELETE FROM {p}posts WHERE ID = ?",
];

/// Deletes up to 20 drafts that were not changed for a day; their number.
///
/// # Errors
/// When the database fails.
pub async fn delete_old_drafts(db: &Db, scene: &OrderScene) -> Result<usize, DbError> {
    const TABLES: &str = "SELECT id FROM {p}wc_orders WHERE type = 'shop_order' AND status = 'wc-checkout-draft' \
        AND date_updated_gmt <= ? ORDER BY id LIMIT 20";
    const POSTS: &str = "SELECT ID FROM {p}posts WHERE post_type = 'shop_order' AND post_status = 'wc-checkout-draft' \
        AND post_modified_gmt <= ? ORDER BY ID LIMIT 20";
    let sql = match scene.storage {
        OrderStorage::Tables => TABLES,
        OrderStorage::Posts => POSTS,
    };
    let before = gmt(scene.now.saturating_sub(KEPT));
    let ids: Vec<(i64,)> = db.load(sql, binds![before.as_str()]).await?;
    let count = ids.len();
    for (id,) in ids {
        let (scene, before) = (scene.clone(), before.clone());
        db.transaction(async move |tx| delete(&tx, &scene, id, &before).await)
            .await?;
    }
    Ok(count)
}

/// Deletes a draft, unless somebody has gone on with it meanwhile.
async fn delete(
    tx: &Transaction,
    scene: &OrderScene,
    id: i64,
    before: &str,
) -> Result<(), DbError> {
    const TABLES: &str = "SELECT id FROM {p}wc_orders WHERE id = ? AND status = 'wc-checkout-draft' \
        AND date_updated_gmt <= ? {for_update}";
    const POSTS: &str = "SELECT ID FROM {p}posts WHERE ID = ? AND post_status = 'wc-checkout-draft' \
        AND post_modified_gmt <= ? {for_update}";
    let sql = match scene.storage {
        OrderStorage::Tables => TABLES,
        OrderStorage::Posts => POSTS,
    };
    let still: Option<(i64,)> = tx.load_first(sql, binds![id, before]).await?;
    if still.is_some() {
        for sql in ROWS {
            tx.execute(sql, binds![id]).await?;
        }
    }
    Ok(())
}
