//! Writes orders: new ones, and those that are stored already.
//!
//! Contract "woocommerce", section 2.5.

use super::model::{Order, OrderId};
use super::scene::OrderScene;
use super::status::OrderStatus;
use super::{item_rows, posts, stock, tables};
use crate::binds;
use crate::wordpress::db::{Db, DbError, Transaction};

/// Stores an order that is not placed yet, without any effect on stock or coupons; a new one gets its number. `stored`: the
/// status with which it is stored by now. `None`: another request has changed that status meanwhile, and nothing is
/// written. Nobody has acknowledged anything: the disk is not waited for.
///
/// # Errors
/// When the database fails.
pub async fn save_order(
    db: &Db,
    scene: &OrderScene,
    order: Order,
    stored: Option<OrderStatus>,
) -> Result<Option<Order>, DbError> {
    let scene = scene.clone();
    db.transaction_without_sync(async move |tx| {
        let mut order = order;
        match stored {
            None => {
                let id = posts::insert_placeholder(&tx, &scene, order.customer_id).await?;
                order.id = OrderId(id);
                insert(&tx, &scene, &mut order).await?;
            }
            Some(status) => {
                if lock(&tx, &scene, order.id).await? != Some(status) {
                    return Ok(None);
                }
                rewrite(&tx, &scene, &mut order).await?;
            }
        }
        Ok(Some(order))
    })
    .await
}

/// Gives back the stock that an order holds.
///
/// # Errors
/// When the database fails.
pub async fn release_stock(db: &Db, id: OrderId) -> Result<(), DbError> {
    db.transaction(async move |tx| stock::release(&tx, id).await)
        .await
}

/// Writes a stored order anew: its rows, its own meta, and its items. Stored items that it does not name go.
pub(super) async fn rewrite(
    tx: &Transaction,
    scene: &OrderScene,
    order: &mut Order,
) -> Result<(), DbError> {
    update(tx, scene, order).await?;
    if scene.writes_tables() {
        tables::write_meta(tx, order).await?;
    }
    if scene.writes_posts() {
        posts::write_meta(tx, order).await?;
    }
    item_rows::replace(tx, scene, order).await
}

/// Writes one further meta of a stored order.
pub(super) async fn set_meta(
    tx: &Transaction,
    scene: &OrderScene,
    id: OrderId,
    (key, value): (&str, &str),
) -> Result<(), DbError> {
    if scene.writes_tables() {
        tables::set_meta(tx, id.0, key, value).await?;
    }
    if scene.writes_posts() {
        let row = (key.to_owned(), value.to_owned());
        posts::set_meta(tx, id.0, vec![row]).await?;
    }
    Ok(())
}

/// Inserts a new order with its items.
pub(super) async fn insert(
    tx: &Transaction,
    scene: &OrderScene,
    order: &mut Order,
) -> Result<(), DbError> {
    if scene.writes_tables() {
        tables::insert(tx, scene, order).await?;
    }
    if scene.writes_posts() {
        posts::insert(tx, scene, order).await?;
    }
    item_rows::insert(tx, scene, order).await
}

/// Writes an order anew.
pub(super) async fn update(
    tx: &Transaction,
    scene: &OrderScene,
    order: &Order,
) -> Result<(), DbError> {
    if scene.writes_tables() {
        tables::update(tx, scene, order).await?;
    }
    if scene.writes_posts() {
        posts::update(tx, scene, order).await?;
    }
    Ok(())
}

/// Writes what a change of its status changes of an order; its addresses stay.
pub(super) async fn update_status(
    tx: &Transaction,
    scene: &OrderScene,
    order: &Order,
) -> Result<(), DbError> {
    if scene.writes_tables() {
        tables::update_status(tx, scene, order).await?;
    }
    if scene.writes_posts() {
        posts::update(tx, scene, order).await?;
    }
    Ok(())
}

/// Locks a stored order, and says its status.
pub(super) async fn lock(
    tx: &Transaction,
    scene: &OrderScene,
    id: OrderId,
) -> Result<Option<OrderStatus>, DbError> {
    use crate::woocommerce::stock::OrderStorage;
    const TABLES: &str = "SELECT status FROM {p}wc_orders WHERE id = ? {for_update}";
    const POSTS: &str =
        "SELECT post_status FROM {p}posts WHERE ID = ? AND post_type = 'shop_order' {for_update}";
    let sql = match scene.storage {
        OrderStorage::Tables => TABLES,
        OrderStorage::Posts => POSTS,
    };
    let row: Option<(String,)> = tx.load_first(sql, binds![id.0]).await?;
    Ok(row.and_then(|(status,)| OrderStatus::of(&status)))
}
