//! One thread packs with brotli, one body at a time: its tables are megabytes, which every other thread that once did it
//! would keep.

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

/// Does the work on the thread, after what was asked for before. Without the thread it is left out.
pub fn in_turn(work: impl FnOnce() + Send + 'static) {
    let _ = BROTLI.send(Box::new(work));
}
