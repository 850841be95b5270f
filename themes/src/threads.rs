//! The threads that help the one that makes a page.

use std::sync::LazyLock;

use rayon::{ThreadPool, ThreadPoolBuilder};

/// Shorter texts are done sooner than another thread wakes up.
pub const MIN_BYTES: usize = 24_000;
/// More threads would wait for one another at the end.
const MOST_THREADS: usize = 3;

/// One fewer than the machine has cores; none on a machine with a single core.
pub static THREADS: LazyLock<Option<ThreadPool>> = LazyLock::new(|| {
    let others = std::thread::available_parallelism().ok()?.get() - 1;
    let threads = ThreadPoolBuilder::new()
        .num_threads(others.min(MOST_THREADS))
        .thread_name(|number| format!("page-{number}"))
        // Who makes the page does again what failed here, and tells of it.
        .panic_handler(|_| {});
    threads.build().ok().filter(|_| others > 0)
});
