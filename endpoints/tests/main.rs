//! The server on raw sockets, and the texts that are made of its settings.

mod readme;
mod server;
