//! Puts the pieces of markup together again, with paragraphs, line breaks and indentation.
//!
//! Contract "contact-form-7" sections 5.3 to 5.5.

use std::collections::HashMap;

use super::chunk::{ChunkKind, normalize_start_tag, pre_format, tag_name};
use super::element::{
    closed_by, guards, is_br_parent, is_nestable, is_p_child, is_p_nonparent, is_p_parent, is_void,
};
use crate::contact_form_7::whitespace::{is_blank, strip_end, strip_start, strip_whitespaces};

/// More than any real form nests: hostile nesting cannot make the output grow with its square.
const INDENT_MAX: usize = 100;

/// What the formatter adds.
#[derive(Debug, Clone, Copy)]
pub struct FormatterOptions {
    /// Line breaks become `<br />`.
    pub auto_br: bool,
    /// Block elements are indented by tabs.
    pub auto_indent: bool,
}

impl Default for FormatterOptions {
    fn default() -> Self {
        Self {
            auto_br: true,
            auto_indent: true,
        }
    }
}

/// The state while formatting.
#[derive(Debug)]
pub struct Formatter {
    options: FormatterOptions,
    output: String,
    /// Open elements, outermost first.
    stack: Vec<String>,
    /// Where in the stack each name stands.
    positions: HashMap<String, Vec<usize>>,
    /// How many open elements stand in a line of text.
    open_p_children: usize,
}

impl Formatter {
    /// Formats a text.
    pub fn format(input: &str, options: FormatterOptions) -> String {
        let mut formatter = Self {
            options,
            output: String::with_capacity(input.len() + input.len() / 4),
            stack: Vec::new(),
            positions: HashMap::new(),
            open_p_children: 0,
        };
        for chunk in pre_format(input, options.auto_br) {
            match chunk.kind {
                ChunkKind::Text => formatter.append_text(&chunk.content),
                ChunkKind::StartTag => formatter.start_tag(&chunk.content),
                ChunkKind::EndTag => {
                    let inside = chunk.content.get(2..).unwrap_or_default();
                    let name = tag_name(inside, |b| is_blank(b) || b == b'>');
                    formatter.end_tag(&name);
                }
                ChunkKind::Comment => formatter.output.push_str(&chunk.content),
            }
        }
        while let Some(name) = formatter.pop() {
            formatter.append_end_tag(&name);
        }
        formatter.output
    }

    fn is_inside(&self, name: &str) -> bool {
        self.positions.get(name).is_some_and(|p| !p.is_empty())
    }

    fn parent_is(&self, test: impl Fn(&str) -> bool) -> bool {
        self.stack.last().is_some_and(|name| test(name))
    }

    fn push(&mut self, name: String) {
        self.open_p_children += usize::from(is_p_child(&name));
        let at = self.stack.len();
        self.positions.entry(name.clone()).or_default().push(at);
        self.stack.push(name);
    }

    fn pop(&mut self) -> Option<String> {
        let name = self.stack.pop()?;
        self.open_p_children -= usize::from(is_p_child(&name));
        if let Some(positions) = self.positions.get_mut(&name) {
            positions.pop();
        }
        Some(name)
    }

    fn append_text(&mut self, content: &str) {
        if self.is_inside("pre") || self.is_inside("template") {
            self.output.push_str(content);
            return;
        }
        let in_flow = self.stack.is_empty() || self.parent_is(|p| p == "p" || is_p_parent(p));
        if !in_flow {
            let br = self.options.auto_br && self.parent_is(is_br_parent);
            self.append_normalized(content, br);
            return;
        }
        let chunks = paragraphs(content);
        if chunks.starts_with_break {
            self.end_tag("p");
        }
        let mut texts = chunks.texts.into_iter();
        if self.is_inside("p")
            && let Some(first) = texts.next()
        {
            self.append_normalized(first, self.options.auto_br);
        }
        for text in texts {
            self.start_tag("p");
            self.append_normalized(strip_start(text), self.options.auto_br);
        }
        if chunks.ends_with_break {
            self.end_tag("p");
        }
        if content.contains('\n') && content.bytes().all(is_blank) {
            let br = self.options.auto_br && self.is_inside("p");
            self.append_normalized(content, br);
        }
    }

    /// Line breaks become elements, if wanted; runs of spaces become one.
    fn append_normalized(&mut self, text: &str, br: bool) {
        let mut rest = text;
        while let Some(from) = rest.bytes().position(is_blank) {
            let (before, blank) = rest.split_at_checked(from).unwrap_or((rest, ""));
            self.output.push_str(before);
            let end = blank
                .bytes()
                .position(|b| !is_blank(b))
                .unwrap_or(blank.len());
            let (run, behind) = blank.split_at_checked(end).unwrap_or((blank, ""));
            if br && run.contains('\n') {
                self.output.push_str("<br />\n");
            } else {
                let mut last = '\0';
                for c in run.chars().filter(|c| {
                    let is_repeated = *c == ' ' && last == ' ';
                    last = *c;
                    !is_repeated
                }) {
                    self.output.push(c);
                }
            }
            rest = behind;
        }
        self.output.push_str(rest);
    }

    fn start_tag(&mut self, tag: &str) {
        let is_implied = !tag.starts_with('<');
        let (tag, name) = normalize_start_tag(tag);
        let is_child = is_p_child(&name);
        if is_child
            && !self.is_inside("p")
            && self.open_p_children == 0
            && !self.parent_is(is_p_nonparent)
        {
            self.start_tag("p");
        }
        if !is_element_name(&name) {
            return;
        }
        if name == "p" || is_p_parent(&name) || is_p_nonparent(&name) {
            self.end_tag("p");
        }
        for closed in closed_by(&name) {
            self.end_tag(closed);
        }
        if !is_nestable(&name) && self.parent_is(|parent| parent == name) {
            self.end_tag(&name);
        }
        if !is_void(&name) {
            self.push(name);
        }
        if !is_child {
            if !self.output.is_empty() {
                self.trim_output();
                self.output.push('\n');
            }
            self.indent(self.stack.len().saturating_sub(1));
        }
        if is_implied {
            self.output.push('<');
            self.output.push_str(&tag);
            self.output.push('>');
        } else {
            self.output.push_str(&tag);
        }
    }

    fn end_tag(&mut self, name: &str) {
        let last = |name: &str| self.positions.get(name).and_then(|p| p.last()).copied();
        let Some(at) = last(name) else { return };
        let is_guarded = guards(name)
            .iter()
            .any(|guard| last(guard).is_some_and(|g| g > at));
        if is_guarded {
            return;
        }
        while let Some(open) = self.pop() {
            self.append_end_tag(&open);
            if open == name {
                break;
            }
        }
    }

    fn append_end_tag(&mut self, name: &str) {
        if !is_p_child(name) {
            self.strip_blanks();
            if self.output.ends_with("<br />") {
                self.output.truncate(self.output.len() - "<br />".len());
            }
            self.trim_output();
            self.output.push('\n');
            self.indent(self.stack.len());
        }
        self.output.push_str("</");
        self.output.push_str(name);
        self.output.push('>');
        if name == "p" {
            self.remove_empty_paragraph();
        }
    }

    fn remove_empty_paragraph(&mut self) {
        let inside = self.output.strip_suffix("</p>").unwrap_or(&self.output);
        let before = inside.trim_end_matches(|c: char| c.is_ascii() && is_blank(c as u8));
        if let Some(before) = before.strip_suffix("<p>") {
            self.output.truncate(before.len());
        }
    }

    /// Takes blanks off the end when a line-break element stands before them.
    fn strip_blanks(&mut self) {
        let end = self
            .output
            .bytes()
            .rposition(|b| !is_blank(b))
            .map_or(0, |at| at + 1);
        if self
            .output
            .get(..end)
            .is_some_and(|o| o.ends_with("<br />"))
        {
            self.output.truncate(end);
        }
    }

    fn trim_output(&mut self) {
        self.output.truncate(strip_end(&self.output).len());
    }

    fn indent(&mut self, depth: usize) {
        if self.options.auto_indent {
            self.output
                .extend(std::iter::repeat_n('\t', depth.min(INDENT_MAX)));
        }
    }
}

/// `h2`, `svg:rect`; other names are dropped.
fn is_element_name(name: &str) -> bool {
    let (first, second) = match name.split_once(':') {
        Some((first, second)) => (first, Some(second)),
        None => (name, None),
    };
    let mut plain = first.bytes();
    plain.next().is_some_and(|b| b.is_ascii_lowercase())
        && plain.all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        && second.is_none_or(|s| {
            !s.is_empty()
                && s.bytes()
                    .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        })
}

/// A text cut at empty lines.
struct Paragraphs<'a> {
    texts: Vec<&'a str>,
    starts_with_break: bool,
    ends_with_break: bool,
}

fn paragraphs(content: &str) -> Paragraphs<'_> {
    let mut found = Paragraphs {
        texts: Vec::new(),
        starts_with_break: false,
        ends_with_break: false,
    };
    let bytes = content.as_bytes();
    let (mut from, mut at) = (0, 0);
    while let Some(&byte) = bytes.get(at) {
        if !is_blank(byte) {
            at += 1;
            continue;
        }
        let run = bytes.get(at..).unwrap_or_default();
        let len = run.iter().position(|b| !is_blank(*b)).unwrap_or(run.len());
        let breaks = memchr::memchr_iter(b'\n', run.get(..len).unwrap_or_default()).count();
        if breaks > 1 {
            found.starts_with_break |= at == 0;
            found.ends_with_break |= at + len == bytes.len();
            found.texts.extend(content.get(from..at));
            from = at + len;
        }
        at += len;
    }
    found.texts.extend(content.get(from..));
    found
        .texts
        .retain(|text| !strip_whitespaces(text).is_empty());
    found
}
