//! Searches from a position on.

use memchr::{memchr, memmem};

/// The first `needle` at or after `at`.
pub(super) fn find(text: &[u8], needle: &[u8], at: usize) -> Option<usize> {
    memmem::find(text.get(at..)?, needle).map(|offset| at + offset)
}

/// The first `byte` at or after `at`.
pub(super) fn find_byte(text: &[u8], byte: u8, at: usize) -> Option<usize> {
    memchr(byte, text.get(at..)?).map(|offset| at + offset)
}
