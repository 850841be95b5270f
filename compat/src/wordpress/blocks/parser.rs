//! The block parser: the same tree as WordPress's, for broken markup too.

use serde_json::{Map, Value};

use super::delimiter::{Delimiter, Delimiters};

/// A block, or the HTML between blocks.
#[derive(Clone, Debug, PartialEq)]
pub struct Block<'a> {
    /// Namespace and name (`core/paragraph`); `None` for HTML outside of any block.
    pub name: Option<String>,
    /// The attributes, empty when none are written; `None` when they are no valid JSON.
    pub attrs: Option<Map<String, Value>>,
    /// The blocks inside.
    pub inner_blocks: Vec<Block<'a>>,
    /// The HTML around the inner blocks; `None` stands for the next inner block.
    pub inner_content: Vec<Option<&'a str>>,
}

impl<'a> Block<'a> {
    /// All HTML of the block, without its inner blocks.
    pub fn inner_html(&self) -> String {
        self.inner_content.iter().copied().flatten().collect()
    }

    /// An attribute.
    pub fn attr(&self, name: &str) -> Option<&Value> {
        self.attrs.as_ref()?.get(name)
    }

    fn freeform(html: &'a str) -> Self {
        Self {
            name: None,
            attrs: Some(Map::new()),
            inner_blocks: Vec::new(),
            inner_content: vec![Some(html)],
        }
    }

    fn opened(delimiter: &Delimiter<'_>) -> Self {
        let attrs = match delimiter.attrs {
            None => Some(Map::new()),
            Some(json) => serde_json::from_str(json).ok(),
        };
        Self {
            name: Some(format!("{}/{}", delimiter.namespace, delimiter.name)),
            attrs,
            inner_blocks: Vec::new(),
            inner_content: Vec::new(),
        }
    }

    /// Adds HTML; PHP's `empty()` also drops a lone `0`.
    fn add_html(&mut self, html: &'a str) {
        if !matches!(html, "" | "0") {
            self.inner_content.push(Some(html));
        }
    }
}

/// An open block.
struct Frame<'a> {
    block: Block<'a>,
    token_start: usize,
    prev_offset: usize,
    leading_html_start: Option<usize>,
}

/// Blocks nested deeper stay HTML. WordPress has no such limit; it bounds the recursion of rendering.
const MAX_DEPTH: usize = 100;

struct Parser<'a> {
    document: &'a str,
    offset: usize,
    output: Vec<Block<'a>>,
    stack: Vec<Frame<'a>>,
    /// How many openers beyond the greatest depth wait for their closer.
    too_deep: usize,
}

/// Gives `visit` each block of a text, whatever it stands in.
pub fn each_block(text: &str, mut visit: impl FnMut(&Block<'_>)) {
    let blocks = parse_blocks(text);
    let mut waiting: Vec<&Block<'_>> = blocks.iter().rev().collect();
    while let Some(block) = waiting.pop() {
        visit(block);
        waiting.extend(block.inner_blocks.iter().rev());
    }
}

/// Reads the blocks of `document`.
pub fn parse_blocks(document: &str) -> Vec<Block<'_>> {
    let mut parser = Parser {
        document,
        offset: 0,
        output: Vec::new(),
        stack: Vec::new(),
        too_deep: 0,
    };
    for delimiter in Delimiters::new(document) {
        if !parser.proceed(&delimiter) {
            return parser.output;
        }
    }
    if parser.stack.is_empty() {
        parser.add_freeform();
    }
    // Closers that are missing: each open block becomes one of its own, the innermost first.
    while let Some(frame) = parser.stack.pop() {
        parser.add_block(frame, document.len());
    }
    parser.output
}

impl<'a> Parser<'a> {
    fn text(&self, from: usize, to: usize) -> &'a str {
        self.document.get(from..to).unwrap_or_default()
    }

    /// Takes one delimiter; `false` ends the parse.
    fn proceed(&mut self, delimiter: &Delimiter<'a>) -> bool {
        if delimiter.is_void {
            self.void(delimiter);
        } else if !delimiter.is_closer {
            if self.stack.len() >= MAX_DEPTH {
                self.too_deep += 1;
                return true;
            }
            self.stack.push(Frame {
                block: Block::opened(delimiter),
                token_start: delimiter.start,
                prev_offset: delimiter.end,
                leading_html_start: (delimiter.start > self.offset).then_some(self.offset),
            });
        } else if self.too_deep > 0 {
            self.too_deep -= 1;
            return true;
        } else if !self.close(delimiter) {
            // A closer without an opener: the rest is HTML.
            self.add_freeform();
            return false;
        }
        self.offset = delimiter.end;
        true
    }

    fn void(&mut self, delimiter: &Delimiter<'a>) {
        let block = Block::opened(delimiter);
        if self.stack.is_empty() {
            if delimiter.start > self.offset {
                let html = self.text(self.offset, delimiter.start);
                self.output.push(Block::freeform(html));
            }
            self.output.push(block);
        } else {
            self.add_inner_block(block, delimiter.start, delimiter.end);
        }
    }

    fn close(&mut self, delimiter: &Delimiter<'a>) -> bool {
        let Some(mut frame) = self.stack.pop() else {
            return false;
        };
        if self.stack.is_empty() {
            self.add_block(frame, delimiter.start);
        } else {
            let html = self.text(frame.prev_offset, delimiter.start);
            frame.block.inner_content.push(Some(html));
            self.add_inner_block(frame.block, frame.token_start, delimiter.end);
        }
        true
    }

    fn add_inner_block(&mut self, block: Block<'a>, start: usize, end: usize) {
        let document = self.document;
        if let Some(parent) = self.stack.last_mut() {
            let html = document.get(parent.prev_offset..start).unwrap_or_default();
            parent.block.add_html(html);
            parent.block.inner_content.push(None);
            parent.block.inner_blocks.push(block);
            parent.prev_offset = end;
        }
    }

    /// Adds a finished block of the outermost level, whose HTML reaches to `end`.
    fn add_block(&mut self, mut frame: Frame<'a>, end: usize) {
        frame.block.add_html(self.text(frame.prev_offset, end));
        if let Some(start) = frame.leading_html_start {
            let html = self.text(start, frame.token_start);
            self.output.push(Block::freeform(html));
        }
        self.output.push(frame.block);
    }

    fn add_freeform(&mut self) {
        let html = self.text(self.offset, self.document.len());
        if !html.is_empty() {
            self.output.push(Block::freeform(html));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(document: &str) -> Vec<Option<String>> {
        parse_blocks(document).into_iter().map(|b| b.name).collect()
    }

    #[test]
    fn missing_closers() {
        let blocks = parse_blocks("<!-- wp:a -->x<!-- wp:b -->y");
        let html: Vec<_> = blocks.iter().map(Block::inner_html).collect();
        assert_eq!(html, ["x", "y", "x<!-- wp:b -->y"]);
        assert_eq!(names("<!-- wp:a -->x<!-- wp:b -->y").len(), 3);
    }

    #[test]
    fn braces_inside_attributes() {
        let blocks = parse_blocks(r#"<!-- wp:a {"x":{"y":"} --"}} /-->"#);
        assert_eq!(blocks[0].attr("x").unwrap()["y"], "} --");
    }

    #[test]
    fn deep_nesting_ends() {
        let document = "<!-- wp:a -->".repeat(50_000) + &"<!-- /wp:a -->".repeat(50_000);
        assert_eq!(parse_blocks(&document).len(), 1);
    }

    proptest::proptest! {
        #[test]
        fn never_panics(text in "(<!-- | wp:a|/wp:a|/| -->|\\{|\\}|é| ){0,40}") {
            let _ = parse_blocks(&text);
        }
    }
}
