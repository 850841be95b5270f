//! Rows of `{p}woocommerce_order_items` and of their meta.

use super::item::{ItemKind, OrderItem, units_text};
use super::model::{Order, OrderId};
use super::scene::OrderScene;
use crate::binds;
use crate::wordpress::db::{Db, DbError, SqlText, Transaction};

/// Deletes the stored items that an order does not name, and inserts those that have no id yet.
pub(super) async fn replace(
    tx: &Transaction,
    scene: &OrderScene,
    order: &mut Order,
) -> Result<(), DbError> {
    const STORED: &str = "SELECT order_item_id FROM {p}woocommerce_order_items WHERE order_id = ?";
    const META: &str = "DELETE FROM {p}woocommerce_order_itemmeta WHERE order_item_id = ?";
    const ITEM: &str = "DELETE FROM {p}woocommerce_order_items WHERE order_item_id = ?";
    let stored: Vec<(i64,)> = tx.load(STORED, binds![order.id.0]).await?;
    for (id,) in stored {
        if !order.items.iter().any(|item| item.id == id) {
            tx.execute(META, binds![id]).await?;
            tx.execute(ITEM, binds![id]).await?;
        }
    }
    insert(tx, scene, order).await
}

/// Inserts the items of an order that have no id yet, and sets their ids.
pub(super) async fn insert(
    tx: &Transaction,
    scene: &OrderScene,
    order: &mut Order,
) -> Result<(), DbError> {
    const ITEM: &str = "INSERT INTO {p}woocommerce_order_items (order_item_name, order_item_type, order_id) VALUES (?, ?, ?)";
    const META: &str =
        "INSERT INTO {p}woocommerce_order_itemmeta (order_item_id, meta_key, meta_value) VALUES ";
    let id = order.id.0;
    for item in order.items.iter_mut().filter(|item| item.id == 0) {
        tx.execute(ITEM, binds![item.name.as_str(), item.kind.name(), id])
            .await?;
        item.id = tx.last_insert_id().await?;
        let rows = item.stored_meta(&scene.prices);
        let rows = rows.into_iter().map(|(k, v)| binds![item.id, k, v]);
        for insert in SqlText::inserts(META, "(?, ?, ?)", rows) {
            tx.execute_built(insert).await?;
        }
    }
    Ok(())
}

/// Writes how many units of a product were taken from the stock; `None`: they were put back.
pub(super) async fn set_reduced_stock(
    tx: &Transaction,
    item: &mut OrderItem,
    units: Option<f64>,
) -> Result<(), DbError> {
    const ADD: &str = "INSERT INTO {p}woocommerce_order_itemmeta (order_item_id, meta_key, meta_value) \
        VALUES (?, '_reduced_stock', ?)";
    const DELETE: &str = "DELETE FROM {p}woocommerce_order_itemmeta WHERE order_item_id = ? AND meta_key = '_reduced_stock'";
    if let ItemKind::Line(line) = &mut item.kind {
        line.reduced_stock = units;
    }
    match units {
        Some(units) => tx.execute(ADD, binds![item.id, units_text(units)]).await?,
        None => tx.execute(DELETE, binds![item.id]).await?,
    };
    Ok(())
}

/// The items of an order.
pub(super) async fn load(db: &Db, order: OrderId) -> Result<Vec<OrderItem>, DbError> {
    const ITEMS: &str = "SELECT order_item_id, order_item_name, order_item_type FROM {p}woocommerce_order_items \
        WHERE order_id = ? ORDER BY order_item_id";
    const META: &str = "SELECT order_item_id, meta_key, meta_value FROM {p}woocommerce_order_itemmeta \
        WHERE order_item_id IN (?*) ORDER BY meta_id";
    let items: Vec<(i64, String, String)> = db.lookup(ITEMS, binds![order.0]).await?;
    let ids: Vec<i64> = items.iter().map(|(id, ..)| *id).collect();
    let meta: Vec<(i64, String, Vec<u8>)> =
        db.load_list(META, Vec::new(), &ids, Vec::new()).await?;
    let items = items.into_iter().map(|(id, name, kind)| {
        let own = meta.iter().filter(|(item, ..)| *item == id);
        let rows: Vec<_> = own
            .map(|(_, key, value)| (key.clone(), value.clone()))
            .collect();
        OrderItem::from_rows(id, name, &kind, &rows)
    });
    Ok(items.collect())
}
