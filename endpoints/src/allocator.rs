//! The allocator, mimalloc, and its options, which it reads from the environment before `main`.

use std::os::unix::process::CommandExt;
use std::process::Command;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// What mimalloc reads; values of the operator stand.
const OPTIONS: [(&str, &str); 2] = [
    // For how many milliseconds it keeps freed memory before it returns it to the system. Its default, 10, is about the time
    // between two pages of a busy site: each page of 400 modules then faults in up to 700 pages of memory anew.
    ("MIMALLOC_PURGE_DELAY", "100"),
    // A system that makes each large mapping of huge pages (`transparent_hugepage/enabled` is `always`) gives a process half as
    // much memory again, and its pages are drawn no faster.
    ("MIMALLOC_ALLOW_THP", "0"),
];

/// Replaces this process by itself with the options set. When that is not possible, the process goes on with mimalloc's
/// defaults.
pub fn set_options() {
    let unset = OPTIONS
        .into_iter()
        .filter(|(name, _)| std::env::var_os(name).is_none());
    let unset: Vec<_> = unset.collect();
    if unset.is_empty() {
        return;
    }
    let mut arguments = std::env::args_os();
    let name_of_program = arguments.next().unwrap_or_default();
    let Ok(program) = std::env::current_exe() else {
        return;
    };
    let mut again = Command::new(program);
    again.arg0(name_of_program).args(arguments).envs(unset);
    let error = again.exec();
    eprintln!("oxipress: mimalloc keeps its defaults: {error}");
}
