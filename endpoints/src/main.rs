//! The `oxipress` binary.

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match endpoints::cli::run(endpoints::columns::COLUMNS) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let text = format!("oxipress: {error:#}");
            eprintln!("{}", endpoints::secrets::masked(&text));
            ExitCode::FAILURE
        }
    }
}
