//! Slashes: PHP's `addslashes` and `stripslashes`, `wp_slash`, `stripslashes_deep`, and the slash at the
//! end of a path.

use std::borrow::Cow;

use serde_json::Value;

use super::map_deep::map_deep;

/// A backslash before each quote, backslash and NUL (which becomes `\0`).
pub fn addslashes(text: &str) -> Cow<'_, str> {
    let special = |c: char| matches!(c, '\'' | '"' | '\\' | '\0');
    if !text.contains(special) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if special(c) {
            out.push('\\');
        }
        out.push(if c == '\0' { '0' } else { c });
    }
    Cow::Owned(out)
}

/// Removes one level of backslashes; `\0` becomes NUL, a backslash at the end goes.
pub fn stripslashes(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('0') => out.push('\0'),
                Some(next) => out.push(next),
                None => {}
            },
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// `wp_slash` of a text.
pub fn wp_slash(text: &str) -> Cow<'_, str> {
    addslashes(text)
}

/// `wp_unslash` of a text.
pub fn wp_unslash(text: &str) -> Cow<'_, str> {
    stripslashes(text)
}

/// `stripslashes` on every string of a nested value; keys and other values stay.
pub fn stripslashes_deep(value: Value) -> Value {
    map_deep(value, &|leaf| match leaf {
        Value::String(text) => Value::String(stripslashes(&text).into_owned()),
        other => other,
    })
}

/// The text without slashes and backslashes at its end.
pub fn untrailingslashit(text: &str) -> &str {
    text.trim_end_matches(['/', '\\'])
}

/// The text with exactly one slash at its end.
pub fn trailingslashit(text: &str) -> String {
    let text = untrailingslashit(text);
    let mut out = String::with_capacity(text.len() + 1);
    out.push_str(text);
    out.push('/');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        let text = "a'b\"c\\d\0é";
        assert_eq!(stripslashes(&addslashes(text)), text);
        assert_eq!(stripslashes("a\\"), "a");
    }
}
