//! Reads the text of a [`Layout`].

use std::borrow::Cow;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::{Content, ContentModel, Element, Kind, Layout, ModuleTable, Node, Text};
use crate::divi::attributes::Attributes;
use crate::divi::migration::migrate;
use crate::divi::shortcode_breaks::fix_shortcodes;
use crate::wordpress::formatting::html_split::next_delimiter;
use crate::wordpress::formatting::is_long;
use crate::wordpress::shortcode::{ShortcodeMatch, Shortcodes, shortcode_parse_atts};

/// Stands for brackets inside HTML tags while shortcodes are looked for.
const HIDDEN: u8 = b';';

impl<'t> Layout<'t> {
    /// Parses a text. `levels` is the maximum nesting depth; deeper shortcodes are text.
    pub fn parse<C>(
        text: &'t str,
        shortcodes: &Shortcodes<C>,
        modules: &(impl ModuleTable + Sync),
        levels: usize,
    ) -> Self {
        let (mut layout, masked) = mask(text, shortcodes);
        let parser = Parser::new(&layout, &masked, shortcodes, modules);
        let has_line_breaks = || matches!(fix_shortcodes(&masked), Cow::Owned(_));
        let ((nodes, is_static), has_line_breaks) = if is_long(&masked) {
            rayon::join(|| parser.nodes(levels), has_line_breaks)
        } else {
            (parser.nodes(levels), has_line_breaks())
        };
        layout.is_static &= is_static && !has_line_breaks;
        layout.nodes = nodes;
        layout
    }
}

/// A text that is read.
struct Parser<'p, 't, C, M> {
    layout: &'p Layout<'t>,
    /// The text without the brackets inside HTML tags: places are the same.
    masked: &'p str,
    shortcodes: &'p Shortcodes<C>,
    modules: &'p M,
    /// Whether a shortcode of another plugin holds elements.
    is_dynamic: AtomicBool,
}

/// Where a level of the text stands.
#[derive(Clone)]
struct Level {
    range: Range<usize>,
    /// How many levels may stand inside.
    left: usize,
    /// How many shortcode runs see the text before its elements are rendered.
    runs: usize,
    is_counted: bool,
}

impl<'p, 't, C, M: ModuleTable + Sync> Parser<'p, 't, C, M> {
    /// `masked` is the text that [`mask`] made for the layout.
    fn new(
        layout: &'p Layout<'t>,
        masked: &'p str,
        shortcodes: &'p Shortcodes<C>,
        modules: &'p M,
    ) -> Self {
        Self {
            layout,
            masked,
            shortcodes,
            modules,
            is_dynamic: AtomicBool::new(false),
        }
    }

    /// The pieces of the whole text, and whether they are all that is rendered of it.
    fn nodes(&self, levels: usize) -> (Vec<Node>, bool) {
        let whole = Level {
            range: 0..self.layout.source.len(),
            left: levels,
            runs: 0,
            is_counted: true,
        };
        let range = whole.range.clone();
        let mut nodes = match self.level(whole) {
            Content::Nodes(nodes) => nodes,
            Content::Text => vec![text_node(range.clone(), range)],
        };
        number(&mut nodes, &mut Vec::new());
        (nodes, !self.is_dynamic.load(Ordering::Relaxed))
    }

    fn level(&self, level: Level) -> Content {
        if level.left == 0 {
            return Content::Text;
        }
        let Range { start, end } = level.range.clone();
        let masked = self.masked.get(start..end).unwrap_or_default();
        let Some(found) = self.shortcodes.matches_of_run(masked) else {
            return Content::Text;
        };
        let place = |found: &ShortcodeMatch<'_>| start + found.start..start + found.end;
        let places: Vec<_> = found.iter().map(place).collect();
        let element = |found: ShortcodeMatch<'_>| self.element(&found, masked, &level);
        let elements: Vec<_> = if level.runs == 0 && is_long(masked) {
            found.into_par_iter().map(element).collect()
        } else {
            found.into_iter().map(element).collect()
        };
        let mut nodes = Vec::with_capacity(2 * elements.len() + 1);
        let mut copied = start;
        for (place, element) in places.into_iter().zip(elements) {
            push_text(&mut nodes, copied..place.start);
            copied = place.end;
            let Some(element) = element else {
                nodes.push(text_node(place.clone(), place.start + 1..place.end - 1));
                continue;
            };
            let source = element.source.clone();
            push_text(&mut nodes, place.start..source.start);
            nodes.push(Node::Element(Box::new(element)));
            push_text(&mut nodes, source.end..place.end);
        }
        push_text(&mut nodes, copied..end);
        Content::Nodes(nodes)
    }

    /// The element of a shortcode; none for an escaped one.
    fn element(&self, found: &ShortcodeMatch<'_>, masked: &str, level: &Level) -> Option<Element> {
        if found.is_escaped() {
            return None;
        }
        let start = level.range.start;
        let source = start + found.start + usize::from(found.open_escape)
            ..start + found.end - usize::from(found.close_escape);
        let place = |part: &str| {
            let at = start + (part.as_ptr().addr() - masked.as_ptr().addr());
            at..at + part.len()
        };
        let (tag, attrs) = (place(found.tag), place(found.attrs));
        // Without a closing tag the content is empty and stands behind the opening one.
        let inner = found.content.map_or(source.end..source.end, place);
        let runs = level.runs + 1;
        let mut element = Element {
            kind: Kind::Shortcode,
            attributes: Attributes::default(),
            is_disabled: false,
            content: Content::Text,
            tag,
            attrs,
            inner,
            source,
        };
        let slug = found.tag;
        let kind = self.modules.kind(slug);
        if kind.is_none() && self.shortcodes.shortcode_exists(slug) {
            if self.names_module(&element.inner) {
                self.is_dynamic.store(true, Ordering::Relaxed);
            }
            return Some(element);
        }
        let mut inside = Level {
            range: element.inner.clone(),
            left: level.left - 1,
            runs,
            is_counted: level.is_counted,
        };
        element.kind = Kind::Absent;
        if let Some(kind) = kind {
            element.kind = Kind::Module(kind, level.is_counted.then_some(0));
            let written = self.layout.text_after(&element.attrs, runs);
            element.attributes = Attributes::from_atts(&shortcode_parse_atts(&written));
            migrate(slug, &mut element.attributes);
            element.is_disabled = self.modules.is_disabled(slug, &element.attributes);
            let model = self.modules.content_model(kind);
            if model == ContentModel::Raw {
                return Some(element);
            }
            inside.is_counted &= !element.is_disabled && model == ContentModel::Elements;
        }
        element.content = self.level(inside);
        Some(element)
    }

    /// Whether a part of the text names a module.
    fn names_module(&self, range: &Range<usize>) -> bool {
        let text = self.masked.get(range.clone()).unwrap_or_default();
        let tags = self.shortcodes.tagnames_in(text);
        tags.iter().any(|tag| self.modules.kind(tag).is_some())
    }
}

/// Gives the counted elements their order numbers; `counts` are the elements of each module that stand before.
fn number(nodes: &mut [Node], counts: &mut Vec<usize>) {
    for node in nodes {
        let Node::Element(element) = node else {
            continue;
        };
        if let Kind::Module(kind, Some(number)) = &mut element.kind {
            if counts.len() <= *kind {
                counts.resize(*kind + 1, 0);
            }
            if let Some(count) = counts.get_mut(*kind) {
                *number = *count;
                *count += 1;
            }
        }
        if let Content::Nodes(nodes) = &mut element.content {
            self::number(nodes, counts);
        }
    }
}

fn text_node(source: Range<usize>, printed: Range<usize>) -> Node {
    Node::Text(Text { source, printed })
}

fn push_text(nodes: &mut Vec<Node>, range: Range<usize>) {
    if !range.is_empty() {
        nodes.push(text_node(range.clone(), range));
    }
}

/// A layout without its pieces, and its text without the brackets inside HTML tags. A tag that names a shortcode makes the
/// layout dynamic: its output is part of the text that is read next.
fn mask<'t, C>(text: &'t str, shortcodes: &Shortcodes<C>) -> (Layout<'t>, Cow<'t, str>) {
    let bytes = text.as_bytes();
    let mut hidden = Vec::new();
    let (mut at, mut is_static) = (0, true);
    while let Some(tag) = next_delimiter(bytes, at, true) {
        at = tag.end;
        let inside = bytes.get(tag.clone()).unwrap_or_default();
        let before = hidden.len();
        let brackets = memchr::memchr2_iter(b'[', b']', inside);
        hidden.extend(brackets.map(|at| tag.start + at));
        let inside = text.get(tag).unwrap_or_default();
        let is_comment = inside.starts_with("<!--") || inside.starts_with("<![CDATA[");
        if hidden.len() > before && !is_comment {
            is_static &= shortcodes.tagnames_in(inside).is_empty();
        }
    }
    let mut masked = Cow::Borrowed(text);
    if !hidden.is_empty() {
        let mut bytes = bytes.to_vec();
        for &at in &hidden {
            if let Some(byte) = bytes.get_mut(at) {
                *byte = HIDDEN;
            }
        }
        masked = String::from_utf8(bytes).map_or(masked, Cow::Owned);
    }
    let layout = Layout {
        source: text,
        nodes: Vec::new(),
        is_static,
        hidden,
        has_entities: memchr::memmem::find(bytes, b"&#9").is_some(),
    };
    (layout, masked)
}
