//! Versions in PHP files and style sheets, read as data and never run.

use std::fs::File;
use std::io::Read as _;
use std::path::{Component, Path};

use super::limits;

/// `$wp_version` of `wp-includes/version.php`: a literal, nothing else.
pub fn wp_version(wp_root: &Path) -> Option<String> {
    let text = beginning(&wp_root.join("wp-includes/version.php"))?;
    let lines = text.lines().map(str::trim);
    let mut values = lines.filter_map(|line| {
        let value = line.strip_prefix("$wp_version")?.trim_start();
        literal(value.strip_prefix('=')?.trim_start())
    });
    values.next()
}

/// The text of a quoted literal that ends the statement.
fn literal(text: &str) -> Option<String> {
    let quote = text.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    let (value, rest) = text.get(1..)?.split_once(quote)?;
    let is_plain = !value.contains(['\\', '$']) && rest.trim_start().starts_with(';');
    is_plain.then(|| limits::cut(value, 40).to_owned())
}

/// A field of a file's head (`get_file_data`): `Version`, `Plugin Name`, `Theme Name`.
pub fn header(text: &str, field: &str) -> Option<String> {
    let lines = text.split(['\n', '\r']);
    let mut values = lines.filter_map(|line| {
        let line = line.trim_start_matches("<?php");
        let line = line.trim_start_matches([' ', '\t', '/', '*', '#', '@']);
        let name = line.get(..field.len())?;
        let value = line.get(field.len()..)?.strip_prefix(':')?;
        name.eq_ignore_ascii_case(field).then_some(value)
    });
    let value = values.next()?;
    let value = value.split("*/").next().unwrap_or_default();
    let value = value.split("?>").next().unwrap_or_default().trim();
    let plain: String = value.chars().filter(|c| !c.is_control()).collect();
    (!plain.is_empty()).then(|| limits::cut(&plain, 100).to_owned())
}

/// The beginning of a file below a folder; none for a path that leads out of it.
pub fn beginning_below(folder: &Path, path: &str) -> Option<String> {
    let path = Path::new(path);
    let mut parts = path.components();
    let is_below = parts.all(|part| matches!(part, Component::Normal(_)));
    is_below.then(|| beginning(&folder.join(path))).flatten()
}

/// The beginning of a plain file.
fn beginning(path: &Path) -> Option<String> {
    if !std::fs::metadata(path).ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    let file = File::open(path).ok()?;
    file.take(limits::HEADER).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_literals() {
        for (text, expected) in [
            ("'6.8.7';", Some("6.8.7")),
            ("\"7.0\" ;", Some("7.0")),
            ("'6' . '.8';", None),
            ("\"$x\";", None),
            ("system('x');", None),
            ("'6.8", None),
        ] {
            assert_eq!(literal(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn headers_are_read_as_get_file_data_reads_them() {
        let text = "<?php\r\n/*\r\n * Plugin Name: Reseñas */\n# version: 2.4\nVersion 9\n";
        assert_eq!(header(text, "Plugin Name").as_deref(), Some("Reseñas"));
        assert_eq!(header(text, "Version").as_deref(), Some("2.4"));
        assert_eq!(header(text, "Author"), None);
    }

    #[test]
    fn files_outside_of_the_folder_are_not_read() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("in")).unwrap();
        std::fs::write(folder.path().join("out.php"), "Version: 1").unwrap();
        std::fs::write(folder.path().join("in/a.php"), "Version: 2").unwrap();
        let inner = folder.path().join("in");
        assert!(beginning_below(&inner, "a.php").is_some());
        for path in ["../out.php", "/etc/passwd", "missing.php", "", "."] {
            assert!(beginning_below(&inner, path).is_none(), "{path}");
        }
    }
}
