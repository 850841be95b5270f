//! One action in the session of a visitor, after what other requests of his did.
//!
//! Contract "woocommerce", section 17: parallel changes of a cart all count.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use tokio::sync::Mutex;

use super::action::{CartAction, Outcome};
use super::session_key::SessionKey;
use super::source::ShopSource;
use super::visit::Visit;
use crate::wordpress::db::{DbError, reads};

/// How often a change is tried while other processes change the same session.
const TRIES: usize = 20;

/// Sessions share these locks: the requests of one process wait for one another here, those of several are told apart by
/// the stored row.
const LOCKS: usize = 64;

static SESSIONS: LazyLock<Vec<Mutex<()>>> =
    LazyLock::new(|| (0..LOCKS).map(|_| Mutex::new(())).collect());

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
    reads::unrecorded(async {
        let mut hasher = DefaultHasher::new();
        (source.user, key).hash(&mut hasher);
        let at = usize::try_from(hasher.finish() % 64).unwrap_or_default();
        let _turn = match SESSIONS.get(at) {
            Some(lock) if source.user.is_some() || key.is_given() => Some(lock.lock().await),
            _ => None,
        };
        let mut opened = opened;
        let mut tries = 0;
        loop {
            tries += 1;
            let mut visit = match opened.take() {
                Some(visit) => visit,
                None => Visit::open(source, key).await?,
            };
            let outcome = visit.apply(source, action).await?;
            if visit.store(source).await? {
                return Ok((visit, outcome));
            }
            if tries >= TRIES {
                tracing::warn!("a session was changed by others again and again");
                return Ok((visit, outcome));
            }
        }
    })
    .await
}
