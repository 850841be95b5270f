//! Sticky posts: option `sticky_posts`.
//!
//! Contract "wordpress-rest", section 6.3.

use super::PostId;
use crate::wordpress::db::{DbError, Transaction};
use crate::wordpress::option_row::change_option;
use crate::wordpress::php::Value;

const OPTION: &str = "sticky_posts";

/// `stick_post`: appended to the list.
///
/// # Errors
/// When the database fails.
pub async fn stick_post(tx: &Transaction, id: PostId) -> Result<bool, DbError> {
    change_option(tx, OPTION, |stored| {
        let ids = ids(&stored);
        let is_listed = ids.contains(&id.0);
        (!is_listed).then(|| ids.into_iter().chain([id.0]).collect())
    })
    .await
}

/// `unstick_post`.
///
/// # Errors
/// When the database fails.
pub async fn unstick_post(tx: &Transaction, id: PostId) -> Result<bool, DbError> {
    change_option(tx, OPTION, |stored| {
        let ids = ids(&stored);
        let is_listed = ids.contains(&id.0);
        is_listed.then(|| ids.into_iter().filter(|own| *own != id.0).collect())
    })
    .await
}

/// The listed ids, once each.
fn ids(stored: &Value) -> Vec<i64> {
    let mut ids = Vec::new();
    for value in stored.values() {
        let id = value.to_int();
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids
}
