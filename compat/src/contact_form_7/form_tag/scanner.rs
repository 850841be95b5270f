//! Finds the form-tags of a template.
//!
//! Contract "contact-form-7" sections 3.2 to 3.6. One pass from left to right; what looks like a tag but is none
//! stays text.

use std::borrow::Cow;

use super::{Feature, FormTag, FormTagTypes, Pipes, is_name, strip_quote};
use crate::contact_form_7::whitespace::{is_whitespace, strip_whitespaces};

/// A piece of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Text, and what looks like a tag but is none.
    Text(&'a str),
    /// `[[text x]]`: the inner text is printed with one pair of brackets (the text here includes both).
    Escaped(&'a str),
    /// A tag of a registered type.
    Tag(ScannedTag<'a>),
}

/// A match of the tag grammar, not yet read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScannedTag<'a> {
    /// The whole match, brackets around it included.
    pub text: &'a str,
    /// A second bracket stood before it.
    pub open_escape: bool,
    /// A second bracket stood behind it.
    pub close_escape: bool,
    /// The registered type.
    pub tag_type: &'a str,
    attributes: &'a str,
    content: &'a str,
}

/// `wpcf7_scan_form_tags`: the valid tags of a template, in order.
pub fn scan_form_tags(template: &str, types: &FormTagTypes) -> Vec<FormTag> {
    let mut tags: Vec<FormTag> = Vec::new();
    for piece in pieces(template, types) {
        let Piece::Tag(scanned) = piece else { continue };
        let is_repeated = types.supports(scanned.tag_type, Feature::Singular)
            && tags.iter().any(|t| t.tag_type == scanned.tag_type);
        if !is_repeated {
            tags.extend(scanned.read(types));
        }
    }
    tags
}

/// Cuts a template into text, escaped tags and tags.
pub fn pieces<'a>(template: &'a str, types: &FormTagTypes) -> Vec<Piece<'a>> {
    let mut out = Vec::new();
    let (mut at, mut text_from) = (0, 0);
    while let Some(found) = template
        .get(at..)
        .and_then(|rest| memchr::memchr(b'[', rest.as_bytes()))
    {
        let start = at + found;
        let Some(tag) = match_at(template, start, types) else {
            at = start + 1;
            continue;
        };
        let end = start + tag.text.len();
        push_text(&mut out, template.get(text_from..start));
        out.push(if tag.open_escape && tag.close_escape {
            Piece::Escaped(tag.text)
        } else {
            Piece::Tag(tag)
        });
        (at, text_from) = (end, end);
    }
    push_text(&mut out, template.get(text_from..));
    out
}

fn push_text<'a>(out: &mut Vec<Piece<'a>>, text: Option<&'a str>) {
    out.extend(text.filter(|t| !t.is_empty()).map(Piece::Text));
}

/// The match that begins at the bracket at `start`: first as a doubled bracket, then as a single one.
fn match_at<'a>(template: &'a str, start: usize, types: &FormTagTypes) -> Option<ScannedTag<'a>> {
    let rest = template.get(start..)?;
    let doubled = rest.strip_prefix("[[").and_then(|r| opened(r, types));
    let (open_escape, opened) = match doubled {
        Some(opened) => (true, opened),
        None => (false, opened(rest.strip_prefix('[')?, types)?),
    };
    let Opened {
        tag_type,
        attributes,
        behind,
    } = opened;
    let (content, behind) = enclosed(behind, tag_type).unwrap_or(("", behind));
    let close_escape = behind.starts_with(']');
    let len = rest.len() - behind.len() + usize::from(close_escape);
    Some(ScannedTag {
        text: rest.get(..len)?,
        open_escape,
        close_escape,
        tag_type,
        attributes,
        content,
    })
}

/// An opening tag behind its bracket.
struct Opened<'a> {
    tag_type: &'a str,
    attributes: &'a str,
    behind: &'a str,
}

/// Longer than every type: a name that goes on is none, and hostile text is not read twice.
const TYPE_MAX: usize = 16;

fn opened<'a>(text: &'a str, types: &FormTagTypes) -> Option<Opened<'a>> {
    let ends = text
        .char_indices()
        .take(TYPE_MAX)
        .find(|(_, c)| *c == ']' || is_whitespace(*c));
    let (tag_type, rest) = text.split_at_checked(ends?.0)?;
    if !types.is_registered(tag_type) {
        return None;
    }
    let close = memchr::memchr(b']', rest.as_bytes())?;
    let behind = rest.get(close + 1..)?;
    let inside = rest.get(..close)?.trim_start_matches(is_whitespace);
    // A slash at the end closes the tag when white space and some attribute text stand before it.
    let attributes = inside
        .strip_suffix('/')
        .filter(|before| before.ends_with(is_whitespace))
        .map_or(inside, |before| before.trim_end_matches(is_whitespace));
    Some(Opened {
        tag_type,
        attributes,
        behind,
    })
}

/// `CONTENT[/type]` at the start of a text: content without a bracket, and what stands behind the closing tag.
fn enclosed<'a>(text: &'a str, tag_type: &str) -> Option<(&'a str, &'a str)> {
    let bracket = memchr::memchr(b'[', text.as_bytes())?;
    let (content, rest) = text.split_at_checked(bracket)?;
    let behind = rest
        .strip_prefix("[/")?
        .strip_prefix(tag_type)?
        .strip_prefix(']')?;
    Some((content, behind))
}

impl ScannedTag<'_> {
    /// Reads attributes and content; nothing for a tag that stays text.
    pub fn read(&self, types: &FormTagTypes) -> Option<FormTag> {
        let mut tag = FormTag {
            tag_type: self.tag_type.to_owned(),
            basetype: self.tag_type.trim_matches('*').to_owned(),
            content: content(self.content),
            ..FormTag::default()
        };
        let text = spaced(self.attributes);
        let attributes = parse_attributes(&text);
        if types.supports(self.tag_type, Feature::NameAttr) {
            let mut attributes = attributes?;
            if attributes.options.is_empty() {
                return None;
            }
            let raw_name = attributes.options.remove(0);
            if !is_name(raw_name) {
                return None;
            }
            raw_name.clone_into(&mut tag.raw_name);
            tag.name = raw_name.replace('.', "_");
            tag.take(&attributes);
        } else if let Some(attributes) = attributes {
            tag.take(&attributes);
        } else {
            strip_whitespaces(&text).clone_into(&mut tag.attr);
        }
        Some(tag)
    }
}

impl FormTag {
    fn take(&mut self, attributes: &Attributes<'_>) {
        let owned = |list: &[&str]| list.iter().map(|t| (*t).to_owned()).collect();
        self.options = owned(&attributes.options);
        self.raw_values = owned(&attributes.values);
        self.pipes = Pipes::new(attributes.values.iter().copied());
        self.values = self.pipes.collect_befores();
        self.labels.clone_from(&self.values);
    }
}

struct Attributes<'a> {
    options: Vec<&'a str>,
    values: Vec<&'a str>,
}

/// Runs of no-break and zero-width spaces become one space.
fn spaced(text: &str) -> Cow<'_, str> {
    let is_odd = |c: char| matches!(c, '\u{a0}' | '\u{200b}');
    if !text.contains(is_odd) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut in_run = false;
    for c in text.chars() {
        if !is_odd(c) {
            out.push(c);
        } else if !in_run {
            out.push(' ');
        }
        in_run = is_odd(c);
    }
    Cow::Owned(out)
}

/// Options, then quoted values; `None` for everything else.
fn parse_attributes(text: &str) -> Option<Attributes<'_>> {
    let text = strip_whitespaces(text);
    let is_option =
        |c: char| c.is_ascii_alphanumeric() || "-+*=:.!?#$&@_/|%".contains(c) || is_whitespace(c);
    let end = text.find(|c| !is_option(c)).unwrap_or(text.len());
    let (options, mut rest) = text.split_at_checked(end)?;
    let mut values = Vec::new();
    while !rest.is_empty() {
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let len = rest.get(1..)?.find(quote)? + 2;
        let (value, behind) = rest.split_at_checked(len)?;
        values.push(strip_quote(value));
        rest = behind.trim_start_matches(is_whitespace);
    }
    let options = options.trim_end_matches(is_whitespace);
    // PHP finds the text "0" empty.
    let options = if options == "0" { "" } else { options };
    Some(Attributes {
        options: options
            .split(is_whitespace)
            .filter(|o| !o.is_empty())
            .collect(),
        values,
    })
}

/// The content without line-break elements at the ends of its lines.
fn content(text: &str) -> String {
    let text = strip_whitespaces(text);
    if !text.contains("<br") {
        return text.to_owned();
    }
    let lines: Vec<&str> = text.split('\n').map(without_br).collect();
    lines.join("\n")
}

fn without_br(line: &str) -> &str {
    let Some(before) = line.strip_suffix('>') else {
        return line;
    };
    let before = before.strip_suffix('/').unwrap_or(before);
    let before = before.trim_end_matches([' ', '\t', '\r', '\n']);
    before.strip_suffix("<br").unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tags(template: &str) -> Vec<FormTag> {
        scan_form_tags(template, &FormTagTypes::default())
    }

    #[test]
    fn what_is_no_tag_stays_text() {
        for text in [
            "[ text x]",
            "[text*x]",
            "[text-x y]",
            "[radio* r]",
            "[TEXT x]",
            "[text]",
            "[text 1x]",
            "[text x a,b]",
            "[text x \"a\" opt]",
            "[text x \"unclosed]",
            "[[text x]]",
        ] {
            assert!(tags(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn values_pipes_content_and_names_are_read() {
        let all = tags(
            "[text x /\"v\"][select a.b:c \"b|c|d\" '|x' 'y|'][textarea m]a<br />\nb[/textarea]",
        );
        assert_eq!(all[0].options, ["/"]);
        assert_eq!(all[0].values, ["v"]);
        assert_eq!(
            (all[1].raw_name.as_str(), all[1].name.as_str()),
            ("a.b:c", "a_b:c")
        );
        assert_eq!(all[1].values, ["b", "", "y"]);
        assert_eq!(all[1].pipes.collect_afters(), ["c|d", "x", ""]);
        assert_eq!(all[2].content, "a\nb");
    }

    #[test]
    fn half_escaped_tags_keep_their_bracket() {
        let found = pieces("[[text x] y", &FormTagTypes::default());
        let Piece::Tag(tag) = &found[0] else {
            panic!("{found:?}")
        };
        assert!(tag.open_escape && !tag.close_escape);
        assert_eq!(tag.text, "[[text x]");
    }

    proptest! {
        #[test]
        fn pieces_put_together_are_the_template(template in "(\\[|\\]|/|text|textarea|hidden|\\*| |\"|'|\\PC){0,60}") {
            let whole: String = pieces(&template, &FormTagTypes::default())
                .iter()
                .map(|piece| match piece {
                    Piece::Text(text) | Piece::Escaped(text) => *text,
                    Piece::Tag(tag) => tag.text,
                })
                .collect();
            prop_assert_eq!(whole, template.clone());
            let _ = tags(&template);
        }
    }
}
