//! The text of a long post, filtered while the rest of its page is loaded.
//!
//! Another thread sends it through the steps that need no page ([`Filters::ahead`](compat::wordpress::content::Filters::ahead)).
//! When the page comes to the text, it takes what the other one made, waits for it, or does it all itself when nobody
//! has begun.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use compat::wordpress::content::{Begun, ContentSettings};
use compat::wordpress::post::Post;

use crate::theme::Theme;
use crate::threads::{MIN_BYTES, THREADS};

/// The text of a post on its way through the filters.
#[derive(Clone, Debug)]
pub struct TextAhead(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    post: Arc<Post>,
    state: Mutex<State>,
    is_done: Condvar,
}

/// How far the other thread has come.
#[derive(Debug)]
enum State {
    Waiting,
    Running,
    Done(Begun),
    /// Taken, or not to be had.
    Gone,
}

impl TextAhead {
    /// Lets another thread begin with the text of a post; nothing when that is not worth it.
    pub fn begin(
        theme: &Arc<Theme>,
        post: &Arc<Post>,
        settings: impl FnOnce() -> ContentSettings,
    ) -> Option<Self> {
        if post.content.len() < MIN_BYTES || !post.password.is_empty() {
            return None;
        }
        let threads = THREADS.as_ref()?;
        let shared = Arc::new(Shared {
            post: Arc::clone(post),
            state: Mutex::new(State::Waiting),
            is_done: Condvar::new(),
        });
        let (theme, settings, other) = (Arc::clone(theme), settings(), Arc::clone(&shared));
        threads.spawn(move || other.run(&theme, &settings));
        Some(Self(shared))
    }

    /// What was made of the text, once the other thread is done that has begun with it; the page can still take it.
    pub fn wait(&self) -> Option<String> {
        let mut state = self.0.state();
        loop {
            match &*state {
                State::Done(begun) => return Some(begun.text().to_owned()),
                State::Waiting | State::Gone => return None,
                State::Running => state = self.0.woken(state),
            }
        }
    }

    /// What was made of a text.
    pub fn take(&self, text: &str) -> Option<Begun> {
        if text != self.0.post.content {
            return None;
        }
        let mut state = self.0.state();
        loop {
            match std::mem::replace(&mut *state, State::Gone) {
                State::Done(begun) => return Some(begun),
                State::Waiting | State::Gone => return None,
                State::Running => {
                    *state = State::Running;
                    state = self.0.woken(state);
                }
            }
        }
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn woken<'s>(&self, state: MutexGuard<'s, State>) -> MutexGuard<'s, State> {
        let woken = self.is_done.wait(state);
        woken.unwrap_or_else(PoisonError::into_inner)
    }

    fn run(self: Arc<Self>, theme: &Theme, settings: &ContentSettings) {
        // Nobody but this thread may know of it any more: the page is gone.
        let is_wanted = Arc::strong_count(&self) > 1;
        {
            let mut state = self.state();
            if !is_wanted || !matches!(*state, State::Waiting) {
                return;
            }
            *state = State::Running;
        }
        // A fault comes again where the page does it, and is told of there.
        let run = AssertUnwindSafe(|| theme.the_content.ahead(&self.post.content, settings));
        *self.state() = catch_unwind(run).map_or(State::Gone, State::Done);
        self.is_done.notify_all();
    }
}
