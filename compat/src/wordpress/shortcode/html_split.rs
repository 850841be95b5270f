//! Splits text into tags, comments and what lies between.

use std::ops::Range;

/// The comments and tags of `text`, from left to right; what lies between them is text.
///
/// A comment reaches to `-->`, a CDATA section to `]]>`, anything else to `>`; each to the end when unclosed.
pub(super) fn html_split(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + memchr::memchr(b'<', bytes.get(at..)?)?;
        let rest = bytes.get(start..)?;
        let find = |from: usize, end: &[u8]| {
            let found = memchr::memmem::find(rest.get(from..)?, end)?;
            Some(from + found + end.len())
        };
        let len = if rest.starts_with(b"<!--") {
            find(2, b"-->")
        } else if rest.starts_with(b"<![CDATA[") {
            find(9, b"]]>")
        } else {
            find(1, b">")
        };
        at = start + len.unwrap_or(rest.len());
        Some(start..at)
    })
}
