//! The software of a site beside the software that columns stand for.

use std::cmp::Ordering;
use std::path::Path;

use serde::Serialize;

use super::part::{Software, SoftwareKind};
use super::{limits, php_file};
use crate::wordpress::column::{Columns, Folders};
use crate::wordpress::options::Options;
use crate::wordpress::php::version_compare::version_compare;

/// How software of a site compares with what its column was recorded with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SoftwareState {
    /// The same version.
    Recorded,
    /// Another version of the same line: the last number differs.
    Close,
    /// A newer one.
    Newer,
    /// An older one.
    Older,
    /// A column stands for it, but its version is nowhere to be read.
    Unversioned,
    /// A column stands for it that follows its documentation and data, without recordings.
    Unrecorded,
    /// No column stands for it.
    Unknown,
}

/// Software of a site.
#[derive(Debug, Clone, Serialize)]
pub struct SoftwareFinding {
    /// What it is.
    pub kind: SoftwareKind,
    /// Its file or folder; empty for WordPress.
    pub file: String,
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: Option<String>,
    /// The versions that were recorded.
    pub recorded: Vec<&'static str>,
    /// The column that stands for it.
    pub column: Option<&'static str>,
    /// How they compare.
    pub state: SoftwareState,
}

/// A PHP file of the site's own that WordPress would run and nobody here does.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct CodeFile {
    /// Its path below `wp-content`.
    pub file: String,
    /// What WordPress does with it.
    pub what: &'static str,
}

/// WordPress, the theme, its child, and the active plugins.
pub fn software(columns: Columns, options: &Options, folders: Folders<'_>) -> Vec<SoftwareFinding> {
    let mut found = vec![core(columns, options, folders)];
    let (template, stylesheet) = (options.text("template"), options.text("stylesheet"));
    let sheet = |name: &str| in_content(folders, &format!("themes/{name}/style.css"));
    found.push(one(
        columns,
        options,
        SoftwareKind::Theme,
        &template,
        sheet(&template),
    ));
    if stylesheet != template && !stylesheet.is_empty() {
        found.push(one(
            columns,
            options,
            SoftwareKind::Theme,
            &stylesheet,
            sheet(&stylesheet),
        ));
    }
    for file in options.value("active_plugins").values().take(1000) {
        let file = file.to_string_lossy();
        let text = in_content(folders, &format!("plugins/{file}"));
        found.push(one(columns, options, SoftwareKind::Plugin, &file, text));
    }
    found
}

fn in_content(folders: Folders<'_>, path: &str) -> Option<String> {
    php_file::beginning_below(folders.content_dir?, path)
}

fn core(columns: Columns, options: &Options, folders: Folders<'_>) -> SoftwareFinding {
    let (column, known) = known(columns, SoftwareKind::Core, "").unzip();
    let stored = || known.and_then(|known| (known.stored_version)(options));
    let version = folders
        .wp_root
        .and_then(php_file::wp_version)
        .or_else(stored);
    finding(
        SoftwareKind::Core,
        "",
        "WordPress".to_owned(),
        version,
        (column, known),
    )
}

fn one(
    columns: Columns,
    options: &Options,
    kind: SoftwareKind,
    file: &str,
    text: Option<String>,
) -> SoftwareFinding {
    let (column, known) = known(columns, kind, file).unzip();
    let field = |name: &str| {
        text.as_deref()
            .and_then(|text| php_file::header(text, name))
    };
    let version = field("Version").or_else(|| known.and_then(|k| (k.stored_version)(options)));
    let title = match kind {
        SoftwareKind::Theme => "Theme Name",
        SoftwareKind::Core | SoftwareKind::Plugin => "Plugin Name",
    };
    let file = limits::cut(file, 200);
    let name = known.map(|known| known.name.to_owned());
    let name = name
        .or_else(|| field(title))
        .unwrap_or_else(|| file.to_owned());
    finding(kind, file, name, version, (column, known))
}

/// The column that stands for software.
fn known(
    columns: Columns,
    kind: SoftwareKind,
    file: &str,
) -> Option<(&'static str, &'static Software)> {
    let mut all = columns.0.iter().flat_map(|column| {
        let software = column.audit.software.iter();
        software.map(move |software| (column.name, software))
    });
    all.find(|(_, known)| known.kind == kind && known.file.eq_ignore_ascii_case(file))
}

fn finding(
    kind: SoftwareKind,
    file: &str,
    name: String,
    version: Option<String>,
    (column, known): (Option<&'static str>, Option<&'static Software>),
) -> SoftwareFinding {
    let recorded = known.map_or(&[][..], |known| known.recorded);
    let state = match (known, &version) {
        (None, _) => SoftwareState::Unknown,
        (Some(_), _) if recorded.is_empty() => SoftwareState::Unrecorded,
        (Some(_), None) => SoftwareState::Unversioned,
        (Some(_), Some(version)) => compare(version, recorded),
    };
    SoftwareFinding {
        kind,
        file: file.to_owned(),
        name,
        version,
        recorded: recorded.to_vec(),
        column,
        state,
    }
}

fn compare(version: &str, recorded: &[&str]) -> SoftwareState {
    let line = |version: &str| version.split('.').take(2).collect::<Vec<_>>().join(".");
    if recorded.contains(&version) {
        return SoftwareState::Recorded;
    }
    if recorded.iter().any(|known| line(known) == line(version)) {
        return SoftwareState::Close;
    }
    let is_newer = |known: &&str| version_compare(version, known) == Ordering::Greater;
    match recorded.iter().all(is_newer) {
        true => SoftwareState::Newer,
        false => SoftwareState::Older,
    }
}

/// Files that WordPress runs besides plugins and theme: must-use plugins, drop-ins, the child theme's own code.
pub fn code_files(options: &Options, folders: Folders<'_>) -> Vec<CodeFile> {
    const DROP_INS: [(&str, &str); 8] = [
        (
            "advanced-cache.php",
            "answers from a page cache, before WordPress",
        ),
        ("object-cache.php", "keeps objects in a cache"),
        ("db.php", "replaces the database layer"),
        ("db-error.php", "prints the page of a database error"),
        (
            "fatal-error-handler.php",
            "prints the page of a fatal error",
        ),
        ("maintenance.php", "prints the page during an update"),
        ("php-error.php", "prints the page of a PHP error"),
        ("sunrise.php", "runs before a multisite starts"),
    ];
    let Some(content) = folders.content_dir else {
        return Vec::new();
    };
    let drop_ins = DROP_INS
        .iter()
        .filter(|(file, _)| content.join(file).is_file());
    let mut found: Vec<CodeFile> = drop_ins
        .map(|(file, what)| CodeFile {
            file: (*file).to_owned(),
            what,
        })
        .collect();
    found.extend(php_files(
        content,
        "mu-plugins",
        "is a must-use plugin, which runs on every request",
    ));
    let (template, stylesheet) = (options.text("template"), options.text("stylesheet"));
    if stylesheet != template && !stylesheet.contains(['/', '\\']) && !stylesheet.starts_with('.') {
        let folder = format!("themes/{stylesheet}");
        found.extend(php_files(
            content,
            &folder,
            "is code or a template of the child theme",
        ));
    }
    found.sort();
    found
}

fn php_files(content: &Path, folder: &str, what: &'static str) -> Vec<CodeFile> {
    let entries = std::fs::read_dir(content.join(folder))
        .into_iter()
        .flatten();
    let names = entries
        .flatten()
        .map(|e| e.file_name().to_string_lossy().into_owned());
    let scripts = names.filter(|name| name.to_ascii_lowercase().ends_with(".php"));
    let found = scripts.take(limits::OPTIONS).map(|name| CodeFile {
        file: format!("{folder}/{name}"),
        what,
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_line() {
        for (version, state) in [
            ("6.8.7", SoftwareState::Recorded),
            ("6.8", SoftwareState::Close),
            ("6.8.9-alpha", SoftwareState::Close),
            ("6.10", SoftwareState::Newer),
            ("7.0", SoftwareState::Newer),
            ("5.9.3", SoftwareState::Older),
            ("", SoftwareState::Older),
        ] {
            assert_eq!(compare(version, &["6.8.7"]), state, "{version}");
        }
    }
}
