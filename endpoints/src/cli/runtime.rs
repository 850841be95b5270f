//! The runtime of a command that answers or asks much at the same time.

use tokio::runtime::Builder;

/// Stack of a thread, in bytes. Only what is used takes memory; builds without optimisation use several times more.
const STACK_SIZE: usize = 16 * 1024 * 1024;

/// A runtime with one thread per core and stacks that hold the longest request.
pub(super) fn multi_thread() -> Builder {
    let mut builder = Builder::new_multi_thread();
    builder.thread_stack_size(STACK_SIZE).enable_all();
    builder
}
