//! Threads of their own for pictures, and the memory that all pictures together may take.
//!
//! Decoding and scaling takes a core for a second. The threads run at a lower priority than those that answer requests.
//! Work begins when its memory is free; what alone takes more than all is refused, and what finds the queue full.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use tokio::sync::{Semaphore, oneshot};

/// `nice` value of the threads.
const NICE: i32 = 5;
/// Bytes of a permit.
const UNIT: u64 = 64 * 1024;
/// Work that runs or waits at the same time.
const PLACES: usize = 64;

/// The pool.
#[derive(Debug)]
pub struct ImagePool {
    threads: Arc<ThreadPool>,
    memory: Arc<Semaphore>,
    places: Arc<Semaphore>,
    bytes: u64,
}

/// Why work was not done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PoolError {
    /// It takes more memory than all pictures together may.
    #[error("the picture takes {0} bytes, more than there are for pictures")]
    TooLarge(u64),
    /// Too much waits already.
    #[error("too many pictures wait")]
    Full,
    /// It panicked.
    #[error("work on a picture panicked")]
    Panicked,
}

impl ImagePool {
    /// A pool with `threads` threads (0: one for each core) for `bytes` bytes of pictures.
    ///
    /// # Errors
    /// When the threads cannot be started.
    pub fn new(threads: usize, bytes: u64) -> Result<Self, ThreadPoolBuildError> {
        let threads = ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|number| format!("image-{number}"))
            .start_handler(|_| {
                // On Linux "no process" means the calling thread alone. Where it is refused, the priority stays.
                let _ = rustix::process::setpriority_process(None, NICE);
            })
            .build()?;
        let units = usize::try_from(bytes / UNIT).unwrap_or(usize::MAX);
        Ok(Self {
            threads: Arc::new(threads),
            memory: Arc::new(Semaphore::new(units.min(Semaphore::MAX_PERMITS))),
            places: Arc::new(Semaphore::new(PLACES)),
            bytes,
        })
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.threads.current_num_threads()
    }

    /// Bytes that all pictures together may take.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Runs `work`, which takes so many bytes, on a thread of the pool. Work whose caller is gone is not begun.
    ///
    /// # Errors
    /// When it takes too much, too much waits, or it panics.
    pub async fn run<T: Send + 'static>(
        &self,
        bytes: u64,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, PoolError> {
        let too_large = PoolError::TooLarge(bytes);
        if bytes > self.bytes {
            return Err(too_large);
        }
        let place = Arc::clone(&self.places).try_acquire_owned();
        let place = place.map_err(|_| PoolError::Full)?;
        let units = u32::try_from(bytes.div_ceil(UNIT)).map_err(|_| too_large)?;
        let memory = Arc::clone(&self.memory).acquire_many_owned(units).await;
        let memory = memory.map_err(|_| PoolError::Full)?;
        let (sender, receiver) = oneshot::channel();
        self.threads.spawn(move || {
            if !sender.is_closed() {
                let done = catch_unwind(AssertUnwindSafe(work));
                drop((memory, place));
                // The receiver is dropped when the client goes.
                let _ = sender.send(done);
            }
        });
        match receiver.await {
            Ok(Ok(done)) => Ok(done),
            _ => Err(PoolError::Panicked),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    #[tokio::test]
    async fn all_together_stay_below_the_bound() {
        let pool = Arc::new(ImagePool::new(4, 3 * UNIT).unwrap());
        let (now, most) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        let mut all = tokio::task::JoinSet::new();
        for number in 0..20 {
            let (pool, now, most) = (Arc::clone(&pool), Arc::clone(&now), Arc::clone(&most));
            all.spawn(async move {
                let bytes = (1 + number % 3) * UNIT;
                let work = move || {
                    most.fetch_max(
                        now.fetch_add(bytes, Ordering::SeqCst) + bytes,
                        Ordering::SeqCst,
                    );
                    std::thread::sleep(Duration::from_millis(2));
                    now.fetch_sub(bytes, Ordering::SeqCst);
                };
                pool.run(bytes, work).await
            });
        }
        assert!(all.join_all().await.into_iter().all(|done| done.is_ok()));
        let most = most.load(Ordering::SeqCst);
        assert!(most <= 3 * UNIT && most > UNIT, "{most}");
        assert_eq!(
            pool.run(3 * UNIT + 1, || ()).await,
            Err(PoolError::TooLarge(3 * UNIT + 1))
        );
        assert_eq!(
            pool.run(UNIT, || panic!("broken")).await,
            Err(PoolError::Panicked)
        );
        assert_eq!(pool.run(3 * UNIT, || 7).await, Ok(7));
    }
}
