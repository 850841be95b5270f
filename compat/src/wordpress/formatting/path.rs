//! File paths: `wp_basename` and `wp_normalize_path`.

use crate::wordpress::php::url::{urldecode, urlencode};

/// The last part of a path, without the suffix; independent of PHP's locale.
pub fn wp_basename(path: &str, suffix: &str) -> String {
    let encoded = urlencode(path.as_bytes())
        .replace("%2F", "/")
        .replace("%5C", "/");
    let trimmed = encoded.trim_end_matches('/');
    let base = trimmed.rsplit('/').next().unwrap_or_default();
    let base = match base.strip_suffix(suffix) {
        // PHP keeps a name that consists of the suffix only.
        Some(name) if !name.is_empty() => name,
        _ => base,
    };
    String::from_utf8_lossy(&urldecode(base.as_bytes())).into_owned()
}

/// Names of PHP's stream wrappers, which keep their `//`.
const STREAMS: [&str; 12] = [
    "https",
    "ftps",
    "compress.zlib",
    "compress.bzip2",
    "php",
    "file",
    "glob",
    "data",
    "http",
    "ftp",
    "phar",
    "zip",
];

/// A path with `/` only, single slashes (two at the start of a network share stay) and a drive letter
/// in upper case.
pub fn wp_normalize_path(path: &str) -> String {
    let (wrapper, path) = match path.split_once("://") {
        Some((stream, rest)) if STREAMS.contains(&stream) => (stream, rest),
        _ => ("", path),
    };
    let mut out = String::with_capacity(path.len() + wrapper.len() + 3);
    if !wrapper.is_empty() {
        out.push_str(wrapper);
        out.push_str("://");
    }
    let start = out.len();
    let mut before = ['\n', '\n'];
    for c in path.chars() {
        let c = if c == '\\' { '/' } else { c };
        // A slash goes when it follows one that has something before it.
        if c == '/' && before[1] == '/' && before[0] != '\n' {
            continue;
        }
        out.push(c);
        before = [before[1], c];
    }
    if path.as_bytes().get(1) == Some(&b':')
        && let Some(drive) = out.get_mut(start..start + 1)
    {
        drive.make_ascii_uppercase();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths() {
        for (path, want) in [
            ("c:\\a\\\\b", "C:/a/b"),
            ("//srv///x", "//srv/x"),
            ("///x", "//x"),
            ("php://a//b", "php://a/b"),
            ("x://a//b", "X:/a/b"),
        ] {
            assert_eq!(wp_normalize_path(path), want, "{path}");
        }
        assert_eq!(wp_basename("/a/b ñ.jpg/", ".jpg"), "b ñ");
        assert_eq!(wp_basename("c\\.jpg", ".jpg"), ".jpg");
    }
}
