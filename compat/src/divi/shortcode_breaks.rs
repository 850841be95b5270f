//! Line breaks and paragraph tags that `wpautop` adds around builder shortcodes (`et_fix_builder_shortcodes`), and the name
//! under which the builder stores the target of links.
//!
//! Contract "divi-server" section 2.

use std::borrow::Cow;

/// The name of `target` in stored content: WordPress adds `rel` to links that have one.
const STORED_TARGET: &str = " data-et-target-link=";

/// `et_pb_fix_shortcodes`: links have their targets, and the breaks, line ends and paragraph tags that `wpautop` adds around
/// builder shortcodes are gone: first those behind each of them, then those before.
pub fn fix_shortcodes(text: &str) -> Cow<'_, str> {
    let text = if memchr::memmem::find(text.as_bytes(), STORED_TARGET.as_bytes()).is_some() {
        Cow::Owned(text.replace(STORED_TARGET, " target="))
    } else {
        Cow::Borrowed(text)
    };
    match text {
        Cow::Borrowed(text) => without_breaks(text),
        Cow::Owned(text) => Cow::Owned(without_breaks(&text).into_owned()),
    }
}

fn without_breaks(text: &str) -> Cow<'_, str> {
    if all_stand_tight(text) {
        return Cow::Borrowed(text);
    }
    match without_breaks_behind(text) {
        Cow::Borrowed(text) => without_breaks_before(text),
        Cow::Owned(text) => Cow::Owned(without_breaks_before(&text).into_owned()),
    }
}

/// Whether there is nothing to remove around any builder shortcode: true for most texts, at each depth of a page.
fn all_stand_tight(text: &str) -> bool {
    let mut from = 0;
    while let Some((start, end)) = next_tag(text, from) {
        let before = text.get(from..start).unwrap_or_default();
        let behind = text.get(end..).unwrap_or_default();
        let may_go = match behind.bytes().next() {
            Some(b'<') => behind.starts_with("<br") || behind.starts_with("</p>"),
            first => first.is_some_and(is_between),
        };
        let may_go_before = match before.bytes().next_back() {
            Some(b'>') => before.ends_with("<p>") || line_break_at_end(before).is_some(),
            last => last.is_some_and(is_between),
        };
        if may_go || may_go_before {
            return false;
        }
        from = end;
    }
    true
}

/// The position of the next builder shortcode's tag, from a position on.
fn next_tag(text: &str, from: usize) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    for start in memchr::memchr_iter(b'[', bytes.get(from..)?) {
        let start = from + start;
        let name = bytes.get(start + 1..)?;
        if name
            .strip_prefix(b"/")
            .unwrap_or(name)
            .starts_with(b"et_pb_")
        {
            let end = start + memchr::memchr(b']', name)? + 2;
            return Some((start, end));
        }
    }
    None
}

/// Whether a byte may stand between a shortcode and the breaks around it.
fn is_between(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r' | b'*' | b'|')
}

/// The length of the break at the beginning of a text, if there is one.
fn line_break(text: &str) -> Option<usize> {
    let rest = text.strip_prefix("<br")?;
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace());
    let rest = rest.strip_prefix('/').unwrap_or(rest).strip_prefix('>')?;
    Some(text.len() - rest.len())
}

/// The position of the break at the end of a text, if there is one.
fn line_break_at_end(text: &str) -> Option<usize> {
    let rest = text.strip_suffix('>')?;
    let rest = rest.strip_suffix('/').unwrap_or(rest);
    let rest = rest.trim_end_matches(|c: char| c.is_ascii_whitespace());
    rest.strip_suffix("<br").map(str::len)
}

fn without_breaks_behind(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let (mut kept, mut from) = (0, 0);
    while let Some((_, end)) = next_tag(text, from) {
        let rest = text.get(end..).unwrap_or_default();
        let run = rest.bytes().take_while(|b| is_between(*b)).count();
        let mut gone = run;
        while let Some(here) = rest.get(gone..) {
            gone += match line_break(here) {
                Some(length) => length,
                None if here.starts_with("</p>") => "</p>".len(),
                None if here.starts_with('\n') => 1,
                None => break,
            };
        }
        if gone == run {
            // Without a tag only the line ends are removed, with what precedes the last of them.
            let blanks = rest.get(..run).unwrap_or_default();
            gone = blanks.rfind('\n').map_or(0, |at| at + 1);
        }
        if gone > 0 {
            out.reserve_exact(text.len() - out.len());
            out.push_str(text.get(kept..end).unwrap_or_default());
            kept = end + gone;
        }
        from = end + gone;
    }
    finished(text, out, kept)
}

fn without_breaks_before(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let (mut kept, mut from) = (0, 0);
    while let Some((start, end)) = next_tag(text, from) {
        let before = text.get(kept.max(from)..start).unwrap_or_default();
        if let Some(at) = breaks_at_end(before) {
            let begin = start - (before.len() - at);
            out.reserve_exact(text.len() - out.len());
            out.push_str(text.get(kept..begin).unwrap_or_default());
            kept = start;
        }
        from = end;
    }
    finished(text, out, kept)
}

/// The position of the breaks at the end of a text, trailing blanks included.
fn breaks_at_end(text: &str) -> Option<usize> {
    let blanks = text.bytes().rev().take_while(|b| is_between(*b)).count();
    let run = text.len() - blanks;
    let mut at = run;
    let mut is_tag = false;
    while let Some(before) = text.get(..at) {
        let start = if before.ends_with("<p>") {
            Some(at - "<p>".len())
        } else {
            line_break_at_end(before)
        };
        match start {
            Some(start) => {
                at = start;
                is_tag = true;
            }
            None if is_tag && before.ends_with('\n') => at -= 1,
            None => break,
        }
    }
    if is_tag {
        return Some(at);
    }
    let blanks = text.get(run..)?;
    blanks.find('\n').map(|line| run + line)
}

/// The kept parts and the rest of the text; the text itself where nothing was removed.
fn finished(text: &str, mut out: String, kept: usize) -> Cow<'_, str> {
    if kept == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(text.get(kept..).unwrap_or_default());
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_around_shortcodes() {
        let cases = [
            (
                "<p>[et_pb_text]</p>\n<p>x</p>\n<p>[/et_pb_text]</p>",
                "[et_pb_text]<p>x</p>[/et_pb_text]",
            ),
            (
                "a<br />[et_pb_text]b[/et_pb_text]<br />c",
                "a[et_pb_text]b[/et_pb_text]c",
            ),
            ("[3:45]<br>", "[3:45]<br>"),
            (
                "\n[et_pb_row]\n [/et_pb_section]</p>",
                "[et_pb_row] [/et_pb_section]",
            ),
            (
                "[et_pb_text content_tablet=\"<a data-et-target-link=%22_blank%22>\"]\n<a href=\"#\" data-et-target-link=\"_blank\">x</a>[/et_pb_text]",
                "[et_pb_text content_tablet=\"<a target=%22_blank%22>\"]<a href=\"#\" target=\"_blank\">x</a>[/et_pb_text]",
            ),
            ("xdata-et-target-link=", "xdata-et-target-link="),
        ];
        for (input, output) in cases {
            assert_eq!(fix_shortcodes(input), output, "{input}");
        }
    }
}
