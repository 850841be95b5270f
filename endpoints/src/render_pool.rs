//! The render pool: threads that render pages.
//!
//! A page's view is loaded on Tokio's threads; its markup is made here. As many pages are rendered at the same time as
//! there are threads; a bounded number waits, further ones are refused
//! ([`RequestErrorKind::Overloaded`]). A page with a long text divides its work among rayon's threads (`par_iter`,
//! `join`), and is rendered there itself. Others are not: a thread of rayon that has nothing to do looks for work for a
//! while before it sleeps, which costs up to a twentieth of a short page.
//!
//! What renders content (pages, feeds, embeds, oEmbed, the posts and comments of the REST API, searches) comes here.
//! Fixed templates that render no content stay on the threads that answer, because each takes less than a millisecond:
//! error pages (`wp_die`), the login page, sitemaps and their style sheets, XML of `xmlrpc.php` and trackbacks.

use std::error::Error as _;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use compat::trace::SPANS;
use compat::wordpress::formatting::is_long;
use compat::wordpress::shortcode::Level;
use rayon::ThreadPoolBuilder;
use themes::render::RenderError;
use themes::wordpress::view::{Page, View};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tracing::Instrument as _;

use crate::render_threads::RenderThreads;
use crate::request_error::{RequestError, RequestErrorKind};

/// Stack size of a thread in bytes: shortcodes nest 40 deep, and a thread that waits for parts of a page may start
/// another page on the same stack.
const STACK_SIZE: usize = 16 * 1024 * 1024;

/// The pool.
pub struct RenderPool {
    threads: RenderThreads,
    /// One permit per page being rendered.
    permits: Arc<Semaphore>,
    waiting: AtomicUsize,
    max_waiting: usize,
}

impl RenderPool {
    /// A pool with `threads` threads (0: one per core) and a queue of at most `max_waiting` pages. The first one of a
    /// process starts as many of rayon's.
    ///
    /// # Errors
    /// When the threads cannot be started.
    pub fn new(threads: usize, max_waiting: usize) -> io::Result<Self> {
        let threads = match threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            given => given,
        };
        let of_parts = ThreadPoolBuilder::new()
            .num_threads(threads)
            .stack_size(STACK_SIZE)
            .thread_name(|number| format!("render-part-{number}"))
            .build_global();
        // An error without a cause says that they have been started.
        if let Err(error) = of_parts
            && error.source().is_some()
        {
            return Err(io::Error::other(error));
        }
        Ok(Self {
            permits: Arc::new(Semaphore::new(threads)),
            threads: RenderThreads::new(threads, STACK_SIZE)?,
            waiting: AtomicUsize::new(0),
            max_waiting,
        })
    }

    /// Runs `work` with a new page of the view. When the returned future is dropped (timeout, closed connection), the
    /// rendering is stopped.
    ///
    /// # Errors
    /// When the queue is full, `work` panics, or rendering fails.
    pub async fn render<T: Send + 'static>(
        &self,
        view: Arc<View>,
        work: impl FnOnce(&mut Page) -> Result<T, RenderError> + Send + 'static,
    ) -> Result<(T, Page), RequestError> {
        let permit = self.permit().await?;
        let (sender, receiver) = oneshot::channel();
        let mut stop = StopOnDrop(Some(Arc::clone(&view)));
        let has_parts = view.objects.posts().any(|post| is_long(&post.content));
        let job = move || {
            let done = run(view, work);
            // Released before the result is sent, so that the next page can start.
            drop(permit);
            // The receiver is dropped after a timeout.
            let _ = sender.send(done);
        };
        if has_parts {
            rayon::spawn(job);
        } else {
            self.threads.spawn(job);
        }
        let span = tracing::info_span!(target: SPANS, "render");
        let done = receiver.instrument(span).await;
        stop.0 = None;
        done.unwrap_or_else(|_| Err(panicked()))
    }

    async fn permit(&self) -> Result<OwnedSemaphorePermit, RequestError> {
        if let Ok(permit) = Arc::clone(&self.permits).try_acquire_owned() {
            return Ok(permit);
        }
        let _place = QueueSlot::take(&self.waiting, self.max_waiting)?;
        let permit = Arc::clone(&self.permits).acquire_owned().await;
        permit.map_err(|_| overloaded())
    }
}

/// Renders on the current thread, which may be rendering another page.
fn run<T>(
    view: Arc<View>,
    work: impl FnOnce(&mut Page) -> Result<T, RenderError>,
) -> Result<(T, Page), RequestError> {
    let mut page = Page::new(view);
    let render = || Level::outermost(|| work(&mut page));
    let made = catch_unwind(AssertUnwindSafe(render)).map_err(|_| panicked())??;
    page.view.render_status.result()?;
    Ok((made, page))
}

fn panicked() -> RequestError {
    RequestError::new(RequestErrorKind::Panic, "rendering panicked")
}

fn overloaded() -> RequestError {
    RequestError::new(
        RequestErrorKind::Overloaded,
        "too many pages wait to be rendered",
    )
}

/// A place in the queue; released on drop.
struct QueueSlot<'p>(&'p AtomicUsize);

impl<'p> QueueSlot<'p> {
    fn take(waiting: &'p AtomicUsize, max: usize) -> Result<Self, RequestError> {
        let next = |number: usize| (number < max).then_some(number + 1);
        let taken = waiting.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
        taken.map(|_| Self(waiting)).map_err(|_| overloaded())
    }
}

impl Drop for QueueSlot<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Stops the rendering of a view when the waiting request is dropped.
struct StopOnDrop(Option<Arc<View>>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        if let Some(view) = &self.0 {
            view.render_status.stop();
        }
    }
}
