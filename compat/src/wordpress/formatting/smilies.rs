//! `convert_smilies`: text smilies to emoji.
//!
//! Described in contract wordpress-core 8.6. A code needs white space or the end of its text run on both sides;
//! tags, and text inside `code`, `pre`, `style`, `script`, `textarea`, stay. The option `use_smilies` is the
//! caller's.

use std::borrow::Cow;

use memchr::memchr;

use super::passes::into_string;
use super::spaces::{ends_with_space, leading_space};

/// The only code that is an image.
const MRGREEN: &str = ":mrgreen:";

const SMILIES: [(&str, &str); 43] = [
    (":neutral:", "\u{1F610}"),
    (":twisted:", "\u{1F608}"),
    (":arrow:", "\u{27A1}"),
    (":shock:", "\u{1F62F}"),
    (":smile:", "\u{1F642}"),
    (":???:", "\u{1F615}"),
    (":cool:", "\u{1F60E}"),
    (":evil:", "\u{1F47F}"),
    (":grin:", "\u{1F600}"),
    (":idea:", "\u{1F4A1}"),
    (":oops:", "\u{1F633}"),
    (":razz:", "\u{1F61B}"),
    (":roll:", "\u{1F644}"),
    (":wink:", "\u{1F609}"),
    (":cry:", "\u{1F625}"),
    (":eek:", "\u{1F62E}"),
    (":lol:", "\u{1F606}"),
    (":mad:", "\u{1F621}"),
    (":sad:", "\u{1F641}"),
    ("8-)", "\u{1F60E}"),
    ("8-O", "\u{1F62F}"),
    (":-(", "\u{1F641}"),
    (":-)", "\u{1F642}"),
    (":-?", "\u{1F615}"),
    (":-D", "\u{1F600}"),
    (":-P", "\u{1F61B}"),
    (":-o", "\u{1F62E}"),
    (":-x", "\u{1F621}"),
    (":-|", "\u{1F610}"),
    (";-)", "\u{1F609}"),
    ("8O", "\u{1F62F}"),
    (":(", "\u{1F641}"),
    (":)", "\u{1F642}"),
    (":?", "\u{1F615}"),
    (":D", "\u{1F600}"),
    (":P", "\u{1F61B}"),
    (":o", "\u{1F62E}"),
    (":x", "\u{1F621}"),
    (":|", "\u{1F610}"),
    (";)", "\u{1F609}"),
    (":!:", "\u{2757}"),
    (":?:", "\u{2753}"),
    (MRGREEN, ""),
];

const IGNORED_ELEMENTS: [&str; 5] = ["code", "pre", "style", "script", "textarea"];

/// Replaces smilies; `smilies_url` is the (escaped) address of the folder with `mrgreen.png`, with a slash at its end.
pub fn convert_smilies<'t>(text: &'t str, smilies_url: &str) -> Cow<'t, str> {
    let bytes = text.as_bytes();
    if !may_have_smiley(bytes) {
        return Cow::Borrowed(text);
    }
    let mut out = Vec::with_capacity(bytes.len() + 16);
    let mut ignored: Option<&str> = None;
    let mut at = 0;
    while at < bytes.len() {
        let (run_end, tag_end) = next_tag(bytes, at);
        let run = bytes.get(at..run_end).unwrap_or_default();
        let tag = bytes.get(run_end..tag_end).unwrap_or_default();
        // A run that starts with a tag that never ends is not looked at.
        if ignored.is_some() || run.starts_with(b"<") {
            out.extend_from_slice(run);
        } else {
            convert_run(run, smilies_url, &mut out);
        }
        out.extend_from_slice(tag);
        ignored = match ignored {
            None => ignored_element(tag),
            Some(name) => Some(name).filter(|name| !closes(tag, name)),
        };
        at = tag_end;
    }
    Cow::Owned(into_string(out))
}

/// Whether a code stands anywhere behind a space or a tag, or first: most texts need no closer look.
fn may_have_smiley(text: &[u8]) -> bool {
    /// So many bytes are looked at at once, without asking after each of them.
    const BLOCK: usize = 64;
    let is_code_at = |at: usize| {
        let rest = text.get(at..).unwrap_or_default();
        let mut codes = SMILIES.iter().map(|(code, _)| code.as_bytes());
        // Numbers begin with an 8 more often than smilies.
        codes.any(|code| code.first() == rest.first() && rest.starts_with(code))
    };
    let codes = text.get(1..).unwrap_or_default();
    let blocks = text.chunks(BLOCK).zip(codes.chunks(BLOCK)).enumerate();
    let mut blocks = blocks.filter(|(_, (before, codes))| {
        let pairs = before.iter().zip(*codes);
        pairs.fold(false, |any, (before, code)| {
            any | (may_stand_before(*before) & begins_code(*code))
        })
    });
    is_code_at(0)
        || blocks.any(|(block, _)| {
            let first = block * BLOCK + 1;
            (first..first + BLOCK).any(|at| {
                let before = text.get(..at).unwrap_or_default();
                (before.ends_with(b">") || ends_with_space(before)) && is_code_at(at)
            })
        })
}

/// Whether a byte may be the end of what stands before a code.
fn may_stand_before(byte: u8) -> bool {
    (byte <= b' ') | (byte == b'>') | (byte == b';') | (byte == 0xA0)
}

fn begins_code(byte: u8) -> bool {
    (byte == b':') | (byte == b';') | (byte == b'8')
}

/// Where the next complete tag starts and ends.
fn next_tag(text: &[u8], from: usize) -> (usize, usize) {
    let rest = text.get(from..).unwrap_or_default();
    memchr(b'<', rest)
        .and_then(|start| {
            let end = start + memchr(b'>', rest.get(start..)?)?;
            Some((from + start, from + end + 1))
        })
        .unwrap_or((text.len(), text.len()))
}

fn ignored_element(tag: &[u8]) -> Option<&'static str> {
    let name = tag.strip_prefix(b"<")?;
    IGNORED_ELEMENTS
        .into_iter()
        .find(|element| name.starts_with(element.as_bytes()))
}

fn closes(tag: &[u8], name: &str) -> bool {
    tag.strip_prefix(b"</")
        .and_then(|rest| rest.strip_suffix(b">"))
        == Some(name.as_bytes())
}

fn convert_run(run: &[u8], smilies_url: &str, out: &mut Vec<u8>) {
    let (mut copied, mut at) = (0, 0);
    while let Some(byte) = run.get(at) {
        let start = at;
        at += 1;
        if !matches!(byte, b':' | b';' | b'8') {
            continue;
        }
        let before = run.get(..start).unwrap_or_default();
        if !before.is_empty() && !ends_with_space(before) {
            continue;
        }
        let rest = run.get(start..).unwrap_or_default();
        if let Some((code, emoji)) = smiley(rest) {
            out.extend_from_slice(run.get(copied..start).unwrap_or_default());
            if code == MRGREEN {
                out.extend_from_slice(image(smilies_url).as_bytes());
            } else {
                out.extend_from_slice(emoji.as_bytes());
            }
            at = start + code.len();
            copied = at;
        }
    }
    out.extend_from_slice(run.get(copied..).unwrap_or_default());
}

/// The code that `rest` starts with and that a space or the end follows.
fn smiley(rest: &[u8]) -> Option<(&'static str, &'static str)> {
    SMILIES.into_iter().find(|(code, _)| {
        rest.strip_prefix(code.as_bytes())
            .is_some_and(|after| after.is_empty() || leading_space(after).is_some())
    })
}

fn image(smilies_url: &str) -> String {
    format!(
        "<img src=\"{smilies_url}mrgreen.png\" alt=\"{MRGREEN}\" class=\"wp-smiley\" \
         style=\"height: 1em; max-height: 1em;\" />"
    )
}
