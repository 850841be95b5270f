//! The same, done by several at the same time.

use std::sync::Mutex;
use std::time::Instant;

use anyhow::Result;

/// What became of a list, and how long it took.
pub struct Done<T> {
    /// In no order.
    pub results: Vec<T>,
    pub seconds: f64,
}

/// Does the same with each member of a list, so many at the same time.
pub fn at_once<T: Send, R: Send>(
    workers: usize,
    list: Vec<T>,
    does: impl Fn(T) -> Result<R> + Sync,
) -> Result<Done<R>> {
    let left = Mutex::new(list);
    let next = || left.lock().ok()?.pop();
    let start = Instant::now();
    let results = std::thread::scope(|scope| {
        let run = || -> Result<Vec<R>> {
            let mut own = Vec::new();
            while let Some(member) = next() {
                own.push(does(member)?);
            }
            Ok(own)
        };
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(run)).collect();
        let ended = threads.into_iter().map(|thread| {
            let result = thread.join();
            result.unwrap_or_else(|_| Err(anyhow::anyhow!("a worker panicked")))
        });
        ended.collect::<Result<Vec<_>>>()
    })?;
    Ok(Done {
        results: results.into_iter().flatten().collect(),
        seconds: start.elapsed().as_secs_f64(),
    })
}
