//! File names and types: what a file tag accepts, and names that no server runs.
//!
//! Contract "contact-form-7", sections 8.8, 11 and 15.

use crate::wordpress::formatting::mime_types::MIME_TYPES;

/// What a file tag without `filetypes:` accepts.
const DEFAULT_TYPES: [&str; 3] = ["audio/*", "video/*", "image/*"];

/// Endings of programs; one digit may follow.
const SCRIPT_EXTENSIONS: [&str; 8] = ["php", "phtml", "pl", "py", "rb", "cgi", "asp", "aspx"];

/// The extensions of a MIME type, `image/*` for a whole family; in WordPress's order.
pub fn wpcf7_convert_mime_to_ext(mime: &str) -> Vec<&'static str> {
    let Some((family, kind)) = mime.split_once('/') else {
        return Vec::new();
    };
    let is_kind_char = |b: u8| b.is_ascii_alphanumeric() || b".+-".contains(&b);
    let is_mime = !family.is_empty()
        && family.bytes().all(|b| b.is_ascii_alphabetic())
        && (kind == "*" || !kind.is_empty() && kind.bytes().all(is_kind_char));
    if !is_mime {
        return Vec::new();
    }
    let is_asked = |known: &str| {
        let is_family = || known.split_once('/').is_some_and(|(own, _)| own == family);
        known == mime || kind == "*" && is_family()
    };
    let mut extensions: Vec<&'static str> = Vec::new();
    for (names, _) in MIME_TYPES.iter().filter(|(_, known)| is_asked(known)) {
        for name in names.split('|') {
            if !extensions.contains(&name) {
                extensions.push(name);
            }
        }
    }
    extensions
}

/// What the options `filetypes:` of a tag accept, as the attribute `accept` lists it.
pub fn wpcf7_acceptable_filetypes(options: &[&str]) -> Vec<String> {
    let mut types: Vec<String> = Vec::new();
    for option in options {
        let option = option.to_lowercase();
        let parts = option.split(|c: char| matches!(c, '|' | ',') || c.is_ascii_whitespace());
        for part in parts.filter(|part| !matches!(*part, "" | "0")) {
            if !types.iter().any(|known| known == part) {
                types.push(part.to_owned());
            }
        }
    }
    if options.is_empty() {
        return DEFAULT_TYPES.map(str::to_owned).to_vec();
    }
    types.into_iter().filter_map(|kind| accepted_type(&kind)).collect()
}

/// `jpg` becomes `.jpg`; of the wildcards only three are known; a MIME type must be WordPress's.
fn accepted_type(kind: &str) -> Option<String> {
    if !kind.contains('/') {
        return Some(format!(".{}", kind.trim_matches('.')));
    }
    let is_accepted = if kind.ends_with("/*") {
        DEFAULT_TYPES.contains(&kind)
    } else {
        !wpcf7_convert_mime_to_ext(kind).is_empty()
    };
    is_accepted.then(|| kind.to_owned())
}

/// A file name of which no part is taken for a program: `evil.php` becomes `evil.php_.txt`.
pub fn wpcf7_antiscript_file_name(name: &str) -> String {
    let name = crate::wordpress::formatting::path::wp_basename(name, "");
    let name: String = name.chars().filter(|c| !is_dropped(*c)).collect();
    let name = dashed(&name);
    let name: String = name.chars().filter(|c| !is_invisible(*c)).collect();
    let Some((first, rest)) = name.split_once('.') else {
        return name;
    };
    let mut parts: Vec<&str> = rest.split('.').collect();
    let last = parts.pop().unwrap_or_default();
    let mut out = first.to_owned();
    for part in parts {
        out.push('.');
        out.push_str(part);
        if is_script_extension(part) {
            out.push('_');
        }
    }
    out.push('.');
    out.push_str(last);
    if is_script_extension(last) {
        out.push_str("_.txt");
    }
    out
}

fn is_dropped(c: char) -> bool {
    "?[]/\\=<>:;,'\"&$#*()|~`!{}%+’«»”“\0".contains(c)
}

/// Control characters and separators: Unicode's categories C and Z, as far as they matter in a name.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || c.is_whitespace()
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{e000}'..='\u{f8ff}')
}

/// Runs of blanks and dashes become one dash.
fn dashed(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        if !matches!(c, '\r' | '\n' | '\t' | ' ' | '-') {
            out.push(c);
        } else if !out.ends_with('-') {
            out.push('-');
        }
    }
    out
}

fn is_script_extension(part: &str) -> bool {
    let part = part.strip_suffix(|c: char| c.is_ascii_digit()).unwrap_or(part);
    SCRIPT_EXTENSIONS.iter().any(|script| script.eq_ignore_ascii_case(part))
}

/// Length as a browser counts it: UTF-16 code units, a line end counts once.
pub fn wpcf7_count_code_units(text: &str) -> usize {
    let line_ends = text.matches("\r\n").count();
    text.chars().map(char::len_utf16).sum::<usize>().saturating_sub(line_ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_a_server_would_run_are_marked() {
        for (name, kept) in [
            ("Mi foto (1).JPG", "Mi-foto-1.JPG"),
            ("evil.php", "evil.php_.txt"),
            ("evil.PHP5.jpg", "evil.PHP5_.jpg"),
            ("../../x.png", "x.png"),
            ("ñandú.png", "ñandú.png"),
            ("a\r\nb.txt", "a-b.txt"),
        ] {
            assert_eq!(wpcf7_antiscript_file_name(name), kept);
        }
    }

    #[test]
    fn accepted_types() {
        let accepted = |options: &[&str]| wpcf7_acceptable_filetypes(options);
        assert_eq!(accepted(&["jpg|.png|application/pdf|text/*"]), [".jpg", ".png", "application/pdf"]);
        assert_eq!(accepted(&[]), DEFAULT_TYPES);
    }

    /// Row D14 of the contract.
    #[test]
    fn code_units() {
        let lengths = ["abc", "é", "😀", "a\r\nb", "日本", "e\u{301}"].map(wpcf7_count_code_units);
        assert_eq!(lengths, [3, 1, 2, 3, 2, 2]);
    }
}
