//! `wptexturize_primes`: quotes after digits are primes, unless they close a quotation.
//!
//! Described in contract wordpress-core 8.2, "Primes".

use std::ops::Range;

use memchr::memmem;

use super::quote::{Becomes, Quote, Quotes, is_end};

/// Decides what the rules before left open, in each stretch between two opening marks.
pub(super) fn primes(run: &mut Quotes<'_>, closing: &[u8], mark: u8) {
    let text = run.text;
    let (mut first, mut start) = (0, 0);
    for index in 0..=run.quotes.len() {
        let end = match run.quotes.get(index) {
            None => text.len(),
            Some(quote) if quote.becomes == Becomes::Opening => quote.at,
            Some(_) => continue,
        };
        let stretch = Stretch {
            text: text.get(..end).unwrap_or_default(),
            start,
            is_first: start == 0,
        };
        stretch.decide(quotes_in(run.quotes, first..index), closing, mark);
        (first, start) = (index + 1, end + 1);
    }
}

fn quotes_in(quotes: &mut [Quote], range: Range<usize>) -> &mut [Quote] {
    quotes.get_mut(range).unwrap_or_default()
}

/// The text from one opening mark to the next.
struct Stretch<'a> {
    /// The run up to the end of the stretch.
    text: &'a [u8],
    start: usize,
    is_first: bool,
}

impl Stretch<'_> {
    fn decide(&self, quotes: &mut [Quote], closing: &[u8], mark: u8) {
        if !quotes.iter().any(|q| q.becomes == Becomes::Itself) {
            return;
        }
        if self.is_first || self.is_closed(quotes, closing, mark) {
            self.settle(quotes, Becomes::Prime, |q| self.after_digit(q));
            self.settle(quotes, Becomes::Closing, |q| self.may_close(q));
        } else {
            self.find_closing(quotes);
            self.settle(quotes, Becomes::Prime, |q| self.after_digit(q));
        }
        if mark == b'"' {
            self.settle(quotes, Becomes::Closing, |_| true);
        }
    }

    /// Finds the mark that closes the quotation which the stretch began with.
    fn find_closing(&self, quotes: &mut [Quote]) {
        self.settle(quotes, Becomes::Candidate, |q| self.may_close(q));
        let is_candidate = |q: &Quote| q.becomes == Becomes::Candidate;
        let follows_digit: Vec<bool> = quotes
            .iter()
            .filter(|q| is_candidate(q))
            .map(|q| self.after_digit(q))
            .collect();
        if let [_] = follows_digit.as_slice() {
            change(quotes, Becomes::Closing, is_candidate);
        } else if follows_digit.iter().all(|after_digit| *after_digit) {
            let before_dot = |q: &Quote| self.text.get(q.at + 1) == Some(&b'.');
            let last = quotes
                .iter()
                .rposition(|q| is_candidate(q) && before_dot(q))
                .or_else(|| quotes.iter().rposition(is_candidate));
            if let Some(last) = last.and_then(|last| quotes.get_mut(last)) {
                last.becomes = Becomes::Closing;
            }
        }
        change(quotes, Becomes::Closing, |q| {
            is_candidate(q) && !self.after_digit(q)
        });
        change(quotes, Becomes::Prime, is_candidate);
    }

    fn settle(&self, quotes: &mut [Quote], becomes: Becomes, rule: impl Fn(&Quote) -> bool) {
        change(quotes, becomes, |q| q.becomes == Becomes::Itself && rule(q));
    }

    /// Whether a closing mark stands in the stretch already.
    fn is_closed(&self, quotes: &[Quote], closing: &[u8], mark: u8) -> bool {
        let text = self.text.get(self.start..).unwrap_or_default();
        quotes.iter().any(|q| q.becomes == Becomes::Closing)
            || closing == [mark]
            || memmem::find(text, closing).is_some()
    }

    fn after_digit(&self, quote: &Quote) -> bool {
        let before = self.text.get(self.start..quote.at).unwrap_or_default();
        before.last().is_some_and(u8::is_ascii_digit)
    }

    fn may_close(&self, quote: &Quote) -> bool {
        is_end(self.text.get(quote.at + 1..).unwrap_or_default())
    }
}

fn change(quotes: &mut [Quote], becomes: Becomes, rule: impl Fn(&Quote) -> bool) {
    for quote in quotes.iter_mut().filter(|q| rule(q)) {
        quote.becomes = becomes;
    }
}
