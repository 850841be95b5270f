//! The database layer on both databases: each test runs on SQLite and on MariaDB, in a database of its own.

mod changes;
mod imports;
mod queries;
mod server;
