//! Stock that orders which are being placed hold.
//!
//! Contract "woocommerce", sections 2.6 and 13.4.

use std::collections::HashMap;

use crate::binds;
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::options::Options;
use crate::wordpress::post::PostId;

/// Where the shop has its orders: option `woocommerce_custom_orders_table_enabled`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderStorage {
    /// Table `{p}wc_orders`.
    Tables,
    /// Posts of type `shop_order`.
    Posts,
}

impl OrderStorage {
    /// Where a site has them.
    pub fn from_options(options: &Options) -> Self {
        match &*options.text("woocommerce_custom_orders_table_enabled") {
            "yes" => Self::Tables,
            _ => Self::Posts,
        }
    }
}

/// `wc_get_held_stock_quantity` of several products: units that other orders hold at a time of the database (`now`:
/// `YYYY-MM-DD HH:MM:SS`). `own`: the visitor's own order, whose hold does not count; 0: none.
///
/// # Errors
/// When the database fails.
pub async fn reserved_stock(
    db: &Db,
    products: &[PostId],
    own: PostId,
    now: &str,
    storage: OrderStorage,
) -> Result<HashMap<PostId, i64>, DbError> {
    const TABLES: &str = "SELECT s.product_id, SUM(s.stock_quantity) FROM {p}wc_reserved_stock s \
        JOIN {p}wc_orders o ON o.id = s.order_id WHERE o.status IN ('wc-checkout-draft', 'wc-pending') \
        AND s.expires > ? AND s.order_id <> ? AND s.product_id IN (?*) GROUP BY s.product_id";
    const POSTS: &str = "SELECT s.product_id, SUM(s.stock_quantity) FROM {p}wc_reserved_stock s \
        JOIN {p}posts o ON o.ID = s.order_id WHERE o.post_status IN ('wc-checkout-draft', 'wc-pending') \
        AND s.expires > ? AND s.order_id <> ? AND s.product_id IN (?*) GROUP BY s.product_id";
    let sql = match storage {
        OrderStorage::Tables => TABLES,
        OrderStorage::Posts => POSTS,
    };
    let ids: Vec<i64> = products.iter().map(|id| id.0).collect();
    let rows: Vec<(i64, f64)> = db
        .load_list(sql, binds![now, own.0], &ids, Vec::new())
        .await?;
    let rows = rows.into_iter().map(|(id, units)| {
        let units = crate::wordpress::php::cast::float_to_int(units);
        (PostId(id), units)
    });
    Ok(rows.collect())
}
