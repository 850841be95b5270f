//! The straight quotes of a text run and what each becomes.

use crate::wordpress::formatting::spaces::leading_space;

/// A straight quote in the run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Quote {
    /// Its position.
    pub(super) at: usize,
    /// What it becomes.
    pub(super) becomes: Becomes,
}

/// What a straight quote becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Becomes {
    /// Not decided yet; stays straight in the end.
    Itself,
    /// An opening mark.
    Opening,
    /// A closing mark.
    Closing,
    /// An apostrophe.
    Apostrophe,
    /// An apostrophe before two digits, and a closing double mark after them.
    YearAndDoubleClosing,
    /// A prime.
    Prime,
    /// Prime or closing mark, still to be decided.
    Candidate,
}

/// A run and its quotes of one kind.
pub(super) struct Quotes<'a> {
    /// The run.
    pub(super) text: &'a [u8],
    /// Its quotes, by position.
    pub(super) quotes: &'a mut Vec<Quote>,
}

/// Whether a quotation may end before `after`.
pub(super) fn is_end(after: &[u8]) -> bool {
    match after.first() {
        None => true,
        Some(b'.' | b',' | b':' | b';' | b'!' | b'?' | b')' | b'}' | b'-' | b']') => true,
        Some(b'&') => after.starts_with(b"&gt;") || after.starts_with(b"&nbsp;"),
        Some(_) => leading_space(after).is_some(),
    }
}
