//! How options are looked up.
//!
//! Contract "contact-form-7" section 3.8.

use super::FormTag;

/// The patterns that a value behind the colon may have to match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionPattern {
    /// At least one character.
    Any,
    /// `2026-01-31`, digits only.
    Date,
    /// Digits.
    Int,
    /// Digits, with an optional minus.
    SignedInt,
    /// Digits with an optional decimal point.
    Num,
    /// The same with an optional minus.
    SignedNum,
    /// Letters, digits, `-` and `_`: for ids and classes.
    Id,
}

impl OptionPattern {
    /// Whether a text matches from end to end.
    pub fn matches(self, text: &str) -> bool {
        match self {
            Self::Any => !text.is_empty(),
            Self::Date => {
                let mut groups = text.split('-');
                let lengths: [usize; 3] = [4, 2, 2];
                lengths.iter().all(|len| {
                    groups
                        .next()
                        .is_some_and(|g| g.len() == *len && is_digits(g))
                }) && groups.next().is_none()
            }
            Self::Int => is_digits(text),
            Self::SignedInt => is_digits(text.strip_prefix('-').unwrap_or(text)),
            Self::Num => is_num(text),
            Self::SignedNum => is_num(text.strip_prefix('-').unwrap_or(text)),
            Self::Id => {
                !text.is_empty()
                    && text
                        .bytes()
                        .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
            }
        }
    }
}

pub(super) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

fn is_num(text: &str) -> bool {
    match text.split_once('.') {
        Some((whole, fraction)) => (whole.is_empty() || is_digits(whole)) && is_digits(fraction),
        None => is_digits(text),
    }
}

impl FormTag {
    /// Whether an option is set, with or without a value; case does not matter.
    pub fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|o| o.eq_ignore_ascii_case(name))
            || self.option_values(name).next().is_some()
    }

    /// The values of an option that match a pattern, in order.
    pub fn get_options<'a>(&'a self, name: &str, pattern: OptionPattern) -> Vec<&'a str> {
        self.option_values(name)
            .filter(|value| pattern.matches(value))
            .collect()
    }

    /// The first value of an option that matches a pattern.
    pub fn get_option<'a>(&'a self, name: &str, pattern: OptionPattern) -> Option<&'a str> {
        self.option_values(name)
            .find(|value| pattern.matches(value))
    }

    /// What stands behind `name:` in each option that begins so.
    pub(super) fn option_values<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a str> {
        self.options.iter().filter_map(move |option| {
            let (key, value) = option.split_at_checked(name.len())?;
            key.eq_ignore_ascii_case(name)
                .then(|| value.strip_prefix(':'))
                .flatten()
                .filter(|v| !v.is_empty())
        })
    }
}
