//! `<br />` for newlines, and not beside blocks.
//!
//! Contract wordpress-core 8.3, steps 15 and 16.

use memchr::memchr2;

use super::blocks::tag_end;
use super::paragraphs::{last_newline, remove_after_block_tags};
use super::search::find;
use crate::wordpress::formatting::passes::{Ahead, Edits, Passes};
use crate::wordpress::formatting::spaces::{back_over_white, skip_white};

const BREAK: &[u8] = b"<br />";

/// Puts `<br />` before newlines, except inside scripts, styles and drawings.
pub(super) fn insert(passes: &mut Passes) {
    passes.apply(insert_pass);
    // The original marks protected newlines so; a text may contain the mark itself.
    passes.replace_all(b"<WPPreserveNewline />", b"\n");
}

fn insert_pass(edits: &mut Edits<'_>) {
    let text = edits.source();
    let mut protected = Protected::new();
    let (mut at, mut protected_to) = (0, 0);
    while let Some(offset) = memchr2(b'\n', b'<', text.get(at..).unwrap_or_default()) {
        let found = at + offset;
        at = found + 1;
        let rest = text.get(found..).unwrap_or_default();
        if rest.starts_with(b"<") {
            if let Some(length) = short_break(rest) {
                edits.replace(found..found + length, BREAK);
            } else if found >= protected_to {
                protected_to = protected.end(text, found).unwrap_or(protected_to);
            }
        } else if found >= protected_to {
            at = skip_white(text, found);
            let last = last_newline(text, found, at);
            let mut start = back_over_white(text, edits.done(), found);
            // After a break the first white space stays, and only another newline makes another break.
            start += usize::from(ends_with_break(text, start));
            if start <= last {
                edits.replace(start..last + 1, b"<br />\n");
            }
        }
    }
}

/// Length of `<br>` or `<br/>`.
fn short_break(rest: &[u8]) -> Option<usize> {
    let breaks: [&[u8]; 2] = [b"<br>", b"<br/>"];
    breaks
        .iter()
        .find(|tag| rest.starts_with(tag))
        .map(|tag| tag.len())
}

fn ends_with_break(text: &[u8], at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let breaks: [&[u8]; 3] = [b"<br>", b"<br/>", BREAK];
    breaks.iter().any(|tag| before.ends_with(tag))
}

/// Elements whose newlines stay.
struct Protected {
    elements: [(&'static [u8], Ahead<'static>); 4],
}

impl Protected {
    fn new() -> Self {
        Self {
            elements: [
                (b"<script", Ahead::new(b"</script>")),
                (b"<style", Ahead::new(b"</style>")),
                (b"<svg", Ahead::new(b"</svg>")),
                (b"<math", Ahead::new(b"</math>")),
            ],
        }
    }

    /// Where the protected element that starts at `at` ends.
    fn end(&mut self, text: &[u8], at: usize) -> Option<usize> {
        let rest = text.get(at..)?;
        let (start, close) = self
            .elements
            .iter_mut()
            .find(|(start, _)| rest.starts_with(start))?;
        let end = close.find(text, at + start.len())?;
        Some(end + start.len() + 2)
    }
}

/// Removes breaks after block tags and before some, and the newline before the last `</p>`.
pub(super) fn remove_beside_blocks(passes: &mut Passes) {
    passes.apply(|edits| remove_after_block_tags(edits, BREAK));
    passes.apply(remove_before_block_tags);
    passes.apply(|edits| {
        let text = edits.source();
        let text = text
            .strip_suffix(b"\n")
            .filter(|text| text.ends_with(b"\n</p>"))
            .unwrap_or(text);
        if text.ends_with(b"\n</p>") {
            edits.remove(text.len() - 5..text.len() - 4);
        }
    });
}

/// Names before which a break is removed. They are compared as beginnings, like all block names.
fn begins_like_item(rest: &[u8]) -> bool {
    let names: [&[u8]; 9] = [
        b"li", b"div", b"dl", b"dd", b"dt", b"th", b"td", b"ul", b"ol",
    ];
    rest.starts_with(b"p") || names.iter().any(|name| rest.starts_with(name))
}

fn remove_before_block_tags(edits: &mut Edits<'_>) {
    let text = edits.source();
    let mut angle = Ahead::new(b">");
    let mut at = 0;
    while let Some(start) = find(text, BREAK, at) {
        at = start + BREAK.len();
        let tag = skip_white(text, at);
        if let Some(end) = tag_end(text, tag, &mut angle, begins_like_item) {
            edits.remove(start..at);
            at = end;
        }
    }
}
