//! `wp_kses`: splits a text into tags, comments and text, and lets the allowed ones pass.

use std::borrow::Cow;

use super::allowed_html::AllowedHtml;
use super::block_content::filter_block_content;
use super::no_null::{SlashZero, wp_kses_no_null};
use super::normalize_entities::{EntityContext, wp_kses_normalize_entities};
use crate::wordpress::formatting::sanitize_field::wp_pre_kses_less_than;
use crate::wordpress::formatting::whitespace::SPACE;

/// Comments inside comments stop here; WordPress comes to rest after two.
const MAX_DEPTH: u8 = 4;
/// How often a comment is cleaned until it stays as it is.
const MAX_ROUNDS: u8 = 8;

/// What is allowed.
#[derive(Clone, Copy, Debug)]
pub struct Kses<'a> {
    /// Elements and attributes.
    pub allowed: &'a AllowedHtml,
    /// Protocols of URLs in attributes.
    pub protocols: &'a [&'a str],
    /// The address of the uploads folder: PDF objects from its host are allowed.
    pub uploads_url: Option<&'a str>,
}

/// The content with allowed HTML only.
pub fn wp_kses(content: &str, allowed: &AllowedHtml, protocols: &[&str]) -> String {
    Kses::new(allowed, protocols).clean(content)
}

impl<'a> Kses<'a> {
    /// Rules without an uploads folder.
    pub fn new(allowed: &'a AllowedHtml, protocols: &'a [&'a str]) -> Self {
        Self {
            allowed,
            protocols,
            uploads_url: None,
        }
    }

    /// `wp_kses`.
    pub fn clean(&self, content: &str) -> String {
        self.run(content, true, 0)
    }

    /// `blocks`: whether attributes of blocks are filtered too (not inside such an attribute).
    pub(super) fn run(&self, content: &str, blocks: bool, depth: u8) -> String {
        let content = wp_kses_no_null(content, SlashZero::Keep);
        let content = wp_kses_normalize_entities(&content, EntityContext::Html);
        let content = wp_pre_kses_less_than(&content);
        let content = if blocks {
            filter_block_content(&content, |value| self.run(value, false, depth))
        } else {
            content
        };
        self.split(&content, depth)
    }

    fn split(&self, content: &str, depth: u8) -> String {
        let mut out = String::with_capacity(content.len());
        let mut tokens = Tokens {
            content,
            no_comment_end_before: 0,
            line_end: None,
        };
        let mut from = 0;
        while let Some((start, end)) = tokens.next(from) {
            out.push_str(content.get(from..start).unwrap_or_default());
            let token = content.get(start..end).unwrap_or_default();
            out.push_str(&self.token(token, depth));
            from = end;
        }
        out.push_str(content.get(from..).unwrap_or_default());
        out
    }

    /// `wp_kses_split2`: what becomes of one comment, tag or `>`.
    fn token(&self, token: &str, depth: u8) -> String {
        let token: Cow<'_, str> = if token.contains("\\\"") {
            Cow::Owned(token.replace("\\\"", "\""))
        } else {
            Cow::Borrowed(token)
        };
        if !token.starts_with('<') {
            return "&gt;".to_owned();
        }
        if depth >= MAX_DEPTH {
            return String::new();
        }
        if let Some((opener, inner)) = bogus_comment(&token) {
            return format!("<{opener}{}>", self.until_stable(inner, depth));
        }
        if token.starts_with("<!--") {
            let inner = token.replace("<!--", "").replace("-->", "");
            return comment(&self.until_stable(&inner, depth));
        }
        let Some(tag) = Tag::parse(&token) else {
            return String::new();
        };
        let Some(attributes) = self.allowed.attributes(&tag.element.to_ascii_lowercase()) else {
            return String::new();
        };
        if tag.closing {
            return format!("</{}>", tag.element);
        }
        self.tag(tag.element, tag.attributes, attributes)
    }

    fn until_stable(&self, content: &str, depth: u8) -> String {
        let mut content = content.to_owned();
        for _ in 0..MAX_ROUNDS {
            let next = self.run(&content, true, depth + 1);
            if next == content {
                return content;
            }
            content = next;
        }
        String::new()
    }
}

/// A comment in WordPress's notation; empty when nothing is inside.
fn comment(inner: &str) -> String {
    if inner.is_empty() {
        return String::new();
    }
    // No dashes in a row, and none at the end.
    let mut out = String::with_capacity(inner.len() + 7);
    out.push_str("<!--");
    let mut last = ' ';
    for c in inner.chars() {
        if c != '-' || last != '-' {
            out.push(c);
        }
        last = c;
    }
    if inner.ends_with('-') {
        out.pop();
    } else if inner.ends_with("-\n") {
        out.truncate(out.len() - 2);
        out.push('\n');
    }
    out.push_str("-->");
    out
}

/// `</1…>` and `<!x…>`, which browsers take for comments: the second character and the inside.
fn bogus_comment(token: &str) -> Option<(char, &str)> {
    let inner = token.strip_suffix('>')?;
    if let Some(rest) = inner.strip_prefix("</") {
        let first = rest.chars().next()?;
        let after = rest.get(first.len_utf8()..)?;
        return (!first.is_ascii_alphabetic() && !after.contains('>')).then_some(('/', rest));
    }
    let rest = inner.strip_prefix("<!")?;
    let first = rest.bytes().next()?;
    (first.is_ascii_lowercase() && !rest.contains('>')).then_some(('!', rest))
}

/// A tag, taken apart.
struct Tag<'a> {
    closing: bool,
    element: &'a str,
    attributes: &'a str,
}

impl<'a> Tag<'a> {
    fn parse(token: &'a str) -> Option<Self> {
        let rest = token.strip_prefix('<')?.trim_start_matches(SPACE);
        let (closing, rest) = match rest.strip_prefix('/') {
            Some(rest) => (true, rest.trim_start_matches(SPACE)),
            None => (false, rest),
        };
        let length = rest
            .bytes()
            .take_while(|b| b.is_ascii_alphanumeric() || *b == b'-')
            .count();
        let (element, attributes) = rest.split_at_checked(length)?;
        let attributes = attributes.strip_suffix('>').unwrap_or(attributes);
        (!element.is_empty() && !attributes.contains('>')).then_some(Self {
            closing,
            element,
            attributes,
        })
    }
}

/// Finds the spans that kses looks at.
struct Tokens<'a> {
    content: &'a str,
    /// No `-->` starts before this offset: searched already.
    no_comment_end_before: usize,
    /// Where the line ends that was looked at last.
    line_end: Option<usize>,
}

impl Tokens<'_> {
    /// The next span at or after `from`.
    fn next(&mut self, from: usize) -> Option<(usize, usize)> {
        let bytes = self.content.as_bytes();
        let start = from + memchr::memchr2(b'<', b'>', bytes.get(from..)?)?;
        let span = self.content.get(start..)?;
        if span.starts_with('>') {
            return Some((start, start + 1));
        }
        if span.starts_with("<!--")
            && let Some(end) = self.comment_end(start + 4)
        {
            return Some((start, end));
        }
        // The first `>` of `</>` does not count: `[^a-zA-Z]` takes it.
        let skip = match span.as_bytes() {
            [b'<', b'/', first, ..] if !first.is_ascii_alphabetic() => 3,
            _ => 1,
        };
        let gt = |skip: usize| memchr::memchr(b'>', bytes.get(start + skip..)?).map(|at| at + skip);
        let end = gt(skip).or_else(|| gt(1));
        Some((start, end.map_or(bytes.len(), |at| start + at + 1)))
    }

    /// End of a comment whose inside starts at `inside`; it must end on its line or with the text.
    fn comment_end(&mut self, inside: usize) -> Option<usize> {
        let limit = match self.line_end {
            Some(end) if end >= inside => end,
            _ => {
                let rest = self.content.as_bytes().get(inside..)?;
                memchr::memchr(b'\n', rest).map_or(self.content.len(), |at| inside + at)
            }
        };
        self.line_end = Some(limit);
        if self.no_comment_end_before < limit {
            if let Some(at) = self
                .content
                .get(inside..limit)
                .and_then(|line| line.find("-->"))
            {
                return Some(inside + at + 3);
            }
            self.no_comment_end_before = limit;
        }
        // PHP's `$`: the end, or before a last line feed.
        (limit + 1 >= self.content.len()).then_some(limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::kses::{WP_ALLOWED_PROTOCOLS, wp_kses_post};

    #[test]
    fn tokens() {
        for (html, want) in [
            ("</1 a>", "</1 a>"),
            ("<!doctype x>", "<!doctype x>"),
            ("<!DOCTYPE x>", ""),
            ("<!--a--b--->", "<!--a-b-->"),
            ("<!--a\nb-->c", "<!--a\nb-->c"),
            ("<!---->", ""),
            ("a>b", "a&gt;b"),
            ("< p >", "<p>"),
            ("</p x>", "</p>"),
            ("<B\\\"x>", "<B>"),
        ] {
            assert_eq!(wp_kses_post(html), want, "{html}");
        }
    }

    #[test]
    fn an_empty_table_strips() {
        let html = "<b>a</b> & <i";
        assert_eq!(
            wp_kses(html, AllowedHtml::strip(), &WP_ALLOWED_PROTOCOLS),
            "a &amp; &lt;i"
        );
    }
}
