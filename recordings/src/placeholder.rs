//! Placeholders in wanted texts: masked personal data, and values that differ from run to run.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;

use crate::volatile::ANYTHING;

/// What the masking of recordings puts in the place of personal data, and [`ANYTHING`].
static PLACEHOLDER: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r"masked-[a-z]+-[0-9a-f]{8}(?:(?:@|%40)example\.invalid)?|(?:\+|%2B)?000\d{9}|0000\d{12}|\x{e000}";
    Regex::new(pattern).expect("a constant pattern")
});

/// Characters that one placeholder stands for at most.
const LONGEST: usize = 20_000;

/// Whether a text is the wanted one with values in the place of its placeholders. The first value of each is remembered:
/// another value at another place is a difference.
pub(crate) fn same(want: &str, got: &str, bound: &mut HashMap<String, String>) -> bool {
    let mut found = Vec::new();
    let (mut rest, mut from, mut open) = (got, 0, None::<&str>);
    let mut count = 0;
    for place in PLACEHOLDER.find_iter(want) {
        count += 1;
        let literal = want.get(from..place.start()).unwrap_or_default();
        let Some((value, after)) = next(rest, literal, open.is_some()) else {
            return false;
        };
        found.extend(open.map(|name| (name, value)));
        rest = after;
        from = place.end();
        open = Some(place.as_str());
    }
    let Some(open) = open.filter(|_| count > 0) else {
        return false;
    };
    let literal = want.get(from..).unwrap_or_default();
    let Some(value) = rest.strip_suffix(literal) else {
        return false;
    };
    found.push((open, value));
    let fits = |(name, value): &(&str, &str)| {
        let is_fitting = value.len() <= LONGEST && !value.contains(['<', '>', '"']);
        is_fitting
            && bound
                .get(*name)
                .is_none_or(|known| is_same_value(name, known, value))
    };
    if !found.iter().all(fits) {
        return false;
    }
    let named = found.into_iter();
    let named = named.filter(|(name, _)| !name.starts_with(ANYTHING));
    for (name, value) in named {
        bound
            .entry(name.to_owned())
            .or_insert_with(|| value.to_owned());
    }
    true
}

/// Whether two values are one: a number of a telephone is the same with spaces, in a link, and percent-encoded, as the
/// masking has it.
fn is_same_value(name: &str, known: &str, value: &str) -> bool {
    let digits = |text: &str| {
        let plain = text.replace("%2B", "").replace("%20", "");
        plain
            .chars()
            .filter(char::is_ascii_digit)
            .collect::<String>()
    };
    let is_number = name.trim_start_matches("%2B").starts_with(['+', '0']);
    known == value || is_number && digits(known) == digits(value)
}

/// The placeholders of masked values in a text.
pub(crate) fn all(text: &str) -> Vec<String> {
    let found = PLACEHOLDER
        .find_iter(text)
        .map(|found| found.as_str().to_owned());
    found.filter(|name| !name.starts_with(ANYTHING)).collect()
}

/// What stands before a literal, and what behind it. Nothing may stand before the first one.
fn next<'a>(text: &'a str, literal: &str, is_open: bool) -> Option<(&'a str, &'a str)> {
    if !is_open {
        return text.strip_prefix(literal).map(|rest| ("", rest));
    }
    text.split_once(literal).filter(|_| !literal.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_placeholder_stands_for_one_value() {
        let mut bound = HashMap::new();
        let mail = "masked-email-0123abcd@example.invalid";
        let want = format!("Write to {mail}, or {mail}!");
        assert!(same(
            &want,
            "Write to a@b.example, or a@b.example!",
            &mut bound
        ));
        assert!(!same(
            &want,
            "Write to c@b.example, or c@b.example!",
            &mut bound
        ));
        assert!(!same(
            &want,
            "Wrote to a@b.example, or a@b.example!",
            &mut bound
        ));
        let phone = "+000123456789";
        assert!(same(
            &format!("tel:{phone} or {phone}"),
            "tel:+34958000123 or +34 958 000 123",
            &mut bound
        ));
        assert!(!same(phone, "+34 958 000 124", &mut bound));
        assert!(same("n\u{e000}n", "n7n", &mut bound));
        assert!(same("n\u{e000}n", "n8n", &mut bound));
        assert!(!same("plain", "other", &mut bound));
    }
}
