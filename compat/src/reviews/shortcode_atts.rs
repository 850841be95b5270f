//! How the shortcode's attributes are read: contract "reviews-widget", section 3.2.

use crate::wordpress::shortcode::Atts;

/// Whether a word says yes.
pub fn is_yes(text: &str) -> bool {
    let yes = ["true", "t", "yes", "y", "1", "on", "show"];
    yes.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// Whether a word says no.
pub fn is_no(text: &str) -> bool {
    let no = ["false", "f", "no", "n", "none", "0", "off", "hide"];
    no.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// A finite number, as PHP's `is_numeric` accepts it.
pub fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    let is_plain = text
        .bytes()
        .all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'+' | b'e' | b'E'));
    let number = is_plain.then(|| text.parse::<f64>().ok()).flatten();
    number.filter(|n| n.is_finite())
}

/// A whole number of at least 0.
pub fn count(text: &str) -> Option<usize> {
    text.trim().parse().ok()
}

/// The attributes of one shortcode.
#[derive(Debug, Clone, Copy)]
pub struct ShortcodeAtts<'a>(pub &'a Atts);

impl<'a> ShortcodeAtts<'a> {
    /// A value; empty ones and the word for nothing are not given.
    pub fn text(self, name: &str) -> Option<&'a str> {
        let value = self.0.get(name)?;
        (!matches!(value, "" | "NULL" | "null")).then_some(value)
    }

    /// A word for yes or no; anything else says neither.
    pub fn switch(self, name: &str) -> Option<bool> {
        let text = self.text(name)?;
        is_yes(text)
            .then_some(true)
            .or(is_no(text).then_some(false))
    }

    /// Whether something is switched off.
    pub fn is_off(self, name: &str) -> bool {
        self.text(name).is_some_and(is_no)
    }

    /// A number within bounds.
    pub fn number(self, name: &str, is_allowed: impl Fn(f64) -> bool) -> Option<f64> {
        self.text(name).and_then(number).filter(|n| is_allowed(*n))
    }

    /// The words of a value, each made fit for a class attribute.
    pub fn classes(self, name: &str) -> Option<Vec<String>> {
        self.text(name).map(classes)
    }
}

/// The words of a text; other characters than letters, digits, `_` and `-` become `-`.
pub fn classes(text: &str) -> Vec<String> {
    let fit = |c: char| {
        if c.is_ascii_alphanumeric() || c == '_' {
            c
        } else {
            '-'
        }
    };
    let words = text.split_whitespace();
    words.map(|word| word.chars().map(fit).collect()).collect()
}

/// Whether a text is a CSS colour: `#hex`, `rgb()`, `rgba()`, `hsl()` or `hsla()`.
pub fn is_color(text: &str) -> bool {
    if let Some(hex) = text.strip_prefix('#') {
        return matches!(hex.len(), 3 | 4 | 6 | 8) && hex.bytes().all(|b| b.is_ascii_hexdigit());
    }
    let lower = text.to_ascii_lowercase();
    let inside = ["rgba(", "rgb(", "hsla(", "hsl("]
        .iter()
        .find_map(|name| lower.strip_prefix(name))
        .and_then(|rest| rest.strip_suffix(')'));
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || b" .,%/+-".contains(&b);
    inside.is_some_and(|inside| !inside.is_empty() && inside.bytes().all(is_plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_numbers_and_colours() {
        assert!(is_yes("Show") && is_no("HIDE") && !is_no("") && !is_yes("si"));
        assert_eq!(
            (number("0.3"), number("x"), number("inf")),
            (Some(0.3), None, None)
        );
        assert_eq!(classes(" a  b/c "), ["a", "b-c"]);
        for (text, expected) in [
            ("#a0522d", true),
            ("#12", false),
            ("rgb(1, 2, 3)", true),
            ("hsla(1 2% 3% / .5)", true),
            ("rgb(1)\"", false),
            ("red", false),
        ] {
            assert_eq!(is_color(text), expected, "{text}");
        }
        let mut atts = Atts::default();
        atts.insert("a", "NULL");
        atts.insert("b", "off");
        let given = ShortcodeAtts(&atts);
        assert_eq!((given.text("a"), given.switch("b")), (None, Some(false)));
    }
}
