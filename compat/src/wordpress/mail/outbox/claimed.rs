//! A row of the outbox under a lease.

use super::stored::Stored;

/// A row leased by this instance.
#[derive(Debug, Clone)]
pub(super) struct Claimed {
    pub(super) id: i64,
    pub(super) lease: String,
    pub(super) message_id: String,
    pub(super) attempts: i64,
    pub(super) refusals: i64,
    pub(super) created: i64,
    pub(super) json: String,
}

/// `id, message_id, attempts, refusals, created, mail`.
pub(super) type ClaimRow = (i64, String, i64, i64, i64, String);

impl Claimed {
    pub(super) fn new(row: ClaimRow, lease: &str) -> Self {
        let (id, message_id, attempts, refusals, created, json) = row;
        Self {
            id,
            lease: lease.to_owned(),
            message_id,
            attempts,
            refusals,
            created,
            json,
        }
    }

    pub(super) fn stored(&self) -> Result<Stored, String> {
        Stored::from_json(&self.json)
    }
}
