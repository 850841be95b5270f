//! Requests.

pub mod server;
