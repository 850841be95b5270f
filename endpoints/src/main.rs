//! The `oxipress` binary.
fn main() {}
