//! Orders that were not paid in time.
//!
//! Contract "woocommerce", section 13.4: they are given up, so that others can have what they hold.

use super::model::OrderId;
use super::payment::PaymentStep;
use super::scene::{OrderScene, gmt};
use super::status::OrderStatus;
use crate::binds;
use crate::woocommerce::stock::OrderStorage;
use crate::wordpress::db::{Db, DbError};

/// Pending orders of the checkout that were last changed longer ago than the shop holds stock.
///
/// # Errors
/// When the database fails.
pub async fn unpaid_orders(db: &Db, scene: &OrderScene) -> Result<Vec<OrderId>, DbError> {
    const TABLES: &str = "SELECT o.id FROM {p}wc_orders o JOIN {p}wc_order_operational_data d ON d.order_id = o.id \
        WHERE o.type = 'shop_order' AND o.status = 'wc-pending' AND o.date_updated_gmt < ? \
        AND d.created_via IN ('checkout', 'store-api') ORDER BY o.id LIMIT 100";
    const POSTS: &str = "SELECT p.ID FROM {p}posts p JOIN {p}postmeta m ON m.post_id = p.ID \
        WHERE p.post_type = 'shop_order' AND p.post_status = 'wc-pending' AND p.post_modified_gmt < ? \
        AND m.meta_key = '_created_via' AND m.meta_value IN ('checkout', 'store-api') ORDER BY p.ID LIMIT 100";
    let minutes = scene.stock.hold_minutes;
    if minutes <= 0 {
        return Ok(Vec::new());
    }
    let sql = match scene.storage {
        OrderStorage::Tables => TABLES,
        OrderStorage::Posts => POSTS,
    };
    let before = gmt(scene.now.saturating_sub(minutes * 60));
    let rows: Vec<(i64,)> = db.load(sql, binds![before]).await?;
    Ok(rows.into_iter().map(|(id,)| OrderId(id)).collect())
}

/// What happens to them.
pub fn give_up(scene: &OrderScene) -> PaymentStep {
    let note = scene
        .texts()
        .translate("Unpaid order cancelled - time limit reached.");
    PaymentStep::Status {
        status: OrderStatus::Cancelled,
        note: note.to_owned(),
    }
}
