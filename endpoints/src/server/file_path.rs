//! Maps a request path to a path below a folder, or refuses it (hardening S6). It decodes once, checks every segment,
//! and does not access the file system.

use std::path::PathBuf;

use percent_encoding::percent_decode_str;

/// Why a path is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unservable {
    /// Not a file path: it contains `..` or encoded separators, or is not UTF-8. The front controller sends 404.
    NotAPath,
    /// A kind of file that is never served: a script, a dot file, a database, a configuration.
    Forbidden,
}

/// Extensions (anywhere among the dots of a name) that are never served.
const PROGRAMS: &[&str] = &["php", "phtml", "phar", "pht", "phps"];

/// Last extensions that are never served: data, settings, backups of scripts.
const PRIVATE: &[&str] = &[
    "bak", "cfg", "cgi", "conf", "db", "env", "inc", "ini", "log", "old", "orig", "pem", "pl",
    "py", "sh", "sql", "sqlite", "swo", "swp", "toml",
];

/// Turns the part of a request's path below a folder into a relative path; empty for the folder itself.
///
/// # Errors
/// When the path may not be served.
pub fn relative_path(raw: &str) -> Result<PathBuf, Unservable> {
    let mut path = PathBuf::new();
    for segment in raw.split('/').filter(|segment| !segment.is_empty()) {
        path.push(decode(segment)?.as_ref());
    }
    // The whole path must be valid before any segment is checked.
    for name in path
        .components()
        .filter_map(|component| component.as_os_str().to_str())
    {
        if is_forbidden_name(name) {
            return Err(Unservable::Forbidden);
        }
    }
    Ok(path)
}

fn decode(segment: &str) -> Result<std::borrow::Cow<'_, str>, Unservable> {
    if !has_valid_escapes(segment.as_bytes()) {
        return Err(Unservable::NotAPath);
    }
    let name = percent_decode_str(segment)
        .decode_utf8()
        .map_err(|_| Unservable::NotAPath)?;
    let is_separating = name
        .chars()
        .any(|c| matches!(c, '/' | '\\') || c.is_control());
    if is_separating || name == "." || name == ".." {
        return Err(Unservable::NotAPath);
    }
    Ok(name)
}

fn has_valid_escapes(segment: &[u8]) -> bool {
    segment
        .iter()
        .enumerate()
        .filter(|(_, byte)| **byte == b'%')
        .all(|(at, _)| {
            segment
                .get(at + 1..at + 3)
                .is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
        })
}

/// Whether a file or folder of this name is never served.
#[must_use]
pub fn is_forbidden_name(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    if lower.starts_with('.') || lower.starts_with("wp-config") || lower.ends_with('~') {
        return true;
    }
    let mut dotted = lower.split('.');
    dotted.next();
    let mut last = "";
    for part in dotted {
        // `x.php7`, `x.php~1` and `x.php ` count as scripts too.
        let program = part.trim_end_matches(|c: char| !c.is_ascii_alphabetic());
        if PROGRAMS.contains(&program) && !part.contains('_') {
            return true;
        }
        last = part;
    }
    PRIVATE.contains(&last.trim_end_matches(|c: char| !c.is_ascii_alphabetic()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_are_served() {
        for (raw, path) in [
            ("2026/11/patio.jpg", "2026/11/patio.jpg"),
            ("/a//b.css", "a/b.css"),
            ("a%20b.png", "a b.png"),
            ("%C3%B1.png", "ñ.png"),
            ("", ""),
            ("x.php_.jpg", "x.php_.jpg"),
            ("jquery.min.js", "jquery.min.js"),
        ] {
            assert_eq!(relative_path(raw), Ok(PathBuf::from(path)), "{raw}");
        }
    }

    #[test]
    fn paths_that_are_not() {
        for raw in [
            "../a", "a/..", "%2e%2e/a", ".%2E/a", "a%2fb", "a%5Cb", "a\\b", "a%00.jpg", "%",
            "a%zz", "%ff",
        ] {
            assert_eq!(relative_path(raw), Err(Unservable::NotAPath), "{raw}");
        }
        for raw in [
            "x.php",
            "X.PHP",
            "x.php7",
            "x.phtml",
            "x.phar",
            "x.php.jpg",
            "x.php~",
            ".htaccess",
            "a/.git/config",
            "wp-config.php",
            "wp-config.php.bak",
            "wp-config-sample.txt",
            "debug.log",
            "d.sqlite",
            "d.sqlite3",
            "x.php%20",
            "x.%70hp",
            "x.php.",
        ] {
            assert_eq!(relative_path(raw), Err(Unservable::Forbidden), "{raw}");
        }
    }
}
