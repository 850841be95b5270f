//! Which tags are blocks, and where the line breaks around them come from.
//!
//! Contract wordpress-core 8.3, list BLOCK and steps 4 and 5.

use std::ops::Range;

use memchr::memchr2;

use crate::wordpress::formatting::passes::{Ahead, Edits};
use crate::wordpress::formatting::spaces::{is_white, skip_white};

/// Whether this is the whole name of a block element.
fn is_block(name: &[u8]) -> bool {
    matches!(
        name,
        b"table"
            | b"thead"
            | b"tfoot"
            | b"caption"
            | b"col"
            | b"colgroup"
            | b"tbody"
            | b"tr"
            | b"td"
            | b"th"
            | b"div"
            | b"dl"
            | b"dd"
            | b"dt"
            | b"ul"
            | b"ol"
            | b"li"
            | b"pre"
            | b"form"
            | b"map"
            | b"area"
            | b"blockquote"
            | b"address"
            | b"style"
            | b"p"
            | b"h1"
            | b"h2"
            | b"h3"
            | b"h4"
            | b"h5"
            | b"h6"
            | b"hr"
            | b"fieldset"
            | b"legend"
            | b"section"
            | b"article"
            | b"aside"
            | b"hgroup"
            | b"header"
            | b"footer"
            | b"nav"
            | b"figure"
            | b"figcaption"
            | b"details"
            | b"menu"
            | b"summary"
    )
}

/// Names that begin like a block's. Most rules look no further, so `<link>` counts as `li` and `<param>` as `p`.
fn begins_like_block(rest: &[u8]) -> bool {
    let names: &[&[u8]] = match rest {
        [b'p', ..] | [b'h', b'1'..=b'6', ..] => return true,
        [b'a', ..] => &[b"area", b"address", b"article", b"aside"],
        [b'b', ..] => &[b"blockquote"],
        [b'c', ..] => &[b"caption", b"col"],
        [b'd', ..] => &[b"div", b"dl", b"dd", b"dt", b"details"],
        [b'f', ..] => &[b"form", b"fieldset", b"figure", b"figcaption", b"footer"],
        [b'h', ..] => &[b"hr", b"hgroup", b"header"],
        [b'l', ..] => &[b"li", b"legend"],
        [b'm', ..] => &[b"map", b"menu"],
        [b'n', ..] => &[b"nav"],
        [b'o', ..] => &[b"ol"],
        [b's', ..] => &[b"style", b"section", b"summary"],
        [b't', ..] => &[b"table", b"tfoot", b"tbody", b"tr", b"td", b"th"],
        [b'u', ..] => &[b"ul"],
        _ => return false,
    };
    names.iter().any(|name| rest.starts_with(name))
}

/// Where the opening or closing block tag that starts at `at` ends.
pub(super) fn block_tag_end(text: &[u8], at: usize, ahead: &mut Ahead<'_>) -> Option<usize> {
    tag_end(text, at, ahead, begins_like_block)
}

/// Where the tag that starts at `at`, with a name that `accepts` takes, ends.
pub(super) fn tag_end(
    text: &[u8],
    at: usize,
    ahead: &mut Ahead<'_>,
    accepts: fn(&[u8]) -> bool,
) -> Option<usize> {
    let name = match text.get(at..)? {
        [b'<', b'/', name @ ..] | [b'<', name @ ..] => name,
        _ => return None,
    };
    accepts(name).then_some(())?;
    ahead.find(text, at).map(|end| end + 1)
}

/// Two line breaks before opening and after closing block tags and after `hr`; all line ends become LF.
pub(super) fn separate_blocks(edits: &mut Edits<'_>) {
    let text = edits.source();
    let mut at = 0;
    while let Some(offset) = memchr2(b'<', b'\r', text.get(at..).unwrap_or_default()) {
        let found = at + offset;
        let rest = text.get(found..).unwrap_or_default();
        at = found + 1;
        if rest.starts_with(b"\r\n") {
            edits.remove(found..found + 1);
        } else if rest.starts_with(b"\r") {
            // Line ends are unified after the breaks came in: this CR and the first of them are one line end.
            let joins = rest.get(1..).is_some_and(opens_block);
            edits.replace(found..found + 1, if joins { b"" } else { b"\n" });
        } else {
            if opens_block(rest) {
                edits.insert(found, b"\n\n");
            }
            if let Some(length) = closing_block(rest) {
                at = found + length;
                edits.insert(at, b"\n\n");
            } else if let Some(length) = rule(rest) {
                at = found + length;
                unify_line_ends(edits, found..at);
                edits.insert(at, b"\n\n");
            }
        }
    }
}

/// Line ends inside a tag that is passed over whole.
fn unify_line_ends(edits: &mut Edits<'_>, tag: Range<usize>) {
    let text = edits.source();
    for at in tag {
        if text.get(at) == Some(&b'\r') {
            let is_crlf = text.get(at + 1) == Some(&b'\n');
            edits.replace(at..at + 1, if is_crlf { b"" } else { b"\n" });
        }
    }
}

fn name_of(rest: &[u8]) -> &[u8] {
    let length = rest
        .iter()
        .take(11)
        .take_while(|byte| byte.is_ascii_alphanumeric())
        .count();
    rest.get(..length).unwrap_or_default()
}

fn opens_block(rest: &[u8]) -> bool {
    let Some(rest) = rest.strip_prefix(b"<") else {
        return false;
    };
    let name = name_of(rest);
    let ends = |byte: &u8| is_white(*byte) || matches!(byte, b'/' | b'>');
    rest.get(name.len()).is_some_and(ends) && is_block(name)
}

/// Length of the closing block tag that `rest` starts with.
fn closing_block(rest: &[u8]) -> Option<usize> {
    let rest = rest.strip_prefix(b"</")?;
    let name = name_of(rest);
    (rest.get(name.len()) == Some(&b'>') && is_block(name)).then_some(name.len() + 3)
}

/// Length of the `<hr>` without attributes that `rest` starts with.
fn rule(rest: &[u8]) -> Option<usize> {
    rest.starts_with(b"<hr").then_some(())?;
    let mut end = skip_white(rest, 3);
    end += usize::from(rest.get(end) == Some(&b'/'));
    (rest.get(end) == Some(&b'>')).then_some(end + 1)
}
