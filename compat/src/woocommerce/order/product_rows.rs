//! Rows of products that orders change: stock, its status, numbers of sales.
//!
//! Contract "woocommerce", sections 2.1, 2.2 and 13.4. The rows with stock are locked, in the order of their products,
//! before anything else is read: two orders of one product are written one after the other, in any number of processes.
//! Numbers of sales, which refuse no order, are written last, so that orders of products whose stock nobody counts hardly
//! wait for each other.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use super::item::units_text;
use super::scene::StockSettings;
use crate::binds;
use crate::woocommerce::product::StockStatus;
use crate::woocommerce::visibility_term::set_visibility_term;
use crate::wordpress::db::{DbError, SqlText, Transaction};
use crate::wordpress::php::cast::string_to_float;
use crate::wordpress::post::PostId;

/// Meta that orders read or change.
const LOCK: &str = "SELECT post_id, meta_key, meta_value FROM {p}postmeta WHERE post_id = ? AND meta_key IN \
    ('_stock', '_stock_status', '_backorders', '_low_stock_amount', 'total_sales') {for_update}";

/// What a product's rows held when they were locked, and hold after changes.
#[derive(Debug, Clone, Default)]
pub(super) struct ProductRow {
    meta: BTreeMap<String, String>,
}

impl ProductRow {
    fn number(&self, key: &str) -> f64 {
        self.meta
            .get(key)
            .map_or(0.0, |text| string_to_float(text.as_bytes()))
    }

    /// Units in stock.
    pub(super) fn stock(&self) -> f64 {
        self.number("_stock")
    }

    /// Whether more may be sold than there is.
    pub(super) fn accepts_backorders(&self) -> bool {
        let stored = self.meta.get("_backorders").map_or("no", String::as_str);
        matches!(stored, "yes" | "notify")
    }

    fn status(&self) -> &str {
        self.meta.get("_stock_status").map_or("", String::as_str)
    }
}

/// Locked rows by product.
#[derive(Debug, Default)]
pub(super) struct ProductRows {
    rows: BTreeMap<PostId, ProductRow>,
    /// Units sold that are not written yet; less than nothing: taken back.
    sales: BTreeMap<PostId, f64>,
}

impl ProductRows {
    /// Locks the rows of products until the transaction ends.
    pub(super) async fn lock(
        tx: &Transaction,
        products: impl IntoIterator<Item = PostId>,
    ) -> Result<Self, DbError> {
        let mut own = Self::default();
        let ids: BTreeSet<PostId> = products.into_iter().collect();
        for id in ids {
            own.locked(tx, id).await?;
        }
        Ok(own)
    }

    /// A product's row, which is locked from now on.
    async fn locked(&mut self, tx: &Transaction, id: PostId) -> Result<&mut ProductRow, DbError> {
        match self.rows.entry(id) {
            Entry::Occupied(row) => Ok(row.into_mut()),
            Entry::Vacant(place) => {
                let found: Vec<(i64, String, String)> = tx.load(LOCK, binds![id.0]).await?;
                let mut row = ProductRow::default();
                for (_, key, value) in found {
                    row.meta.entry(key).or_insert(value);
                }
                Ok(place.insert(row))
            }
        }
    }

    /// A product's row.
    pub(super) fn get(&self, id: PostId) -> Option<&ProductRow> {
        self.rows.get(&id)
    }

    /// Changes a product's stock by so many units, with its status and everything that lists it by that. The number
    /// before and after.
    pub(super) async fn change_stock(
        &mut self,
        tx: &Transaction,
        id: PostId,
        by: f64,
        settings: &StockSettings,
    ) -> Result<(f64, f64), DbError> {
        const LOOKUP: &str = "UPDATE {p}wc_product_meta_lookup SET stock_quantity = ?, stock_status = ? WHERE product_id = ?";
        let row = self.locked(tx, id).await?;
        let before = row.stock();
        let after = before + by;
        let least = crate::wordpress::php::cast::int_to_float(settings.no_stock_amount);
        let status = if after > least {
            StockStatus::InStock
        } else if row.accepts_backorders() {
            StockStatus::OnBackorder
        } else {
            StockStatus::OutOfStock
        };
        let is_new_status = row.status() != status.name();
        set_meta(tx, row, id, "_stock", &units_text(after)).await?;
        set_meta(tx, row, id, "_stock_status", status.name()).await?;
        tx.execute(LOOKUP, binds![after, status.name(), id.0])
            .await?;
        if is_new_status {
            set_visibility_term(tx, id, "outofstock", status == StockStatus::OutOfStock).await?;
            sync_relatives(tx, id, status).await?;
        }
        Ok((before, after))
    }

    /// Counts sales of a product; [`write_sales`](Self::write_sales) stores them.
    pub(super) fn count_sales(&mut self, id: PostId, by: f64) {
        *self.sales.entry(id).or_default() += by;
    }

    /// Stores the counted sales: the last that an order's transaction does.
    pub(super) async fn write_sales(&mut self, tx: &Transaction) -> Result<(), DbError> {
        const LOOKUP: &str =
            "UPDATE {p}wc_product_meta_lookup SET total_sales = ? WHERE product_id = ?";
        for (id, by) in std::mem::take(&mut self.sales) {
            let row = self.locked(tx, id).await?;
            let sales = (row.number("total_sales") + by).max(0.0);
            set_meta(tx, row, id, "total_sales", &units_text(sales)).await?;
            tx.execute(LOOKUP, binds![sales, id.0]).await?;
        }
        Ok(())
    }
}

async fn set_meta(
    tx: &Transaction,
    row: &mut ProductRow,
    id: PostId,
    key: &str,
    value: &str,
) -> Result<(), DbError> {
    const ADD: &str = "INSERT INTO {p}postmeta (post_id, meta_key, meta_value) VALUES (?, ?, ?)";
    const SET: &str = "UPDATE {p}postmeta SET meta_value = ? WHERE post_id = ? AND meta_key = ?";
    match row.meta.insert(key.to_owned(), value.to_owned()) {
        Some(before) if before == value => {}
        Some(_) => {
            tx.execute(SET, binds![value, id.0, key]).await?;
        }
        None => {
            tx.execute(ADD, binds![id.0, key, value]).await?;
        }
    }
    Ok(())
}

/// What a new status means for the variable product of a variation, and for variations that use the stock of their
/// variable product.
async fn sync_relatives(tx: &Transaction, id: PostId, status: StockStatus) -> Result<(), DbError> {
    const PARENT: &str = "SELECT p.post_parent FROM {p}posts p WHERE p.ID = ? AND p.post_type = 'product_variation' LIMIT 1";
    const MANAGES: &str = "SELECT meta_value FROM {p}postmeta WHERE post_id = ? AND meta_key = '_manage_stock' LIMIT 1";
    const SIBLINGS: &str = "SELECT m.meta_value FROM {p}posts p JOIN {p}postmeta m ON m.post_id = p.ID \
        WHERE p.post_parent = ? AND p.post_type = 'product_variation' AND p.post_status = 'publish' \
        AND m.meta_key = '_stock_status'";
    const CHILDREN: &str = "SELECT p.ID FROM {p}posts p JOIN {p}postmeta m ON m.post_id = p.ID \
        WHERE p.post_parent = ? AND p.post_type = 'product_variation' AND m.meta_key = '_manage_stock' \
        AND m.meta_value = 'no'";
    let parent: Option<(i64,)> = tx.load_first(PARENT, binds![id.0]).await?;
    let Some((parent,)) = parent else {
        let children: Vec<(i64,)> = tx.load(CHILDREN, binds![id.0]).await?;
        for (child,) in children {
            set_status(tx, PostId(child), status).await?;
        }
        return Ok(());
    };
    let manages: Option<(String,)> = tx.load_first(MANAGES, binds![parent]).await?;
    if manages.is_some_and(|(manages,)| manages == "yes") {
        return Ok(());
    }
    let siblings: Vec<(String,)> = tx.load(SIBLINGS, binds![parent]).await?;
    let has = |status: StockStatus| siblings.iter().any(|(own,)| own == status.name());
    let status = if has(StockStatus::InStock) {
        StockStatus::InStock
    } else if has(StockStatus::OnBackorder) {
        StockStatus::OnBackorder
    } else {
        StockStatus::OutOfStock
    };
    set_status(tx, PostId(parent), status).await
}

async fn set_status(tx: &Transaction, id: PostId, status: StockStatus) -> Result<(), DbError> {
    const SET: &str =
        "UPDATE {p}postmeta SET meta_value = ? WHERE post_id = ? AND meta_key = '_stock_status'";
    const LOOKUP: &str =
        "UPDATE {p}wc_product_meta_lookup SET stock_status = ? WHERE product_id = ?";
    tx.execute(SET, binds![status.name(), id.0]).await?;
    tx.execute(LOOKUP, binds![status.name(), id.0]).await?;
    set_visibility_term(tx, id, "outofstock", status == StockStatus::OutOfStock).await
}

/// Units of products that live orders hold, without those of one order.
pub(super) async fn reserved(
    tx: &Transaction,
    is_in_tables: bool,
    products: &[PostId],
    own: i64,
    now: &str,
) -> Result<Vec<(PostId, f64)>, DbError> {
    let mut sql =
        SqlText::new("SELECT s.product_id, SUM(s.stock_quantity) FROM {p}wc_reserved_stock s ");
    sql.push(if is_in_tables {
        "JOIN {p}wc_orders o ON o.id = s.order_id WHERE o.status"
    } else {
        "JOIN {p}posts o ON o.ID = s.order_id WHERE o.post_status"
    });
    sql.push_with(
        " IN ('wc-checkout-draft', 'wc-pending') AND s.expires > ? AND s.order_id <> ?",
        binds![now, own],
    );
    sql.push_list(
        " AND s.product_id IN (?*) GROUP BY s.product_id",
        products.iter().map(|id| id.0),
    );
    let rows: Vec<(i64, f64)> = tx.load_built(sql).await?;
    let rows = rows.into_iter().map(|(id, units)| (PostId(id), units));
    Ok(rows.collect())
}
