//! `sanitize_file_name`: a name that is safe in the uploads folder and in a URL.

use super::accents::remove_accents;
use super::mime_types::{is_allowed_extension, mime_type_of};
use super::whitespace::collapse;

/// The file name without accents, spaces and special characters.
///
/// `a.php.jpg` becomes `a.php_.jpg`, so that no server takes it for PHP. `unfiltered_html` is that
/// capability of the current user; it decides whether `html` and `js` count as allowed in the middle.
pub fn sanitize_file_name(filename: &str, locale: &str, unfiltered_html: bool) -> String {
    let name: String = remove_accents(filename, locale)
        .chars()
        .map(|c| if is_space_separator(c) { ' ' } else { c })
        .filter(|c| !is_special(*c))
        .collect();
    let name = single_dots(&name);
    let name = collapse(&name, &['\r', '\n', '\t', ' ', '-'], '-');
    let mut name = name.trim_matches(['.', '-', '_']).to_owned();
    if !name.contains('.') && mime_type_of(&name).is_some() {
        name.insert_str(0, "unnamed-file.");
    }
    mark_inner_extensions(&name, unfiltered_html).unwrap_or(name)
}

/// Unicode category Zs.
fn is_space_separator(c: char) -> bool {
    matches!(
        c,
        ' ' | '\u{A0}' | '\u{1680}' | '\u{2000}'
            ..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}'
    )
}

fn is_special(c: char) -> bool {
    "?[]/\\=<>:;,'\"&$#*()|~`!{}%+’«»”“\0".contains(c)
}

fn single_dots(name: &str) -> String {
    collapse(name, &['.'], '.')
}

/// Adds underscores after inner extensions that may not be uploaded; `None` when there are none.
fn mark_inner_extensions(name: &str, unfiltered_html: bool) -> Option<String> {
    let (first, rest) = name.split_once('.')?;
    let (inner, extension) = rest.rsplit_once('.')?;
    let mut out = first.to_owned();
    for part in inner.split('.') {
        out.push('.');
        out.push_str(part);
        if looks_like_extension(part) && !is_allowed_extension(part, unfiltered_html) {
            out.push('_');
        }
    }
    out.push('.');
    out.push_str(extension);
    Some(out)
}

/// Two to five letters and perhaps one digit.
fn looks_like_extension(part: &str) -> bool {
    let letters = part
        .strip_suffix(|c: char| c.is_ascii_digit())
        .unwrap_or(part);
    (2..=5).contains(&letters.len()) && letters.bytes().all(|b| b.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table() {
        for (name, want) in [
            ("Casa Ñandú (1).jpg", "Casa-Nandu-1.jpg"),
            ("evil.php5.jpg", "evil.php5_.jpg"),
            ("a..b--c .pdf.", "a.b-c-.pdf"),
            ("a.html.txt", "a.html_.txt"),
            ("JPG", "unnamed-file.JPG"),
            ("a\u{a0}b", "a-b"),
        ] {
            assert_eq!(sanitize_file_name(name, "es_ES", false), want, "{name}");
        }
    }
}
