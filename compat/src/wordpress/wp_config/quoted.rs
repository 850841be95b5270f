//! Texts of PHP source: single and double quotes, heredoc and nowdoc.

use super::token::{Kind, Part, is_word_start};

/// Length of the text in `body` up to its closing quote.
pub(super) fn length(body: &str, quote: u8) -> Option<usize> {
    let bytes = body.as_bytes();
    let mut at = 0;
    loop {
        let found = memchr::memchr2(quote, b'\\', bytes.get(at..)?)?;
        at += found;
        if bytes.get(at) == Some(&quote) {
            return Some(at);
        }
        at += 2;
    }
}

/// A text in single quotes: only `\\` and `\'` mean something else.
pub(super) fn single(body: &str) -> String {
    let mut text = String::with_capacity(body.len());
    let mut chars = body.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some(next @ ('\\' | '\''))) => {
                text.push(*next);
                chars.next();
            }
            _ => text.push(c),
        }
    }
    text
}

/// A text in double quotes or a heredoc: escapes and variables.
pub(super) fn double(body: &str, quote: u8) -> Kind {
    let mut parts = Vec::new();
    let mut text = Vec::new();
    let bytes = body.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let next = bytes.get(at + 1).copied().unwrap_or(0);
        let used = match byte {
            b'\\' => escape(bytes.get(at + 1..).unwrap_or_default(), quote, &mut text) + 1,
            b'$' if is_word_start(next) => {
                flush(&mut text, &mut parts);
                let (part, used) = variable(body.get(at..).unwrap_or(""));
                parts.push(part);
                used
            }
            b'{' | b'$' if matches!((byte, next), (b'{', b'$') | (b'$', b'{')) => {
                flush(&mut text, &mut parts);
                let (part, used) = braced(body.get(at..).unwrap_or(""));
                parts.push(part);
                used
            }
            _ => {
                text.push(byte);
                1
            }
        };
        at += used.max(1);
    }
    if parts.is_empty() {
        return Kind::Text(String::from_utf8_lossy(&text).into_owned());
    }
    flush(&mut text, &mut parts);
    Kind::Template(parts)
}

fn flush(text: &mut Vec<u8>, parts: &mut Vec<Part>) {
    if !text.is_empty() {
        parts.push(Part::Text(String::from_utf8_lossy(text).into_owned()));
        text.clear();
    }
}

/// Writes the character of an escape; answers how many bytes after the backslash it took.
fn escape(after: &[u8], quote: u8, text: &mut Vec<u8>) -> usize {
    let digits = |from: usize, max: usize, is: fn(&u8) -> bool| {
        let digits = after.get(from..).unwrap_or_default();
        digits.iter().take(max).take_while(|b| is(b)).count()
    };
    let number = |from: usize, len: usize, radix| {
        let digits = after.get(from..from + len)?;
        u32::from_str_radix(std::str::from_utf8(digits).ok()?, radix).ok()
    };
    let push_byte = |text: &mut Vec<u8>, value: Option<u32>| {
        // PHP keeps the low eight bits of an octal escape.
        let low = value.unwrap_or(0) & 0xff;
        text.push(u8::try_from(low).unwrap_or(0));
    };
    match after.first() {
        Some(b'n') => text.push(b'\n'),
        Some(b't') => text.push(b'\t'),
        Some(b'r') => text.push(b'\r'),
        Some(b'v') => text.push(0x0b),
        Some(b'e') => text.push(0x1b),
        Some(b'f') => text.push(0x0c),
        Some(b @ (b'\\' | b'$')) => text.push(*b),
        Some(b) if *b == quote => text.push(*b),
        Some(b'0'..=b'7') => {
            let len = digits(0, 3, |b| matches!(b, b'0'..=b'7'));
            push_byte(text, number(0, len, 8));
            return len;
        }
        Some(b'x') => {
            let len = digits(1, 2, u8::is_ascii_hexdigit);
            if len > 0 {
                push_byte(text, number(1, len, 16));
                return len + 1;
            }
            text.extend(b"\\x");
        }
        Some(b'u') => {
            let len = digits(2, 8, u8::is_ascii_hexdigit);
            let closed = after.get(1) == Some(&b'{') && after.get(2 + len) == Some(&b'}');
            let Some(c) = number(2, len, 16)
                .and_then(char::from_u32)
                .filter(|_| closed)
            else {
                text.extend(b"\\u");
                return 1;
            };
            text.extend(c.encode_utf8(&mut [0; 4]).as_bytes());
            return len + 3;
        }
        // Not an escape: the backslash stays.
        Some(_) | None => {
            text.push(b'\\');
            return 0;
        }
    }
    1
}

/// `$name`, `$name[…]` or `$name->…` inside a text.
fn variable(rest: &str) -> (Part, usize) {
    let bytes = rest.as_bytes();
    let name = name_length(bytes.get(1..).unwrap_or_default());
    let end = name + 1;
    let after = bytes.get(end..).unwrap_or_default();
    if after.first() == Some(&b'[') {
        let len = memchr::memchr(b']', after).map_or(after.len(), |i| i + 1);
        return (other(rest, end + len), end + len);
    }
    if after.starts_with(b"->") && after.get(2).copied().is_some_and(is_word_start) {
        let len = 2 + name_length(after.get(2..).unwrap_or_default());
        return (other(rest, end + len), end + len);
    }
    let name = rest.get(1..end).unwrap_or("").to_owned();
    (Part::Variable(name), end)
}

/// `{$…}` or `${…}` inside a text.
fn braced(rest: &str) -> (Part, usize) {
    let len = rest.find('}').map_or(rest.len(), |i| i + 1);
    let inside = rest.get(2..len.saturating_sub(1)).unwrap_or("");
    if !inside.is_empty() && name_length(inside.as_bytes()) == inside.len() {
        return (Part::Variable(inside.to_owned()), len);
    }
    (other(rest, len), len)
}

fn other(rest: &str, len: usize) -> Part {
    Part::Other(rest.get(..len).unwrap_or(rest).to_owned())
}

fn name_length(bytes: &[u8]) -> usize {
    let is_name = |b: &u8| is_word_start(*b) || b.is_ascii_digit();
    bytes.iter().take_while(|b| is_name(b)).count()
}

/// A heredoc or nowdoc at the start of `rest`.
pub(super) struct Heredoc {
    /// The whole length, closing label included.
    pub(super) length: usize,
    /// Its value.
    pub(super) kind: Kind,
}

/// Reads `<<<LABEL … LABEL`. The closing label may be indented; the indent is taken off every line.
pub(super) fn heredoc(rest: &str) -> Option<Heredoc> {
    let line_end = rest.find('\n')?;
    let head = rest.get(3..line_end)?.trim();
    let is_raw = head.starts_with('\'');
    let label = head.trim_matches(|c| c == '\'' || c == '"');
    if label.is_empty() || name_length(label.as_bytes()) != label.len() {
        return None;
    }
    let mut lines = Vec::new();
    let mut at = line_end + 1;
    loop {
        let line = rest.get(at..)?.split('\n').next()?;
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        let after = line.get(indent..)?.strip_prefix(label);
        if after.is_some_and(|a| {
            !a.bytes()
                .next()
                .is_some_and(|b| is_word_start(b) || b.is_ascii_digit())
        }) {
            let body = unindent(&lines, indent);
            let kind = if is_raw {
                Kind::Text(body)
            } else {
                double(&body, 0)
            };
            let length = at + indent + label.len();
            return Some(Heredoc { length, kind });
        }
        lines.push(line);
        at += line.len() + 1;
        if at > rest.len() {
            return None;
        }
    }
}

fn unindent(lines: &[&str], indent: usize) -> String {
    let cut = |line: &&str| {
        let blank = line.len() - line.trim_start_matches([' ', '\t']).len();
        line.get(indent.min(blank)..).unwrap_or("").to_owned()
    };
    let text = lines.iter().map(cut).collect::<Vec<_>>().join("\n");
    text.strip_suffix('\r').map_or(text.clone(), str::to_owned)
}
