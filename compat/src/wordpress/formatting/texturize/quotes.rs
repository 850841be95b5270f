//! What each straight quote of a text run becomes.
//!
//! WordPress applies one regular expression after another. Here each rule checks only the quotes left by the rules
//! before it; the text around them is replaced at the end.

use memchr::memchr_iter;

use super::TexturizeStrings;
use super::primes::primes;
use super::quote::{Becomes, Quote, Quotes, is_end};
use crate::wordpress::formatting::passes::Edits;
use crate::wordpress::formatting::spaces::{ends_with_space, leading_space};

impl<'a> Quotes<'a> {
    fn new(text: &'a [u8], mark: u8, quotes: &'a mut Vec<Quote>) -> Self {
        quotes.clear();
        quotes.extend(memchr_iter(mark, text).map(|at| Quote {
            at,
            becomes: Becomes::Itself,
        }));
        Self { text, quotes }
    }

    /// Decides quotes one by one; the rule sees position and text, before any decision of the same rule.
    fn each(&mut self, becomes: Becomes, rule: impl Fn(&Self, usize) -> bool) {
        for index in 0..self.quotes.len() {
            if self.is_open_question(index) && rule(self, index) {
                self.set(index, becomes);
            }
        }
    }

    /// Decides a quote and the one after it together.
    fn pairs(&mut self, becomes: [Becomes; 2], rule: impl Fn(&Self, usize) -> bool) {
        for index in 0..self.quotes.len() {
            if self.is_open_question(index) && self.is_open_question(index + 1) && rule(self, index)
            {
                self.set(index, becomes[0]);
                self.set(index + 1, becomes[1]);
            }
        }
    }

    fn set(&mut self, index: usize, becomes: Becomes) {
        if let Some(quote) = self.quotes.get_mut(index) {
            quote.becomes = becomes;
        }
    }

    fn is_open_question(&self, index: usize) -> bool {
        self.quotes
            .get(index)
            .is_some_and(|quote| quote.becomes == Becomes::Itself)
    }

    fn before(&self, index: usize) -> &'a [u8] {
        self.text.get(..self.at(index)).unwrap_or_default()
    }

    fn after(&self, index: usize) -> &'a [u8] {
        self.text.get(self.at(index) + 1..).unwrap_or_default()
    }

    fn at(&self, index: usize) -> usize {
        self.quotes.get(index).map_or(self.text.len(), |q| q.at)
    }

    /// Whether the quote stands at the start of the run or after a space.
    fn starts_word(&self, index: usize) -> bool {
        let before = self.before(index);
        before.is_empty() || ends_with_space(before)
    }

    /// Whether nothing but one number stands between the quote and the next one.
    fn encloses_number(&self, index: usize) -> bool {
        let length = self.at(index + 1).saturating_sub(self.at(index) + 1);
        let inside = self.after(index).get(..length).unwrap_or_default();
        inside.first().is_some_and(u8::is_ascii_digit)
            && inside
                .iter()
                .all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b','))
    }
}

/// Decides and replaces the single quotes.
pub(super) fn single(edits: &mut Edits<'_>, strings: &TexturizeStrings, quotes: &mut Vec<Quote>) {
    let mut run = Quotes::new(edits.source(), b'\'', quotes);
    let closing = strings.closing_single.as_bytes();
    let (opens, closes) = (strings.opening_single != "'", strings.closing_single != "'");
    let abbreviates = strings.apostrophe != "'";

    if abbreviates || closes {
        let year = [Becomes::Apostrophe, Becomes::Closing];
        run.pairs(year, |run, i| closed_year(run.after(i), b'\''));
    }
    if abbreviates || strings.closing_double != "\"" {
        run.each(Becomes::YearAndDoubleClosing, |run, i| {
            closed_year(run.after(i), b'"')
        });
    }
    if abbreviates {
        run.each(Becomes::Apostrophe, |run, i| open_year(run.after(i)));
    }
    if opens && closes {
        run.pairs([Becomes::Opening, Becomes::Closing], |run, i| {
            run.starts_word(i) && run.encloses_number(i)
        });
    }
    if opens {
        run.each(Becomes::Opening, |run, i| {
            let before = run.before(i);
            run.starts_word(i)
                || matches!(before.last(), Some(b'(' | b'[' | b'{' | b'"' | b'-'))
                || before.ends_with(b"&lt;")
        });
    }
    if abbreviates {
        run.each(Becomes::Apostrophe, |run, i| {
            !ends_with_space(run.before(i)) && goes_on(run.after(i))
        });
    }
    primes(&mut run, closing, b'\'');
    write(edits, quotes, strings, |becomes| match becomes {
        Becomes::Opening => Some(&strings.opening_single),
        Becomes::Closing => Some(&strings.closing_single),
        Becomes::Prime => Some(&strings.prime),
        Becomes::Apostrophe | Becomes::YearAndDoubleClosing => Some(&strings.apostrophe),
        Becomes::Itself | Becomes::Candidate => None,
    });
}

/// Decides and replaces the double quotes.
pub(super) fn double(edits: &mut Edits<'_>, strings: &TexturizeStrings, quotes: &mut Vec<Quote>) {
    let mut run = Quotes::new(edits.source(), b'"', quotes);
    let opens = strings.opening_double != "\"";

    if opens && strings.closing_double != "\"" {
        run.pairs([Becomes::Opening, Becomes::Closing], |run, i| {
            run.starts_word(i) && run.encloses_number(i)
        });
    }
    if opens {
        run.each(Becomes::Opening, |run, i| {
            let before = run.before(i);
            leading_space(run.after(i)).is_none()
                && (run.starts_word(i)
                    || matches!(before.last(), Some(b'(' | b'[' | b'{' | b'-'))
                    || before.ends_with(b"&lt;"))
        });
    }
    primes(&mut run, strings.closing_double.as_bytes(), b'"');
    write(edits, quotes, strings, |becomes| match becomes {
        Becomes::Opening => Some(&strings.opening_double),
        Becomes::Closing => Some(&strings.closing_double),
        Becomes::Prime => Some(&strings.double_prime),
        _ => None,
    });
}

/// Puts the marks in.
fn write<'s>(
    edits: &mut Edits<'_>,
    quotes: &[Quote],
    strings: &TexturizeStrings,
    mark: impl Fn(Becomes) -> Option<&'s String>,
) {
    for quote in quotes {
        if let Some(mark) = mark(quote.becomes) {
            edits.replace(quote.at..quote.at + 1, mark.as_bytes());
        }
        if quote.becomes == Becomes::YearAndDoubleClosing {
            let closing = strings.closing_double.as_bytes();
            edits.replace(quote.at + 3..quote.at + 4, closing);
        }
    }
}

/// Two digits, the mark, and the end of a quotation: `'99'`.
fn closed_year(after: &[u8], mark: u8) -> bool {
    match after {
        [a, b, c, rest @ ..] => {
            a.is_ascii_digit() && b.is_ascii_digit() && *c == mark && is_end(rest)
        }
        _ => false,
    }
}

/// Two digits that are a year, not the start of a longer number or a percentage.
fn open_year(after: &[u8]) -> bool {
    match after {
        [a, b, rest @ ..] if a.is_ascii_digit() && b.is_ascii_digit() => match rest {
            [b'%' | b'0'..=b'9', ..] => false,
            [b'.' | b',', next, ..] => !next.is_ascii_digit(),
            _ => true,
        },
        _ => false,
    }
}

/// Whether a word goes on after an apostrophe.
fn goes_on(after: &[u8]) -> bool {
    match after.first() {
        None
        | Some(
            b'.' | b',' | b':' | b';' | b'!' | b'?' | b'"' | b'\'' | b'(' | b')' | b'{' | b'}'
            | b'[' | b']' | b'-',
        ) => false,
        Some(b'&') => !["&lt;", "&gt;", "&nbsp;"]
            .iter()
            .any(|entity| after.starts_with(entity.as_bytes())),
        Some(_) => leading_space(after).is_none(),
    }
}
