//! The database layer on both databases: each test runs on SQLite and on MariaDB, in a database of its own.

mod bound;
mod changes;
mod imports;
mod outage;
mod queries;
mod server;
mod tls;
