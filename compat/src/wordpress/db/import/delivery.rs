//! The channel from the reader of a source to the writer of the target.

use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::splitter::Piece;
use crate::wordpress::db::error::{DbError, DbErrorKind};

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

/// Keeps the channel open until the reader has ended. When it ended by a panic, the writer gets an error instead of the
/// end of the channel, which it would take for the end of the source.
pub(super) async fn watch(reading: JoinHandle<()>, sender: Sender) {
    if let Err(error) = reading.await {
        let detail = format!("the source was not read to its end: {error}");
        let error = DbError::new(DbErrorKind::Import, detail);
        // Without a receiver the target has failed.
        let _ = sender.send(Err(error)).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_reader_that_panics_is_not_the_end_of_the_source() {
        let (sender, mut receiver) = channel();
        let watching = sender.clone();
        let reading = tokio::spawn(async move {
            let _sender = sender;
            panic!("broken");
        });
        watch(reading, watching).await;
        assert!(matches!(receiver.recv().await, Some(Err(_))));
        assert!(receiver.recv().await.is_none());
    }
}
