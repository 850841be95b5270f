//! The `oxipress` binary.

mod allocator;

use std::process::ExitCode;

fn main() -> ExitCode {
    allocator::set_options();
    endpoints::cli::main(endpoints::columns::COLUMNS)
}
