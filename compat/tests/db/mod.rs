//! The database layer on both databases: each test runs on SQLite and on MariaDB, in a database of its own.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking, in its helpers too"
)]
#![expect(
    clippy::too_many_lines,
    clippy::type_complexity,
    reason = "a scenario is read from top to bottom, and rows are tuples"
)]

mod attempts;
mod bound;
mod changes;
mod collation;
mod comparisons;
mod contact_form_7;
mod group_commit;
mod import_faults;
mod imports;
mod outage;
mod queries;
mod server;
mod split_test;
mod tls;
mod woocommerce;
