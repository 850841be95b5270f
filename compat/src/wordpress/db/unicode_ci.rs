//! Comparison of text as MySQL's `utf8mb4_unicode_520_ci` does it: case and accents do not count.
//!
//! Covers the letters, digits and signs of the Latin, Greek and Cyrillic scripts (the table lists, in the order
//! of the collation, which characters it takes for equal, as a server answered); other characters compare by
//! code point, after all of these. Trailing spaces do not count.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::LazyLock;

/// `=` a group of equal characters, its plain form first, groups in sort order; `>` a character and what it equals.
const TABLE: &str = include_str!("unicode_ci.txt");

/// White space sorts first.
const SPACE: u32 = 1;
/// Characters that the table does not know sort after it, by code point.
const UNKNOWN: u32 = 0x10_0000;

struct Collation {
    ascii: [u32; 128],
    others: HashMap<char, Box<[u32]>>,
    /// The plain character of each weight.
    plain: Vec<char>,
}

static COLLATION: LazyLock<Collation> = LazyLock::new(Collation::read);

impl Collation {
    fn read() -> Self {
        let mut others: HashMap<char, Box<[u32]>> = HashMap::new();
        let mut plain = vec!['\0', ' '];
        for line in TABLE.lines() {
            if let Some(group) = line.strip_prefix('=') {
                let weight = u32::try_from(plain.len()).unwrap_or(UNKNOWN);
                plain.extend(group.chars().next());
                for c in group.chars() {
                    others.insert(c, Box::new([weight]));
                }
            }
        }
        for line in TABLE.lines() {
            if let Some(rest) = line.strip_prefix('>') {
                let mut chars = rest.chars();
                if let Some(c) = chars.next() {
                    let weights: Vec<u32> = chars
                        .filter_map(|part| others.get(&part).and_then(|w| w.first().copied()))
                        .collect();
                    others.insert(c, weights.into());
                }
            }
        }
        let mut ascii = [0; 128];
        for (slot, byte) in ascii.iter_mut().zip(0_u8..) {
            let c = char::from(byte);
            *slot = if c.is_ascii_whitespace() {
                SPACE
            } else {
                others.get(&c).and_then(|w| w.first().copied()).unwrap_or(0)
            };
        }
        Self {
            ascii,
            others,
            plain,
        }
    }
}

/// Characters without a weight: accents on their own, controls, joiners.
fn is_ignorable(c: char) -> bool {
    matches!(c, '\0'..='\u{8}' | '\u{e}'..='\u{1f}' | '\u{7f}'..='\u{84}' | '\u{86}'..='\u{9f}'
        | '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2064}' | '\u{206a}'..='\u{206f}' | '\u{20d0}'..='\u{20f0}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{fe20}'..='\u{fe2f}' | '\u{feff}')
}

/// The weights of the ASCII characters, 0 for those without any.
pub(super) fn ascii() -> &'static [u32; 128] {
    &COLLATION.ascii
}

/// Takes the weights of a character, one after the other.
pub(super) fn for_each_weight(c: char, mut take: impl FnMut(u32)) {
    if let Some(weight) = u8::try_from(c)
        .ok()
        .filter(u8::is_ascii)
        .and_then(|byte| COLLATION.ascii.get(usize::from(byte)))
    {
        if *weight != 0 {
            take(*weight);
        }
    } else if let Some(weights) = COLLATION.others.get(&c) {
        weights.iter().copied().for_each(take);
    } else if c.is_whitespace() && !matches!(c, '\u{2028}' | '\u{2029}') {
        take(SPACE);
    } else if !is_ignorable(c) {
        take(UNKNOWN + u32::from(c));
    }
}

/// Adds the weights of a text, those of trailing spaces too.
pub(super) fn extend_weights(all: &mut Vec<u32>, text: &str) {
    all.reserve(text.len());
    let ascii = &COLLATION.ascii;
    for c in text.chars() {
        match ascii.get(c as usize) {
            Some(0) => {}
            Some(weight) => all.push(*weight),
            None => for_each_weight(c, |weight| all.push(weight)),
        }
    }
}

/// The weights of a text: equal lists mean equal texts, and they sort as the collation sorts.
pub(super) fn weights(text: &str) -> Vec<u32> {
    let mut all = Vec::new();
    extend_weights(&mut all, text);
    while all.last() == Some(&SPACE) {
        all.pop();
    }
    all
}

/// Bytes that compare and sort as the collation compares and sorts the text.
pub(super) fn sort_key(text: &str) -> Vec<u8> {
    let mut key = Vec::with_capacity(text.len() * 2);
    for weight in weights(text) {
        let bytes = weight.to_be_bytes();
        // Known weights need two bytes, the first under 0x80; the others get a mark and three.
        match bytes {
            [0, 0, high, low] => key.extend([high, low]),
            [_, rest @ ..] => {
                key.push(0xff);
                key.extend(rest);
            }
        }
    }
    key
}

/// The text with case and accents taken off: `Cañón ` and `CANON` give `canon`.
///
/// Two texts are equal to the database if their folded forms are equal.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in text.chars() {
        for_each_weight(c, |weight| folded.push(plain(weight)));
    }
    folded.truncate(folded.trim_end_matches(' ').len());
    folded
}

fn plain(weight: u32) -> char {
    let known = usize::try_from(weight)
        .ok()
        .and_then(|at| COLLATION.plain.get(at).copied());
    known
        .or_else(|| char::from_u32(weight.wrapping_sub(UNKNOWN)))
        .unwrap_or('\u{fffd}')
}

/// Yes if the database takes the two texts for equal.
pub fn equal(a: &str, b: &str) -> bool {
    a == b || compare(a, b) == Ordering::Equal
}

/// The order in which the database sorts the two texts.
pub fn compare(a: &str, b: &str) -> Ordering {
    if a.is_ascii() && b.is_ascii() {
        return ascii_weights(a).cmp(ascii_weights(b));
    }
    weights(a).cmp(&weights(b))
}

fn ascii_weights(text: &str) -> impl Iterator<Item = u32> + '_ {
    text.trim_end_matches(|c: char| c.is_ascii_whitespace() || c.is_ascii_control())
        .bytes()
        .filter_map(|byte| COLLATION.ascii.get(usize::from(byte)).copied())
        .filter(|weight| *weight != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn case_and_accents_do_not_count() {
        for (a, b) in [
            ("Cañón", "CANON"),
            ("Straße", "strasse"),
            ("cueva", "CUEVÁ"),
            ("e\u{301}te\u{301}", "été"),
            ("ΆΛΦΑ", "αλφα"),
            ("Ёлка", "елка"),
            ("œuvre", "OEUVRE"),
            ("slug  ", "slug"),
            ("Łódź", "lodz"),
        ] {
            assert!(equal(a, b), "{a} {b}");
            assert_eq!(fold(a), fold(b));
        }
        for (a, b) in [
            ("й", "и"),
            ("a", "b"),
            ("", "a"),
            ("日", "本"),
            ("a b", "ab"),
        ] {
            assert!(!equal(a, b), "{a} {b}");
        }
    }

    #[test]
    fn order_is_that_of_the_collation() {
        let mut words = ["zorro", "Árbol", "ñu", "nube", "arena", "10", "_x", "Ópera"];
        words.sort_by(|a, b| compare(a, b));
        assert_eq!(
            words,
            ["_x", "10", "Árbol", "arena", "ñu", "nube", "Ópera", "zorro"].map(|w| w)
        );
    }

    proptest! {
        #[test]
        fn folding_agrees_with_comparing(a in ".{0,20}", b in ".{0,20}") {
            prop_assert_eq!(equal(&a, &b), fold(&a) == fold(&b));
            let folded = fold(&a);
            prop_assert!(equal(&a, &folded));
            prop_assert_eq!(compare(&a, &b), compare(&b, &a).reverse());
            prop_assert_eq!(compare(&a, &b), sort_key(&a).cmp(&sort_key(&b)));
        }
    }
}
