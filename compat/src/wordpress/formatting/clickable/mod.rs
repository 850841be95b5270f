//! `make_clickable`: addresses in a text become links.
//!
//! Runs on comments. Text inside tags, `pre`, `code`, `script` and `style` stays. Which addresses are safe is
//! `esc_url`'s answer.

mod links;
mod scan;
mod settings;

use std::ops::Range;

use memchr::memchr2;

use super::passes::Passes;

pub use settings::ClickableSettings;

/// A text run longer than this is cut into chunks.
const LONGEST_RUN: usize = 10_000;
/// Wanted length of a chunk: an address of 2000 characters, its scheme, and brackets around it.
const CHUNK: usize = 2_100;

/// Links web, FTP and mail addresses.
pub fn make_clickable(text: &str, settings: &ClickableSettings<'_>) -> String {
    let mut out = Vec::with_capacity(text.len() + text.len() / 4);
    write_clickable(text.as_bytes(), settings, &mut out);
    let mut passes = Passes::new(out);
    passes.apply(links::unnest);
    passes.into_string()
}

fn write_clickable(text: &[u8], settings: &ClickableSettings<'_>, out: &mut Vec<u8>) {
    let mut nested = 0_usize;
    let mut at = 0;
    while at < text.len() {
        let tag = next_tag(text, at);
        for range in [at..tag.start, tag.clone()] {
            let piece = text.get(range).unwrap_or_default();
            if opens_verbatim(piece) {
                nested += 1;
            } else if nested > 0 && closes_verbatim(piece) {
                nested -= 1;
            }
            let is_tag = piece.first() == Some(&b'<') && !scan::starts_with_address(piece);
            if nested > 0 || is_tag || piece.is_empty() || piece == b"0" {
                out.extend_from_slice(piece);
            } else if piece.len() > LONGEST_RUN {
                write_chunks(piece, settings, out);
            } else {
                out.extend_from_slice(&link_run(piece, settings));
            }
        }
        at = tag.end;
    }
}

/// The next `<…>` without a `<` inside; an empty range at the end when there is none.
fn next_tag(text: &[u8], from: usize) -> Range<usize> {
    let mut open = None;
    let mut at = from;
    while let Some(offset) = memchr2(b'<', b'>', text.get(at..).unwrap_or_default()) {
        let found = at + offset;
        at = found + 1;
        match (text.get(found), open) {
            (Some(b'<'), _) => open = Some(found),
            (_, Some(start)) if found > start + 1 => return start..at,
            _ => open = None,
        }
    }
    text.len()..text.len()
}

const VERBATIM: [&str; 4] = ["code", "pre", "script", "style"];

fn opens_verbatim(piece: &[u8]) -> bool {
    let Some(name) = piece.strip_prefix(b"<") else {
        return false;
    };
    VERBATIM.iter().any(|element| {
        let (start, rest) = name.split_at_checked(element.len()).unwrap_or_default();
        start.eq_ignore_ascii_case(element.as_bytes())
            && matches!(rest.first(), Some(b' ' | b'\t'..=b'\r' | b'>'))
    })
}

fn closes_verbatim(piece: &[u8]) -> bool {
    let name = piece
        .strip_prefix(b"</")
        .and_then(|rest| rest.strip_suffix(b">"));
    name.is_some_and(|name| {
        VERBATIM
            .iter()
            .any(|element| name.eq_ignore_ascii_case(element.as_bytes()))
    })
}

/// Links a long run chunk by chunk, cut at white space; a chunk without white space stays.
fn write_chunks(mut run: &[u8], settings: &ClickableSettings<'_>, out: &mut Vec<u8>) {
    let is_cut = |byte: &u8| matches!(byte, b' ' | b'\t'..=b'\r' | 0);
    while run.len() > CHUNK {
        let near = run.get(..=CHUNK).unwrap_or_default();
        let after = || {
            let far = run.get(CHUNK + 1..).unwrap_or_default();
            far.iter().position(is_cut).map(|at| at + CHUNK + 1)
        };
        let Some(cut) = near.iter().rposition(is_cut).or_else(after) else {
            break;
        };
        let (chunk, rest) = run.split_at_checked(cut + 1).unwrap_or((run, &[]));
        write_chunk(chunk, settings, out);
        run = rest;
    }
    // PHP takes a text that is just "0" for nothing.
    if run != b"0" {
        write_chunk(run, settings, out);
    }
}

fn write_chunk(chunk: &[u8], settings: &ClickableSettings<'_>, out: &mut Vec<u8>) {
    if chunk.len() > CHUNK + 1 {
        out.extend_from_slice(chunk);
        return;
    }
    let mut linked = Vec::with_capacity(chunk.len());
    write_clickable(chunk, settings, &mut linked);
    let mut passes = Passes::new(linked);
    passes.apply(links::unnest);
    out.extend_from_slice(passes.text());
}

/// Links one text run.
fn link_run(run: &[u8], settings: &ClickableSettings<'_>) -> Vec<u8> {
    let mut padded = Vec::with_capacity(run.len() + 2);
    padded.push(b' ');
    padded.extend_from_slice(run);
    padded.push(b' ');
    let mut passes = Passes::new(padded);
    passes.apply(|edits| links::link_urls(edits, settings));
    passes.apply(|edits| links::link_www(edits, settings));
    passes.apply(links::link_emails);
    let text = passes.text();
    text.get(1..text.len().saturating_sub(1))
        .unwrap_or_default()
        .to_vec()
}
