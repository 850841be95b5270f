//! What the `block.json` files of WordPress's blocks say about styles.

use std::path::Path;

use serde_json::{Map, Value};

use super::super::read_files::ReadFiles;

/// Folders that are looked at.
const BLOCKS_MAX: usize = 400;

/// A block.
#[derive(Debug)]
pub(super) struct BlockType {
    /// As in `core/columns`.
    pub name: String,
    /// The selector of its root.
    pub selector: String,
    /// `supports.spacing.blockGap.__experimentalDefault`.
    pub gap: Option<String>,
    style: Option<Value>,
}

/// The blocks of a folder in the order of their registration: those that PHP renders first.
pub(super) fn read(files: &mut ReadFiles, folder: &Path) -> Vec<BlockType> {
    let rendered = files.list(folder, "php", BLOCKS_MAX);
    let is_rendered = |path: &Path| rendered.iter().any(|php| php.with_extension("") == path);
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut folders: Vec<_> = entries
        .map(|entry| entry.path())
        .take(2 * BLOCKS_MAX)
        .collect();
    folders.retain(|path| path.extension().is_none());
    folders.sort_by_key(|path| (!is_rendered(path), path.clone()));
    folders.truncate(BLOCKS_MAX);
    let blocks = folders
        .iter()
        .filter_map(|path| files.json_object(&path.join("block.json")));
    blocks.filter_map(|json| BlockType::new(&json)).collect()
}

impl BlockType {
    fn new(json: &Value) -> Option<Self> {
        let name = json["name"].as_str()?;
        let supports = &json["supports"];
        let own = [
            &json["selectors"]["root"],
            &supports["__experimentalSelector"],
        ];
        let class = name.strip_prefix("core/").unwrap_or(name).replace('/', "-");
        let selector = own.into_iter().find_map(Value::as_str);
        let gap = &supports["spacing"]["blockGap"]["__experimentalDefault"];
        let style = &supports["__experimentalStyle"];
        let style = if style.is_null() {
            &json["__experimentalStyle"]
        } else {
            style
        };
        Some(Self {
            name: name.to_owned(),
            selector: selector.map_or_else(|| format!(".wp-block-{class}"), str::to_owned),
            gap: gap.as_str().map(str::to_owned),
            style: Some(style).filter(|style| style.is_object()).cloned(),
        })
    }

    /// Adds the block's own styles, where `theme.json` has none.
    pub fn add_styles(&self, theme_json: &mut Value) {
        if self.gap.is_none() && self.style.is_none() {
            return;
        }
        let blocks = &mut theme_json["styles"]["blocks"];
        if !blocks.is_object() {
            *blocks = Value::Object(Map::new());
        }
        let block = &mut blocks[&self.name];
        if block.is_null() {
            *block = self
                .style
                .clone()
                .unwrap_or_else(|| Value::Object(Map::new()));
        }
    }
}
