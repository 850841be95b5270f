//! The attributes of a builder element: options by name, each with a value in several states, in the order in which
//! they are stored.
//!
//! Contract "divi-server", section 1.2. [`name`] parses stored names, [`value`] determines effective values and the
//! inheritance of states, [`decode`] decodes stored values. Precedence of sources (preset, library, element) is in
//! [`super::preset`] and [`super::global_module`].

mod decode;
mod name;
mod value;

use std::borrow::Cow;
use std::num::NonZeroU32;
use std::ops::Range;

use crate::wordpress::shortcode::Atts;

pub use decode::decoded;
pub use name::{AttributeName, Part, State, Switch};
pub use value::{AttributeValue, get_responsive_status};

/// The number of an entry, from 1.
type Link = Option<NonZeroU32>;

/// How many lists the options are spread over. Modules look for hundreds of options of which few are stored: most
/// lookups end at an empty list.
const BUCKETS: usize = 64;

/// Options by name, in stored order.
///
/// An option is found by its name without suffix; the entries of its states and switches form a list.
#[derive(Debug, Clone)]
pub struct Attributes {
    /// Names and values, one behind the other.
    text: String,
    entries: Vec<Entry>,
    /// The first entries of options, by the hash of their name.
    buckets: [Link; BUCKETS],
}

/// A stored attribute.
#[derive(Debug, Clone)]
struct Entry {
    name: Range<usize>,
    /// The length of the name without its suffix.
    base: usize,
    part: Part,
    value: Range<usize>,
    /// The next entry of the same option.
    next_part: Link,
    /// Of the first entry of an option: that of the next option in the bucket.
    next_option: Link,
}

impl Default for Attributes {
    fn default() -> Self {
        Self {
            text: String::new(),
            entries: Vec::new(),
            buckets: [None; BUCKETS],
        }
    }
}

impl PartialEq for Attributes {
    fn eq(&self, other: &Self) -> bool {
        let mut own = self.iter();
        self.len() == other.len() && own.all(|(name, value)| other.get(name) == Some(value))
    }
}

impl Eq for Attributes {}

/// The bucket of a name, by its length and its first and last part that are not empty.
fn bucket(length: usize, first: &str, last: &str) -> usize {
    let length = u64::try_from(length).unwrap_or_default();
    let first = first.bytes().next().unwrap_or_default();
    let last = last.bytes().next_back().unwrap_or_default();
    let mixed = length << 16 | u64::from(first) << 8 | u64::from(last);
    let mixed = mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    usize::try_from(mixed >> 58).unwrap_or_default()
}

/// Whether the parts, one behind the other, are the name.
fn is_made_of(mut name: &str, parts: &[&str]) -> bool {
    // Comparing empty strings is slow: their pointers may dangle, and the masked load faults.
    let mut filled = parts.iter().filter(|part| !part.is_empty());
    filled.all(|part| {
        let behind = name.strip_prefix(part);
        name = behind.unwrap_or_default();
        behind.is_some()
    })
}

impl Attributes {
    /// The named attributes of a shortcode; the builder ignores words without a name.
    pub fn from_atts(atts: &Atts) -> Self {
        // Each name occurs once.
        let (text, named) = atts.named();
        let mut attributes = Self {
            text: text.to_owned(),
            ..Self::default()
        };
        for [name, value] in named {
            attributes.push(name, value);
        }
        attributes
    }

    fn slice(&self, range: &Range<usize>) -> &str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    fn entry(&self, link: Link) -> Option<&Entry> {
        self.entries.get(index(link)?)
    }

    /// The first entry of an option.
    fn first(&self, name: &str) -> Link {
        let mut link = *self.buckets.get(bucket(name.len(), name, name))?;
        while let Some(entry) = self.entry(link) {
            if entry.base == name.len() && self.slice(&entry.name).starts_with(name) {
                return link;
            }
            link = entry.next_option;
        }
        None
    }

    /// [`Self::first`] of a name that stands in parts.
    fn first_of(&self, name: &[&str]) -> Link {
        let length = name.iter().map(|part| part.len()).sum();
        let mut filled = name.iter().filter(|part| !part.is_empty());
        let first = filled.next().copied().unwrap_or_default();
        let last = filled.next_back().unwrap_or(&first);
        let mut link = *self.buckets.get(bucket(length, first, last))?;
        while let Some(entry) = self.entry(link) {
            if entry.base == length && is_made_of(self.slice(&entry.name), name) {
                return link;
            }
            link = entry.next_option;
        }
        None
    }

    /// Adds an attribute that is not there, whose name and value stand in the text.
    fn push(&mut self, name: Range<usize>, value: Range<usize>) {
        let parsed = AttributeName::parse(self.text.get(name.clone()).unwrap_or_default());
        let (base, part) = (parsed.base.len(), parsed.part);
        let bucket = bucket(base, parsed.base, parsed.base);
        let first = self.first(parsed.base);
        let mut entry = Entry {
            name,
            base,
            part,
            value,
            next_part: None,
            next_option: None,
        };
        let number = u32::try_from(self.entries.len() + 1).ok();
        let own = number.and_then(NonZeroU32::new);
        let first = index(first).and_then(|at| self.entries.get_mut(at));
        match (first, self.buckets.get_mut(bucket)) {
            (Some(first), _) => entry.next_part = std::mem::replace(&mut first.next_part, own),
            (None, Some(bucket)) => entry.next_option = std::mem::replace(bucket, own),
            (None, None) => {}
        }
        self.entries.push(entry);
    }

    fn append(&mut self, text: &str) -> Range<usize> {
        let start = self.text.len();
        self.text.push_str(text);
        start..self.text.len()
    }

    /// The value of an option, by its name without suffix.
    pub fn value(&self, name: &str) -> AttributeValue<'_> {
        AttributeValue {
            attributes: self,
            first: self.first(name),
        }
    }

    /// [`Self::value`] of a name that stands in parts.
    pub fn value_of(&self, name: &[&str]) -> AttributeValue<'_> {
        AttributeValue {
            attributes: self,
            first: self.first_of(name),
        }
    }

    /// An attribute by its stored name, `None` when it is not stored.
    pub fn get(&self, name: &str) -> Option<&str> {
        let name = AttributeName::parse(name);
        self.value(name.base).part(name.part)
    }

    /// [`Self::get`], empty when it is not stored.
    pub fn text(&self, name: &str) -> &str {
        self.get(name).unwrap_or_default()
    }

    /// Whether an attribute is there and neither empty nor `0`.
    pub fn is_filled(&self, name: &str) -> bool {
        is_filled(self.text(name))
    }

    /// Whether an attribute is `on`.
    pub fn is_on(&self, name: &str) -> bool {
        self.text(name) == "on"
    }

    /// Sets an attribute by its stored name; one that exists keeps its place.
    pub fn insert(&mut self, name: impl AsRef<str>, value: impl AsRef<str>) {
        let name = name.as_ref();
        let value = self.append(value.as_ref());
        let parsed = AttributeName::parse(name);
        let mut link = self.first(parsed.base);
        while let Some(entry) = index(link).and_then(|at| self.entries.get_mut(at)) {
            if entry.part == parsed.part {
                entry.value = value;
                return;
            }
            link = entry.next_part;
        }
        let name = self.append(name);
        self.push(name, value);
    }

    /// Sets an attribute that is empty or not stored.
    pub fn set_default(&mut self, name: &str, value: impl AsRef<str>) {
        if self.text(name).is_empty() {
            self.insert(name, value);
        }
    }

    /// Stored names and values in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> + Clone {
        let entries = self.entries.iter();
        entries.map(|entry| (self.slice(&entry.name), self.slice(&entry.value)))
    }

    /// The attributes for which `keep` has a value, with that value.
    #[must_use]
    pub fn filter_map(&self, keep: impl for<'v> Fn(&str, &'v str) -> Option<&'v str>) -> Self {
        let mut kept = Self::default();
        for (name, value) in self.iter() {
            let Some(value) = keep(name, value) else {
                continue;
            };
            let (name, value) = (kept.append(name), kept.append(value));
            kept.push(name, value);
        }
        kept
    }

    /// [`Self::iter`] with the names taken apart.
    pub fn parts(&self) -> impl Iterator<Item = (AttributeName<'_>, &str)> + Clone {
        self.entries.iter().map(|entry| {
            let base = entry.name.start..entry.name.start + entry.base;
            let name = AttributeName {
                base: self.slice(&base),
                part: entry.part,
            };
            (name, self.slice(&entry.value))
        })
    }

    /// Sets the values for which `change` has another one.
    pub fn change(&mut self, change: impl for<'v> Fn(&str, &'v str) -> Cow<'v, str>) {
        for at in 0..self.entries.len() {
            let Some(entry) = self.entries.get(at) else {
                break;
            };
            let changed = match change(self.slice(&entry.name), self.slice(&entry.value)) {
                Cow::Owned(value) => value,
                Cow::Borrowed(_) => continue,
            };
            let value = self.append(&changed);
            if let Some(entry) = self.entries.get_mut(at) {
                entry.value = value;
            }
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

/// The place of a linked entry.
fn index(link: Link) -> Option<usize> {
    usize::try_from(link?.get() - 1).ok()
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_without_a_name_are_left_out() {
        let mut atts = Atts::default();
        atts.push("word");
        atts.insert("a", "1");
        let attributes = Attributes::from_atts(&atts);
        assert_eq!((attributes.len(), attributes.text("a")), (1, "1"));
    }

    proptest! {
        /// Names of few letters, so that many share an option, a bucket or their beginning.
        #[test]
        fn stored_order_and_last_values_are_kept(
            pairs in proptest::collection::vec(("[ab]{0,2}(_tablet|__hover|_last_edited)?", "[a-z]{0,2}"), 0..80),
        ) {
            let attributes: Attributes = pairs.iter().map(|(n, v)| (n, v)).collect();
            let mut expected: Vec<(&str, &str)> = Vec::new();
            for (name, value) in &pairs {
                match expected.iter_mut().find(|(n, _)| n == name) {
                    Some(known) => known.1 = value,
                    None => expected.push((name, value)),
                }
            }
            let found: Vec<(&str, &str)> = attributes.iter().collect();
            prop_assert_eq!(&found, &expected);
            for (name, value) in expected {
                prop_assert_eq!(attributes.get(name), Some(value));
                let parsed = AttributeName::parse(name);
                let (first, last) = parsed.base.split_at(parsed.base.len() / 2);
                prop_assert_eq!(attributes.value_of(&[first, "", last]).part(parsed.part), Some(value));
            }
        }
    }
}
