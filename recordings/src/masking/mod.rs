//! Personal data taken out of an exchange before it is stored.
//!
//! A value becomes a placeholder that says of what kind it is; equal values become equal placeholders, so that a replay
//! can put the values of its own run in their place ([`crate::rebind`]). Placeholders are made with a key that lives as
//! long as the run and is stored nowhere. What a visitor typed into a field is masked wherever it comes back, in this
//! exchange and in later ones.

mod exchange;
mod fields;
mod html;
mod patterns;
mod rules;

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use regex::Regex;
use sha2::{Digest, Sha256};

pub use exchange::Exchange;
pub use rules::MaskRules;

/// Values of fields that are looked for in later exchanges.
const LEARNED: usize = 500;
/// Shorter values of fields are masked in the field only: as words they stand everywhere.
const SHORTEST: usize = 4;

/// Masks the exchanges of a run, and counts what was masked.
#[derive(Debug)]
pub struct Masker {
    rules: MaskRules,
    key: [u8; 32],
    /// Values of fields with their placeholders, in the order in which they came.
    learned: Vec<(String, String)>,
    counts: BTreeMap<String, u64>,
}

impl Masker {
    /// A masker with a key of this run.
    #[must_use]
    pub fn new(rules: MaskRules, key: [u8; 32]) -> Self {
        Self {
            rules,
            key,
            learned: Vec::new(),
            counts: BTreeMap::new(),
        }
    }

    /// How many values of each kind were masked.
    #[must_use]
    pub fn counts(&self) -> &BTreeMap<String, u64> {
        &self.counts
    }

    /// The placeholder of a value.
    fn placeholder(&mut self, kind: &str, value: &str) -> String {
        *self.counts.entry(kind.to_owned()).or_default() += 1;
        let mut digest = Sha256::new();
        for part in [&self.key[..], kind.as_bytes(), b"\0", value.as_bytes()] {
            digest.update(part);
        }
        let digest = digest.finalize();
        let hex: String = digest.iter().take(4).map(|b| format!("{b:02x}")).collect();
        let digits = |count: usize| {
            let digits = digest.iter().skip(4).take(count);
            digits.map(|b| (b'0' + b % 10) as char).collect::<String>()
        };
        match kind {
            "email" => format!("masked-email-{hex}@example.invalid"),
            "phone" => format!("+000{}", digits(9)),
            "card" => format!("0000{}", digits(12)),
            kind => format!("masked-{kind}-{hex}"),
        }
    }

    /// The value of a field in its masked form; it is masked wherever it comes back.
    fn field(&mut self, kind: &str, value: &str) -> String {
        let is_open = value.trim().is_empty() || is_flag(value);
        if is_open || self.rules.keeps(kind, value) || is_placeholder(value) {
            return value.to_owned();
        }
        let kind = match kind {
            // A placeholder of an address has the form of one.
            "email" if !value.contains('@') => "login",
            kind => kind,
        };
        let placeholder = self.placeholder(kind, value.trim());
        self.learn(value.trim(), &placeholder);
        placeholder
    }

    fn learn(&mut self, value: &str, placeholder: &str) {
        let is_known = |known: &(String, String)| known.0 == value;
        if value.chars().count() < SHORTEST || self.learned.iter().any(is_known) {
            return;
        }
        if self.learned.len() >= LEARNED {
            self.learned.remove(0);
        }
        self.learned
            .push((value.to_owned(), placeholder.to_owned()));
        // Longer values first: one may be part of another.
        self.learned
            .sort_by_key(|(value, _)| std::cmp::Reverse(value.len()));
    }

    /// A text without personal data: values of fields that came before, and what has the form of personal data.
    fn text(&mut self, text: &str) -> String {
        let mut out = text.to_owned();
        for at in 0..self.learned.len() {
            let (value, placeholder) = self.learned[at].clone();
            for form in forms(&value) {
                if out.contains(&form) {
                    out = self.replace_words(&out, &form, &placeholder);
                }
            }
        }
        self.patterns(&out)
    }

    /// Replaces a value where it is no part of a longer word.
    fn replace_words(&mut self, text: &str, value: &str, placeholder: &str) -> String {
        let (mut out, mut rest) = (String::with_capacity(text.len()), text);
        let is_word = |c: char| c.is_alphanumeric();
        while let Some(at) = rest.find(value) {
            let (before, after) = (
                rest.get(..at).unwrap_or_default(),
                rest.get(at + value.len()..),
            );
            let after = after.unwrap_or_default();
            out.push_str(before);
            let is_inside = out.chars().next_back().is_some_and(is_word)
                && value.starts_with(is_word)
                || after.chars().next().is_some_and(is_word) && value.ends_with(is_word);
            if is_inside {
                out.push_str(value);
            } else {
                out.push_str(placeholder);
                *self.counts.entry("repeated".to_owned()).or_default() += 1;
            }
            rest = after;
        }
        out.push_str(rest);
        out
    }
}

/// The forms in which a value stands in pages, addresses and JSON.
fn forms(value: &str) -> Vec<String> {
    use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
    let escaped = value
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;");
    let quoted = escaped.replace('\'', "&#039;");
    let percent = utf8_percent_encode(value, NON_ALPHANUMERIC).to_string();
    let plus = percent.replace("%20", "+");
    let json: String = value
        .encode_utf16()
        .map(|unit| match u8::try_from(unit) {
            Ok(byte) if byte.is_ascii() => (byte as char).to_string(),
            _ => format!("\\u{unit:04x}"),
        })
        .collect();
    let mut forms = vec![value.to_owned(), escaped, quoted, percent, plus, json];
    let lower = value.to_lowercase();
    if lower != value {
        forms.push(lower);
    }
    let mut known = HashMap::new();
    forms.retain(|form| known.insert(form.clone(), ()).is_none());
    forms
}

static WHOLE: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r"^(?:masked-[a-z]+-[0-9a-f]{8}(?:@example\.invalid)?|\+?000\d{9}|0000\d{12})$";
    Regex::new(pattern).expect("a constant pattern")
});

/// Words that forms and scripts are written with: as the value of a field they say nothing of somebody, and masked
/// wherever they stand they would break the page's scripts.
const FLAGS: [&str; 10] = [
    "true",
    "false",
    "null",
    "undefined",
    "none",
    "auto",
    "yes",
    "no",
    "on",
    "off",
];

/// Whether a value is a word of a form, and no data.
fn is_flag(value: &str) -> bool {
    FLAGS.contains(&value.trim().to_ascii_lowercase().as_str())
}

/// Whether a value is a placeholder already.
fn is_placeholder(value: &str) -> bool {
    WHOLE.is_match(value.trim())
}
