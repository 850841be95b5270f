//! `settings` and `styles` of core's `theme.json` with those of the blocks and the theme, for the REST API.
//!
//! Contract "wordpress-rest", section 14; recording owner/global-styles-theme. On a site without WordPress's files the
//! part of the defaults that a classic theme shows is known (`defaults.json`).

use std::path::Path;

use serde_json::Value as Json;

use super::super::php::Value;
use super::super::php::json::json_decode_assoc;
use super::super::read_files::ReadFiles;
use super::{THEME_JSON, block_types, merge};

const KNOWN: &str = include_str!("defaults.json");

/// The merged data: WordPress's folder and the theme's. Blocks on the file system.
#[must_use]
pub fn default_theme_json(wp_root: Option<&Path>, theme: Option<&Path>) -> Value {
    let mut files = ReadFiles::default();
    let includes = wp_root.map(|root| root.join("wp-includes"));
    let core = includes
        .as_ref()
        .and_then(|includes| files.json_object(&includes.join(THEME_JSON)));
    let mut merged: Json = match core {
        Some(core) => core,
        None => serde_json::from_str(KNOWN).unwrap_or(Json::Null),
    };
    if let Some(includes) = includes {
        for block in block_types::read(&mut files, &includes.join("blocks")) {
            block.add_styles(&mut merged);
        }
    }
    if let Some(own) = theme.and_then(|theme| files.json_object(&theme.join(THEME_JSON))) {
        merge(&mut merged, &own);
    }
    json_decode_assoc(merged.to_string().as_bytes()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Recording owner/global-styles-theme.
    #[test]
    fn the_defaults_are_known_without_files() {
        let merged = default_theme_json(None, None);
        let columns = merged.at("styles").at("blocks").at("core/columns");
        assert!(columns.at("spacing").get("blockGap").is_some());
        assert_eq!(
            merged.at("settings").at("color").at("custom").as_bool(),
            Some(true)
        );
    }
}
