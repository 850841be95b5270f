//! The attributes of a builder element: looked up by name, and undone from the encodings in which they are stored.
//!
//! Contract "divi-server", section 1.2. Which attribute wins (preset, library, the element's own) is [`super::preset`]'s
//! and [`super::global_module`]'s matter.

use std::borrow::Cow;

use indexmap::IndexMap;

use crate::wordpress::kses::WP_ALLOWED_PROTOCOLS;
use crate::wordpress::shortcode::{AttKey, Atts};
use crate::wordpress::url::esc_url_raw;

/// Attributes by name, in the order in which they were written.
#[derive(Debug, Clone, Default)]
pub struct Attributes {
    values: IndexMap<String, String>,
    /// Which names there may be: modules ask for many more than anybody writes.
    names: Names,
}

impl PartialEq for Attributes {
    fn eq(&self, other: &Self) -> bool {
        self.values == other.values
    }
}

impl Eq for Attributes {}

/// A bit for each name, by its length, beginning and end: a name whose bit is missing is not there.
#[derive(Debug, Clone, Copy, Default)]
struct Names([u64; 4]);

impl Names {
    fn bit(name: &str) -> (usize, u64) {
        let bytes = name.as_bytes();
        let byte = |at: usize| u64::from(bytes.get(at).copied().unwrap_or_default());
        let word = |part: Option<&[u8; 8]>| part.map_or(0, |part| u64::from_le_bytes(*part));
        let short = byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24;
        let first = word(bytes.first_chunk()) ^ short;
        let last = word(bytes.last_chunk()).rotate_left(23);
        let length = u64::try_from(bytes.len()).unwrap_or_default();
        let mixed = (first ^ last ^ length << 40).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let place = usize::try_from(mixed >> 62).unwrap_or_default();
        (place, 1 << (mixed >> 56 & 63))
    }

    fn add(&mut self, name: &str) {
        let (place, bit) = Self::bit(name);
        if let Some(word) = self.0.get_mut(place) {
            *word |= bit;
        }
    }

    fn may_have(self, name: &str) -> bool {
        let (place, bit) = Self::bit(name);
        self.0.get(place).is_some_and(|word| word & bit != 0)
    }
}

impl Attributes {
    /// The named attributes of a shortcode; words without a name mean nothing to the builder.
    pub fn from_atts(atts: &Atts) -> Self {
        let named = atts.iter().filter_map(|(key, value)| match key {
            AttKey::Name(name) => Some((name.as_str(), value)),
            AttKey::Position(_) => None,
        });
        named.collect()
    }

    /// An attribute, `None` when it was not written.
    pub fn get(&self, name: &str) -> Option<&str> {
        if !self.names.may_have(name) {
            return None;
        }
        self.values.get(name).map(String::as_str)
    }

    /// An attribute whose name stands in parts, empty when it was not written.
    pub fn joined(&self, parts: &[&str]) -> &str {
        const LONGEST: usize = 96;
        let mut name = [0; LONGEST];
        let mut end = 0;
        for part in parts {
            let Some(place) = name.get_mut(end..end + part.len()) else {
                return self.text(&parts.concat());
            };
            place.copy_from_slice(part.as_bytes());
            end += part.len();
        }
        let name = name.get(..end).map(std::str::from_utf8);
        name.and_then(Result::ok).map_or("", |name| self.text(name))
    }

    /// An attribute, empty when it was not written.
    pub fn text(&self, name: &str) -> &str {
        self.get(name).unwrap_or_default()
    }

    /// Whether an attribute is there and neither empty nor `0`.
    pub fn is_filled(&self, name: &str) -> bool {
        is_filled(self.text(name))
    }

    /// Whether an attribute is the word `on`.
    pub fn is_on(&self, name: &str) -> bool {
        self.text(name) == "on"
    }

    /// Sets an attribute; one that exists keeps its place.
    pub fn insert(&mut self, name: impl Into<String>, value: impl Into<String>) {
        let name = name.into();
        self.names.add(&name);
        self.values.insert(name, value.into());
    }

    /// Takes an attribute away.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        self.values.shift_remove(name)
    }

    /// Names and values in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.values.iter().map(|(k, v)| (k.as_str(), v.as_str()))
    }

    /// Names and values in order, the values to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&str, &mut String)> {
        self.values.iter_mut().map(|(k, v)| (k.as_str(), v))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Undoes the encodings of all values.
    pub fn decode(&mut self) {
        for (name, value) in &mut self.values {
            if let Cow::Owned(decoded) = decoded(name, value) {
                *value = decoded;
            }
        }
    }
}

impl<N: Into<String>, V: Into<String>> FromIterator<(N, V)> for Attributes {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(pairs: I) -> Self {
        let pairs = pairs.into_iter().map(|(k, v)| (k.into(), v.into()));
        let values: IndexMap<String, String> = pairs.collect();
        let mut names = Names::default();
        for name in values.keys() {
            names.add(name);
        }
        Self { values, names }
    }
}

/// Whether a value is not empty as PHP sees it: neither empty nor `0`.
pub fn is_filled(value: &str) -> bool {
    !matches!(value, "" | "0")
}

/// A stored value as a module sees it.
pub fn decoded<'v>(name: &str, value: &'v str) -> Cow<'v, str> {
    match name {
        "url" | "button_link" | "button_url" => Cow::Owned(decoded_url(value)),
        _ if is_icon(name) || !value.contains('%') => Cow::Borrowed(value),
        // In this order: what one step makes, the next may see.
        _ => Cow::Owned(
            value
                .replace("%22", "\"")
                .replace("%92", "\\")
                .replace("%91", "&#91;")
                .replace("%93", "&#93;")
                .replace("%5c", "\\"),
        ),
    }
}

/// Brackets are undone in the query only; the rest is a URL as it stands.
fn decoded_url(value: &str) -> String {
    let brackets = |text: &str| text.replace("%91", "&#91;").replace("%93", "&#93;");
    let url = match value.split_once('?') {
        Some((before, query)) => format!("{before}?{}", brackets(query)),
        None => value.to_owned(),
    };
    esc_url_raw(&url, &WP_ALLOWED_PROTOCOLS).into_owned()
}

/// Icons are stored with per cent signs of their own.
fn is_icon(name: &str) -> bool {
    const VARIANTS: [&str; 4] = ["__hover", "__sticky", "_tablet", "_phone"];
    let base = VARIANTS.iter().find_map(|v| name.strip_suffix(v));
    let base = base.unwrap_or(name);
    base == "icon" || base.ends_with("_icon")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn values_are_decoded_by_name() {
        assert_eq!(
            decoded("title", "%22a%22 %91b%93 %5c%92"),
            "\"a\" &#91;b&#93; \\\\"
        );
        assert_eq!(decoded("button_icon_tablet", "%%22%%"), "%%22%%");
        assert_eq!(decoded("url", "javascript:alert(1)"), "");
        assert_eq!(decoded("url", "/a%91?b=%91"), "/a%91?b=&#91;");
    }

    #[test]
    fn words_without_a_name_are_left_out() {
        let mut atts = Atts::default();
        atts.push("word");
        atts.insert("a", "1");
        let attributes = Attributes::from_atts(&atts);
        assert_eq!((attributes.len(), attributes.text("a")), (1, "1"));
    }

    proptest! {
        #[test]
        fn never_panics(name in "[a-z_]{0,12}", value in "\\PC{0,40}") {
            let _ = decoded(&name, &value);
        }
    }
}
