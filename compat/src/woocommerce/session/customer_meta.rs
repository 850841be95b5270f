//! The customer of a user: user meta `billing_…` and `shipping_…`.
//!
//! Contract "woocommerce", section 2.9.

use std::collections::HashMap;

use super::customer::Customer;
use crate::binds;
use crate::wordpress::db::{Db, DbError, Transaction};
use crate::wordpress::user::UserId;

/// What the shop knows of a user. Fields that it does not know are empty.
///
/// # Errors
/// When the database fails.
pub async fn load_customer(db: &Db, user: UserId) -> Result<Customer, DbError> {
    const SQL: &str =
        "SELECT meta_key, meta_value FROM {p}usermeta WHERE user_id = ? ORDER BY umeta_id DESC";
    let rows: Vec<(String, Vec<u8>)> = db.lookup(SQL, binds![user.0]).await?;
    let mut customer = Customer {
        id: user.0,
        ..Customer::default()
    };
    for (key, value) in rows {
        let value = String::from_utf8_lossy(&value);
        if let Some(field) = key.strip_prefix("billing_") {
            customer.billing.set_field(field, &value);
        } else if let Some(field) = key.strip_prefix("shipping_") {
            customer.shipping.set_field(field, &value);
        } else if key == "last_update" {
            customer.date_modified = value.into_owned();
        }
    }
    Ok(customer)
}

/// Writes fields of a user where they differ from the stored ones, and the time of the change.
///
/// # Errors
/// When the database fails.
pub async fn update_customer_meta(
    tx: &Transaction,
    user: UserId,
    values: Vec<(String, String)>,
    now: i64,
) -> Result<(), DbError> {
    const LOAD: &str =
        "SELECT meta_key, meta_value FROM {p}usermeta WHERE user_id = ? ORDER BY umeta_id DESC";
    const UPDATE: &str = "UPDATE {p}usermeta SET meta_value = ? WHERE user_id = ? AND meta_key = ?";
    const INSERT: &str = "INSERT INTO {p}usermeta (user_id, meta_key, meta_value) VALUES (?, ?, ?)";
    let known: Vec<(String, Vec<u8>)> = tx.load(LOAD, binds![user.0]).await?;
    // The row that was written first counts.
    let known: HashMap<String, Vec<u8>> = known.into_iter().collect();
    let mut changes: Vec<(String, String)> = values
        .into_iter()
        .filter(|(key, value)| match known.get(key) {
            Some(stored) => stored != value.as_bytes(),
            None => !value.is_empty(),
        })
        .collect();
    if changes.is_empty() {
        return Ok(());
    }
    changes.push(("last_update".to_owned(), now.to_string()));
    for (key, value) in changes {
        if known.contains_key(&key) {
            tx.execute(UPDATE, binds![value, user.0, key]).await?;
        } else {
            tx.execute(INSERT, binds![user.0, key, value]).await?;
        }
    }
    Ok(())
}
