//! Captcha challenges of `[captchac]` (Really Simple CAPTCHA).
//!
//! Contract "contact-form-7", section 8.11. A challenge is a number, as in the plugin; but nothing is stored for it:
//! its letters follow from the number and the site's secret. It carries the time at which it was made, and the size and
//! colours of its picture. It counts once and for an hour.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use rand::Rng as _;

use crate::contact_form_7::form_tag::{FormTag, OptionPattern};
use crate::wordpress::hash::hash_equals;
use crate::wordpress::salt::Salts;

/// The plugin's alphabet, without similar letters.
pub const LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/// Letters per image.
const LENGTH: usize = 4;
/// Lifetime of a challenge in seconds; the plugin deletes its files after an hour.
const LIFE: i64 = 3600;
/// `wp_hash` scheme from which the letters are derived.
const SCHEME: &str = "wpcf7_captcha";
/// Most challenges remembered as used.
const MOST_USED: usize = 100_000;

/// The size of an image: option `size:` of `[captchac]`.
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

/// Red, green and blue.
pub type Colour = [u8; 3];

/// The colours of an image: options `fg:` and `bg:` of `[captchac]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colours {
    /// Foreground.
    pub ink: Colour,
    /// Background.
    pub paper: Colour,
}

impl Default for Colours {
    /// The plugin's own: black on white.
    fn default() -> Self {
        Self {
            ink: [0; 3],
            paper: [255; 3],
        }
    }
}

impl Colours {
    /// The colours of a tag, with the plugin's defaults.
    fn of_tag(tag: &FormTag) -> Self {
        let stated = |option: &str| {
            let values = tag.get_options(option, OptionPattern::Any);
            values.into_iter().find_map(colour_of_hex)
        };
        let own = Self::default();
        Self {
            ink: stated("fg").unwrap_or(own.ink),
            paper: stated("bg").unwrap_or(own.paper),
        }
    }

    /// Sixteen digits, none for the plugin's own.
    fn digits(self) -> String {
        if self == Self::default() {
            return String::new();
        }
        let number = |[red, green, blue]: Colour| u32::from_be_bytes([0, red, green, blue]);
        format!("{:08}{:08}", number(self.ink), number(self.paper))
    }

    fn of_digits(digits: &str) -> Option<Self> {
        if digits.is_empty() {
            return Some(Self::default());
        }
        let (ink, paper) = digits.split_at_checked(8)?;
        let colour = |digits: &str| match digits.parse::<u32>().ok()?.to_be_bytes() {
            [0, red, green, blue] => Some([red, green, blue]),
            _ => None,
        };
        Some(Self {
            ink: colour(ink)?,
            paper: colour(paper)?,
        })
    }
}

/// `#rgb` or `#rrggbb`.
fn colour_of_hex(text: &str) -> Option<Colour> {
    let hex = text.strip_prefix('#')?;
    let doubled: String = match hex.len() {
        3 => hex.chars().flat_map(|digit| [digit, digit]).collect(),
        6 => hex.to_owned(),
        _ => return None,
    };
    if !doubled.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    match u32::from_str_radix(&doubled, 16).ok()?.to_be_bytes() {
        [0, red, green, blue] => Some([red, green, blue]),
        _ => None,
    }
}

/// A challenge: the number in the image's URL and in the hidden field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Challenge {
    number: String,
    made: i64,
    size: Size,
    colours: Colours,
}

impl Challenge {
    /// A new one for a `[captchac]`.
    pub fn of_tag(tag: &FormTag, now: i64) -> Self {
        let is_size = |text: &&str| matches!(*text, "s" | "m" | "l" | "S" | "M" | "L");
        let sizes = tag.get_options("size", OptionPattern::Any);
        let size = sizes.into_iter().find(is_size).unwrap_or("m");
        let size = Size::of_option(&size.to_ascii_lowercase());
        Self::issue(now, size, Colours::of_tag(tag))
    }

    /// A new one.
    pub fn issue(now: i64, size: Size, colours: Colours) -> Self {
        let made = now.clamp(1_000_000_000, 9_999_999_999);
        let random: u32 = rand::rng().random_range(0..100_000);
        let digit = size as u8;
        Self {
            number: format!("{made}{random:05}{digit}{}", colours.digits()),
            made,
            size,
            colours,
        }
    }

    /// Reads a number; `None` when it is not one of ours.
    pub fn parse(number: &str) -> Option<Self> {
        if !matches!(number.len(), 16 | 32) || !number.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let size = match number.get(15..16)? {
            "1" => Size::Small,
            "2" => Size::Medium,
            "3" => Size::Large,
            _ => return None,
        };
        Some(Self {
            number: number.to_owned(),
            made: number.get(..10)?.parse().ok()?,
            size,
            colours: Colours::of_digits(number.get(16..)?)?,
        })
    }

    /// The number.
    pub fn number(&self) -> &str {
        &self.number
    }

    /// The size of its image.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The colours of its image.
    pub fn colours(&self) -> Colours {
        self.colours
    }

    /// Whether it is not expired.
    pub fn is_fresh(&self, now: i64) -> bool {
        (0..=LIFE).contains(&now.saturating_sub(self.made))
    }

    /// Pseudo-random numbers of the challenge: for the letters, then for the image's distortion.
    pub fn noise(&self, salts: &Salts) -> Vec<u8> {
        let hash = salts.wp_hash(self.number.as_bytes(), SCHEME);
        let pairs = hash.as_bytes().chunks(2);
        let text = pairs.filter_map(|pair| std::str::from_utf8(pair).ok());
        text.filter_map(|pair| u8::from_str_radix(pair, 16).ok())
            .collect()
    }

    /// The letters in the image.
    pub fn letters(&self, salts: &Salts) -> String {
        let noise = self.noise(salts);
        let letter = |byte: &u8| LETTERS.get(usize::from(byte % 32)).copied().map(char::from);
        noise.iter().take(LENGTH).filter_map(letter).collect()
    }

    /// Whether an answer is correct, ignoring case.
    pub fn has_letters(&self, answer: &str, salts: &Salts) -> bool {
        hash_equals(&self.letters(salts), &answer.trim().to_ascii_uppercase())
    }
}

/// Used challenges: each can be answered once, correctly or not.
#[derive(Debug, Default)]
pub struct UsedChallenges {
    used: Mutex<HashSet<String>>,
}

impl UsedChallenges {
    /// Checks an answer and marks the challenge as used.
    pub fn check(&self, number: &str, answer: &str, salts: &Salts, now: i64) -> bool {
        let Some(challenge) = Challenge::parse(number).filter(|c| c.is_fresh(now)) else {
            return false;
        };
        let is_first = {
            let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
            if used.len() >= MOST_USED {
                used.retain(|n| Challenge::parse(n).is_some_and(|c| c.is_fresh(now)));
            }
            // A full table accepts no more answers until the oldest entries expire.
            used.len() < MOST_USED && used.insert(number.to_owned())
        };
        is_first && challenge.has_letters(answer, salts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_says_size_and_colours() {
        use crate::contact_form_7::form_tag::{FormTagTypes, scan_form_tags};
        let of = |options: &str| {
            let tags = scan_form_tags(&format!("[captchac c {options}]"), &FormTagTypes::default());
            let challenge = Challenge::of_tag(&tags[0], 1_800_000_000);
            assert_eq!(
                Challenge::parse(challenge.number()),
                Some(challenge.clone())
            );
            (challenge.size(), challenge.colours())
        };
        let colours = |ink, paper| Colours { ink, paper };
        let own = Colours::default();
        assert_eq!(of(""), (Size::Medium, own));
        assert_eq!(of("size:x size:L"), (Size::Large, own));
        assert_eq!(
            of("size:s fg:#F00 bg:#00ff0A"),
            (Size::Small, colours([255, 0, 0], [0, 255, 10]))
        );
        assert_eq!(of("fg:#ff fg:red bg:#12345g"), (Size::Medium, own));
        assert_eq!(of("bg:#000"), (Size::Medium, colours([0; 3], [0; 3])));
        for number in [
            "18000000001234519999999900000000",
            "1800000000123451167772160000000",
        ] {
            assert_eq!(Challenge::parse(number), None, "{number}");
        }
    }

    #[test]
    fn a_challenge_counts_once_and_for_an_hour() {
        let (salts, _) = Salts::collect(|_| None, |_| None, || "s".repeat(64));
        let challenge = Challenge::issue(1_800_000_000, Size::Large, Colours::default());
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
        let second = Challenge::issue(1_800_000_000, Size::Small, Colours::default());
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
