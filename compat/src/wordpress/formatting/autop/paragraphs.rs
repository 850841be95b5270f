//! Wraps parts in `p` elements, then takes the wrong ones away.
//!
//! Contract wordpress-core 8.3, steps 7 to 14.

use memchr::memmem;

use super::blocks::block_tag_end;
use super::search::{find, find_byte};
use crate::wordpress::formatting::passes::{Ahead, Edits, Passes};
use crate::wordpress::formatting::spaces::{is_white, skip_white};

/// Splits at blank lines and wraps each part.
pub(super) fn wrap(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + text.len() / 8 + 16);
    let (mut start, mut at) = (0, 0);
    while let Some(newline) = find_byte(text, b'\n', at) {
        let end = skip_white(text, newline + 1);
        let last = last_newline(text, newline, end);
        if last > newline {
            wrap_part(text.get(start..newline).unwrap_or_default(), &mut out);
            start = last + 1;
        }
        at = end;
    }
    wrap_part(text.get(start..).unwrap_or_default(), &mut out);
    out
}

/// The last newline between `first` and `end`.
pub(super) fn last_newline(text: &[u8], first: usize, end: usize) -> usize {
    let run = text.get(first..end).unwrap_or_default();
    first + run.iter().rposition(|byte| *byte == b'\n').unwrap_or(0)
}

fn wrap_part(part: &[u8], out: &mut Vec<u8>) {
    if part.is_empty() {
        return;
    }
    let start = part.iter().position(|byte| *byte != b'\n');
    let end = part.iter().rposition(|byte| *byte != b'\n');
    out.extend_from_slice(b"<p>");
    if let (Some(start), Some(end)) = (start, end) {
        out.extend_from_slice(part.get(start..=end).unwrap_or_default());
    }
    out.extend_from_slice(b"</p>\n");
}

/// Takes away paragraphs around blocks and closes those that a block's end cuts off.
pub(super) fn repair(passes: &mut Passes) {
    passes.apply(remove_empty);
    passes.apply(close_before_container_end);
    passes.apply(unwrap_lone_block_tags);
    passes.apply(unwrap_list_items);
    passes.apply(move_into_blockquotes);
    passes.replace_all(b"</blockquote></p>", b"</p></blockquote>");
    passes.apply(remove_before_block_tags);
    passes.apply(|edits| remove_after_block_tags(edits, b"</p>"));
}

fn starts_with_at(text: &[u8], at: usize, needle: &[u8]) -> bool {
    text.get(at..).is_some_and(|rest| rest.starts_with(needle))
}

fn remove_empty(edits: &mut Edits<'_>) {
    let text = edits.source();
    for start in memmem::find_iter(text, b"<p>") {
        let close = skip_white(text, start + 3);
        if starts_with_at(text, close, b"</p>") {
            edits.remove(start..close + 4);
        }
    }
}

/// `<p>text</div>`: the paragraph ends before the container does.
fn close_before_container_end(edits: &mut Edits<'_>) {
    let text = edits.source();
    for start in memmem::find_iter(text, b"<p>") {
        let Some(tag) = find_byte(text, b'<', start + 3) else {
            return;
        };
        let ends: [&[u8]; 3] = [b"</div>", b"</address>", b"</form>"];
        if tag > start + 3 && ends.iter().any(|end| starts_with_at(text, tag, end)) {
            edits.insert(tag, b"</p>");
        }
    }
}

fn unwrap_lone_block_tags(edits: &mut Edits<'_>) {
    let text = edits.source();
    let mut angle = Ahead::new(b">");
    let mut at = 0;
    for start in memmem::find_iter(text, b"<p>") {
        if start < at {
            continue;
        }
        let tag = skip_white(text, start + 3);
        let Some(tag_end) = block_tag_end(text, tag, &mut angle) else {
            continue;
        };
        let close = skip_white(text, tag_end);
        if starts_with_at(text, close, b"</p>") {
            edits.remove(start..tag);
            edits.remove(tag_end..close + 4);
            at = close + 4;
        }
    }
}

/// `<p><li…</p>` on one line.
fn unwrap_list_items(edits: &mut Edits<'_>) {
    let text = edits.source();
    let (mut close, mut newline) = (Ahead::new(b"</p>"), Ahead::new(b"\n"));
    let mut at = 0;
    while let Some(start) = find(text, b"<p><li", at) {
        let inner = start + 6;
        at = inner;
        let line_end = newline.find(text, inner).unwrap_or(text.len());
        if let Some(end) = close.find(text, inner + 1).filter(|end| *end < line_end) {
            edits.remove(start..start + 3);
            edits.remove(end..end + 4);
            at = end + 4;
        }
    }
}

/// `<p><blockquote>`: the paragraph moves into the quotation. Upper case counts here.
fn move_into_blockquotes(edits: &mut Edits<'_>) {
    const OPENING: &[u8] = b"<p><blockquote";
    let text = edits.source();
    let mut at = 0;
    while let Some(start) = find_byte(text, b'<', at) {
        at = start + 1;
        let tag = text.get(start..start + OPENING.len()).unwrap_or_default();
        if !tag.eq_ignore_ascii_case(OPENING) {
            continue;
        }
        let attributes = start + OPENING.len();
        let Some(angle) = find_byte(text, b'>', attributes) else {
            return;
        };
        edits.replace(start..attributes, b"<blockquote");
        edits.insert(angle + 1, b"<p>");
        at = angle + 1;
    }
}

fn remove_before_block_tags(edits: &mut Edits<'_>) {
    let text = edits.source();
    let mut angle = Ahead::new(b">");
    let mut at = 0;
    for start in memmem::find_iter(text, b"<p>") {
        if start < at {
            continue;
        }
        let tag = skip_white(text, start + 3);
        if let Some(tag_end) = block_tag_end(text, tag, &mut angle) {
            edits.remove(start..tag);
            at = tag_end;
        }
    }
}

/// Removes `what`, and the white space before it, after a block tag.
pub(super) fn remove_after_block_tags(edits: &mut Edits<'_>, what: &[u8]) {
    let text = edits.source();
    let mut angle = Ahead::new(b">");
    let mut at = 0;
    while let Some(start) = find_byte(text, b'<', at) {
        at = start + 1;
        let Some(tag_end) = block_tag_end(text, start, &mut angle) else {
            continue;
        };
        // Whatever starts before the same `>` would meet the same text after it.
        at = tag_end;
        let mut end = tag_end;
        if text.get(end).is_some_and(|byte| is_white(*byte)) {
            end = skip_white(text, end);
        }
        if starts_with_at(text, end, what) {
            at = end + what.len();
            edits.remove(tag_end..at);
        }
    }
}
