//! Values that are known by their form: e-mail addresses, telephone and card numbers, tokens.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::{Masker, is_placeholder};

/// Patterns with the kind of what they find, the most particular first.
static PATTERNS: LazyLock<Vec<(&str, Regex)>> = LazyLock::new(|| {
    [
        ("email", r"[A-Za-z0-9._%+'-]{1,64}(?:@|%40|\\u0040|&#0?64;)[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+"),
        ("token", r"\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*"),
        ("token", r"(?i)\b(?:bearer|basic)\s+[A-Za-z0-9._~+/=-]{8,}"),
        ("token", r"\b(?:sk|pk|rk|ghp|gho|xox[abp])[_-][A-Za-z0-9_-]{16,}"),
        ("account", r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b"),
        ("card", r"\b\d(?:[ -]?\d){12,18}\b"),
        ("phone", r"(?:\+|%2B|\b00)[1-9]\d{0,2}(?:[ ().-]|%20)*\d(?:(?:[ ().-]|%20){0,2}\d){6,12}\b"),
        ("phone", r"\btel:[0-9 ().-]{6,20}"),
        ("phone", r"\b[6-9]\d{2}(?:[ .-]\d{3}[ .-]\d{3}|[ .-]\d{2}[ .-]\d{2}[ .-]\d{2})\b"),
        ("phone", r"\(\d{2,4}\) ?\d{3}[ .-]\d{3,4}\b"),
    ]
    .into_iter()
    .map(|(kind, pattern)| (kind, Regex::new(pattern).expect("a constant pattern")))
    .collect()
});

/// A number of a telephone without spaces: in a page it may be an id, in what somebody typed it is theirs.
static BARE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b[6-9]\d{8}\b").expect("a constant pattern"));

/// Endings of file names that look like the domain of an e-mail address, as in `icon@2x.png`.
const FILES: [&str; 9] = [
    "png", "jpg", "jpeg", "gif", "webp", "svg", "css", "js", "avif",
];

impl Masker {
    /// Masks what has the form of personal data.
    pub(super) fn patterns(&mut self, text: &str) -> String {
        let mut out = text.to_owned();
        for (kind, pattern) in PATTERNS.iter() {
            if pattern.is_match(&out) {
                out = self.replace(&out, kind, pattern);
            }
        }
        for at in 0..self.rules.patterns.len() {
            let (kind, pattern) = self.rules.patterns[at].clone();
            out = self.replace(&out, &kind, &pattern);
        }
        out
    }

    /// Masks what somebody typed into a field of any name.
    pub(super) fn typed(&mut self, text: &str) -> String {
        let numbers: Vec<String> = BARE
            .find_iter(text)
            .map(|m| m.as_str().to_owned())
            .collect();
        for number in numbers {
            let placeholder = self.found("phone", &number);
            self.learn(&number, &placeholder);
        }
        self.text(text)
    }

    fn replace(&mut self, text: &str, kind: &str, pattern: &Regex) -> String {
        let replaced = pattern.replace_all(text, |found: &Captures<'_>| {
            let value = found.get(0).map_or("", |m| m.as_str());
            self.found(kind, value)
        });
        replaced.into_owned()
    }

    fn found(&mut self, kind: &str, value: &str) -> String {
        let plain = value.replace("%40", "@").replace("\\u0040", "@");
        let plain = plain.replace("&#064;", "@").replace("&#64;", "@");
        if self.rules.keeps(kind, &plain)
            || is_placeholder(&plain)
            || plain.ends_with("@example.invalid")
        {
            return value.to_owned();
        }
        match kind {
            "email"
                if FILES
                    .iter()
                    .any(|end| plain.to_ascii_lowercase().ends_with(&format!(".{end}"))) =>
            {
                value.to_owned()
            }
            "email" => {
                let placeholder = self.placeholder("email", &plain);
                match value.contains("%40") {
                    true => placeholder.replace('@', "%40"),
                    false => placeholder,
                }
            }
            "card" if !is_card(value) => value.to_owned(),
            "phone" => {
                let (scheme, number) = match value.strip_prefix("tel:") {
                    Some(number) => ("tel:", number),
                    None => ("", value),
                };
                if number.contains("000") && is_placeholder(&number.replace("%2B", "+")) {
                    return value.to_owned();
                }
                let digits: String = number.replace("%2B", "").replace("%20", "");
                let digits: String = digits.chars().filter(char::is_ascii_digit).collect();
                let placeholder = self.placeholder("phone", &digits);
                let placeholder = match number.contains("%2B") {
                    true => placeholder.replace('+', "%2B"),
                    false => placeholder,
                };
                format!("{scheme}{placeholder}")
            }
            kind => self.placeholder(kind, &plain),
        }
    }
}

/// Whether digits are the number of a card (Luhn), and no date or id that looks alike.
fn is_card(text: &str) -> bool {
    let digits: Vec<u32> = text.chars().filter_map(|c| c.to_digit(10)).collect();
    if !(13..=19).contains(&digits.len()) || !matches!(digits.first(), Some(2..=6)) {
        return false;
    }
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(at, digit)| match at % 2 {
            0 => *digit,
            _ => digit * 2 / 10 + digit * 2 % 10,
        })
        .sum();
    sum.is_multiple_of(10)
}
