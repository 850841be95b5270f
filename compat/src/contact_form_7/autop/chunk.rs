//! Cuts markup into comments, tags and text.
//!
//! Contract "contact-form-7" section 5.2.

use std::borrow::Cow;

use memchr::memmem;

use super::element::is_void;
use crate::contact_form_7::whitespace::{is_blank, normalize_newline};

/// What a piece is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChunkKind {
    /// Text.
    Text,
    /// `<x …>`.
    StartTag,
    /// `</x …>`.
    EndTag,
    /// `<!-- … -->`.
    Comment,
}

/// A piece of markup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk<'a> {
    /// What it is.
    pub kind: ChunkKind,
    /// Its text.
    pub content: Cow<'a, str>,
}

/// Cuts a text into pieces.
pub fn separate_into_chunks(input: &str) -> Vec<Chunk<'_>> {
    let mut chunks = Vec::new();
    let mut push = |kind, from: usize, to: usize| {
        let content = input.get(from..to).filter(|c| !c.is_empty());
        chunks.extend(content.map(|c| Chunk {
            kind,
            content: Cow::Borrowed(c),
        }));
    };
    let bytes = input.as_bytes();
    let (mut text_from, mut at) = (0, 0);
    // Once a search for an end failed, no later one can succeed.
    let mut comments_end = true;
    while let Some(found) = bytes.get(at..).and_then(|rest| memchr::memchr(b'<', rest)) {
        let start = at + found;
        let rest = bytes.get(start..).unwrap_or_default();
        let (kind, end) = match rest {
            [_, b'!', b'-', b'-', behind @ ..] if comments_end => {
                let end = memmem::find(behind, b"-->").map(|e| e + 7);
                comments_end = end.is_some();
                (ChunkKind::Comment, end)
            }
            [_, b'/', letter, ..] if letter.is_ascii_alphabetic() => {
                (ChunkKind::EndTag, tag_end(rest))
            }
            [_, letter, ..] if letter.is_ascii_alphabetic() => (ChunkKind::StartTag, tag_end(rest)),
            _ => (ChunkKind::Text, None),
        };
        let is_tag = matches!(kind, ChunkKind::StartTag | ChunkKind::EndTag);
        match end {
            Some(len) => {
                push(ChunkKind::Text, text_from, start);
                at = start + len;
                push(kind, start, at);
                text_from = at;
            }
            // Nothing closes a tag any more; a comment may still be closed by `-->`, but that holds a `>` too.
            None if is_tag => break,
            None => at = start + 1,
        }
    }
    push(ChunkKind::Text, text_from, input.len());
    chunks
}

fn tag_end(rest: &[u8]) -> Option<usize> {
    memchr::memchr(b'>', rest).map(|e| e + 1)
}

/// The pieces with one kind of line end, void elements closed, and texts put together; with `auto_br`, `<br>` is a line
/// break.
pub fn pre_format(input: &str, auto_br: bool) -> Vec<Chunk<'_>> {
    let mut chunks: Vec<Chunk<'_>> = Vec::new();
    for mut chunk in separate_into_chunks(input) {
        if let Cow::Owned(content) = normalize_newline(&chunk.content) {
            chunk.content = Cow::Owned(content);
        }
        if chunk.kind == ChunkKind::StartTag {
            let (content, _) = normalize_start_tag(&chunk.content);
            // With attributes it stays an element.
            if auto_br && content.eq_ignore_ascii_case("<br />") {
                chunk.kind = ChunkKind::Text;
                chunk.content = Cow::Borrowed("\n");
            } else if let Cow::Owned(content) = content {
                chunk.content = Cow::Owned(content);
            }
        }
        match chunks.last_mut() {
            Some(last) if last.kind == ChunkKind::Text && chunk.kind == ChunkKind::Text => {
                last.content.to_mut().push_str(&chunk.content);
            }
            _ => chunks.push(chunk),
        }
    }
    chunks
}

/// A start tag, closed when its element is void, and the name of its element in small letters.
pub fn normalize_start_tag(tag: &str) -> (Cow<'_, str>, String) {
    let name = tag_name(tag.strip_prefix('<').unwrap_or(tag), |b| {
        is_blank(b) || matches!(b, b'/' | b'>')
    });
    let Some(before) = tag.strip_suffix('>').filter(|_| is_void(&name)) else {
        return (Cow::Borrowed(tag), name);
    };
    let before = before.strip_suffix('/').unwrap_or(before);
    let end = before
        .bytes()
        .rposition(|b| !is_blank(b))
        .map_or(0, |at| at + 1);
    let closed = format!("{} />", before.get(..end).unwrap_or(before));
    let tag = if closed == tag {
        Cow::Borrowed(tag)
    } else {
        Cow::Owned(closed)
    };
    (tag, name)
}

/// The text up to the first byte that ends a name, in small letters; a name has at least one character.
pub(super) fn tag_name(text: &str, ends: impl Fn(u8) -> bool) -> String {
    let end = text
        .bytes()
        .skip(1)
        .position(ends)
        .map_or(text.len(), |at| at + 1);
    text.get(..end).unwrap_or(text).to_lowercase()
}
