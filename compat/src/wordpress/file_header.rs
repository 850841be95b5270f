//! Headers of plugins and themes: `Name: value` lines at the start of a file (`get_file_data`, `get_plugins`,
//! `WP_Theme`). The files are read as text, nothing of them is run.
//!
//! Contract "wordpress-rest", section 16. Of what the site replaces and whose files are not there, a column brings the
//! header ([`super::site::Registry`]).

use std::cmp::Ordering;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Bytes of a file that headers are looked for in.
const READ: u64 = 8 * 1024;
/// Files and folders that are looked at.
const MOST: usize = 2_000;

/// A header.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileHeader {
    /// A plugin's file below `plugins`, a theme's folder below `themes`.
    pub file: String,
    /// `Plugin Name` or `Theme Name`.
    pub name: String,
    /// `Plugin URI` or `Theme URI`.
    pub uri: String,
    /// `Version`
    pub version: String,
    /// `Description`
    pub description: String,
    /// `Author`
    pub author: String,
    /// `Author URI`
    pub author_uri: String,
    /// `Text Domain`
    pub text_domain: String,
    /// `Requires at least`
    pub requires_wp: String,
    /// `Requires PHP`
    pub requires_php: String,
    /// `Network`: only for a whole network of sites.
    pub network: bool,
    /// `Template`: the folder of a theme's parent, empty for none.
    pub template: String,
    /// `Tags` of a theme.
    pub tags: Vec<String>,
}

impl FileHeader {
    /// The header of a text; `kind` is `Plugin` or `Theme`. `None` when it has no name.
    #[must_use]
    pub fn parse(kind: &str, file: &str, text: &str) -> Option<Self> {
        let text = text.replace('\r', "\n");
        let field = |name: &str| value_of(&text, name);
        let name = field(&format!("{kind} Name"));
        let tags = field("Tags");
        let tags = tags.split(',').map(str::trim).filter(|tag| !tag.is_empty());
        (!name.is_empty()).then(|| Self {
            file: file.to_owned(),
            name,
            uri: field(&format!("{kind} URI")),
            version: field("Version"),
            description: field("Description"),
            author: field("Author"),
            author_uri: field("Author URI"),
            text_domain: field("Text Domain"),
            requires_wp: field("Requires at least"),
            requires_php: field("Requires PHP"),
            network: field("Network").eq_ignore_ascii_case("true"),
            template: field("Template"),
            tags: tags.map(str::to_owned).collect(),
        })
    }
}

/// `_cleanup_header_comment` of the first line that has the field.
fn value_of(text: &str, name: &str) -> String {
    let is_lead = |c: char| matches!(c, ' ' | '\t' | '/' | '*' | '#' | '@' | '<' | '?');
    let found = text.lines().find_map(|line| {
        // `<?php` may stand before the field.
        let line = line.trim_start_matches(is_lead);
        let line = line
            .strip_prefix("php")
            .map_or(line, |l| l.trim_start_matches(is_lead));
        let (start, rest) = (line.get(..name.len())?, line.get(name.len()..)?);
        let is_it = start.eq_ignore_ascii_case(name);
        is_it.then(|| rest.strip_prefix(':')).flatten()
    });
    let value = found.unwrap_or_default();
    let end = ["*/", "?>"].iter().filter_map(|end| value.find(end)).min();
    let value = value.get(..end.unwrap_or(value.len())).unwrap_or_default();
    value.trim().to_owned()
}

/// `get_plugins`: the plugins of a folder, by name. Blocks on the file system.
#[must_use]
pub fn plugins_in(folder: &Path) -> Vec<FileHeader> {
    let mut plugins = Vec::new();
    for (name, path) in entries(folder) {
        if path.is_dir() {
            for (file, path) in entries(&path) {
                plugins.extend(plugin(&format!("{name}/{file}"), &path));
            }
        } else {
            plugins.extend(plugin(&name, &path));
        }
    }
    plugins.sort_by(by_name);
    plugins
}

/// The order of plugins in lists.
#[must_use]
pub fn by_name(a: &FileHeader, b: &FileHeader) -> Ordering {
    let fold = |header: &FileHeader| header.name.to_lowercase();
    fold(a).cmp(&fold(b))
}

fn plugin(file: &str, path: &Path) -> Option<FileHeader> {
    let is_php = Path::new(file)
        .extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("php"));
    let text = is_php.then(|| head_of(path)).flatten()?;
    FileHeader::parse("Plugin", file, &text)
}

/// The themes of a folder, by folder name. Blocks on the file system.
#[must_use]
pub fn themes_in(folder: &Path) -> Vec<FileHeader> {
    let themes = entries(folder).into_iter().filter_map(|(name, path)| {
        let text = head_of(&path.join("style.css"))?;
        FileHeader::parse("Theme", &name, &text)
    });
    themes.collect()
}

fn entries(folder: &Path) -> Vec<(String, std::path::PathBuf)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut named: Vec<_> = entries
        .filter_map(|entry| Some((entry.file_name().into_string().ok()?, entry.path())))
        .filter(|(name, _)| !name.starts_with('.'))
        .take(MOST)
        .collect();
    named.sort();
    named
}

fn head_of(path: &Path) -> Option<String> {
    let mut bytes = Vec::new();
    File::open(path)
        .ok()?
        .take(READ)
        .read_to_end(&mut bytes)
        .ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_plugins_and_themes_are_read() {
        let text = "<?php\r\n/*\r\nPlugin Name: Uno\r\nPlugin URI: https://a.example/ \r\n * Version: 1.2 */\nNetwork: true";
        let header = FileHeader::parse("Plugin", "uno/uno.php", text).unwrap();
        assert_eq!(
            (header.name.as_str(), header.version.as_str()),
            ("Uno", "1.2")
        );
        assert_eq!(header.uri, "https://a.example/");
        assert!(header.network);
        let text = "/*!\nTheme Name: Dos\nTags: one-column,  blog\nTemplate: Divi\n*/";
        let theme = FileHeader::parse("Theme", "dos", text).unwrap();
        assert_eq!((theme.tags.len(), theme.template.as_str()), (2, "Divi"));
        assert_eq!(
            FileHeader::parse("Plugin", "x.php", "<?php // nothing"),
            None
        );
    }
}
