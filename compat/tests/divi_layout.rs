//! The tree of builder texts: every text comes back byte for byte, and elements are counted as PHP counts them.

use std::path::Path;

use compat::divi::attributes::Attributes;
use compat::divi::layout::{ContentModel, Kind, Layout, ModuleTable, Node};
use compat::wordpress::shortcode::Shortcodes;
use proptest::prelude::*;
use serde_json::Value;

/// The modules of the tests; others that begin with `et_pb_` are absent ones.
const MODULES: [&str; 7] = [
    "et_pb_section",
    "et_pb_row",
    "et_pb_column",
    "et_pb_text",
    "et_pb_code",
    "et_pb_divider",
    "et_pb_blurb",
];

struct Modules;

impl ModuleTable for Modules {
    fn kind(&self, tag: &str) -> Option<usize> {
        MODULES.iter().position(|module| *module == tag)
    }

    fn content_model(&self, kind: usize) -> ContentModel {
        match MODULES.get(kind).copied() {
            Some("et_pb_code") => ContentModel::Raw,
            Some("et_pb_divider") => ContentModel::Ignored,
            _ => ContentModel::Elements,
        }
    }

    fn is_disabled(&self, _tag: &str, attributes: &Attributes) -> bool {
        attributes.is_on("disabled")
    }
}

fn shortcodes() -> Shortcodes<()> {
    let mut shortcodes = Shortcodes::new();
    for tag in MODULES.into_iter().chain(["caption", "gallery"]) {
        shortcodes.register(tag, |call, _| call.content.to_owned());
    }
    shortcodes.foreign_prefix("et_pb_");
    shortcodes
}

fn parse(text: &str) -> Layout<'_> {
    Layout::parse(text, &shortcodes(), &Modules, 40)
}

#[test]
fn order_numbers_are_those_of_php() {
    let text = "<div>[et_pb_section][et_pb_row disabled=\"on\"][et_pb_text]a[/et_pb_text][/et_pb_row]\
                [et_pb_divider][et_pb_text]b[/et_pb_text][/et_pb_divider][et_pb_new][et_pb_text]c[/et_pb_text]\
                [/et_pb_new][[et_pb_text]d[/et_pb_text]][et_pb_row][et_pb_text][/et_pb_row][/et_pb_section]</div>";
    let layout = parse(text);
    let mut numbers = Vec::new();
    collect(&layout, layout.nodes(), &mut numbers);
    let wanted = [
        ("et_pb_section", Some(0)),
        ("et_pb_row", Some(0)),
        ("et_pb_text", None),
        ("et_pb_divider", Some(0)),
        ("et_pb_text", None),
        ("et_pb_text", Some(0)),
        ("et_pb_row", Some(1)),
        ("et_pb_text", Some(1)),
    ];
    assert_eq!(numbers, wanted);
    assert!(layout.is_static());
    assert_eq!(layout.to_content(), text);
}

/// Modules and their numbers, parents before children.
fn collect<'t>(layout: &Layout<'t>, nodes: &[Node], numbers: &mut Vec<(&'t str, Option<usize>)>) {
    let elements = nodes.iter().filter_map(|node| match node {
        Node::Element(element) => Some(element),
        Node::Text(_) => None,
    });
    for element in elements {
        if let Kind::Module(_, number) = element.kind {
            numbers.push((layout.source(&element.tag), number));
        }
        collect(layout, element.children(), numbers);
    }
}

#[test]
fn texts_without_a_static_tree_say_so() {
    let texts = [
        "[et_pb_text]<a title=\"[gallery]\">x</a>[/et_pb_text]",
        "[caption][et_pb_text]x[/et_pb_text][/caption]",
        "[et_pb_text]<br />[et_pb_divider]</p>[/et_pb_text]",
    ];
    for text in texts {
        assert!(!parse(text).is_static(), "{text}");
        assert_eq!(parse(text).to_content(), text);
    }
    let texts = [
        "[et_pb_text]<a title=\"[x]\">x</a>[/et_pb_text]",
        "[et_pb_row][et_pb_text][/et_pb_row]x[/et_pb_text]",
        "[et_pb_text][caption]x[/caption][/et_pb_text]",
        "[et_pb_code]<!-- [et_pb_line_break_holder] -->[/et_pb_code]",
    ];
    for text in texts {
        assert!(parse(text).is_static(), "{text}");
    }
}

#[test]
fn brackets_inside_html_tags_are_hidden_by_the_first_run() {
    let text = "[et_pb_text]<i title=\"[x]\"> &#91;[/et_pb_text]";
    let layout = parse(text);
    let Some(Node::Element(element)) = layout.nodes().first() else {
        panic!("no element");
    };
    let after = |runs| layout.text_after(&element.inner, runs).into_owned();
    assert_eq!(after(0), "<i title=\"[x]\"> &#91;");
    assert_eq!(after(1), "<i title=\"&#91;x&#93;\"> &#091;");
    assert_eq!(after(2), "<i title=\"&#091;x&#093;\"> &#091;");
}

/// All strings of a JSON value.
fn strings<'v>(value: &'v Value, out: &mut Vec<&'v str>) {
    match value {
        Value::String(text) => out.push(text),
        Value::Array(list) => list.iter().for_each(|value| strings(value, out)),
        Value::Object(map) => map.values().for_each(|value| strings(value, out)),
        _ => {}
    }
}

fn comes_back(text: &str, count: &mut usize) {
    if text.contains('[') {
        assert_eq!(parse(text).to_content(), text);
        *count += usize::from(text.contains("[et_pb_"));
    }
}

fn every_text_of(folder: &Path, count: &mut usize) {
    for entry in std::fs::read_dir(folder).expect("fixtures") {
        let path = entry.expect("entry").path();
        if path.is_dir() {
            every_text_of(&path, count);
            continue;
        }
        let extension = path
            .extension()
            .and_then(|e| e.to_str())
            .unwrap_or_default();
        if !matches!(extension, "json" | "jsonl" | "sql" | "html") {
            continue;
        }
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        comes_back(&text, count);
        for line in text.lines() {
            match serde_json::from_str::<Value>(line) {
                Ok(value) => {
                    let mut texts = Vec::new();
                    strings(&value, &mut texts);
                    texts.into_iter().for_each(|text| comes_back(text, count));
                }
                Err(_) => comes_back(line, count),
            }
        }
    }
}

#[test]
fn every_stored_content_comes_back() {
    let mut count = 0;
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    every_text_of(&fixtures, &mut count);
    assert!(count > 300, "{count} texts of the builder");
}

proptest! {
    #[test]
    fn arbitrary_text_comes_back(text in "\\PC{0,200}") {
        prop_assert_eq!(parse(&text).to_content(), text);
    }

    #[test]
    fn shortcodes_come_back(pieces in proptest::collection::vec(piece(), 0..40)) {
        let text = pieces.concat();
        prop_assert_eq!(parse(&text).to_content(), text);
    }
}

/// A piece of a text that looks like shortcodes.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        "\\[/?et_pb_(section|row|text|code|x)( [a-z]=\"[<>é\\[]?\")?\\]",
        "\\[\\[et_pb_text( /)?\\]",
        "\\[/et_pb_text\\]\\]",
        "\\[/?(caption|gallery)\\]",
        "(<!--|-->|<a title=\"|\">|<br />|\n|</p>|&#91;|&#93;|é|\\]|\\[)",
        "\\PC{0,4}",
    ]
}
