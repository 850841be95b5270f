//! The channel from the reader of a source to the writer of the target.

use tokio::sync::mpsc;

use super::splitter::Piece;
use crate::wordpress::db::error::DbError;

/// A piece on its way from source to target.
pub(super) struct Delivery {
    pub(super) piece: Piece,
    /// Bytes of the source read so far.
    pub(super) bytes_done: u64,
}

/// The number of pieces that may wait: with half a megabyte each, this bounds the memory.
const WAITING: usize = 4;

/// The reader's end.
pub(super) type Sender = mpsc::Sender<Result<Delivery, DbError>>;
/// The writer's end.
pub(super) type Receiver = mpsc::Receiver<Result<Delivery, DbError>>;

/// A bounded channel.
pub(super) fn channel() -> (Sender, Receiver) {
    mpsc::channel(WAITING)
}
