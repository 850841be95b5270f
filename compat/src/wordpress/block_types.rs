//! The types of core's blocks: from the `block.json` files of the site's WordPress, read as data; on a site without
//! them names, titles and categories of release 6.8 (`block_types.jsonl`).
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
        let kind = |kind: &str| Value::array().with("type", kind);
        for name in ["lock", "metadata"] {
            if !all.contains_key(name) {
                all.insert(name, kind("object"));
            }
        }
        for (name, of) in self.supported() {
            if !all.contains_key(name) {
                all.insert(name, kind(of));
            }
        }
        all
    }

    /// What the supports add, in the order in which core looks at them.
    fn supported(&self) -> Vec<(&'static str, &'static str)> {
        let supports = self.json.at("supports");
        let is_on =
            |value: &Value| !value.is_null() && (value.as_array().is_some() || value.to_bool());
        let has = |name: &str| is_on(supports.at(name));
        let is_not_off = |name: &str| supports.at(name).as_bool() != Some(false);
        let color = supports.at("color");
        let in_color = |name: &str| is_on(color.at(name));
        let mut added = Vec::new();
        if has("align") {
            added.push(("align", "string"));
        }
        if is_not_off("customClassName") {
            added.push(("className", "string"));
        }
        let border = match supports.get("border") {
            Some(border) => border,
            None => supports.at("__experimentalBorder"),
        };
        let styled = [
            "color",
            "typography",
            "spacing",
            "dimensions",
            "position",
            "shadow",
            "background",
        ];
        if styled.iter().any(|name| has(name)) || is_on(border) {
            added.push(("style", "object"));
        }
        if is_on(color) {
            if color.at("background").as_bool() != Some(false) {
                added.push(("backgroundColor", "string"));
            }
            if color.at("text").as_bool() != Some(false) {
                added.push(("textColor", "string"));
            }
            if in_color("gradients") {
                added.push(("gradient", "string"));
            }
        }
        let typography = supports.at("typography");
        if is_on(typography.at("fontSize")) {
            added.push(("fontSize", "string"));
        }
        if is_on(typography.at("fontFamily")) || is_on(typography.at("__experimentalFontFamily")) {
            added.push(("fontFamily", "string"));
        }
        if is_on(border.at("color")) || border.as_bool() == Some(true) {
            added.push(("borderColor", "string"));
        }
        if has("layout") || has("__experimentalLayout") {
            added.push(("layout", "object"));
        }
        if has("ariaLabel") {
            added.push(("ariaLabel", "string"));
        }
        added
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
