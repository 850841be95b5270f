//! The `oxipress` binary.

mod allocator;

use std::process::ExitCode;

fn main() -> ExitCode {
    allocator::set_options();
    match endpoints::cli::run(endpoints::columns::COLUMNS) {
        Ok(code) => code,
        Err(error) => {
            let text = format!("oxipress: {error:#}");
            eprintln!("{}", endpoints::secrets::masked(&text));
            ExitCode::FAILURE
        }
    }
}
