//! A text that a row of passes rewrites, each pass one scan, two buffers for all of them.
//!
//! The original replaces by one regular expression after the other; the result of each is the input of the next,
//! and that order is observable. A pass that changes nothing copies nothing.

use std::ops::Range;

use memchr::memmem;

/// The text between two passes, and the buffer the next pass writes to.
#[derive(Default)]
pub(super) struct Passes {
    text: Vec<u8>,
    spare: Vec<u8>,
}

impl Passes {
    /// Starts with `text`.
    pub(super) fn new(text: Vec<u8>) -> Self {
        Self {
            text,
            spare: Vec::new(),
        }
    }

    /// Starts again with another text, in the same buffers.
    pub(super) fn load(&mut self, text: &[u8]) {
        self.text.clear();
        self.text.extend_from_slice(text);
    }

    /// The text as it stands.
    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Whether the text contains `needle`.
    pub(super) fn contains(&self, needle: &[u8]) -> bool {
        memmem::find(&self.text, needle).is_some()
    }

    /// Runs one pass.
    pub(super) fn apply(&mut self, pass: impl FnOnce(&mut Edits<'_>)) {
        self.spare.clear();
        let mut edits = Edits {
            source: &self.text,
            out: &mut self.spare,
            copied: 0,
            edited: false,
        };
        pass(&mut edits);
        if edits.edited {
            let rest = edits.source.get(edits.copied..).unwrap_or_default();
            edits.out.extend_from_slice(rest);
            std::mem::swap(&mut self.text, &mut self.spare);
        }
    }

    /// Replaces every occurrence of `needle`.
    pub(super) fn replace_all(&mut self, needle: &[u8], with: &[u8]) {
        self.apply(|edits| {
            for at in memmem::find_iter(edits.source(), needle) {
                edits.replace(at..at + needle.len(), with);
            }
        });
    }

    /// The text, given away.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.text
    }

    /// The text, given away as a string.
    pub(super) fn into_string(self) -> String {
        into_string(self.text)
    }
}

/// Bytes that came from a string and were cut at ASCII characters only, as a string again.
pub(super) fn into_string(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// The replacements of one pass, in rising order.
pub(super) struct Edits<'a> {
    source: &'a [u8],
    out: &'a mut Vec<u8>,
    copied: usize,
    edited: bool,
}

impl<'a> Edits<'a> {
    /// What the pass reads.
    pub(super) fn source(&self) -> &'a [u8] {
        self.source
    }

    /// Where the last replacement ended.
    pub(super) fn done(&self) -> usize {
        self.copied
    }

    /// Puts `with` where `range` was.
    pub(super) fn replace(&mut self, range: Range<usize>, with: &[u8]) {
        if !self.edited {
            self.out.reserve(self.source.len() + self.source.len() / 8);
        }
        let before = self.source.get(self.copied..range.start);
        self.out.extend_from_slice(before.unwrap_or_default());
        self.out.extend_from_slice(with);
        self.copied = range.end.max(self.copied);
        self.edited = true;
    }

    /// Puts `text` in at `at`.
    pub(super) fn insert(&mut self, at: usize, text: &[u8]) {
        self.replace(at..at, text);
    }

    /// Takes `range` out.
    pub(super) fn remove(&mut self, range: Range<usize>) {
        if !range.is_empty() {
            self.replace(range, b"");
        }
    }
}

/// Where the next `needle` lies, remembered while the questions move forward, so that a scan that asks at many
/// places reads the text once.
pub(super) struct Ahead<'n> {
    needle: &'n [u8],
    known: Option<Option<usize>>,
}

impl<'n> Ahead<'n> {
    /// Nothing is known yet.
    pub(super) fn new(needle: &'n [u8]) -> Self {
        Self {
            needle,
            known: None,
        }
    }

    /// The first `needle` at or after `at`; `at` never goes back.
    pub(super) fn find(&mut self, text: &[u8], at: usize) -> Option<usize> {
        match self.known {
            Some(Some(known)) if known >= at => Some(known),
            Some(None) => None,
            _ => {
                let rest = text.get(at..).unwrap_or_default();
                let found = match self.needle {
                    [byte] => memchr::memchr(*byte, rest),
                    needle => memmem::find(rest, needle),
                };
                self.known = Some(found.map(|offset| at + offset));
                self.known.flatten()
            }
        }
    }
}
