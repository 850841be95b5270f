//! `normalize_whitespace`: one newline, one space.

use crate::wordpress::php::trim::trim_str;

/// Trims, makes every line end LF, and shortens runs of newlines and runs of spaces and tabs to one.
pub fn normalize_whitespace(text: &str) -> String {
    let text = trim_str(text);
    let mut out = String::with_capacity(text.len());
    let mut last = None;
    for character in text.chars() {
        let character = match character {
            '\r' | '\n' => '\n',
            '\t' | ' ' => ' ',
            other => other,
        };
        let repeats = matches!(character, '\n' | ' ') && last == Some(character);
        if !repeats {
            out.push(character);
        }
        last = Some(character);
    }
    out
}
