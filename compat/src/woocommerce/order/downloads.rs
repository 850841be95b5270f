//! Permission to download what was bought (`wc_downloadable_product_permissions`).
//!
//! Contract "woocommerce", sections 2.9 and 13.2: a row of `{p}woocommerce_downloadable_product_permissions` for each file.

use std::collections::HashMap;

use super::model::Order;
use super::scene::{OrderScene, gmt};
use super::status::OrderStatus;
use crate::binds;
use crate::woocommerce::product::Downloads;
use crate::wordpress::db::{DbError, SqlText, Transaction};
use crate::wordpress::php::maybe_unserialize;

/// Seconds of a day.
const DAY: i64 = 86_400;

/// `is_download_permitted`: whether what an order of a status holds may be downloaded. `after_payment`: whether the shop
/// does not wait until nothing is left to be done (option `woocommerce_downloads_grant_access_after_payment`).
pub fn is_download_permitted(status: OrderStatus, after_payment: bool) -> bool {
    match status {
        OrderStatus::Completed => true,
        OrderStatus::Processing => after_payment,
        _ => false,
    }
}

/// Permits the downloads of an order once, when its status allows that.
pub(super) async fn grant(
    tx: &Transaction,
    scene: &OrderScene,
    order: &mut Order,
) -> Result<(), DbError> {
    const INSERT: &str = "INSERT INTO {p}woocommerce_downloadable_product_permissions (download_id, product_id, order_id, \
        order_key, user_email, user_id, downloads_remaining, access_granted, access_expires, download_count) \
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)";
    let is_due = is_download_permitted(order.status, scene.grants_downloads_after_payment);
    if order.flags.has_granted_downloads || !is_due {
        return Ok(());
    }
    let products = downloads(tx, order).await?;
    for (_, line) in order.lines() {
        let Some(own) = products.get(&line.bought().0) else {
            continue;
        };
        let remaining = own.limit.map_or(String::new(), |limit| {
            limit.saturating_mul(line.quantity.max(0)).to_string()
        });
        // Days count from the day of completion.
        let from = order.date_completed.unwrap_or(scene.now);
        let midnight = from.saturating_sub(from.rem_euclid(DAY));
        let expires = own
            .days
            .map(|days| gmt(midnight.saturating_add(days.saturating_mul(DAY))));
        for file in &own.files {
            let binds = binds![
                &file.id,
                line.bought().0,
                order.id.0,
                &order.key,
                &order.billing.email,
                order.customer_id,
                &remaining,
                gmt(scene.now),
                expires.clone(),
            ];
            tx.execute(INSERT, binds).await?;
        }
    }
    order.flags.has_granted_downloads = true;
    Ok(())
}

/// The downloads of the products of an order, by the posts that were bought.
async fn downloads(tx: &Transaction, order: &Order) -> Result<HashMap<i64, Downloads>, DbError> {
    const META: &str = "SELECT post_id, meta_key, meta_value FROM {p}postmeta WHERE meta_key IN ('_downloadable', \
        '_downloadable_files', '_download_limit', '_download_expiry') AND post_id IN (?*) ORDER BY meta_id DESC";
    let bought: Vec<i64> = order.lines().map(|(_, line)| line.bought().0).collect();
    if bought.is_empty() {
        return Ok(HashMap::new());
    }
    let mut sql = SqlText::default();
    sql.push_list(META, bought);
    let rows: Vec<(i64, String, Vec<u8>)> = tx.load_built(sql).await?;
    let mut metas: HashMap<i64, HashMap<String, Vec<u8>>> = HashMap::new();
    for (post, key, value) in rows {
        metas.entry(post).or_default().insert(key, value);
    }
    let read = metas.into_iter().filter_map(|(post, meta)| {
        let text = |key: &str| meta.get(key).map(|v| String::from_utf8_lossy(v));
        let is_downloadable = text("_downloadable").is_some_and(|own| own == "yes");
        let files = maybe_unserialize(meta.get("_downloadable_files")?);
        let limit = text("_download_limit").unwrap_or_default();
        let expiry = text("_download_expiry").unwrap_or_default();
        let own = Downloads::of_meta(&files, &limit, &expiry);
        is_downloadable.then_some((post, own))
    });
    Ok(read.collect())
}
