//! What a column tells an audit: the software that it stands for and the options that are its own.

use serde::Serialize;

use crate::wordpress::options::Options;

/// A column's part in an audit.
#[derive(Debug, Clone, Copy)]
pub struct ColumnAudit {
    /// The plugins or the theme that the column stands for.
    pub software: &'static [Software],
    /// Options of that software; a star at the end stands for any ending.
    pub own_options: &'static [&'static str],
    /// Options that the column reads, besides those that its manifest names for the snapshot; a star as above.
    pub read_options: &'static [&'static str],
    /// Post types without addresses whose contents pages show.
    pub content_types: &'static [&'static str],
}

impl ColumnAudit {
    /// A column that stands for no software.
    pub const NONE: Self = Self {
        software: &[],
        own_options: &[],
        read_options: &[],
        content_types: &[],
    };
}

/// The name of the column that stands for WordPress.
pub const CORE: &str = "wordpress";

/// Kinds of software.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SoftwareKind {
    /// WordPress.
    Core,
    /// A theme.
    Theme,
    /// A plugin.
    Plugin,
}

/// Software that a column stands for.
#[derive(Debug, Clone, Copy)]
pub struct Software {
    /// What it is.
    pub kind: SoftwareKind,
    /// A plugin's file as in the option `active_plugins`, a theme's folder, nothing for WordPress.
    pub file: &'static str,
    /// Its name.
    pub name: &'static str,
    /// The versions with which its contract was recorded; none for software that was not recorded.
    pub recorded: &'static [&'static str],
    /// The version that its options name, for a site without its files.
    pub stored_version: fn(&Options) -> Option<String>,
}

impl Software {
    /// A plugin whose options do not name its version.
    pub const fn plugin(
        file: &'static str,
        name: &'static str,
        recorded: &'static [&'static str],
    ) -> Self {
        Self {
            kind: SoftwareKind::Plugin,
            file,
            name,
            recorded,
            stored_version: |_| None,
        }
    }
}

/// An option's text; none when it is missing or empty.
pub fn version_option(options: &Options, name: &str) -> Option<String> {
    let text = options.text(name).into_owned();
    (!text.is_empty()).then_some(text)
}

/// Whether a name is one of a list in which a star at the end stands for any ending.
pub fn is_named(list: &[&str], name: &str) -> bool {
    list.iter().any(|known| match known.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => *known == name,
    })
}

/// Something that a column finds on a site: a form, a language, a split test, products.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct InventoryItem {
    /// What it is one of: `forms`, `languages`, `split tests`, `products`.
    pub group: &'static str,
    /// The number of its post, if it has one.
    pub id: Option<i64>,
    /// Its title.
    pub title: String,
    /// More about it.
    pub detail: String,
    /// What of it is not served.
    pub problems: Vec<String>,
}

impl InventoryItem {
    /// An item without problems.
    pub fn new(group: &'static str, id: Option<i64>, title: &str, detail: String) -> Self {
        Self {
            group,
            id,
            title: super::limits::cut(title, 200).to_owned(),
            detail,
            problems: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_ending() {
        let list = ["widget_*", "home"];
        for (name, is_in) in [("widget_text", true), ("home", true), ("homes", false)] {
            assert_eq!(is_named(&list, name), is_in, "{name}");
        }
    }
}
