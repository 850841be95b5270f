//! `wp_kses_no_null`: control characters go.

use std::borrow::Cow;

/// What happens to `\0` spelled out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlashZero {
    /// `\0`, `\\00` go too (attributes, styles).
    Remove,
    /// They stay (whole texts).
    Keep,
}

/// The text without control characters other than tab, line feed and carriage return.
pub fn wp_kses_no_null(text: &str, slash_zero: SlashZero) -> Cow<'_, str> {
    let control = |c: char| matches!(c, '\0'..='\x08' | '\x0B' | '\x0C' | '\x0E'..='\x1F');
    let mut out = if text.contains(control) {
        Cow::Owned(text.replace(control, ""))
    } else {
        Cow::Borrowed(text)
    };
    if slash_zero == SlashZero::Remove && out.contains("\\0") {
        out = Cow::Owned(without_slash_zero(&out));
    }
    out
}

fn without_slash_zero(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let (before, found) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.push_str(before);
        let tail = found.trim_start_matches('\\');
        let after = tail.trim_start_matches('0');
        if after.len() == tail.len() {
            out.push_str(found.get(..found.len() - tail.len()).unwrap_or_default());
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slash_zero() {
        assert_eq!(wp_kses_no_null("a\\\\00b\\c\0", SlashZero::Remove), "ab\\c");
        assert_eq!(wp_kses_no_null("a\\0b", SlashZero::Keep), "a\\0b");
    }
}
