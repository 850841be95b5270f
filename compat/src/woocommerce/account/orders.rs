//! The orders of a buyer, and what the shop tells of them.
//!
//! Contract "woocommerce", section 14.

use std::collections::HashMap;

use crate::binds;
use crate::woocommerce::order::{OrderId, OrderStatus};
use crate::woocommerce::stock::OrderStorage;
use crate::wordpress::date::mysql::parse_local;
use crate::wordpress::db::{Db, DbError, SqlText};
use crate::wordpress::php::cast::{string_to_float, string_to_int};
use crate::wordpress::user::UserId;

/// An order in the list of a buyer's orders.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OrderRow {
    /// Its number.
    pub id: OrderId,
    /// Its status.
    pub status: OrderStatus,
    /// Unix time.
    pub date_created: i64,
    /// What is paid.
    pub total: f64,
    /// Who knows it may see the order.
    pub key: String,
    /// Units of all its products, without those that were given back.
    pub units: i64,
}

impl OrderRow {
    /// `needs_payment`.
    pub fn needs_payment(&self) -> bool {
        self.status.is_payable() && self.total > 0.0
    }
}

/// A page of a buyer's orders.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OrderPage {
    /// The orders, newest first.
    pub rows: Vec<OrderRow>,
    /// Number of this page, from 1.
    pub page: i64,
    /// Number of pages.
    pub pages: i64,
}

/// Statuses of orders that buyers see, as stored.
fn seen() -> impl Iterator<Item = &'static str> {
    let all = OrderStatus::ALL.into_iter();
    all.filter(|status| *status != OrderStatus::CheckoutDraft)
        .map(OrderStatus::stored)
}

/// FROM and WHERE of the orders of a buyer that he sees.
fn orders_of(storage: OrderStorage, user: UserId) -> SqlText {
    match storage {
        OrderStorage::Tables => {
            let mut sql = SqlText::default();
            sql.push(" FROM {p}wc_orders o LEFT JOIN {p}wc_order_operational_data d ON d.order_id = o.id");
            sql.push_with(
                " WHERE o.type = 'shop_order' AND o.customer_id = ?",
                binds![user.0],
            );
            sql.push_list(" AND o.status IN (?*)", seen());
            sql
        }
        OrderStorage::Posts => {
            let mut sql = SqlText::default();
            sql.push(" FROM {p}posts o JOIN {p}postmeta c ON c.post_id = o.ID AND c.meta_key = '_customer_user'");
            sql.push_with(
                " WHERE o.post_type = 'shop_order' AND c.meta_value = ?",
                binds![user.0.to_string()],
            );
            sql.push_list(" AND o.post_status IN (?*)", seen());
            sql
        }
    }
}

/// A page of the orders of a buyer.
///
/// # Errors
/// When the database fails.
pub async fn customer_orders(
    db: &Db,
    storage: OrderStorage,
    user: UserId,
    (page, per_page): (i64, i64),
) -> Result<OrderPage, DbError> {
    let (page, per_page) = (page.max(1), if per_page > 0 { per_page } else { i64::MAX });
    let from = orders_of(storage, user);
    let mut count = SqlText::new("SELECT COUNT(*)");
    count.append(from.clone());
    let count: Vec<(i64,)> = db.load_built(count).await?;
    let count = count.first().map_or(0, |(count,)| *count);
    let mut sql = match storage {
        OrderStorage::Tables => SqlText::new(
            "SELECT o.id, o.status, CAST(o.date_created_gmt AS CHAR), CAST(o.total_amount AS CHAR), d.order_key",
        ),
        OrderStorage::Posts => SqlText::new(
            "SELECT o.ID, o.post_status, CAST(o.post_date_gmt AS CHAR), \
             (SELECT t.meta_value FROM {p}postmeta t WHERE t.post_id = o.ID AND t.meta_key = '_order_total' LIMIT 1), \
             (SELECT k.meta_value FROM {p}postmeta k WHERE k.post_id = o.ID AND k.meta_key = '_order_key' LIMIT 1)",
        ),
    };
    sql.append(from);
    sql.push(match storage {
        OrderStorage::Tables => " ORDER BY o.date_created_gmt DESC, o.id DESC",
        OrderStorage::Posts => " ORDER BY o.post_date_gmt DESC, o.ID DESC",
    });
    let offset = (page - 1).saturating_mul(per_page);
    sql.push_with(" LIMIT ? OFFSET ?", binds![per_page, offset]);
    let rows: Vec<(i64, String, String, String, String)> = db.load_built(sql).await?;
    let rows = rows
        .into_iter()
        .filter_map(|(id, status, created, total, key)| {
            Some(OrderRow {
                id: OrderId(id),
                status: OrderStatus::of(&status)?,
                date_created: parse_local(&created).unwrap_or_default(),
                total: string_to_float(total.as_bytes()),
                key,
                units: 0,
            })
        });
    let mut rows: Vec<OrderRow> = rows.collect();
    add_units(db, storage, &mut rows).await?;
    let pages = count.saturating_add(per_page - 1) / per_page;
    Ok(OrderPage { rows, page, pages })
}

/// Counts the units of orders. Refunds are orders below them, with negative units.
async fn add_units(db: &Db, storage: OrderStorage, rows: &mut [OrderRow]) -> Result<(), DbError> {
    const OWN: &str = "SELECT i.order_id, m.meta_value FROM {p}woocommerce_order_items i \
        JOIN {p}woocommerce_order_itemmeta m ON m.order_item_id = i.order_item_id AND m.meta_key = '_qty' \
        WHERE i.order_item_type = 'line_item' AND i.order_id IN (?*)";
    const REFUNDED_TABLES: &str = "SELECT r.parent_order_id, m.meta_value FROM {p}wc_orders r \
        JOIN {p}woocommerce_order_items i ON i.order_id = r.id \
        JOIN {p}woocommerce_order_itemmeta m ON m.order_item_id = i.order_item_id AND m.meta_key = '_qty' \
        WHERE r.type = 'shop_order_refund' AND i.order_item_type = 'line_item' AND r.parent_order_id IN (?*)";
    const REFUNDED_POSTS: &str = "SELECT r.post_parent, m.meta_value FROM {p}posts r \
        JOIN {p}woocommerce_order_items i ON i.order_id = r.ID \
        JOIN {p}woocommerce_order_itemmeta m ON m.order_item_id = i.order_item_id AND m.meta_key = '_qty' \
        WHERE r.post_type = 'shop_order_refund' AND i.order_item_type = 'line_item' AND r.post_parent IN (?*)";
    let ids: Vec<i64> = rows.iter().map(|row| row.id.0).collect();
    let refunded = match storage {
        OrderStorage::Tables => REFUNDED_TABLES,
        OrderStorage::Posts => REFUNDED_POSTS,
    };
    for sql in [OWN, refunded] {
        let units: Vec<(i64, String)> = db.load_list(sql, Vec::new(), &ids, Vec::new()).await?;
        for (order, units) in units {
            if let Some(row) = rows.iter_mut().find(|row| row.id.0 == order) {
                row.units = row.units.saturating_add(string_to_int(units.as_bytes()));
            }
        }
    }
    Ok(())
}

/// What the shop has written to the buyer about an order: Unix time and text, newest first.
///
/// # Errors
/// When the database fails.
pub async fn customer_notes(db: &Db, order: OrderId) -> Result<Vec<(i64, String)>, DbError> {
    const SQL: &str = "SELECT CAST(c.comment_date_gmt AS CHAR), c.comment_content FROM {p}comments c \
        JOIN {p}commentmeta m ON m.comment_id = c.comment_ID AND m.meta_key = 'is_customer_note' AND m.meta_value = '1' \
        WHERE c.comment_post_ID = ? AND c.comment_type = 'order_note' AND c.comment_approved = '1' \
        ORDER BY c.comment_ID DESC";
    let rows: Vec<(String, String)> = db.lookup(SQL, binds![order.0]).await?;
    let notes = rows.into_iter().map(|(date, text)| {
        let date = parse_local(&date).unwrap_or_default();
        (date, text)
    });
    Ok(notes.collect())
}

/// The statuses of orders, by number.
///
/// # Errors
/// When the database fails.
pub async fn order_statuses(
    db: &Db,
    storage: OrderStorage,
    ids: &[i64],
) -> Result<HashMap<OrderId, OrderStatus>, DbError> {
    const TABLES: &str =
        "SELECT id, status FROM {p}wc_orders WHERE type = 'shop_order' AND id IN (?*)";
    const POSTS: &str =
        "SELECT ID, post_status FROM {p}posts WHERE post_type = 'shop_order' AND ID IN (?*)";
    let sql = match storage {
        OrderStorage::Tables => TABLES,
        OrderStorage::Posts => POSTS,
    };
    let rows: Vec<(i64, String)> = db.load_list(sql, Vec::new(), ids, Vec::new()).await?;
    let rows = rows
        .into_iter()
        .filter_map(|(id, status)| Some((OrderId(id), OrderStatus::of(&status)?)));
    Ok(rows.collect())
}

/// `wc_get_order_id_by_order_key`.
///
/// # Errors
/// When the database fails.
pub async fn order_of_key(
    db: &Db,
    storage: OrderStorage,
    key: &str,
) -> Result<Option<OrderId>, DbError> {
    const TABLES: &str =
        "SELECT order_id FROM {p}wc_order_operational_data WHERE order_key = ? LIMIT 1";
    const POSTS: &str = "SELECT m.post_id FROM {p}postmeta m JOIN {p}posts p ON p.ID = m.post_id \
        WHERE m.meta_key = '_order_key' AND m.meta_value = ? AND p.post_type = 'shop_order' LIMIT 1";
    let sql = match storage {
        OrderStorage::Tables => TABLES,
        OrderStorage::Posts => POSTS,
    };
    let row: Option<(i64,)> = db.lookup_first(sql, binds![key]).await?;
    Ok(row.map(|(id,)| OrderId(id)))
}
