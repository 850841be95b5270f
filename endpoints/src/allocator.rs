//! The allocator, mimalloc, and its options, which it reads from the environment before `main`.

use std::os::unix::process::CommandExt;
use std::process::Command;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// For how many milliseconds mimalloc keeps freed memory before it returns it to the system. Its default, 10, is about
/// the time between two pages of a busy site: each page of 400 modules then faults in up to 700 pages of memory anew.
const PURGE_DELAY: (&str, &str) = ("MIMALLOC_PURGE_DELAY", "100");

/// Replaces this process by itself with the options set; a value of the operator stands. When that is not possible,
/// the process goes on with mimalloc's defaults.
pub fn set_options() {
    let (name, value) = PURGE_DELAY;
    if std::env::var_os(name).is_some() {
        return;
    }
    let mut arguments = std::env::args_os();
    let name_of_program = arguments.next().unwrap_or_default();
    let Ok(program) = std::env::current_exe() else {
        return;
    };
    let mut again = Command::new(program);
    again.arg0(name_of_program).args(arguments).env(name, value);
    let error = again.exec();
    eprintln!("oxipress: {name} is not set: {error}");
}
