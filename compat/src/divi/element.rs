//! The stored layout of a page: sections, rows, columns and modules as nested shortcodes.
//!
//! Contract "divi-server", section 1.1. Where shortcodes begin and end is WordPress's rule: an element ends at the first
//! closing tag of its name, so nothing nests inside one of the same name and the depth of the tree is bounded by the
//! number of containers. Texts of modules stay texts; other plugins' shortcodes in them are not looked at.

use super::attributes::Attributes;
use crate::wordpress::shortcode::{ShortcodeMatch, ShortcodeMatches, shortcode_parse_atts};

/// A piece of a layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// Text between elements, printed as it stands.
    Text(String),
    /// An element.
    Element(Element),
}

/// An element of the builder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Element {
    /// The name of its shortcode, as in `et_pb_text`.
    pub slug: String,
    /// Its attributes, as stored.
    pub attributes: Attributes,
    /// What stands in a section, row, column, or in a module that holds others.
    pub children: Vec<Node>,
    /// The text of any other module, as stored.
    pub content: String,
}

/// The beginning of the names of all elements.
const PREFIX: &str = "et_pb_";

/// Elements that stand inside a module and nowhere else.
const CHILDREN: [&str; 10] = [
    "et_pb_accordion_item",
    "et_pb_counter",
    "et_pb_contact_field",
    "et_pb_map_pin",
    "et_pb_pricing_table",
    "et_pb_slide",
    "et_pb_signup_custom_field",
    "et_pb_social_media_follow_network",
    "et_pb_tab",
    "et_pb_video_slider_item",
];

/// Modules that hold such elements.
const PARENTS: [&str; 12] = [
    "et_pb_accordion",
    "et_pb_contact_form",
    "et_pb_counters",
    "et_pb_fullwidth_map",
    "et_pb_fullwidth_slider",
    "et_pb_map",
    "et_pb_pricing_tables",
    "et_pb_signup",
    "et_pb_slider",
    "et_pb_social_media_follow",
    "et_pb_tabs",
    "et_pb_video_slider",
];

/// Whether an element is part of the page's structure: no module.
pub fn is_structure(slug: &str) -> bool {
    matches!(
        slug,
        "et_pb_section" | "et_pb_row" | "et_pb_row_inner" | "et_pb_column" | "et_pb_column_inner"
    )
}

/// Whether an element stands inside a module.
pub fn is_child(slug: &str) -> bool {
    CHILDREN.contains(&slug)
}

/// Whether an element holds other elements.
pub fn is_container(slug: &str) -> bool {
    is_structure(slug) || PARENTS.contains(&slug)
}

/// Reads a stored layout.
pub fn parse(content: &str) -> Vec<Node> {
    let mut nodes = Vec::new();
    let mut at = 0;
    for found in ShortcodeMatches::new(content, tag_length) {
        push_text(&mut nodes, content.get(at..found.start).unwrap_or_default());
        let whole = content.get(found.start..found.end).unwrap_or_default();
        if found.is_escaped() {
            // `[[x]]` prints `[x]`.
            let inner = whole.get(1..whole.len().saturating_sub(1));
            push_text(&mut nodes, inner.unwrap_or_default());
        } else {
            push_escape(&mut nodes, found.open_escape, "[");
            nodes.push(Node::Element(element(&found)));
            push_escape(&mut nodes, found.close_escape, "]");
        }
        at = found.end;
    }
    push_text(&mut nodes, content.get(at..).unwrap_or_default());
    nodes
}

fn element(found: &ShortcodeMatch<'_>) -> Element {
    let content = found.content.unwrap_or_default();
    let is_container = is_container(found.tag);
    Element {
        slug: found.tag.to_owned(),
        attributes: Attributes::from_atts(&shortcode_parse_atts(found.attrs)),
        children: if is_container {
            parse(content)
        } else {
            Vec::new()
        },
        content: if is_container {
            String::new()
        } else {
            content.to_owned()
        },
    }
}

/// How many bytes of a name are an element's.
fn tag_length(name: &str) -> Option<usize> {
    let is_word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
    let length = name.bytes().take_while(|b| is_word(b)).count();
    let is_element = name.starts_with(PREFIX) && length > PREFIX.len();
    (is_element && name.as_bytes().get(length) != Some(&b'-')).then_some(length)
}

fn push_text(nodes: &mut Vec<Node>, text: &str) {
    if text.is_empty() {
        return;
    }
    match nodes.last_mut() {
        Some(Node::Text(before)) => before.push_str(text),
        _ => nodes.push(Node::Text(text.to_owned())),
    }
}

fn push_escape(nodes: &mut Vec<Node>, is_there: bool, bracket: &str) {
    if is_there {
        push_text(nodes, bracket);
    }
}

impl Element {
    /// The elements inside, without the text between them.
    pub fn elements(&self) -> impl Iterator<Item = &Self> {
        self.children.iter().filter_map(|node| match node {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    }

    /// The elements inside, to be changed.
    pub fn elements_mut(&mut self) -> impl Iterator<Item = &mut Self> {
        self.children.iter_mut().filter_map(|node| match node {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn outline(nodes: &[Node]) -> String {
        let parts = nodes.iter().map(|node| match node {
            Node::Text(text) => format!("{text:?}"),
            Node::Element(e) if e.children.is_empty() => format!("{}({})", e.slug, e.content),
            Node::Element(e) => format!("{}<{}>", e.slug, outline(&e.children)),
        });
        parts.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn nests_as_wordpress_does() {
        let cases = [
            (
                "[et_pb_section a=\"1\"][et_pb_row][et_pb_column type=\"4_4\"]x[et_pb_text]<p>[otro]</p>[/et_pb_text][/et_pb_column][/et_pb_row][/et_pb_section]",
                "et_pb_section<et_pb_row<et_pb_column<\"x\" et_pb_text(<p>[otro]</p>)>>>",
            ),
            (
                "[et_pb_tabs][et_pb_tab title=\"a\"]b[/et_pb_tab][et_pb_tab]c[/et_pb_tab][/et_pb_tabs]",
                "et_pb_tabs<et_pb_tab(b) et_pb_tab(c)>",
            ),
            // An inner one of the same name ends the outer.
            (
                "[et_pb_row][et_pb_row]a[/et_pb_row]b[/et_pb_row]",
                "et_pb_row<et_pb_row() \"a\"> \"b[/et_pb_row]\"",
            ),
            ("a[et_pb_text]b", "\"a\" et_pb_text() \"b\""),
            (
                "[et_pb_x-y] [[et_pb_code]] [et_pb_]",
                "\"[et_pb_x-y] [et_pb_code] [et_pb_]\"",
            ),
            ("[et_pb_code]<b>1</b>[/et_pb_code]", "et_pb_code(<b>1</b>)"),
        ];
        for (content, wanted) in cases {
            assert_eq!(outline(&parse(content)), wanted, "{content}");
        }
    }

    #[test]
    fn hostile_layouts_are_read_in_one_pass() {
        let deep = "[et_pb_section][et_pb_row][et_pb_column]".repeat(10_000);
        assert!(!parse(&deep).is_empty());
        let closed = "[/et_pb_column][/et_pb_row][/et_pb_section]".repeat(10_000);
        assert!(!parse(&(deep + &closed)).is_empty());
    }

    proptest! {
        #[test]
        fn never_panics(content in "(\\[/?et_pb_(section|row|text|tabs|tab)( a=\"1\")?\\]|\\[|\\]|x|\\n){0,30}") {
            parse(&content);
        }
    }
}
