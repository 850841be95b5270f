//! Challenges of `[captchac]`: the letters that a picture shows and a visitor types (Really Simple CAPTCHA).
//!
//! Contract "contact-form-7", section 8.11. A challenge is a number, as in the plugin; but nothing is stored for it:
//! its letters follow from the number and the site's secret. It carries the time at which it was made and the size of
//! its picture. It counts once and for an hour; colours are the plugin's defaults, black on white.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use rand::Rng as _;

use crate::wordpress::hash::hash_equals;
use crate::wordpress::salt::Salts;

/// The letters of the plugin: none that look alike.
pub const LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/// How many a picture shows.
const LENGTH: usize = 4;
/// Seconds for which a challenge counts; the plugin clears its files after an hour.
const LIFE: i64 = 3600;
/// Scheme of the hash that the letters come from.
const SCHEME: &str = "wpcf7_captcha";
/// Most challenges remembered as used.
const MOST_USED: usize = 100_000;

/// The size of a picture: option `size:` of `[captchac]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// `s`, 60×20
    Small = 1,
    /// `m`, 72×24
    Medium = 2,
    /// `l`, 84×28
    Large = 3,
}

impl Size {
    /// By the letter of the option; medium without one.
    pub fn of_option(letter: &str) -> Self {
        match letter {
            "s" => Self::Small,
            "l" => Self::Large,
            _ => Self::Medium,
        }
    }

    /// Width and height in pixels.
    pub fn pixels(self) -> (u32, u32) {
        match self {
            Self::Small => (60, 20),
            Self::Medium => (72, 24),
            Self::Large => (84, 28),
        }
    }
}

/// A challenge: the number in the picture's address and in the hidden field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Challenge {
    number: String,
    made: i64,
    size: Size,
}

impl Challenge {
    /// A new one.
    pub fn issue(now: i64, size: Size) -> Self {
        let made = now.clamp(1_000_000_000, 9_999_999_999);
        let random: u32 = rand::rng().random_range(0..100_000);
        let digit = size as u8;
        Self {
            number: format!("{made}{random:05}{digit}"),
            made,
            size,
        }
    }

    /// Reads a number; `None` when it is not one of ours.
    pub fn parse(number: &str) -> Option<Self> {
        if number.len() != 16 || !number.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let size = match number.get(15..)? {
            "1" => Size::Small,
            "2" => Size::Medium,
            "3" => Size::Large,
            _ => return None,
        };
        Some(Self {
            number: number.to_owned(),
            made: number.get(..10)?.parse().ok()?,
            size,
        })
    }

    /// The number.
    pub fn number(&self) -> &str {
        &self.number
    }

    /// The size of its picture.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Whether it still counts.
    pub fn is_fresh(&self, now: i64) -> bool {
        (0..=LIFE).contains(&now.saturating_sub(self.made))
    }

    /// Numbers that belong to the challenge: letters first, then what shakes the picture.
    pub fn noise(&self, salts: &Salts) -> Vec<u8> {
        let hash = salts.wp_hash(self.number.as_bytes(), SCHEME);
        let pairs = hash.as_bytes().chunks(2);
        let text = pairs.filter_map(|pair| std::str::from_utf8(pair).ok());
        text.filter_map(|pair| u8::from_str_radix(pair, 16).ok())
            .collect()
    }

    /// The letters that the picture shows.
    pub fn letters(&self, salts: &Salts) -> String {
        let noise = self.noise(salts);
        let letter = |byte: &u8| LETTERS.get(usize::from(byte % 32)).copied().map(char::from);
        noise.iter().take(LENGTH).filter_map(letter).collect()
    }

    /// Whether an answer has the right letters, capital or not.
    pub fn has_letters(&self, answer: &str, salts: &Salts) -> bool {
        hash_equals(&self.letters(salts), &answer.trim().to_ascii_uppercase())
    }
}

/// The challenges that were answered: each counts once, right or wrong.
#[derive(Debug, Default)]
pub struct UsedChallenges {
    used: Mutex<HashSet<String>>,
}

impl UsedChallenges {
    /// Whether the challenge has this answer; asking uses it up.
    pub fn check(&self, number: &str, answer: &str, salts: &Salts, now: i64) -> bool {
        let Some(challenge) = Challenge::parse(number).filter(|c| c.is_fresh(now)) else {
            return false;
        };
        let is_first = {
            let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
            if used.len() >= MOST_USED {
                used.retain(|n| Challenge::parse(n).is_some_and(|c| c.is_fresh(now)));
            }
            // A full table takes no more answers until the oldest are an hour old.
            used.len() < MOST_USED && used.insert(number.to_owned())
        };
        is_first && challenge.has_letters(answer, salts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_challenge_counts_once_and_for_an_hour() {
        let (salts, _) = Salts::collect(|_| None, |_| None, || "s".repeat(64));
        let challenge = Challenge::issue(1_800_000_000, Size::Large);
        let letters = challenge.letters(&salts);
        assert_eq!(letters.len(), LENGTH);
        assert_eq!(
            Challenge::parse(challenge.number()),
            Some(challenge.clone())
        );
        let used = UsedChallenges::default();
        let number = challenge.number();
        assert!(!used.check(number, &letters, &salts, 1_800_003_601));
        assert!(used.check(number, &letters.to_lowercase(), &salts, 1_800_000_010));
        assert!(!used.check(number, &letters, &salts, 1_800_000_011));
        let second = Challenge::issue(1_800_000_000, Size::Small);
        assert!(!used.check(second.number(), "????", &salts, 1_800_000_001));
        assert!(!used.check(
            second.number(),
            &second.letters(&salts),
            &salts,
            1_800_000_002
        ));
        for number in ["", "1", "../../x", "180000000012345x", "1800000000123459"] {
            assert_eq!(Challenge::parse(number), None, "{number}");
        }
    }
}
