//! Threads of their own for password hashes, so that files, SQLite and mail do not wait for them.
//!
//! Hardening S16. A hash takes tens of milliseconds of a core. The threads run at a lower priority than those that
//! answer requests; the queue before them is short, and what finds it full is refused.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

/// Most threads when their number is not configured.
const MOST_THREADS: usize = 2;
/// `nice` value of the threads, above that of the server.
const NICE: i32 = 10;

/// The pool.
#[derive(Debug)]
pub struct PasswordPool {
    threads: Arc<ThreadPool>,
    places: Arc<Semaphore>,
}

/// A place in the queue of the pool; freed when the work is done.
pub(crate) struct Place {
    threads: Arc<ThreadPool>,
    permit: OwnedSemaphorePermit,
}

impl PasswordPool {
    /// A pool with `threads` threads (0: half the cores, one or two) and `queue` places to wait.
    ///
    /// # Errors
    /// When the threads cannot be started.
    pub fn new(threads: usize, queue: usize) -> Result<Self, ThreadPoolBuildError> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = match threads {
            0 => (cores / 2).clamp(1, MOST_THREADS),
            given => given,
        };
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|number| format!("password-{number}"))
            .start_handler(|_| {
                // On Linux "no process" means the calling thread alone. Where it is refused, the priority stays.
                let own = rustix::process::getpriority_process(None).unwrap_or_default();
                let _ = rustix::process::setpriority_process(None, own + NICE);
            })
            .build()?;
        Ok(Self {
            threads: Arc::new(pool),
            places: Arc::new(Semaphore::new(threads.saturating_add(queue))),
        })
    }

    /// A place in the queue; `None` when it is full.
    pub(crate) fn place(&self) -> Option<Place> {
        let permit = Arc::clone(&self.places).try_acquire_owned().ok()?;
        let threads = Arc::clone(&self.threads);
        Some(Place { threads, permit })
    }
}

impl Place {
    /// Runs `work` on a thread of the pool; a panic there goes on in the caller. Work whose caller is gone is not begun.
    pub(crate) async fn run<T: Default + Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> T {
        let (sender, receiver) = oneshot::channel();
        let Self { threads, permit } = self;
        threads.spawn(move || {
            if !sender.is_closed() {
                let done = catch_unwind(AssertUnwindSafe(work));
                drop(permit);
                // The receiver is dropped when the visitor goes.
                let _ = sender.send(done);
            }
        });
        match receiver.await {
            Ok(done) => done.unwrap_or_else(|panic| resume_unwind(panic)),
            // Not reached: the sender is dropped unused only after the receiver.
            Err(_) => T::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    #[tokio::test]
    async fn a_full_queue_has_no_place_and_what_is_given_up_is_not_hashed() {
        let pool = PasswordPool::new(1, 2).unwrap();
        let (release, wait) = std::sync::mpsc::channel::<()>();
        let running = tokio::spawn(pool.place().unwrap().run(move || wait.recv().is_ok()));
        tokio::task::yield_now().await;
        let hashed = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&hashed);
        let given_up = pool
            .place()
            .unwrap()
            .run(move || seen.store(true, Ordering::SeqCst));
        assert!(
            tokio::time::timeout(Duration::from_millis(50), given_up)
                .await
                .is_err()
        );
        let last = pool.place().unwrap();
        assert!(pool.place().is_none(), "three places are taken");
        release.send(()).unwrap();
        assert!(running.await.unwrap());
        assert_eq!(last.run(|| 7).await, 7);
        assert!(!hashed.load(Ordering::SeqCst));
    }

    /// The lowest priority that Linux knows.
    const LEAST: i32 = 19;

    #[tokio::test]
    async fn the_threads_give_way_to_those_that_answer() {
        let pool = PasswordPool::new(0, 1).unwrap();
        let nice = || rustix::process::getpriority_process(None).unwrap_or_default();
        let (here, there) = (nice(), pool.place().unwrap().run(nice).await);
        println!("nice {here} here, {there} on a thread of the pool");
        assert_eq!(
            (there, pool.threads.current_num_threads() <= 2),
            ((here + NICE).min(LEAST), true)
        );
    }
}
