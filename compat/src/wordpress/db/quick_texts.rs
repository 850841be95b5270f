//! Statements that SQLite answers in less time than it takes to wake another thread: they run where they are asked.
//!
//! A connection learns them: [`IN_A_ROW`] quick answers, and a text counts as quick until one is slow.

use std::hash::BuildHasher;
use std::time::Duration;

use crate::wordpress::name_hash::NameMap;

/// So many quick answers to one text make it a quick one.
const IN_A_ROW: u8 = 3;
/// What still is quick. Drawing a page keeps a thread busy for longer.
const QUICK: Duration = Duration::from_micros(400);
/// So many texts are told apart; then all are learned anew.
const MOST_TEXTS: usize = 500;

/// How many quick answers to each text there were in a row, by the text's hash.
#[derive(Debug, Default)]
pub(super) struct QuickTexts(NameMap<u64, u8>);

impl QuickTexts {
    /// Whether the answer to a text will be quick, as far as one knows.
    pub(super) fn is_quick(&self, text: &str) -> bool {
        self.0
            .get(&self.hash(text))
            .is_some_and(|count| *count >= IN_A_ROW)
    }

    /// Notes how long an answer took.
    pub(super) fn note(&mut self, text: &str, took: Duration) {
        if self.0.len() >= MOST_TEXTS {
            self.0.clear();
        }
        let count = self.0.entry(self.hash(text)).or_default();
        *count = if took < QUICK {
            count.saturating_add(1)
        } else {
            0
        };
    }

    fn hash(&self, text: &str) -> u64 {
        self.0.hasher().hash_one(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_answer_counts_more_than_quick_ones() {
        let mut texts = QuickTexts::default();
        let quick = Duration::from_micros(30);
        for _ in 0..IN_A_ROW {
            assert!(!texts.is_quick("SELECT 1"));
            texts.note("SELECT 1", quick);
        }
        assert!(texts.is_quick("SELECT 1") && !texts.is_quick("SELECT 2"));
        texts.note("SELECT 1", Duration::from_millis(2));
        assert!(!texts.is_quick("SELECT 1"));
        for n in 0..2 * MOST_TEXTS {
            texts.note(&n.to_string(), quick);
        }
        assert!(texts.0.len() <= MOST_TEXTS);
    }
}
