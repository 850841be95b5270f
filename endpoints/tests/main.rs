//! The server on raw sockets, what fails while a page is made, and the texts that are made of the settings.

mod clock_jumps;
mod failures;
mod readme;
mod server;
