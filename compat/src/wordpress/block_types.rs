//! The types of core's blocks: from the `block.json` files of the site's WordPress, read as data; on a site without
//! them what release 6.8 declares (`block_types.jsonl`: names of fields and their types, without examples in words).
//!
//! Contract "wordpress-rest", sections 5 and 14; recordings owner/block-types, owner/block-type-paragraph.

use std::path::Path;

use super::php::json::json_decode_assoc;
use super::php::{Array, Value};

/// Largest `block.json` that is read.
const MOST_BYTES: u64 = 1 << 20;
/// Folders that are looked at.
const MOST_FOLDERS: usize = 1_000;

const KNOWN: &str = include_str!("block_types.jsonl");

/// A type of block.
#[derive(Debug, Clone)]
pub struct BlockType {
    /// `block.json` as an array.
    json: Value,
    /// Whether its markup is made when a page is shown.
    pub is_dynamic: bool,
}

/// Core's types in the order of their registration. Blocks on the file system.
#[must_use]
pub fn core_block_types(wp_root: Option<&Path>) -> Vec<BlockType> {
    let folder = wp_root.map(|root| root.join("wp-includes/blocks"));
    let found = folder.map(|folder| read(&folder)).unwrap_or_default();
    if !found.is_empty() {
        return found;
    }
    let lines = KNOWN
        .lines()
        .filter_map(|line| json_decode_assoc(line.as_bytes()).ok());
    let types = lines.map(|json| BlockType {
        is_dynamic: json.at("dynamic").to_bool(),
        json,
    });
    types.collect()
}

/// The types of a folder: those with PHP beside them first, which are dynamic unless their file has a `save` alone.
fn read(folder: &Path) -> Vec<BlockType> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut folders: Vec<_> = entries
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .take(MOST_FOLDERS)
        .collect();
    let is_rendered = |path: &Path| path.with_extension("php").is_file();
    folders.sort_by_key(|path| (!is_rendered(path), path.clone()));
    let types = folders.iter().filter_map(|path| {
        let file = path.join("block.json");
        let size = file.metadata().ok()?.len();
        let text = (size <= MOST_BYTES)
            .then(|| std::fs::read(&file))
            .and_then(Result::ok)?;
        let json = json_decode_assoc(&text).ok()?;
        json.at("name").as_str()?;
        Some(BlockType {
            is_dynamic: is_rendered(path) || json.get("render").is_some(),
            json,
        })
    });
    types.collect()
}

impl BlockType {
    /// `core/paragraph`
    pub fn name(&self) -> &str {
        self.json.at("name").as_str().unwrap_or_default()
    }

    /// A keyword of `block.json`; null when it is missing.
    pub fn get(&self, keyword: &str) -> &Value {
        self.json.at(keyword)
    }

    /// A text of `block.json`.
    pub fn text(&self, keyword: &str) -> &str {
        self.json.at(keyword).as_str().unwrap_or_default()
    }

    /// The attributes: its own, those of all blocks, and those that its supports bring.
    pub fn attributes(&self) -> Array {
        let own = self.json.at("attributes").as_array();
        let mut all = own.cloned().unwrap_or_default();
        let added = [("lock", "object"), ("metadata", "object")];
        for (name, kind) in added.into_iter().chain(self.supported()) {
            if all.contains_key(name) {
                continue;
            }
            let mut attribute = Value::array().with("type", kind);
            if name == "align" {
                attribute = attribute.with("enum", ALIGNMENTS.into_iter().collect::<Value>());
            }
            all.insert(name, attribute);
        }
        all
    }

    /// What the supports add, in the order in which core looks at them; `style` comes with the first that needs it.
    fn supported(&self) -> Vec<(&'static str, &'static str)> {
        let supports = self.json.at("supports");
        let has = |name: &str| is_on(supports.at(name));
        let mut added = Vec::new();
        let mut add = |holds: bool, name: &'static str, kind: &'static str| {
            if holds {
                added.push((name, kind));
            }
        };
        add(has("align"), "align", "string");
        let has_class = supports.at("customClassName").as_bool() != Some(false);
        add(has_class, "className", "string");
        let colors = Colors::of(supports.at("color"));
        add(colors.any, "style", "object");
        add(colors.background, "backgroundColor", "string");
        add(colors.text, "textColor", "string");
        add(colors.gradients, "gradient", "string");
        let typography = supports.at("typography");
        let in_typography = |name: &str| is_on(typography.at(name));
        add(TYPOGRAPHY.into_iter().any(in_typography), "style", "object");
        add(in_typography("fontSize"), "fontSize", "string");
        add(
            in_typography("fontFamily") || in_typography("__experimentalFontFamily"),
            "fontFamily",
            "string",
        );
        let border = match supports.get("border") {
            Some(border) => border,
            None => supports.at("__experimentalBorder"),
        };
        add(is_on(border), "style", "object");
        let has_color = is_on(border.at("color")) || border.as_bool() == Some(true);
        add(has_color, "borderColor", "string");
        let has_layout = has("layout") || has("__experimentalLayout");
        add(has_layout, "layout", "object");
        let styled = ["position", "spacing", "dimensions", "background"];
        add(styled.into_iter().any(has), "style", "object");
        add(has("ariaLabel"), "ariaLabel", "string");
        added
    }
}

/// The alignments of a block that has any.
const ALIGNMENTS: [&str; 6] = ["left", "center", "right", "wide", "full", ""];

/// What a block may support of `typography`.
const TYPOGRAPHY: [&str; 12] = [
    "fontSize",
    "lineHeight",
    "textAlign",
    "textColumns",
    "fontFamily",
    "__experimentalFontFamily",
    "__experimentalFontStyle",
    "__experimentalFontWeight",
    "__experimentalLetterSpacing",
    "__experimentalTextDecoration",
    "__experimentalTextTransform",
    "__experimentalWritingMode",
];

/// `block_has_support`: the support is true, or has parts.
fn is_on(support: &Value) -> bool {
    support.as_array().is_some() || support.as_bool() == Some(true)
}

/// Which colours a block supports. With parts named at all, text and background are supported unless they are refused.
struct Colors {
    text: bool,
    background: bool,
    gradients: bool,
    any: bool,
}

impl Colors {
    fn of(color: &Value) -> Self {
        let is_all = color.as_bool() == Some(true);
        let has = |name: &str| color.at(name).to_bool();
        let has_by_default = |name: &str| match color.get(name) {
            Some(part) => part.to_bool(),
            None => color.as_array().is_some(),
        };
        let text = is_all || has_by_default("text");
        let background = is_all || has_by_default("background");
        let gradients = has("gradients");
        let others = ["link", "button", "heading"];
        Self {
            text,
            background,
            gradients,
            any: text || background || gradients || others.into_iter().any(has),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Recording owner/block-types: 95 types, dynamic ones first.
    #[test]
    fn types_are_known_without_files() {
        let types = core_block_types(None);
        assert_eq!(types.len(), 95);
        assert_eq!(types.iter().filter(|t| t.is_dynamic).count(), 69);
        assert!(types.iter().all(|t| t.name().starts_with("core/")));
        let heading = types.iter().find(|t| t.name() == "core/heading").unwrap();
        let attributes = heading.attributes();
        let level = attributes
            .get("level")
            .map(|level| level.at("default").to_int());
        assert_eq!(level, Some(2));
    }

    /// Recording owner/block-type-paragraph.
    #[test]
    fn supports_bring_attributes() {
        let types = core_block_types(None);
        let paragraph = types.iter().find(|t| t.name() == "core/paragraph").unwrap();
        let names: Vec<String> = paragraph
            .attributes()
            .keys()
            .map(|k| k.to_string_lossy())
            .collect();
        let expected = "align content dropCap placeholder direction lock metadata className style \
            backgroundColor textColor gradient fontSize fontFamily borderColor";
        assert_eq!(
            names.join(" "),
            expected.split_whitespace().collect::<Vec<_>>().join(" ")
        );
    }
}
