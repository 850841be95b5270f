//! Where an address starts and ends.

use memchr::memmem;

use crate::wordpress::formatting::spaces::{is_white, skip_white};

/// Longest scheme.
const LONGEST_SCHEME: usize = 20;
/// Longest address after the scheme.
const LONGEST_ADDRESS: usize = 2000;

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Characters that an address may end with.
fn is_address_part(byte: u8) -> bool {
    is_word(byte)
        || byte >= 0x80
        || matches!(
            byte,
            b'#' | b'%'
                | b'~'
                | b'/'
                | b'@'
                | b'['
                | b']'
                | b'*'
                | b'('
                | b'+'
                | b'='
                | b'&'
                | b'$'
                | b'-'
        )
}

/// Characters that an address may contain but not end with.
fn is_address_punctuation(byte: u8) -> bool {
    matches!(byte, b'\'' | b'.' | b',' | b';' | b':' | b'!' | b'?' | b')')
}

fn count(text: &[u8], at: usize, accepts: fn(u8) -> bool) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    rest.iter().take_while(|byte| accepts(**byte)).count()
}

/// Whether a piece such as `<http://…` is an address in angle brackets, not a tag.
pub(super) fn starts_with_address(piece: &[u8]) -> bool {
    let start = skip_white(piece, 1);
    let length = count(piece, start, is_word);
    (1..=LONGEST_SCHEME).contains(&length)
        && piece
            .get(start + length..)
            .is_some_and(|rest| rest.starts_with(b"://"))
}

/// An address with a scheme.
pub(super) struct Url {
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The next address at or after `from`, with one character before it that is not before `from`.
pub(super) fn next_url(text: &[u8], mut from: usize) -> Option<Url> {
    let floor = from;
    loop {
        let colon = from + memmem::find(text.get(from..)?, b"://")?;
        from = colon + 3;
        let scheme = text
            .get(floor..colon)?
            .iter()
            .rev()
            .take(LONGEST_SCHEME + 1)
            .take_while(|byte| is_word(**byte))
            .count();
        let start = colon - scheme;
        if !(1..=LONGEST_SCHEME).contains(&scheme) || start <= floor {
            continue;
        }
        let starts = matches!(
            text.get(start - 1),
            Some(b' ' | b'\t'..=b'\r' | b'(' | b'<' | b'.' | b',' | b':' | b';' | b'!' | b'?')
        );
        if starts && has_fit_length(text, from) {
            let end = address_end(text, from);
            return Some(Url { start, end });
        }
    }
}

/// Whether the characters up to the next white space are few enough.
fn has_fit_length(text: &[u8], at: usize) -> bool {
    let rest = text.get(at..).unwrap_or_default();
    let length = rest
        .iter()
        .take(LONGEST_ADDRESS + 1)
        .take_while(|byte| !is_white(**byte))
        .count();
    (1..=LONGEST_ADDRESS).contains(&length) && length < rest.len()
}

fn address_end(text: &[u8], start: usize) -> usize {
    let mut end = start + count(text, start, is_address_part);
    loop {
        let punctuated = text.get(end).is_some_and(|b| is_address_punctuation(*b));
        let more = count(text, end + 1, is_address_part);
        if !punctuated || more == 0 {
            return end;
        }
        end += 1 + more;
    }
}

/// The end of the `www.…` or `ftp.…` that starts at `at`.
pub(super) fn www_end(text: &[u8], at: usize) -> Option<usize> {
    let name = text.get(at..at + 4)?;
    (name.eq_ignore_ascii_case(b"www.") || name.eq_ignore_ascii_case(b"ftp.")).then_some(())?;
    let length = count(text, at + 4, is_www_part);
    (length > 0).then_some(at + 4 + length)
}

fn is_www_part(byte: u8) -> bool {
    is_word(byte)
        || byte >= 0x80
        || matches!(
            byte,
            b'#' | b'$'
                | b'%'
                | b'&'
                | b'~'
                | b'/'
                | b'.'
                | b'-'
                | b';'
                | b':'
                | b'='
                | b','
                | b'?'
                | b'@'
                | b'['
                | b']'
                | b'+'
        )
}

/// Start and end of the mail address around the `@` at `at`.
pub(super) fn email(text: &[u8], floor: usize, at: usize) -> Option<(usize, usize)> {
    let local = text
        .get(floor..at)?
        .iter()
        .rev()
        .take_while(|byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'+' | b'-')
        })
        .count();
    let start = at - local;
    let before = text.get(floor..start)?.last();
    let starts = before.is_some_and(|byte| is_white(*byte) || *byte == b'>');
    if local == 0 || !starts {
        return None;
    }
    Some((start, domain_end(text, at + 1)?))
}

/// The end of the longest domain name at `start`: labels with dots between, the last of two letters or digits.
fn domain_end(text: &[u8], start: usize) -> Option<usize> {
    let is_label = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric();
    let mut end = None;
    let mut at = start;
    loop {
        let length = count(text, at, is_label);
        if at > start {
            let plain = count(text, at, is_plain);
            if plain >= 2 {
                end = Some(at + plain);
            }
        }
        if length == 0 || text.get(at + length) != Some(&b'.') {
            return end;
        }
        at += length + 1;
    }
}

/// Where the file extension at `at`, what may follow a closing bracket of an address, ends.
pub(super) fn extension_end(text: &[u8], at: usize) -> usize {
    if text.get(at) != Some(&b'.') {
        return at;
    }
    match count(text, at + 1, is_word) {
        0 | 1 => at,
        length => at + 1 + length.min(6),
    }
}
