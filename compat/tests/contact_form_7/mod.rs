//! The contract's case tables 24 B, C, D and F, and mails whose fields try to write headers.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::too_many_lines,
    reason = "a test fails by panicking, in its helpers too; tables are long"
)]

mod autop_cases;
mod header_injection;
mod hostile;
mod mail_cases;
mod markup_injection;
mod numbers;
mod schema_cases;
mod settings_cases;
mod spam_cases;
mod steps;
mod validation_cases;
mod value_cases;
