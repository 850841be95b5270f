//! `wpautop`: paragraphs and line breaks from blank lines and newlines.
//!
//! Described in contract wordpress-core 8.3, step by step. It is no HTML parser, and pages rely on what it gets
//! wrong, so each step is kept, in order. `compat` gives no filter between the steps.

mod blocks;
mod collapse;
mod line_breaks;
mod paragraphs;
mod search;

use memchr::{memchr_iter, memmem};

use super::html_split::next_delimiter;
use super::passes::{Edits, Passes};
use super::spaces::skip_white;
use crate::wordpress::php::trim::trim_str;
use search::find;

/// Stands for a newline inside a tag until the end.
const TAG_NEWLINE: &[u8] = b" <!-- wpnl --> ";
/// Starts the element that stands for a `pre` block until the end.
const PRE_PLACEHOLDER: &[u8] = b"<pre wp-pre-tag-";

/// Wraps what blank lines separate in `p` elements; with `br`, other newlines become `<br />`.
pub fn wpautop(text: &str, br: bool) -> String {
    if trim_str(text).is_empty() {
        return String::new();
    }
    let (text, pre_blocks) = set_pre_blocks_aside(text);
    let mut passes = Passes::new(text);
    passes.apply(double_breaks);
    passes.apply(blocks::separate_blocks);
    passes.apply(hide_newlines_in_tags);
    collapse::collapse(&mut passes);
    let mut passes = Passes::new(paragraphs::wrap(passes.text()));
    paragraphs::repair(&mut passes);
    if br {
        line_breaks::insert(&mut passes);
    }
    line_breaks::remove_beside_blocks(&mut passes);
    if !pre_blocks.is_empty() {
        passes.apply(|edits| put_pre_blocks_back(edits, &pre_blocks));
    }
    passes.apply(show_newlines_in_tags);
    passes.into_string()
}

/// Takes `<pre…</pre>` out, and adds the newline that makes the last line like the others.
fn set_pre_blocks_aside(text: &str) -> (Vec<u8>, Vec<&[u8]>) {
    let text = text.as_bytes();
    let mut out = Vec::with_capacity(text.len() + text.len() / 4 + 8);
    let mut blocks = Vec::new();
    let mut at = 0;
    if memmem::find(text, b"<pre").is_some() {
        for close in memmem::find_iter(text, b"</pre>") {
            let end = close + b"</pre>".len();
            let part = text.get(at..close).unwrap_or_default();
            if let Some(offset) = memmem::find(part, b"<pre") {
                out.extend_from_slice(part.get(..offset).unwrap_or_default());
                out.extend_from_slice(PRE_PLACEHOLDER);
                out.extend_from_slice(format!("{}></pre>", blocks.len()).as_bytes());
                blocks.push(text.get(at + offset..end).unwrap_or_default());
            } else {
                // A closing tag without an opening one is lost.
                out.extend_from_slice(part);
            }
            at = end;
        }
    }
    out.extend_from_slice(text.get(at..).unwrap_or_default());
    out.push(b'\n');
    (out, blocks)
}

fn put_pre_blocks_back(edits: &mut Edits<'_>, blocks: &[&[u8]]) {
    let text = edits.source();
    for at in memmem::find_iter(text, PRE_PLACEHOLDER) {
        let number_at = at + PRE_PLACEHOLDER.len();
        let rest = text.get(number_at..).unwrap_or_default();
        let length = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        let (number, tail) = rest.split_at_checked(length).unwrap_or_default();
        let block = std::str::from_utf8(number)
            .ok()
            .and_then(|number| number.parse::<usize>().ok())
            .and_then(|number| blocks.get(number));
        if let (Some(block), true) = (block, tail.starts_with(b"></pre>")) {
            edits.replace(at..number_at + length + 7, block);
        }
    }
}

/// Two `<br>` with nothing between them separate paragraphs.
fn double_breaks(edits: &mut Edits<'_>) {
    let text = edits.source();
    let mut at = 0;
    while let Some(start) = find(text, b"<br", at) {
        at = start + 3;
        let Some(first_end) = break_end(text, start) else {
            continue;
        };
        let second = skip_white(text, first_end);
        at = first_end;
        if let Some(end) = break_end(text, second) {
            edits.replace(start..end, b"\n\n");
            at = end;
        }
    }
}

/// Where the `<br>`, `<br/>` or `<br />` at `at` ends.
fn break_end(text: &[u8], at: usize) -> Option<usize> {
    text.get(at..)?.starts_with(b"<br").then_some(())?;
    let mut end = skip_white(text, at + 3);
    end += usize::from(text.get(end) == Some(&b'/'));
    (text.get(end) == Some(&b'>')).then_some(end + 1)
}

fn hide_newlines_in_tags(edits: &mut Edits<'_>) {
    let text = edits.source();
    let mut at = 0;
    while let Some(tag) = next_delimiter(text, at, true) {
        let start = tag.start;
        at = tag.end;
        for newline in memchr_iter(b'\n', text.get(tag).unwrap_or_default()) {
            edits.replace(start + newline..start + newline + 1, TAG_NEWLINE);
        }
    }
}

fn show_newlines_in_tags(edits: &mut Edits<'_>) {
    let text = edits.source();
    let marker = TAG_NEWLINE.trim_ascii();
    for at in memmem::find_iter(text, marker) {
        let end = at + marker.len();
        // The spaces go only together, and a space belongs to one marker only.
        let spaced =
            text.get(end) == Some(&b' ') && at > edits.done() && text.get(at - 1) == Some(&b' ');
        let extra = usize::from(spaced);
        edits.replace(at - extra..end + extra, b"\n");
    }
}
