//! What an order tells of a user: his addresses, for the next one.
//!
//! Contract "woocommerce", sections 2.9 and 9.7.

use super::model::Order;
use super::status::OrderStatus;
use crate::binds;
use crate::wordpress::db::{DbError, Transaction};

/// Writes the addresses of an order as its user's. `values`: the form's fields.
pub(super) async fn save(
    tx: &Transaction,
    order: &Order,
    values: &[(String, String)],
    now: i64,
) -> Result<(), DbError> {
    const LOAD: &str =
        "SELECT meta_key, meta_value FROM {p}usermeta WHERE user_id = ? ORDER BY umeta_id DESC";
    if order.customer_id == 0 {
        return Ok(());
    }
    let user = order.customer_id;
    let known: Vec<(String, String)> = tx.load(LOAD, binds![user]).await?;
    let stored = |key: &str| {
        let found = known.iter().find(|(own, _)| own == key);
        found.map(|(_, value)| value.as_str())
    };
    let mut changes: Vec<(&str, String)> = Vec::new();
    for (key, value) in values {
        let is_address = key.starts_with("billing_") || key.starts_with("shipping_");
        let is_new = stored(key).map_or(!value.is_empty(), |own| own != value);
        if is_address && is_new {
            changes.push((key, value.clone()));
        }
    }
    for (key, value) in [
        ("first_name", &order.billing.first_name),
        ("last_name", &order.billing.last_name),
    ] {
        if stored(key).is_none_or(str::is_empty) && !value.is_empty() {
            changes.push((key, value.clone()));
        }
    }
    if order.status == OrderStatus::Completed && stored("paying_customer") != Some("1") {
        changes.push(("paying_customer", "1".to_owned()));
    }
    if changes.is_empty() {
        return Ok(());
    }
    changes.push(("last_update", now.to_string()));
    for (key, value) in changes {
        set(tx, user, key, &value, stored(key).is_some()).await?;
    }
    Ok(())
}

async fn set(
    tx: &Transaction,
    user: i64,
    key: &str,
    value: &str,
    is_known: bool,
) -> Result<(), DbError> {
    const UPDATE: &str = "UPDATE {p}usermeta SET meta_value = ? WHERE user_id = ? AND meta_key = ?";
    const INSERT: &str = "INSERT INTO {p}usermeta (user_id, meta_key, meta_value) VALUES (?, ?, ?)";
    if is_known {
        tx.execute(UPDATE, binds![value, user, key]).await?;
    } else {
        tx.execute(INSERT, binds![user, key, value]).await?;
    }
    Ok(())
}
