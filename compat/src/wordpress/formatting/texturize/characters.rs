//! The replacements of texturize that are not quotes: fixed strings, dashes, the times sign, ampersands.

use memchr::{memchr, memchr_iter};

use super::TexturizeStrings;
use crate::wordpress::formatting::passes::Edits;
use crate::wordpress::formatting::spaces::{ends_with_space, leading_space};

/// Dots, doubled quotes, the trade mark, and the words that begin with an apostrophe.
///
/// The original replaces one string after the other; none of them overlaps another except at its first character,
/// where the order below is the original's, so that one scan gives the same.
pub(super) fn fixed_replacements(edits: &mut Edits<'_>, strings: &TexturizeStrings) {
    let text = edits.source();
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        let rest = text.get(at..).unwrap_or_default();
        let found = match byte {
            b'.' if rest.starts_with(b"...") => Some((3, "&#8230;")),
            b'`' if rest.starts_with(b"``") => Some((2, strings.opening_double.as_str())),
            b' ' if rest.starts_with(b" (tm)") => Some((5, " &#8482;")),
            b'\'' if rest.starts_with(b"''") => Some((2, strings.closing_double.as_str())),
            b'\'' => strings
                .cockney
                .iter()
                .find(|(word, _)| !word.is_empty() && rest.starts_with(word.as_bytes()))
                .map(|(word, with)| (word.len(), with.as_str())),
            _ => None,
        };
        match found {
            Some((length, with)) => {
                edits.replace(at..at + length, with.as_bytes());
                at += length;
            }
            None => at += 1,
        }
    }
}

/// Em and en dashes, run of hyphens by run of hyphens.
pub(super) fn dashes(edits: &mut Edits<'_>, strings: &TexturizeStrings) {
    let text = edits.source();
    let (en, em) = (strings.en_dash.as_bytes(), strings.em_dash.as_bytes());
    let mut at = 0;
    while let Some(offset) = memchr(b'-', text.get(at..).unwrap_or_default()) {
        let start = at + offset;
        let rest = text.get(start..).unwrap_or_default();
        let length = rest.iter().take_while(|byte| **byte == b'-').count();
        let before = text.get(..start).unwrap_or_default();
        let after = rest.get(length..).unwrap_or_default();
        at = start + length;

        // Every three hyphens are an em dash; one or two remain.
        let threes = start..start + length / 3 * 3;
        for triple in threes.clone().step_by(3) {
            edits.replace(triple..triple + 3, em);
        }
        let space_before = if threes.is_empty() {
            before.is_empty() || ends_with_space(before)
        } else {
            ends_with_space(em)
        };
        let stands_alone = space_before && (after.is_empty() || leading_space(after).is_some());
        match length % 3 {
            2 if stands_alone => edits.replace(threes.end..at, em),
            2 if !(threes.is_empty() && before.ends_with(b"xn")) => {
                edits.replace(threes.end..at, en);
            }
            1 if stands_alone => edits.replace(threes.end..at, en),
            _ => {}
        }
    }
}

/// `9x9` to a times sign, `0x9` not.
pub(super) fn times(edits: &mut Edits<'_>) {
    let text = edits.source();
    let digit = |at: usize| text.get(at).is_some_and(u8::is_ascii_digit);
    let is_pair = |at: &usize| *at > 0 && digit(at - 1) && digit(at + 1);
    if !memchr_iter(b'x', text).any(|at| is_pair(&at)) {
        return;
    }
    let mut floor = 0;
    for x in memchr_iter(b'x', text) {
        if x < floor || !digit(x + 1) || !has_left_factor(text, floor, x) {
            continue;
        }
        if let Some(end) = right_factor_end(text, x + 1) {
            edits.replace(x..x + 1, b"&#215;");
            floor = end;
        }
    }
}

fn is_number_part(byte: u8) -> bool {
    byte.is_ascii_digit() || byte == b'.' || byte == b','
}

fn is_word(byte: Option<&u8>) -> bool {
    byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
}

/// Whether a number that may stand left of `x` ends there: it starts at a word boundary, and a `0` needs company.
fn has_left_factor(text: &[u8], floor: usize, x: usize) -> bool {
    let mut at = x;
    while at > floor && text.get(at - 1).is_some_and(|byte| is_number_part(*byte)) {
        at -= 1;
        let first = text.get(at).copied().unwrap_or_default();
        let at_boundary = at == 0 || !is_word(text.get(at - 1));
        if at_boundary && first.is_ascii_digit() && (first != b'0' || x - at > 1) {
            return true;
        }
    }
    false
}

/// The last word boundary in or after the number that starts at `start`.
fn right_factor_end(text: &[u8], start: usize) -> Option<usize> {
    let rest = text.get(start..)?;
    let length = rest.iter().take_while(|b| is_number_part(**b)).count();
    (start + 1..=start + length)
        .rev()
        .find(|at| is_word(text.get(at - 1)) != is_word(text.get(*at)))
}

/// Writes `text` with every `&` that starts no entity as `&#038;`.
pub(super) fn bare_ampersands(text: &[u8], out: &mut Vec<u8>) {
    let mut copied = 0;
    for at in memchr_iter(b'&', text) {
        let after = text.get(at + 1..).unwrap_or_default();
        if !starts_entity(after) {
            out.extend_from_slice(text.get(copied..at).unwrap_or_default());
            out.extend_from_slice(b"&#038;");
            copied = at + 1;
        }
    }
    out.extend_from_slice(text.get(copied..).unwrap_or_default());
}

/// Whether what follows a `&` makes it an entity.
fn starts_entity(after: &[u8]) -> bool {
    let (digits, is_digit, most): (&[u8], fn(&u8) -> bool, usize) = match after {
        [b'#', b'x' | b'X', rest @ ..] => (rest, u8::is_ascii_hexdigit, usize::MAX),
        [b'#', rest @ ..] => (rest, u8::is_ascii_digit, usize::MAX),
        name => (name, is_name_part, 9),
    };
    let length = digits
        .iter()
        .take(most)
        .take_while(|byte| is_digit(byte))
        .count();
    (1..most).contains(&length) && digits.get(length) == Some(&b';')
}

fn is_name_part(byte: &u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'1'..=b'4')
}

#[cfg(test)]
mod tests {
    use super::bare_ampersands;

    #[test]
    fn entities_stay() {
        let mut out = Vec::new();
        bare_ampersands(
            b"a & b &amp; &#38; &#x26; &#; &abcdefghi; &frac12;",
            &mut out,
        );
        assert_eq!(
            String::from_utf8_lossy(&out),
            "a &#038; b &amp; &#38; &#x26; &#038;#; &#038;abcdefghi; &frac12;"
        );
    }
}
