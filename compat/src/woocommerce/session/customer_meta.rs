//! The customer of a user: user meta `billing_…` and `shipping_…`.
//!
//! Contract "woocommerce", section 2.9.

use super::customer::Customer;
use crate::binds;
use crate::wordpress::db::{Db, DbError};
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
