//! Threads that take one job after the other. A job wakes one of them, and a thread without one sleeps at once.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

type Job = Box<dyn FnOnce() + Send>;

/// The threads. They end when this is dropped, each after its job.
pub(crate) struct RenderThreads(Arc<Queue>);

#[derive(Default)]
struct Queue {
    jobs: Mutex<Jobs>,
    added: Condvar,
}

#[derive(Default)]
struct Jobs {
    waiting: VecDeque<Job>,
    is_closed: bool,
}

impl RenderThreads {
    /// So many threads, with a stack of `stack_size` bytes each.
    ///
    /// # Errors
    /// When one cannot be started.
    pub(crate) fn new(threads: usize, stack_size: usize) -> io::Result<Self> {
        let own = Self(Arc::default());
        for number in 0..threads {
            let queue = Arc::clone(&own.0);
            std::thread::Builder::new()
                .name(format!("render-{number}"))
                .stack_size(stack_size)
                .spawn(move || {
                    while let Some(job) = queue.next() {
                        job();
                    }
                })?;
        }
        Ok(own)
    }

    /// Runs a job, which does not panic, on the next thread that has none.
    pub(crate) fn spawn(&self, job: impl FnOnce() + Send + 'static) {
        self.0.change(|jobs| jobs.waiting.push_back(Box::new(job)));
        self.0.added.notify_one();
    }
}

impl Drop for RenderThreads {
    fn drop(&mut self) {
        self.0.change(|jobs| jobs.is_closed = true);
        self.0.added.notify_all();
    }
}

impl Queue {
    fn change(&self, change: impl FnOnce(&mut Jobs)) {
        change(&mut self.jobs.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Waits for a job; `None` at the end.
    fn next(&self) -> Option<Job> {
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        let is_idle = |jobs: &mut Jobs| jobs.waiting.is_empty() && !jobs.is_closed;
        let woken = self.added.wait_while(jobs, is_idle);
        woken
            .unwrap_or_else(PoisonError::into_inner)
            .waiting
            .pop_front()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::RenderThreads;

    #[test]
    fn jobs_run_in_turn_and_none_is_lost_at_the_end() {
        let threads = RenderThreads::new(1, 64 * 1024).expect("threads");
        let (sender, receiver) = channel();
        for number in 0..100 {
            let sender = sender.clone();
            threads.spawn(move || sender.send(number).expect("receiver"));
        }
        drop((threads, sender));
        assert!(receiver.iter().eq(0..100));
    }

    #[test]
    fn jobs_run_beside_each_other() {
        let threads = RenderThreads::new(2, 64 * 1024).expect("threads");
        let (to_second, from_first) = channel();
        let (to_first, from_second) = channel();
        let (sender, done) = channel();
        let last = sender.clone();
        threads.spawn(move || {
            to_second.send(()).expect("second");
            last.send(from_second.recv()).expect("receiver");
        });
        threads.spawn(move || {
            let met = from_first.recv();
            to_first.send(()).expect("first");
            sender.send(met).expect("receiver");
        });
        assert_eq!(done.iter().collect::<Vec<_>>(), [Ok(()), Ok(())]);
    }
}
