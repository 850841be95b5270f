//! PHP's ordered map: integer and string keys in insertion order, and the next free index.

use indexmap::IndexMap;

use super::{Array, Key, KeyRef, Value};
use crate::wordpress::name_hash::NameHash;

impl Array {
    /// An empty array.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty array with room for so many elements.
    pub fn with_capacity(elements: usize) -> Self {
        Self {
            entries: IndexMap::with_capacity_and_hasher(elements, NameHash::default()),
            ..Self::default()
        }
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The value under a key; `"5"` and 5 are the same key.
    pub fn get<'k>(&self, key: impl Into<KeyRef<'k>>) -> Option<&Value> {
        self.entries.get(&key.into())
    }

    /// The value under a key, to change it.
    pub fn get_mut<'k>(&mut self, key: impl Into<KeyRef<'k>>) -> Option<&mut Value> {
        self.entries.get_mut(&key.into())
    }

    /// Whether the key exists (also with a null value, like `array_key_exists`).
    pub fn contains_key<'k>(&self, key: impl Into<KeyRef<'k>>) -> bool {
        self.entries.contains_key(&key.into())
    }

    /// Sets a key; an existing key keeps its place.
    pub fn insert(&mut self, key: impl Into<Key>, value: impl Into<Value>) -> Option<Value> {
        let key = key.into();
        if let Key::Int(n) = key
            && n >= self.next
        {
            match n.checked_add(1) {
                Some(next) => self.next = next.max(0),
                None => self.full = true,
            }
        }
        self.entries.insert(key, value.into())
    }

    /// Appends under the next free index; false when PHP would have refused for lack of one.
    pub fn push(&mut self, value: impl Into<Value>) -> bool {
        if self.full {
            return false;
        }
        self.insert(Key::Int(self.next), value);
        true
    }

    /// The value under a key, put there as an empty array when missing.
    pub fn entry_array(&mut self, key: Key) -> &mut Array {
        if !matches!(self.entries.get(&key), Some(Value::Array(_))) {
            self.insert(key.clone(), Array::new());
        }
        match self.entries.get_mut(&key) {
            Some(Value::Array(array)) => array,
            _ => unreachable!("an array was put there just above"),
        }
    }

    /// The key that `[]` would take, if one is left.
    pub fn next_index(&self) -> Option<i64> {
        (!self.full).then_some(self.next)
    }

    /// Removes a key, keeping the order of the rest.
    pub fn remove<'k>(&mut self, key: impl Into<KeyRef<'k>>) -> Option<Value> {
        self.entries.shift_remove(&key.into())
    }

    /// Keys and values in order.
    pub fn iter(&self) -> indexmap::map::Iter<'_, Key, Value> {
        self.entries.iter()
    }

    /// Keys and values in order, values changeable.
    pub fn iter_mut(&mut self) -> indexmap::map::IterMut<'_, Key, Value> {
        self.entries.iter_mut()
    }

    /// Keys in order.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &Key> {
        self.entries.keys()
    }

    /// Values in order.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &Value> {
        self.entries.values()
    }

    /// The first element, like `reset`.
    pub fn first(&self) -> Option<(&Key, &Value)> {
        self.entries.first()
    }

    /// The last element, like `end`.
    pub fn last(&self) -> Option<(&Key, &Value)> {
        self.entries.last()
    }

    /// Whether the keys are 0, 1, 2 … in this order (`array_is_list`).
    pub fn is_list(&self) -> bool {
        (0_i64..)
            .zip(self.keys())
            .all(|(i, key)| *key == Key::Int(i))
    }

    /// `array_merge(self, other)`: string keys are overwritten, integer keys numbered anew.
    #[must_use]
    pub fn merge(self, other: Self) -> Self {
        let mut merged = Self::new();
        for (key, value) in self.into_iter().chain(other) {
            match key {
                Key::Int(_) => {
                    merged.push(value);
                }
                Key::Str(_) => {
                    merged.insert(key, value);
                }
            }
        }
        merged
    }

    /// Builder: sets a key and hands the array on.
    #[must_use]
    pub fn with(mut self, key: impl Into<Key>, value: impl Into<Value>) -> Self {
        self.insert(key, value);
        self
    }

    /// Builder: appends and hands the array on.
    #[must_use]
    pub fn with_pushed(mut self, value: impl Into<Value>) -> Self {
        self.push(value);
        self
    }
}

/// Same keys and values in the same order, like `===` (the next free index does not count).
impl PartialEq for Array {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl IntoIterator for Array {
    type Item = (Key, Value);
    type IntoIter = indexmap::map::IntoIter<Key, Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

impl<'a> IntoIterator for &'a Array {
    type Item = (&'a Key, &'a Value);
    type IntoIter = indexmap::map::Iter<'a, Key, Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.iter()
    }
}

impl<V: Into<Value>> FromIterator<V> for Array {
    fn from_iter<I: IntoIterator<Item = V>>(values: I) -> Self {
        let values = values.into_iter();
        let mut array = Self::with_capacity(values.size_hint().0);
        for value in values {
            array.push(value);
        }
        array
    }
}

impl<K: Into<Key>, V: Into<Value>> Extend<(K, V)> for Array {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn next_index_follows_the_highest_key_and_survives_removal() {
        let mut array = Array::new().with(-3, "a").with_pushed("b").with(7, "c");
        array.push("d");
        array.remove(8);
        array.push("e");
        let keys: Vec<_> = array.keys().filter_map(Key::as_int).collect();
        assert_eq!(keys, [-3, 0, 7, 9]);
        assert!(!array.with(i64::MAX, 1).push(2));
    }

    #[test]
    fn equality_regards_order() {
        let ab = Array::new().with("a", 1).with("b", 2);
        let ba = Array::new().with("b", 2).with("a", 1);
        assert_ne!(ab, ba);
        assert!(!ab.is_list());
        assert!(["x", "y"].into_iter().collect::<Array>().is_list());
    }
}
