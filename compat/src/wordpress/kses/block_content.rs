//! `filter_block_content`: kses on the attributes of blocks, which stand in comments as JSON.
//!
//! Prints blocks again with other attributes; [`crate::wordpress::blocks`] reads and renders them. Like
//! WordPress, it closes blocks that are not closed.

use std::borrow::Cow;

use serde_json::{Map, Number, Value};

use crate::wordpress::blocks::delimiter::{Delimiter, Delimiters};

/// Blocks that are still open when a text ends are printed one by one, each with the rest of the text;
/// beyond this number the text stays as it is, so that the work stays linear.
const MAX_UNCLOSED: usize = 16;

/// The text with filtered block attributes. `kses` cleans one string.
pub fn filter_block_content<'a>(text: &'a str, kses: impl Fn(&str) -> String) -> Cow<'a, str> {
    if !text.contains("<!--") {
        return Cow::Borrowed(text);
    }
    let text: Cow<'a, str> = if text.contains("--->") {
        Cow::Owned(trim_comment_dashes(text))
    } else {
        Cow::Borrowed(text)
    };
    if !text.contains("wp:") {
        return text;
    }
    match Parser::parse(&text, &kses) {
        Some(printed) => Cow::Owned(printed),
        None => text,
    }
}

/// `<!--a--->` becomes `<!--a-->`, line by line.
fn trim_comment_dashes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let mut rest = line;
        while let Some((before, (inner, after))) = rest
            .split_once("<!--")
            .and_then(|(before, after)| Some((before, after.split_once("--->")?)))
        {
            out.push_str(before);
            out.push_str("<!--");
            out.push_str(inner.trim_end_matches('-'));
            out.push_str("-->");
            rest = after;
        }
        out.push_str(rest);
    }
    out
}

/// An open block.
struct Frame {
    /// The delimiter as it is printed, up to the attributes.
    opener: String,
    name: String,
    content: String,
    /// Where the next piece of its content starts.
    from: usize,
    /// Where the text before it starts that belongs to no other block.
    leading: usize,
    /// Where its delimiter starts.
    start: usize,
}

struct Parser<'a, F> {
    text: &'a str,
    kses: &'a F,
    stack: Vec<Frame>,
    out: String,
    /// End of the last delimiter.
    offset: usize,
}

impl<'a, F: Fn(&str) -> String> Parser<'a, F> {
    fn parse(text: &'a str, kses: &'a F) -> Option<String> {
        let mut parser = Self {
            text,
            kses,
            stack: Vec::new(),
            out: String::with_capacity(text.len()),
            offset: 0,
        };
        for delimiter in Delimiters::new(text) {
            if !parser.take(&delimiter) {
                break;
            }
            parser.offset = delimiter.end;
        }
        parser.finish()
    }

    fn piece(&self, from: usize, to: usize) -> &'a str {
        self.text.get(from..to).unwrap_or_default()
    }

    /// Takes a delimiter; `false` when the rest is no blocks.
    fn take(&mut self, delimiter: &Delimiter<'_>) -> bool {
        if delimiter.is_void {
            let printed = format!("{}/-->", self.opener(delimiter));
            self.emit(&printed, self.offset, delimiter.start, delimiter.end);
            return true;
        }
        if delimiter.is_closer {
            let Some(mut frame) = self.stack.pop() else {
                return false;
            };
            frame
                .content
                .push_str(self.piece(frame.from, delimiter.start));
            self.emit(&frame.printed(), frame.leading, frame.start, delimiter.end);
            return true;
        }
        self.stack.push(Frame {
            opener: self.opener(delimiter),
            name: short_name(delimiter),
            content: String::new(),
            from: delimiter.end,
            leading: self.offset,
            start: delimiter.start,
        });
        true
    }

    /// Appends a finished block, with the text before it, to its parent or to the output.
    fn emit(&mut self, printed: &str, leading: usize, start: usize, end: usize) {
        match self.stack.pop() {
            Some(mut parent) => {
                parent.content.push_str(self.piece(parent.from, start));
                parent.content.push_str(printed);
                parent.from = end;
                self.stack.push(parent);
            }
            None => {
                let before = self.piece(leading, start);
                self.out.push_str(before);
                self.out.push_str(printed);
            }
        }
    }

    fn finish(mut self) -> Option<String> {
        if self.stack.len() > MAX_UNCLOSED {
            return None;
        }
        if self.stack.is_empty() {
            self.out.push_str(self.piece(self.offset, self.text.len()));
            return Some(self.out);
        }
        while let Some(mut frame) = self.stack.pop() {
            frame
                .content
                .push_str(self.piece(frame.from, self.text.len()));
            let before = self.piece(frame.leading, frame.start);
            self.out.push_str(before);
            self.out.push_str(&frame.printed());
        }
        Some(self.out)
    }

    /// `<!-- wp:name {…} `, with filtered attributes.
    fn opener(&self, delimiter: &Delimiter<'_>) -> String {
        let name = short_name(delimiter);
        let attributes = delimiter
            .attrs
            .and_then(|json| serde_json::from_str::<Value>(json).ok())
            .map(|value| self.filter(value));
        match attributes {
            Some(Value::Object(map)) if !map.is_empty() => {
                format!("<!-- wp:{name} {} ", serialize_block_attributes(&map))
            }
            _ => format!("<!-- wp:{name} "),
        }
    }

    /// `filter_block_kses_value`: strings and keys are cleaned, numbers and booleans stay.
    fn filter(&self, value: Value) -> Value {
        match value {
            Value::String(text) => Value::String((self.kses)(&text)),
            Value::Array(items) => {
                Value::Array(items.into_iter().map(|v| self.filter(v)).collect())
            }
            Value::Object(items) => php_array(
                items
                    .into_iter()
                    .map(|(key, value)| ((self.kses)(&key), self.filter(value)))
                    .collect(),
            ),
            Value::Number(number) => Value::Number(php_number(number)),
            other => other,
        }
    }
}

impl Frame {
    /// The block as it is printed; an empty one is printed as a void one.
    fn printed(&self) -> String {
        // PHP's `empty` takes "0" for nothing.
        if matches!(self.content.as_str(), "" | "0") {
            return format!("{}/-->", self.opener);
        }
        format!(
            "{}-->{}<!-- /wp:{} -->",
            self.opener, self.content, self.name
        )
    }
}

/// WordPress's own blocks are printed without `core/`.
fn short_name(delimiter: &Delimiter<'_>) -> String {
    match delimiter.namespace {
        "core" => delimiter.name.to_owned(),
        namespace => format!("{namespace}/{}", delimiter.name),
    }
}

/// PHP has one kind of array: with the keys 0, 1, 2… (or none) it is printed as a list.
fn php_array(items: Map<String, Value>) -> Value {
    let is_list = items
        .keys()
        .enumerate()
        .all(|(i, key)| *key == i.to_string());
    if is_list {
        Value::Array(items.into_iter().map(|(_, value)| value).collect())
    } else {
        Value::Object(items)
    }
}

/// PHP prints `1.0` as `1`.
fn php_number(number: Number) -> Number {
    match number.to_string().strip_suffix(".0") {
        Some(whole) => whole.parse::<i64>().map_or(number, Number::from),
        None => number,
    }
}

/// `serialize_block_attributes`: JSON that cannot end the comment.
fn serialize_block_attributes(attributes: &Map<String, Value>) -> String {
    Value::Object(attributes.clone())
        .to_string()
        .replace("--", "\\u002d\\u002d")
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
        .replace("\\\"", "\\u0022")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::wordpress::kses::wp_kses_post;

    #[test]
    fn blocks() {
        for (text, want) in [
            (
                "<!-- wp:a {\"b\":\"\\u003cscript\\u003ex\",\"c\":1.0,\"d\":{}} -->y<!-- /wp:a -->",
                "<!-- wp:a {\"b\":\"x\",\"c\":1,\"d\":[]} -->y<!-- /wp:a -->",
            ),
            ("<!-- wp:core/a   /-->z", "<!-- wp:a /-->z"),
            ("<!-- wp:a --><!-- /wp:a -->", "<!-- wp:a /-->"),
            (
                "x<!-- wp:a -->1<!-- wp:b -->2<!-- /wp:b -->3<!-- /wp:a -->y",
                "x<!-- wp:a -->1<!-- wp:b -->2<!-- /wp:b -->3<!-- /wp:a -->y",
            ),
            (
                "x<!-- wp:a -->1<!-- wp:b -->2",
                "1<!-- wp:b -->2<!-- /wp:b -->x<!-- wp:a -->1<!-- wp:b -->2<!-- /wp:a -->",
            ),
            ("a<!-- /wp:a -->b", "a<!-- /wp:a -->b"),
            ("<!-- wp:A -->b", "<!-- wp:A -->b"),
        ] {
            assert_eq!(wp_kses_post(text), want, "{text}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(text in "(<!--|-->| |/|wp:|core/|a|\\{|\\}|\"|:|--->|\n|é){0,40}") {
            let _ = filter_block_content(&text, |value| value.to_owned());
        }
    }
}
