//! Vectors of the family `php-serialize`: PHP's own functions and WordPress's around them.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a vector that cannot be read is a failed test"
)]

mod dates;
mod never_panics;
mod numbers;
mod round_trip;
mod stored;
mod strings;
pub(super) mod typed;
