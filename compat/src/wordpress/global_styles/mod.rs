//! Global styles: the style sheet that WordPress makes of its own `theme.json` and the theme's, and what the block library
//! has for themes (`wp-block-library-theme`).
//!
//! All of it is read from the site's own files, as data. A site without WordPress's `theme.json`, or whose theme has
//! none, gets no global styles. Not made here: block gaps and fluid font sizes that a theme switches on, style variations.

mod block_types;
mod defaults;
mod presets;
mod styles;

use std::path::Path;
use std::sync::Arc;

use serde_json::Value;

use super::column::{SiteData, SiteSource};
use super::read_files::ReadFiles;
use crate::type_map_entry;

pub use defaults::default_theme_json;

/// The style sheets, as they stand in a page.
#[derive(Debug, Default)]
pub struct GlobalStyles {
    /// `global-styles-inline-css`; empty for none.
    pub global_styles: String,
    /// `wp-block-library-theme-inline-css`; empty for none.
    pub block_library_theme: String,
    files: ReadFiles,
}

/// The style sheets, as site data.
pub type SharedStyles = Arc<GlobalStyles>;
type_map_entry!(SharedStyles);

/// Loads the style sheets, again only when the files changed.
pub(crate) fn load(source: &SiteSource<'_>, data: &mut SiteData) {
    let (Some(root), Some(content)) = (source.folders.wp_root, source.folders.content_dir) else {
        return;
    };
    let before = source.before.map(|before| before.get::<SharedStyles>());
    let options = &source.site.options;
    let names = ["template", "stylesheet"].map(|name| options.text(name).into_owned());
    let theme = |name: &String| content.join("themes").join(name);
    let [parent, child] = [theme(&names[0]), theme(&names[1])];
    let known = before
        .filter(|known| known.files.holds(&child.join(THEME_JSON)) && known.files.are_current());
    data.insert(match known {
        Some(known) => Arc::clone(known),
        None => Arc::new(GlobalStyles::read(root, &[&parent, &child])),
    });
}

/// Whether the files that the style sheets were read from have changed.
pub(crate) fn files_changed(data: &SiteData) -> bool {
    !data.get::<SharedStyles>().files.are_current()
}

const THEME_JSON: &str = "theme.json";

impl GlobalStyles {
    /// The style sheets of a site: WordPress's folder, and those of the theme's parent and of the theme. Blocks on the
    /// file system.
    pub fn read(wp_root: &Path, themes: &[&Path]) -> Self {
        let mut files = ReadFiles::default();
        let includes = wp_root.join("wp-includes");
        let theme_css = includes.join("css/dist/block-library/theme.min.css");
        let theme_css = files.read(&theme_css, 1 << 20).unwrap_or_default();
        let theme_css = String::from_utf8(theme_css).unwrap_or_default();
        let core = files.json_object(&includes.join(THEME_JSON));
        let mut themes: Vec<Value> = themes
            .iter()
            .filter_map(|theme| files.json_object(&theme.join(THEME_JSON)))
            .collect();
        themes.dedup();
        let global_styles = match core {
            Some(core) if !themes.is_empty() => {
                let blocks = block_types::read(&mut files, &includes.join("blocks"));
                stylesheet(&core, &themes, &blocks)
            }
            _ => String::new(),
        };
        Self {
            global_styles,
            block_library_theme: in_style(theme_css.trim()),
            files,
        }
    }
}

/// A style sheet that cannot end the element that it stands in.
fn in_style(css: &str) -> String {
    css.replace("</", "<\\/")
}

/// `wp_get_global_stylesheet`, followed by the rules of single blocks.
fn stylesheet(core: &Value, themes: &[Value], blocks: &[block_types::BlockType]) -> String {
    let mut merged = core.clone();
    for block in blocks {
        block.add_styles(&mut merged);
    }
    for theme in themes {
        merge(&mut merged, theme);
    }
    let presets = presets::Presets::new(core, themes);
    let sheets = [
        format!(
            "{}{}{}{}",
            presets.variables(&merged["settings"]["custom"]),
            styles::layout(&merged["settings"]),
            styles::elements(&merged["styles"]),
            presets.classes()
        ),
        styles::blocks(&merged["styles"]["blocks"], blocks),
    ];
    let sheets: Vec<&str> = sheets
        .iter()
        .map(String::as_str)
        .filter(|css| !css.is_empty())
        .collect();
    in_style(&sheets.join("\n"))
}

/// Puts what a theme sets over what there is; lists are replaced.
fn merge(base: &mut Value, over: &Value) {
    match (base, over) {
        (Value::Object(base), Value::Object(over)) => {
            for (key, value) in over {
                merge(base.entry(key.clone()).or_insert(Value::Null), value);
            }
        }
        (base, over) => *base = over.clone(),
    }
}

#[cfg(test)]
mod tests;
