//! PHP's `strip_tags` and `wp_strip_all_tags`, as far as the sanitisers need them.
//!
//! PHP's function is a state machine, not a parser: quotes inside a tag hide `>`, `<` before white space
//! is text, `<?` and `<!` open their own states. NUL characters go.

use std::borrow::Cow;

use super::whitespace::{collapse, php_trim};

/// Text without tags, and without what stands inside `<script>` and `<style>`.
///
/// `remove_breaks` turns runs of white space into one space. Always trimmed.
pub fn wp_strip_all_tags(text: &str, remove_breaks: bool) -> String {
    let text = strip_tags(&without_scripts(text)).into_owned();
    let text = if remove_breaks {
        collapse(&text, &['\r', '\n', '\t', ' '], ' ')
    } else {
        text
    };
    php_trim(&text).to_owned()
}

/// Removes `<script …>…</script>` and `<style …>…</style>`; an element that is not closed stays.
fn without_scripts(text: &str) -> Cow<'_, str> {
    if !text.contains('<') {
        return Cow::Borrowed(text);
    }
    // Lower-casing ASCII keeps every offset.
    let lower = text.to_ascii_lowercase();
    let mut out = String::with_capacity(text.len());
    let (mut from, mut at) = (0, 0);
    // Once a closing tag is not found, it is not there for later elements either.
    let mut missing = [false; 2];
    while let Some(found) = lower.get(at..).and_then(|rest| rest.find('<')) {
        let start = at + found;
        at = start + 1;
        let Some(rest) = lower.get(at..) else { break };
        let (which, name, close) = if rest.starts_with("script") {
            (0, "script", "</script>")
        } else if rest.starts_with("style") {
            (1, "style", "</style>")
        } else {
            continue;
        };
        if missing.get(which).copied().unwrap_or(true) {
            continue;
        }
        let inside = rest.get(name.len()..).unwrap_or_default();
        let Some(end) = inside
            .find('>')
            .and_then(|gt| Some(gt + inside.get(gt..)?.find(close)?))
        else {
            missing
                .iter_mut()
                .skip(which)
                .take(1)
                .for_each(|m| *m = true);
            continue;
        };
        out.push_str(text.get(from..start).unwrap_or_default());
        at += name.len() + end + close.len();
        from = at;
    }
    out.push_str(text.get(from..).unwrap_or_default());
    Cow::Owned(out)
}

/// Where PHP's state machine stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Text,
    Tag,
    /// `<?`
    Instruction,
    /// `<!`
    Declaration,
    /// `<!--`
    Comment,
}

struct Machine<'a> {
    bytes: &'a [u8],
    state: State,
    /// The quote that is open, 0 when none.
    quote: u8,
    /// `<` inside a tag that still wait for their `>`.
    depth: usize,
    /// Open round brackets in `<?`.
    brackets: i64,
    /// The last character that mattered in `<?`.
    last: u8,
    is_xml: bool,
    out: Vec<u8>,
}

/// PHP's `strip_tags` without allowed tags.
pub fn strip_tags(text: &str) -> Cow<'_, str> {
    if memchr::memchr3(b'<', b'>', 0, text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    let mut machine = Machine {
        bytes: text.as_bytes(),
        state: State::Text,
        quote: 0,
        depth: 0,
        brackets: 0,
        last: 0,
        is_xml: false,
        out: Vec::with_capacity(text.len()),
    };
    for (at, &byte) in text.as_bytes().iter().enumerate() {
        match machine.state {
            State::Text => machine.text(at, byte),
            State::Tag => machine.tag(at, byte),
            State::Instruction => machine.instruction(at, byte),
            State::Declaration => machine.declaration(at, byte),
            State::Comment => machine.comment(at, byte),
        }
    }
    // What goes starts and ends at ASCII characters, so the rest is UTF-8.
    Cow::Owned(String::from_utf8(machine.out).unwrap_or_default())
}

impl Machine<'_> {
    fn ends_with(&self, at: usize, suffix: &[u8]) -> bool {
        self.bytes.get(..at).is_some_and(|before| {
            before
                .get(before.len().saturating_sub(suffix.len())..)
                .is_some_and(|end| end.eq_ignore_ascii_case(suffix))
        })
    }

    fn space_follows(&self, at: usize) -> bool {
        matches!(self.bytes.get(at + 1), Some(b' ' | 9..=13))
    }

    /// A `>` that ends a construct; `false` when it belongs to a nested `<` or a quote.
    fn closes(&mut self) -> bool {
        if self.depth > 0 {
            self.depth -= 1;
            return false;
        }
        self.quote == 0
    }

    fn back_to_text(&mut self) {
        self.state = State::Text;
        self.quote = 0;
        self.is_xml = false;
    }

    fn toggle_quote(&mut self, byte: u8) {
        if self.quote == 0 {
            self.quote = byte;
        } else if self.quote == byte {
            self.quote = 0;
        }
    }

    fn text(&mut self, at: usize, byte: u8) {
        match byte {
            0 => {}
            b'<' if self.quote != 0 => {}
            b'<' if !self.space_follows(at) => {
                self.last = b'<';
                self.state = State::Tag;
            }
            b'>' if self.depth > 0 => self.depth -= 1,
            b'>' if self.quote != 0 => {}
            _ => self.out.push(byte),
        }
    }

    fn tag(&mut self, at: usize, byte: u8) {
        match byte {
            b'<' if self.quote == 0 && !self.space_follows(at) => self.depth += 1,
            b'>' if self.closes() => {
                self.last = b'>';
                if !(self.is_xml && self.ends_with(at, b"-")) {
                    self.back_to_text();
                }
            }
            b'"' | b'\'' => self.toggle_quote(byte),
            b'!' if self.ends_with(at, b"<") => {
                self.state = State::Declaration;
                self.last = byte;
            }
            b'?' if self.ends_with(at, b"<") => {
                self.brackets = 0;
                self.state = State::Instruction;
            }
            _ => {}
        }
    }

    fn instruction(&mut self, at: usize, byte: u8) {
        let quoted = matches!(self.last, b'"' | b'\'');
        match byte {
            b'(' if !quoted => {
                self.last = byte;
                self.brackets += 1;
            }
            b')' if !quoted => {
                self.last = byte;
                self.brackets -= 1;
            }
            b'>' if self.closes()
                && self.brackets == 0
                && self.last != b'"'
                && self.ends_with(at, b"?") =>
            {
                self.back_to_text();
            }
            b'"' | b'\'' if !self.ends_with(at, b"\\") => {
                if self.last == byte {
                    self.last = 0;
                } else if self.last != b'\\' {
                    self.last = byte;
                }
                self.toggle_quote(byte);
            }
            // `<?xml` is a tag again.
            b'l' | b'L' if at > 4 && self.ends_with(at, b"<?xm") => {
                self.state = State::Tag;
                self.is_xml = true;
            }
            _ => {}
        }
    }

    fn declaration(&mut self, at: usize, byte: u8) {
        match byte {
            b'>' if self.closes() => self.back_to_text(),
            b'"' | b'\'' if !self.ends_with(at, b"\\") => self.toggle_quote(byte),
            b'-' if self.ends_with(at, b"!-") => self.state = State::Comment,
            b'e' | b'E' if at > 6 && self.ends_with(at, b"<!doctyp") => self.state = State::Tag,
            _ => {}
        }
    }

    fn comment(&mut self, at: usize, byte: u8) {
        if byte == b'>' && self.quote == 0 && self.ends_with(at, b"--") {
            self.back_to_text();
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn table() {
        for (input, want) in [
            ("<b>neg</b>rita", "negrita"),
            ("1 < 2 > 0", "1 < 2 > 0"),
            ("a<b title=\"x>y\">c</b>", "ac"),
            ("a<!-- b > c -->d", "ad"),
            ("a<?php if (1 > 0) ?>b", "ab"),
            ("a<!DOCTYPE html>b", "ab"),
            ("a<b<c>d>e", "ae"),
            ("a\0b<c", "ab"),
            ("a > b", "a > b"),
        ] {
            assert_eq!(strip_tags(input), want, "{input}");
        }
        assert_eq!(
            wp_strip_all_tags(" a<script>b</SCRIPT>\n\tc<style>d", true),
            "a cd"
        );
    }

    proptest! {
        #[test]
        fn never_panics(text in "[<>a!?\\-/'\"( é]{0,40}|<(script|style)>[a<>/]{0,20}") {
            let _ = wp_strip_all_tags(&text, true);
        }
    }
}
