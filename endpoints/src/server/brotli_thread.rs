//! The brotli thread compresses one body at a time. The encoder's tables take megabytes that the allocator would keep
//! for every thread that ever used it.

use std::sync::LazyLock;
use std::sync::mpsc::{self, Sender};

type Job = Box<dyn FnOnce() + Send>;

static BROTLI: LazyLock<Sender<Job>> = LazyLock::new(|| {
    let (sender, jobs) = mpsc::channel::<Job>();
    let thread = std::thread::Builder::new().name("brotli".to_owned());
    let started = thread.spawn(move || {
        for job in jobs {
            job();
        }
    });
    if let Err(error) = started {
        tracing::warn!(%error, "answers are packed with gzip only");
    }
    sender
});

/// Queues work for the thread. If the thread could not be started, the work is dropped.
pub fn in_turn(work: impl FnOnce() + Send + 'static) {
    let _ = BROTLI.send(Box::new(work));
}
