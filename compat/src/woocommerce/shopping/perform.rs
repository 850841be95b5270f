//! One action in the session of a visitor, after what other requests of his did.
//!
//! Contract "woocommerce", section 17: parallel changes of a cart all count.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use tokio::sync::{Mutex, MutexGuard};

use super::action::{CartAction, Outcome};
use super::session_key::SessionKey;
use super::source::ShopSource;
use super::visit::Visit;
use crate::wordpress::db::{DbError, reads};

/// How often a change is tried while other processes change the same session.
pub(crate) const TRIES: usize = 20;

/// Sessions share these locks: the requests of one process wait for one another here, those of several are told apart by
/// the stored row.
const LOCKS: usize = 64;

static SESSIONS: LazyLock<Vec<Mutex<()>>> =
    LazyLock::new(|| (0..LOCKS).map(|_| Mutex::new(())).collect());

/// Waits until no other request of this process changes the session; it is the caller's turn until the guard is dropped.
pub async fn turn(source: &ShopSource<'_>, key: SessionKey<'_>) -> Option<MutexGuard<'static, ()>> {
    if source.user.is_none() && !key.is_given() {
        return None;
    }
    let mut hasher = DefaultHasher::new();
    (source.user, key).hash(&mut hasher);
    let at = usize::try_from(hasher.finish() % 64).unwrap_or_default();
    match SESSIONS.get(at) {
        Some(lock) => Some(lock.lock().await),
        None => None,
    }
}

/// Opens the visit of a request, does an action in it and stores it. `opened`: the visit, when an earlier action of this
/// request has opened it; `key`: what names the session. After too many changes by others the visit
/// is returned, but not stored.
///
/// # Errors
/// When the database fails.
pub async fn perform(
    source: &ShopSource<'_>,
    key: SessionKey<'_>,
    opened: Option<Visit>,
    action: &CartAction,
) -> Result<(Visit, Outcome), DbError> {
    // In a box: what a visit is made of is large, and many callers wait for it.
    let done = async {
        let _turn = turn(source, key).await;
        perform_in_turn(source, key, opened, action).await
    };
    Box::pin(done).await
}

/// As [`perform`]; the caller has taken its [`turn`].
///
/// # Errors
/// When the database fails.
pub async fn perform_in_turn(
    source: &ShopSource<'_>,
    key: SessionKey<'_>,
    opened: Option<Visit>,
    action: &CartAction,
) -> Result<(Visit, Outcome), DbError> {
    let done = reads::unrecorded(async {
        let mut opened = opened;
        let mut tries = 0;
        loop {
            tries += 1;
            let mut visit = match opened.take() {
                Some(visit) => visit,
                None => Box::pin(Visit::open(source, key)).await?,
            };
            let outcome = Box::pin(visit.apply(source, action)).await?;
            if visit.store(source).await? {
                return Ok((visit, outcome));
            }
            if tries >= TRIES {
                tracing::warn!("a session was changed by others again and again");
                return Ok((visit, outcome));
            }
        }
    });
    Box::pin(done).await
}

/// Does an action in an opened visit, which the caller stores. The caller has taken its [`turn`].
///
/// # Errors
/// When the database fails.
pub async fn perform_unstored(
    source: &ShopSource<'_>,
    visit: &mut Visit,
    action: &CartAction,
) -> Result<Outcome, DbError> {
    Box::pin(reads::unrecorded(visit.apply(source, action))).await
}
