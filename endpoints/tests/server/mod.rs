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
mod frame_fuzz;
mod frames;
mod http2;
mod own_process;
mod page_cache;
mod paths;
mod places;
mod site;
mod slow;
mod smuggling;
mod stop;
mod unread;
mod upstream;
mod upstream_raw;
mod wire_client;
