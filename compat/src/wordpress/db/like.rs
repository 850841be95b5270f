//! MySQL's `LIKE` for SQLite: `%`, `_`, an escape character; case and accents do not count.
//!
//! Trailing spaces count, other than with `=`. Linear in text times pattern without `%` runs: a `%` never goes back behind the one before it.

use std::cell::RefCell;

use super::unicode_ci::{ascii, extend_weights, for_each_weight};

/// Weights that are kept for the next text.
const KEPT: usize = 64 * 1024;

/// A pattern that was read once.
pub(super) struct Pattern {
    parts: Vec<Part>,
    /// The weights between two `%`, when the pattern is nothing else.
    word: Option<Vec<u32>>,
}

#[derive(Clone, Copy, PartialEq)]
enum Part {
    /// `%`
    Any,
    /// `_`
    One,
    Weight(u32),
}

impl Part {
    fn weight(&self) -> Option<u32> {
        match self {
            Part::Weight(weight) => Some(*weight),
            Part::Any | Part::One => None,
        }
    }
}

impl Pattern {
    pub(super) fn new(pattern: &str, escape: Option<char>) -> Self {
        let mut parts = Vec::new();
        let mut literal = String::new();
        let mut chars = pattern.chars();
        let flush = |literal: &mut String, parts: &mut Vec<Part>| {
            let mut weights = Vec::new();
            extend_weights(&mut weights, literal);
            parts.extend(weights.into_iter().map(Part::Weight));
            literal.clear();
        };
        while let Some(c) = chars.next() {
            if Some(c) == escape {
                literal.push(chars.next().unwrap_or(c));
            } else if c == '%' || c == '_' {
                flush(&mut literal, &mut parts);
                let part = if c == '%' { Part::Any } else { Part::One };
                if part != Part::Any || parts.last() != Some(&Part::Any) {
                    parts.push(part);
                }
            } else {
                literal.push(c);
            }
        }
        flush(&mut literal, &mut parts);
        let word = match parts.as_slice() {
            [Part::Any, word @ .., Part::Any] => word.iter().map(Part::weight).collect(),
            _ => None,
        };
        Self { parts, word }
    }

    /// Yes if the whole text fits the pattern.
    pub(super) fn matches(&self, text: &str) -> bool {
        if let Some(word) = &self.word {
            return has_word(text, word);
        }
        // A search asks for each text of the table: the list is kept for the next one.
        thread_local!(static WEIGHTS: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) });
        WEIGHTS.with_borrow_mut(|weights| {
            weights.clear();
            extend_weights(weights, text);
            let fits = self.matches_weights(weights);
            // An enormous text leaves no enormous list behind.
            weights.shrink_to(KEPT);
            fits
        })
    }

    fn matches_weights(&self, text: &[u32]) -> bool {
        let (mut at, mut part) = (0, 0);
        // Where to go on after a mismatch: the part after the last `%`, and how much text that `%` took.
        let mut back: Option<(usize, usize)> = None;
        while let Some(weight) = text.get(at) {
            match self.parts.get(part) {
                Some(Part::Any) => {
                    part += 1;
                    back = Some((part, at));
                    continue;
                }
                Some(Part::One) => {}
                Some(Part::Weight(wanted)) if wanted == weight => {}
                _ => {
                    let Some((again, taken)) = back else {
                        return false;
                    };
                    part = again;
                    at = taken + 1;
                    back = Some((again, at));
                    continue;
                }
            }
            at += 1;
            part += 1;
        }
        self.parts
            .get(part..)
            .is_some_and(|rest| rest.iter().all(|p| *p == Part::Any))
    }
}

/// Whether a text has these weights one behind the other. Most characters are passed over by one look each.
fn has_word(text: &str, word: &[u32]) -> bool {
    let Some(first) = word.first() else {
        return true;
    };
    let mut at = 0;
    while let Some(offset) = text.get(at..).and_then(|rest| may_begin(rest, *first)) {
        at += offset;
        let rest = text.get(at..).unwrap_or_default();
        let Some(c) = rest.chars().next() else {
            break;
        };
        // A character may have several weights, and the word may begin with any of them.
        if (0..count_weights(c)).any(|skip| starts_with_weights(rest, skip, word)) {
            return true;
        }
        at += c.len_utf8();
    }
    false
}

/// The first character with that weight, or with more than the eye of a table sees.
fn may_begin(text: &str, weight: u32) -> Option<usize> {
    let known = ascii();
    let may = |byte: &u8| known.get(usize::from(*byte)).is_none_or(|w| *w == weight);
    text.as_bytes().iter().position(may)
}

fn count_weights(c: char) -> usize {
    let mut count = 0_usize;
    for_each_weight(c, |_| count += 1);
    count
}

/// Whether the weights of a text, without the first few, begin with these.
fn starts_with_weights(text: &str, skip: usize, word: &[u32]) -> bool {
    let (mut passed, mut fits) = (0_usize, true);
    for c in text.chars() {
        for_each_weight(c, |weight| {
            let wanted = passed.checked_sub(skip).and_then(|at| word.get(at));
            fits &= passed < skip || wanted.is_none_or(|wanted| *wanted == weight);
            passed += 1;
        });
        if !fits || passed >= skip + word.len() {
            break;
        }
    }
    fits && passed >= skip + word.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn like_is_mysqls() {
        let like = |text: &str, pattern: &str| Pattern::new(pattern, Some('\\')).matches(text);
        for (text, pattern) in [
            ("La ruta del ALMENDRO", "%almendr_"),
            ("CUEVÁ", "cueva"),
            ("", "%"),
            ("a_b", r"a\_b"),
            ("100%", r"%\%"),
            ("aXbXc", "a%b%c"),
            ("mañana", "%nan%"),
            (r"C:\x", r"c:\\x"),
            ("Straße", "%asse%"),
            ("Straße", "%se%"),
            ("e\u{301}l\u{301}a", "%la%"),
            ("la", "%l%a%"),
        ] {
            assert!(like(text, pattern), "{text} {pattern}");
        }
        for (text, pattern) in [
            ("axb", r"a\_b"),
            ("abc", "ab"),
            ("", "_"),
            ("a ", "a"),
            ("aXbX", "a%b%c"),
        ] {
            assert!(!like(text, pattern), "{text} {pattern}");
        }
    }
}
