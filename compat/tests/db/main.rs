//! The database layer on both databases: each test runs on SQLite and on MariaDB, in a database of its own.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking, in its helpers too"
)]

mod bound;
mod changes;
mod collation;
mod import_faults;
mod imports;
mod outage;
mod queries;
mod server;
mod tls;
