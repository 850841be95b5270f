//! The text of a page made with the builder, as a tree.
//!
//! Contract "divi-server", section 2. [`Layout::parse`] parses a text by WordPress's shortcode rules: the same names,
//! escapes, closing tags and depth limit (contract "wordpress-core", section 8.4), but all levels at once, each element
//! with its position in the text. [`Layout::to_content`] restores the text byte for byte.
//!
//! Some texts have no static tree ([`Layout::is_static`]): those with a shortcode inside an HTML tag (its output is
//! parsed again), with elements inside another plugin's shortcode (its handler processes them), and with line breaks
//! around shortcodes (removed at each level before parsing). They are rendered sequentially by
//! [`do_shortcode`](crate::wordpress::shortcode::Shortcodes::do_shortcode), level by level.

mod parser;

use std::borrow::Cow;
use std::ops::Range;

use super::attributes::Attributes;

/// How the content of a module's elements is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContentModel {
    /// Its shortcodes are elements.
    Elements,
    /// The module reads the text itself.
    Raw,
    /// The module prints nothing of it, so that elements inside it are not counted.
    Ignored,
}

/// The modules that a layout is read with.
pub trait ModuleTable {
    /// The place of the module in the list of modules.
    fn kind(&self, tag: &str) -> Option<usize>;

    /// How the content of its elements is read.
    fn content_model(&self, kind: usize) -> ContentModel;

    /// Whether an element prints nothing; elements inside it are not counted.
    fn is_disabled(&self, tag: &str, attributes: &Attributes) -> bool;
}

/// A text of the builder.
#[derive(Debug, Clone)]
pub struct Layout<'t> {
    source: &'t str,
    nodes: Vec<Node>,
    is_static: bool,
    /// Positions of brackets inside HTML tags, which do not delimit shortcodes.
    hidden: Vec<usize>,
    /// Whether the text contains brackets as entities.
    has_entities: bool,
}

/// A piece of a layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// Text between elements.
    Text(Text),
    /// A shortcode.
    Element(Box<Element>),
}

/// Text between elements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// Its position.
    pub source: Range<usize>,
    /// The part of it that is printed: an escaped shortcode loses its outer brackets.
    pub printed: Range<usize>,
}

/// What an element is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A builder module, by its registry index, with its order number: the number of elements of the module before it in
    /// this layout; `None` when it is not counted.
    Module(usize, Option<usize>),
    /// An element of an inactive plugin: its content is printed.
    Absent,
    /// A shortcode of another plugin.
    Shortcode,
}

/// The content of an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// Text without shortcodes, or not parsed for shortcodes.
    Text,
    /// Elements and the text between them.
    Nodes(Vec<Node>),
}

/// A shortcode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Element {
    /// What it is.
    pub kind: Kind,
    /// Its attributes, old forms of them migrated; empty for shortcodes of other plugins.
    pub attributes: Attributes,
    /// Whether it prints nothing.
    pub is_disabled: bool,
    /// Its content.
    pub content: Content,
    /// Where its tag is named.
    pub tag: Range<usize>,
    /// Where its attributes are written.
    pub attrs: Range<usize>,
    /// The position of its content.
    pub inner: Range<usize>,
    /// The position of the element, both tags included.
    pub source: Range<usize>,
}

impl<'t> Layout<'t> {
    /// Whether rendering the elements in their order prints what a shortcode run over the text prints.
    pub fn is_static(&self) -> bool {
        self.is_static
    }

    /// Its pieces.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Returns its nodes.
    pub fn take_nodes(&mut self) -> Vec<Node> {
        std::mem::take(&mut self.nodes)
    }

    /// The stored text, put together out of the pieces.
    pub fn to_content(&self) -> String {
        let mut out = String::with_capacity(self.source.len());
        self.push_nodes(&self.nodes, &mut out);
        out
    }

    fn push_nodes(&self, nodes: &[Node], out: &mut String) {
        for node in nodes {
            match node {
                Node::Text(text) => out.push_str(self.source(&text.source)),
                Node::Element(element) => {
                    let Range { start, end } = element.source;
                    out.push_str(self.source(&(start..element.inner.start)));
                    match &element.content {
                        Content::Text => out.push_str(self.source(&element.inner)),
                        Content::Nodes(nodes) => self.push_nodes(nodes, out),
                    }
                    out.push_str(self.source(&(element.inner.end..end)));
                }
            }
        }
    }

    /// A part of the stored text.
    pub fn source(&self, range: &Range<usize>) -> &'t str {
        self.source.get(range.clone()).unwrap_or_default()
    }

    /// A part of the text as it is after so many shortcode runs around it: each run spells brackets that stand in the text
    /// as entities in another way, and the first one hides those inside HTML tags as entities.
    pub fn text_after(&self, range: &Range<usize>, runs: usize) -> Cow<'t, str> {
        let text = self.source(range);
        let first = self.hidden.partition_point(|at| *at < range.start);
        let hidden = self.hidden.get(first..).unwrap_or_default().iter();
        let mut hidden = hidden.take_while(|at| **at < range.end).peekable();
        let entities = self.has_entities && (text.contains("&#91;") || text.contains("&#93;"));
        if runs == 0 || (!entities && hidden.peek().is_none()) {
            return Cow::Borrowed(text);
        }
        let [open, close] = if runs == 1 {
            ["&#91;", "&#93;"]
        } else {
            ["&#091;", "&#093;"]
        };
        let mut out = String::with_capacity(text.len() + 16);
        let mut copied = range.start;
        let respelled = |from: Range<usize>| {
            let text = self.source(&from);
            text.replace("&#91;", "&#091;").replace("&#93;", "&#093;")
        };
        for &at in hidden {
            out.push_str(&respelled(copied..at));
            let is_open = self.source.as_bytes().get(at) == Some(&b'[');
            out.push_str(if is_open { open } else { close });
            copied = at + 1;
        }
        out.push_str(&respelled(copied..range.end));
        Cow::Owned(out)
    }
}

impl Element {
    /// The pieces inside; none when its content is text.
    pub fn children(&self) -> &[Node] {
        match &self.content {
            Content::Text => &[],
            Content::Nodes(nodes) => nodes,
        }
    }
}
