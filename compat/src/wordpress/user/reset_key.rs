//! Password reset keys (`user_activation_key`).
//!
//! Contract "wordpress-core", section 18. Only the key's hash is stored, with the time at which it was made.

use crate::binds;
use crate::wordpress::db::{Db, DbError, Transaction};
use crate::wordpress::fast_hash::{wp_fast_hash, wp_verify_fast_hash};
use crate::wordpress::mail::outbox::{OutboxId, Staged};
use crate::wordpress::password::wp_generate_password;

use super::attempts::{Attempt, AttemptError, AttemptKind, Attempts, Origin};
use super::{User, UserId, authenticate};

/// Lifetime of a key in seconds.
const LIFE: i64 = 86_400;

/// A key that is made and not stored yet (`get_password_reset_key`).
#[derive(Clone)]
pub struct ResetKey {
    key: String,
    stored: String,
}

impl ResetKey {
    /// A new one.
    pub fn new(now: i64) -> Self {
        let key = wp_generate_password(20, false, false);
        Self {
            stored: format!("{now}:{}", wp_fast_hash(key.as_bytes())),
            key,
        }
    }

    /// The key, for the mail.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Makes it a user's key.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn store(&self, tx: &Transaction, user: UserId) -> Result<(), DbError> {
        const SQL: &str = "UPDATE {p}users SET user_activation_key = ? WHERE ID = ?";
        tx.execute(SQL, binds![self.stored.as_str(), user.0])
            .await?;
        Ok(())
    }

    /// Makes it a user's key, and stores the mails that tell it: both, or nothing.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn store_with(
        self,
        db: &Db,
        user: UserId,
        mails: Vec<Staged>,
    ) -> Result<Vec<OutboxId>, DbError> {
        db.transaction(async move |tx| {
            self.store(&tx, user).await?;
            Staged::enqueue_each(&mails, &tx).await
        })
        .await
    }
}

/// Why a key does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyFailure {
    /// `invalid_key`.
    Invalid,
    /// `expired_key`.
    Expired,
}

/// `check_password_reset_key`: the user of a valid key.
///
/// # Errors
/// When there were too many wrong keys, or the database fails.
pub async fn check_password_reset_key(
    attempts: &Attempts,
    origin: Origin,
    key: &str,
    login: &str,
) -> Result<Result<User, KeyFailure>, AttemptError> {
    let key: String = key.chars().filter(char::is_ascii_alphanumeric).collect();
    if key.is_empty() || login.is_empty() {
        return Ok(Err(KeyFailure::Invalid));
    }
    let attempt = Attempt::new(AttemptKind::ResetKey, origin, login);
    const SQL: &str = "SELECT ID, user_activation_key FROM {p}users WHERE user_login = ?";
    let row: Option<(i64, String)> = attempts.db().lookup_first(SQL, binds![login]).await?;
    attempts.begin(&attempt).await?;
    let Some((id, stored)) = row else {
        return Ok(Err(KeyFailure::Invalid));
    };
    // A key stored before WordPress 6.8 is a portable hash, which takes milliseconds.
    let verified = attempts.hash(move || Some(verify(&key, &stored, origin.now)));
    if let Err(failure) = verified.await?.unwrap_or(Err(KeyFailure::Invalid)) {
        return Ok(Err(failure));
    }
    attempts.succeeded(&attempt).await?;
    let user = authenticate::load(attempts.db(), Some(UserId(id))).await?;
    Ok(user.ok_or(KeyFailure::Invalid))
}

/// Whether a stored key is that key, and young enough.
fn verify(key: &str, stored: &str, now: i64) -> Result<(), KeyFailure> {
    let (made, hash) = stored.split_once(':').ok_or(KeyFailure::Invalid)?;
    if !wp_verify_fast_hash(key.as_bytes(), hash) {
        return Err(KeyFailure::Invalid);
    }
    let made: i64 = made.parse().map_err(|_| KeyFailure::Expired)?;
    if now < made.saturating_add(LIFE) {
        Ok(())
    } else {
        Err(KeyFailure::Expired)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_counts_for_a_day() {
        let stored = format!("1000:{}", wp_fast_hash(b"abc"));
        assert_eq!(verify("abc", &stored, 1000 + LIFE - 1), Ok(()));
        assert_eq!(
            verify("abc", &stored, 1000 + LIFE),
            Err(KeyFailure::Expired)
        );
        assert_eq!(verify("abd", &stored, 1001), Err(KeyFailure::Invalid));
        assert_eq!(verify("abc", "", 1001), Err(KeyFailure::Invalid));
    }
}
