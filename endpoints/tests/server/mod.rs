//! The server against raw sockets: what it refuses, what it closes, what it never serves, and how it stops.
//! Each test prints its figure. Servers listen on port 0 of the loopback.

#![expect(
    clippy::unwrap_used,
    clippy::too_many_lines,
    clippy::type_complexity,
    clippy::panic,
    reason = "tests: a failure should say where"
)]

mod bounds;
mod files;
mod frames;
mod http2;
mod page_cache;
mod paths;
mod site;
mod slow;
mod smuggling;
mod stop;
mod upstream;
mod wire_client;
