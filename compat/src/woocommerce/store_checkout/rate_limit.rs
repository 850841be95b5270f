//! How often the checkout may be asked (`{p}wc_rate_limits`).
//!
//! Contract "woocommerce-store-api", section 1.12.

use crate::binds;
use crate::wordpress::db::{Db, DbError, Transaction};

/// What is left to a caller after a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimit {
    /// Requests in a period.
    pub limit: i64,
    /// Those that are left.
    pub remaining: i64,
    /// Unix time of the period's end.
    pub reset: i64,
    /// Whether the request was one too many.
    pub is_exceeded: bool,
}

/// Counts a request of a caller. `now`: Unix time; `seconds`: length of a period.
///
/// # Errors
/// When the database fails.
pub async fn count_request(
    db: &Db,
    caller: &str,
    (limit, seconds): (i64, i64),
    now: i64,
) -> Result<RateLimit, DbError> {
    let key = format!("store_api_request_{caller}");
    let counting = db
        .transaction_without_sync(async move |tx| counted(&tx, &key, (limit, seconds), now).await);
    counting.await
}

async fn counted(
    tx: &Transaction,
    key: &str,
    (limit, seconds): (i64, i64),
    now: i64,
) -> Result<RateLimit, DbError> {
    const ADD: &str = "INSERT {ignore} INTO {p}wc_rate_limits \
        (rate_limit_key, rate_limit_expiry, rate_limit_remaining) VALUES (?, 0, 0)";
    const LOAD: &str = "SELECT rate_limit_expiry, rate_limit_remaining FROM {p}wc_rate_limits \
        WHERE rate_limit_key = ? LIMIT 1 {for_update}";
    const SAVE: &str = "UPDATE {p}wc_rate_limits SET rate_limit_expiry = ?, rate_limit_remaining = ? \
        WHERE rate_limit_key = ?";
    tx.execute(ADD, binds![key]).await?;
    let row: Option<(i64, i64)> = tx.load_first(LOAD, binds![key]).await?;
    let (reset, left) = match row.filter(|(end, _)| *end > now) {
        Some(row) => row,
        None => (now.saturating_add(seconds), limit),
    };
    let is_exceeded = left <= 0;
    let remaining = left.saturating_sub(1).max(0);
    if !is_exceeded {
        tx.execute(SAVE, binds![reset, remaining, key]).await?;
    }
    Ok(RateLimit {
        limit,
        remaining,
        reset,
        is_exceeded,
    })
}
