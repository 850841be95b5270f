//! What an order tells of a user: his addresses, for the next one.
//!
//! Contract "woocommerce", sections 2.9 and 9.7.

use super::model::Order;
use super::status::OrderStatus;
use crate::binds;
use crate::woocommerce::session::update_customer_meta;
use crate::wordpress::db::{DbError, Transaction};
use crate::wordpress::user::UserId;

/// Writes the addresses of an order as its user's. `values`: the form's fields.
pub(super) async fn save(
    tx: &Transaction,
    order: &Order,
    values: &[(String, String)],
    now: i64,
) -> Result<(), DbError> {
    const NAMES: &str = "SELECT meta_key, meta_value FROM {p}usermeta WHERE user_id = ? \
        AND meta_key IN ('first_name', 'last_name') ORDER BY umeta_id";
    if order.customer_id == 0 {
        return Ok(());
    }
    let is_address = |key: &str| key.starts_with("billing_") || key.starts_with("shipping_");
    let own = values.iter().filter(|(key, _)| is_address(key));
    let mut changes: Vec<(String, String)> = own.cloned().collect();
    let names: Vec<(String, String)> = tx.load(NAMES, binds![order.customer_id]).await?;
    for (key, value) in [
        ("first_name", &order.billing.first_name),
        ("last_name", &order.billing.last_name),
    ] {
        let stored = names.iter().find(|(own, _)| own == key);
        if stored.is_none_or(|(_, name)| name.is_empty()) && !value.is_empty() {
            changes.push((key.to_owned(), value.clone()));
        }
    }
    if order.status == OrderStatus::Completed {
        changes.push(("paying_customer".to_owned(), "1".to_owned()));
    }
    update_customer_meta(tx, UserId(order.customer_id), changes, now).await
}
