//! The filters that Divi adds to a post's content.
//!
//! Contract "divi-server" section 2, points 1 to 3; order and priorities: vector family wordpress-content. Texts
//! that are not made with the builder pass unchanged, except posts of the format `quote`.
//!
//! Layouts of the Theme Builder go through a chain of their own ([`register_layout`]). Not here: the removal of a
//! `gallery` post's gallery.

use std::borrow::Cow;

use super::code_module::prep_code_module_for_wpautop;
use crate::wordpress::content::{ContentContext, Filters};

/// The wrapper of a post made with the builder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuilderLayout {
    /// Gutter width of the page, 1 to 4.
    pub gutter_width: u8,
    /// Additional classes of the inner wrapper, each with a leading space.
    pub inner_classes: String,
}

/// The input of these filters from the page.
pub trait ContentHost: ContentContext {
    /// The wrapper; present for the page's own content where it is made with the builder.
    fn builder_layout(&self) -> Option<BuilderLayout>;

    /// Whether the post has the format `quote` and the page shows the quotation on its own.
    fn shows_quote(&self) -> bool {
        false
    }
}

/// Adds Divi's filters to `et_builder_render_layout`, the filters of layouts.
pub fn register_layout<C: ContentHost>(layout: &mut Filters<C>) {
    add_code_guard(layout);
    layout.add(10, "et_fix_builder_shortcodes", |text, _| {
        fix_shortcodes(text)
    });
}

/// Hides the markup of code modules from `wpautop`; rendering the module restores it.
fn add_code_guard<C: ContentHost>(filters: &mut Filters<C>) {
    filters.add(0, "et_pb_prep_code_module_for_wpautop", |text, _| {
        prep_code_module_for_wpautop(text)
    });
}

/// Adds Divi's filters to `the_content`.
pub fn register<C: ContentHost>(the_content: &mut Filters<C>) {
    add_code_guard(the_content);
    the_content.add(
        10,
        "et_builder_add_builder_content_wrapper",
        |text, pass| match pass.context.builder_layout() {
            Some(layout) if !text.is_empty() => Cow::Owned(wrapped(text, &layout)),
            _ => Cow::Borrowed(text),
        },
    );
    the_content.add(10, "et_fix_builder_shortcodes", |text, pass| {
        if pass.context.builder_layout().is_some() {
            fix_shortcodes(text)
        } else {
            Cow::Borrowed(text)
        }
    });
    the_content.add(10, "et_remove_blockquote_from_content", |text, pass| {
        if pass.context.shows_quote() {
            without_blockquote(text)
        } else {
            Cow::Borrowed(text)
        }
    });
}

/// The content of a post made with the builder in its wrapper, with the white space of the recorded pages.
pub fn wrapped(text: &str, layout: &BuilderLayout) -> String {
    let BuilderLayout {
        gutter_width,
        inner_classes,
    } = layout;
    wrap_layout(
        "div",
        "post",
        &format!("{gutter_width}{inner_classes}"),
        text,
    )
}

/// A layout in its wrapper: `tag` is the outer element, `kind` the area of the page.
pub fn wrap_layout(tag: &str, kind: &str, gutters: &str, text: &str) -> String {
    let head = format!(
        "<{tag} class=\"et-l et-l--{kind}\">\n\t\t\t<div class=\"et_builder_inner_content \
         et_pb_gutters{gutters}\">"
    );
    let end = format!("\t\t</div>\n\t</{tag}>\n\t");
    [&head, text, &end].concat()
}

/// Removes the breaks, line ends and paragraph tags that `wpautop` adds around builder shortcodes: first those behind
/// each of them, then those before.
pub fn fix_shortcodes(text: &str) -> Cow<'_, str> {
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

/// The content without its first `blockquote`, which the page prints in its header.
fn without_blockquote(text: &str) -> Cow<'_, str> {
    const OPEN: &str = "<blockquote>";
    const CLOSE: &str = "</blockquote>";
    let lower = text.to_ascii_lowercase();
    let span = lower.find(OPEN).and_then(|start| {
        // At least one character stands between the two.
        let inner = start + OPEN.len();
        let first = lower.get(inner..)?.chars().next()?.len_utf8();
        let close = lower.get(inner + first..)?.find(CLOSE)?;
        Some((start, inner + first + close + CLOSE.len()))
    });
    let Some((start, end)) = span else {
        return Cow::Borrowed(text);
    };
    let before = text.get(..start).unwrap_or_default();
    let behind = text.get(end..).unwrap_or_default();
    Cow::Owned(format!("{before}{behind}"))
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
        ];
        for (input, output) in cases {
            assert_eq!(fix_shortcodes(input), output, "{input}");
        }
    }

    #[test]
    fn first_quotation() {
        assert_eq!(without_blockquote("a<BLOCKQUOTE>b</blockquote>c"), "ac");
        assert_eq!(without_blockquote("a<blockquote>b"), "a<blockquote>b");
    }
}
