//! The attributes of a builder element: looked up by name, and undone from the encodings in which they are stored.
//!
//! Contract "divi-server", section 1.2. Which attribute wins (preset, library, the element's own) is [`super::preset`]'s
//! and [`super::global_module`]'s matter.

use std::borrow::Cow;
use std::ops::Range;

use crate::wordpress::kses::WP_ALLOWED_PROTOCOLS;
use crate::wordpress::name_hash::NameMap;
use crate::wordpress::shortcode::Atts;
use crate::wordpress::url::esc_url_raw;

/// Attributes by name, in the order in which they were written.
#[derive(Debug, Clone, Default)]
pub struct Attributes {
    /// Names and values, one behind the other.
    text: String,
    entries: Vec<Entry>,
    /// Which names there may be: modules ask for many more than anybody writes.
    names: Names,
    /// The places of the names, where there are more than anybody writes.
    places: NameMap<Box<str>, usize>,
}

/// Where a name and its value stand.
#[derive(Debug, Clone)]
struct Entry {
    name: Range<usize>,
    value: Range<usize>,
}

/// Up to so many attributes are looked through one by one.
const FEW: usize = 48;

impl PartialEq for Attributes {
    fn eq(&self, other: &Self) -> bool {
        let mut own = self.iter();
        self.len() == other.len() && own.all(|(name, value)| other.get(name) == Some(value))
    }
}

impl Eq for Attributes {}

/// A bit for each name, by its length, beginning and end: a name whose bit is missing is not there.
#[derive(Debug, Clone, Copy, Default)]
struct Names([u64; 4]);

impl Names {
    fn bit(length: usize, first: &str, last: &str) -> (usize, u64) {
        let length = u64::try_from(length).unwrap_or_default();
        let first = first.bytes().next().unwrap_or_default();
        let last = last.bytes().next_back().unwrap_or_default();
        let mixed = length << 16 | u64::from(first) << 8 | u64::from(last);
        let mixed = mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let place = usize::try_from(mixed >> 62).unwrap_or_default();
        (place, 1 << (mixed >> 56 & 63))
    }

    fn add(&mut self, name: &str) {
        let (place, bit) = Self::bit(name.len(), name, name);
        if let Some(word) = self.0.get_mut(place) {
            *word |= bit;
        }
    }

    fn may_have(&self, (place, bit): (usize, u64)) -> bool {
        self.0.get(place).is_some_and(|word| word & bit != 0)
    }
}

impl Attributes {
    /// The named attributes of a shortcode; words without a name mean nothing to the builder.
    pub fn from_atts(atts: &Atts) -> Self {
        // Each name of a shortcode stands there once.
        let (text, named) = atts.named();
        let mut attributes = Self {
            text: text.to_owned(),
            entries: named.map(|[name, value]| Entry { name, value }).collect(),
            ..Self::default()
        };
        for entry in &attributes.entries {
            let name = text.get(entry.name.clone()).unwrap_or_default();
            attributes.names.add(name);
        }
        attributes.note_places();
        attributes
    }

    fn of(&self, range: &Range<usize>) -> &str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    fn put(&mut self, text: &str) -> Range<usize> {
        let start = self.text.len();
        self.text.push_str(text);
        start..self.text.len()
    }

    /// Adds an attribute that is not there.
    fn push(&mut self, name: &str, value: &str) {
        self.names.add(name);
        let entry = Entry {
            name: self.put(name),
            value: self.put(value),
        };
        self.entries.push(entry);
        if self.entries.len() == FEW + 1 {
            self.note_places();
        } else if self.entries.len() > FEW {
            self.places.insert(name.into(), self.entries.len() - 1);
        }
    }

    fn note_places(&mut self) {
        self.places.clear();
        if self.entries.len() > FEW {
            let names = self.entries.iter().enumerate();
            let names = names.map(|(at, entry)| (Box::from(self.of(&entry.name)), at));
            self.places = names.collect();
        }
    }

    fn place(&self, name: &str) -> Option<usize> {
        if !self.names.may_have(Names::bit(name.len(), name, name)) {
            return None;
        }
        if self.entries.len() > FEW {
            return self.places.get(name).copied();
        }
        let mut entries = self.entries.iter();
        entries.position(|entry| entry.name.len() == name.len() && self.of(&entry.name) == name)
    }

    /// An attribute, `None` when it was not written.
    pub fn get(&self, name: &str) -> Option<&str> {
        let entry = self.entries.get(self.place(name)?)?;
        Some(self.of(&entry.value))
    }

    /// An attribute whose name stands in parts, empty when it was not written.
    pub fn joined(&self, parts: &[&str]) -> &str {
        let length = parts.iter().map(|part| part.len()).sum();
        let mut filled = parts.iter().filter(|part| !part.is_empty());
        let Some(first) = filled.next() else {
            return self.text("");
        };
        let last = filled.next_back().unwrap_or(first);
        if !self.names.may_have(Names::bit(length, first, last)) {
            return "";
        }
        if self.entries.len() > FEW {
            return self.text(&parts.concat());
        }
        let mut entries = self.entries.iter();
        let found = entries.find(|entry| {
            let mut rest = self.of(&entry.name);
            entry.name.len() == length
                && parts.iter().all(|part| {
                    let behind = rest.strip_prefix(part);
                    rest = behind.unwrap_or_default();
                    behind.is_some()
                })
        });
        found.map_or("", |entry| self.of(&entry.value))
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
    pub fn insert(&mut self, name: impl AsRef<str>, value: impl AsRef<str>) {
        let (name, value) = (name.as_ref(), value.as_ref());
        match self.place(name) {
            Some(at) => self.set(at, value),
            None => self.push(name, value),
        }
    }

    fn set(&mut self, at: usize, value: &str) {
        let value = self.put(value);
        if let Some(entry) = self.entries.get_mut(at) {
            entry.value = value;
        }
    }

    /// Takes an attribute away.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let entry = self.entries.remove(self.place(name)?);
        self.note_places();
        Some(self.of(&entry.value).to_owned())
    }

    /// Names and values in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> + Clone {
        let entries = self.entries.iter();
        entries.map(|entry| (self.of(&entry.name), self.of(&entry.value)))
    }

    /// Sets the values for which `change` has another one.
    pub fn change(&mut self, change: impl for<'v> Fn(&str, &'v str) -> Cow<'v, str>) {
        for at in 0..self.entries.len() {
            let Some(entry) = self.entries.get(at) else {
                break;
            };
            let changed = match change(self.of(&entry.name), self.of(&entry.value)) {
                Cow::Owned(value) => value,
                Cow::Borrowed(_) => continue,
            };
            self.set(at, &changed);
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Undoes the encodings of all values.
    pub fn decode(&mut self) {
        self.change(decoded);
    }
}

impl<N: AsRef<str>, V: AsRef<str>> FromIterator<(N, V)> for Attributes {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(pairs: I) -> Self {
        let mut attributes = Self::default();
        for (name, value) in pairs {
            attributes.insert(name, value);
        }
        attributes
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
        _ if !has_code(value) || is_icon(name) => Cow::Borrowed(value),
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

/// Whether any encoding stands in a value: per cent signs alone are lengths.
fn has_code(value: &str) -> bool {
    let bytes = value.as_bytes();
    memchr::memchr_iter(b'%', bytes).any(|at| {
        let code = bytes.get(at + 1..at + 3).unwrap_or_default();
        matches!(code, b"22" | b"91" | b"92" | b"93" | b"5c")
    })
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
