//! `oxipress` with one more column, `example`: added by its folders and one line per floor in [`columns`].
//!
//! In the product the folders would be `compat/src/example`, `themes/src/example` and `endpoints/src/example`, and the
//! lines would be in `columns.rs` of each floor. `docs/adding-a-column.md` explains them.

use std::process::ExitCode;

use ::endpoints::column::Columns;

mod compat {
    pub mod example;
}
mod endpoints {
    pub mod example;
}
mod themes {
    pub mod example;
}

/// The columns of the product, and the example.
fn columns() -> Columns {
    let product = ::endpoints::columns::COLUMNS;
    Columns {
        compat: ::compat::wordpress::column::Columns(with(
            product.compat.0,
            compat::example::register::COLUMN,
        )),
        themes: with(product.themes, themes::example::COLUMN),
        endpoints: with(product.endpoints, endpoints::example::COLUMN),
    }
}

/// A list with one more entry, for as long as the program runs.
fn with<C: Copy>(columns: &[C], column: C) -> &'static [C] {
    [columns, &[column]].concat().leak()
}

fn main() -> ExitCode {
    match ::endpoints::cli::run(columns()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("oxipress: {error:#}");
            ExitCode::FAILURE
        }
    }
}
