//! MySQL's `LIKE` for SQLite: `%`, `_`, an escape character; case and accents do not count.
//!
//! Linear in text times pattern without `%` runs: a `%` never goes back behind the one before it.

use super::unicode_ci::weights;

/// A pattern that was read once.
pub(super) struct Pattern {
    parts: Vec<Part>,
}

#[derive(Clone, Copy, PartialEq)]
enum Part {
    /// `%`
    Any,
    /// `_`
    One,
    Weight(u32),
}

impl Pattern {
    pub(super) fn new(pattern: &str, escape: Option<char>) -> Self {
        let mut parts = Vec::new();
        let mut literal = String::new();
        let mut chars = pattern.chars();
        let flush = |literal: &mut String, parts: &mut Vec<Part>| {
            parts.extend(weights_kept(literal).into_iter().map(Part::Weight));
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
        Self { parts }
    }

    /// Yes if the whole text fits the pattern.
    pub(super) fn matches(&self, text: &str) -> bool {
        let text = weights_kept(text);
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

/// `LIKE` counts trailing spaces, other than `=`.
fn weights_kept(text: &str) -> Vec<u32> {
    let mut guarded = String::with_capacity(text.len() + 1);
    guarded.push_str(text);
    guarded.push('x');
    let mut all = weights(&guarded);
    all.pop();
    all
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
