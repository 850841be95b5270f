//! The program that a package holds: the same as `oxipress`, linked statically (`packaging/package.sh`) under a name of
//! its own, so that it does not take the other's place.

#[path = "../src/allocator.rs"]
mod allocator;

use std::process::ExitCode;

fn main() -> ExitCode {
    allocator::set_options();
    endpoints::cli::main(endpoints::columns::COLUMNS)
}
