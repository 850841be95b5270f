//! The `oxipress` binary.

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match endpoints::cli::run(endpoints::columns::COLUMNS) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("oxipress: {error:#}");
            ExitCode::FAILURE
        }
    }
}
