//! `force_balance_tags`: closes what is open, drops what closes nothing.

use crate::wordpress::php::trim::trim;
use std::borrow::Cow;
use std::collections::HashMap;

use memchr::memchr;

use super::passes::{Ahead, Passes, into_string};
use super::spaces::{is_white, skip_white};

const SINGLE_TAGS: [&str; 18] = [
    "area", "base", "basefont", "br", "col", "command", "embed", "frame", "hr", "img", "input",
    "isindex", "link", "meta", "param", "source", "track", "wbr",
];
const NESTABLE_TAGS: [&str; 10] = [
    "article",
    "aside",
    "blockquote",
    "details",
    "div",
    "figure",
    "object",
    "q",
    "section",
    "span",
];

/// `balanceTags`: balances when `use_balance_tags`, the site's option, or `force` says so.
pub fn balance_tags(text: &str, force: bool, use_balance_tags: bool) -> Cow<'_, str> {
    if force || use_balance_tags {
        Cow::Owned(force_balance_tags(text))
    } else {
        Cow::Borrowed(text)
    }
}

/// Balances the tags of `text`.
pub fn force_balance_tags(text: &str) -> String {
    let text = prepare(text);
    let mut angle = Ahead::new(b">");
    let mut balance = Balance::default();
    let (mut copied, mut at) = (0, 0);
    while let Some(offset) = memchr(b'<', text.get(at..).unwrap_or_default()) {
        let start = at + offset;
        at = start + 1;
        let Some(tag) = Tag::parse(&text, start, &mut angle) else {
            continue;
        };
        balance.flush();
        balance
            .out
            .extend_from_slice(text.get(copied..start).unwrap_or_default());
        if tag.is_closing {
            balance.close(&tag.name);
        } else {
            balance.open(&tag);
        }
        copied = tag.end;
        at = tag.end;
    }
    balance.flush();
    balance
        .out
        .extend_from_slice(text.get(copied..).unwrap_or_default());
    while let Some(name) = balance.pop() {
        write_closing(&name, &mut balance.out);
    }
    let mut passes = Passes::new(balance.out);
    passes.replace_all(b"< !--", b"<!--");
    passes.replace_all(b"<    !--", b"< !--");
    into_string(passes.into_bytes())
}

/// `< !--` is kept from becoming a comment, and `<` before a digit is a sign.
fn prepare(text: &str) -> Vec<u8> {
    let mut passes = Passes::new(text.as_bytes().to_vec());
    passes.replace_all(b"< !--", b"<    !--");
    passes.apply(|edits| {
        let text = edits.source();
        for at in memchr::memchr_iter(b'<', text) {
            if text.get(at + 1).is_some_and(u8::is_ascii_digit) {
                edits.replace(at..at + 1, b"&lt;");
            }
        }
    });
    passes.into_bytes()
}

/// A tag as it stands in the text.
struct Tag<'a> {
    is_closing: bool,
    /// Lower case.
    name: String,
    /// White space before the attributes, if there are any.
    space: &'a [u8],
    /// What follows, trimmed; a slash alone for `<br/>`.
    attributes: &'a [u8],
    end: usize,
}

impl<'a> Tag<'a> {
    fn parse(text: &'a [u8], start: usize, angle: &mut Ahead<'_>) -> Option<Self> {
        let is_closing = text.get(start + 1) == Some(&b'/');
        let name_at = start + 1 + usize::from(is_closing);
        let rest = text.get(name_at..)?;
        let name = custom_name(rest)
            .filter(|length| ends_name(rest, *length))
            .or_else(|| Some(plain_name(rest)).filter(|length| ends_name(rest, *length)))?;
        let name_end = name_at + name;

        let white_end = skip_white(text, name_end);
        let slash = usize::from(text.get(white_end) == Some(&b'/'));
        let (space, attributes, end) = if text.get(white_end + slash) == Some(&b'>') {
            let end = white_end + slash;
            (name_end..name_end, white_end..end, end)
        } else if white_end > name_end {
            let end = angle.find(text, white_end)?;
            (name_end..white_end, white_end..end, end)
        } else {
            return None;
        };
        let name = text.get(name_at..name_end)?.to_ascii_lowercase();
        Some(Self {
            is_closing,
            name: into_string(name),
            space: text.get(space)?,
            attributes: trim(text.get(attributes)?),
            end: end + 1,
        })
    }
}

/// Whether a name of this length is one, and is followed by what may follow a name.
fn ends_name(rest: &[u8], length: usize) -> bool {
    let ends = |byte: &u8| is_white(*byte) || matches!(byte, b'/' | b'>');
    length > 0 && rest.get(length).is_some_and(ends)
}

/// Length of a custom element's name: lower case, with a hyphen that something follows.
fn custom_name(rest: &[u8]) -> Option<usize> {
    rest.first().filter(|byte| byte.is_ascii_lowercase())?;
    let part = |byte: &u8| {
        byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'.' | b'_')
    };
    let first = rest.iter().take_while(|byte| part(byte)).count();
    (rest.get(first) == Some(&b'-')).then_some(())?;
    let more = rest
        .get(first + 1..)?
        .iter()
        .take_while(|byte| part(byte) || **byte == b'-')
        .count();
    (more > 0).then_some(first + 1 + more)
}

fn plain_name(rest: &[u8]) -> usize {
    rest.iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':'))
        .count()
}

fn write_closing(name: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(b"</");
    out.extend_from_slice(name.as_bytes());
    out.push(b'>');
}

/// What is open, and what was written.
#[derive(Default)]
struct Balance {
    out: Vec<u8>,
    /// Written before the text that precedes the next tag.
    queue: Vec<u8>,
    stack: Vec<String>,
    /// How often each name is on the stack: a closing tag that closes nothing must not search it.
    open: HashMap<String, usize>,
}

impl Balance {
    fn flush(&mut self) {
        self.out.append(&mut self.queue);
    }

    fn push(&mut self, name: &str) {
        *self.open.entry(name.to_owned()).or_default() += 1;
        self.stack.push(name.to_owned());
    }

    fn pop(&mut self) -> Option<String> {
        let name = self.stack.pop()?;
        if let Some(count) = self.open.get_mut(&name) {
            *count = count.saturating_sub(1);
        }
        Some(name)
    }

    fn close(&mut self, name: &str) {
        if self.stack.last().is_some_and(|top| top == name) {
            self.pop();
            write_closing(name, &mut self.out);
        } else if self.open.get(name).is_some_and(|count| *count > 0) {
            while let Some(open) = self.pop() {
                write_closing(&open, &mut self.queue);
                if open == name {
                    break;
                }
            }
        }
    }

    fn open(&mut self, tag: &Tag<'_>) {
        let name = tag.name.as_str();
        let is_single = SINGLE_TAGS.contains(&name);
        let mut space = tag.space;
        let mut attributes = tag.attributes.to_vec();
        if let Some(before_slash) = tag.attributes.strip_suffix(b"/") {
            if is_single {
                space = b" ";
            } else {
                attributes = trim(before_slash).to_vec();
                attributes.extend_from_slice(format!("></{name}").as_bytes());
            }
        } else if is_single {
            space = b" ";
            attributes.push(b'/');
        } else {
            let repeats = self.stack.last().is_some_and(|top| top == name);
            if repeats && !NESTABLE_TAGS.contains(&name) {
                self.pop();
                write_closing(name, &mut self.queue);
            }
            self.push(name);
        }
        // Whatever closes first is written with the tag, in front of it.
        let out = if self.queue.is_empty() {
            &mut self.out
        } else {
            &mut self.queue
        };
        out.push(b'<');
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(space);
        out.extend_from_slice(&attributes);
        out.push(b'>');
    }
}
