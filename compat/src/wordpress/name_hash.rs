//! A quick keyed hash for maps whose keys are short texts: names of shortcodes and attributes, selectors.
//!
//! The key is drawn once for each process, so that nobody can write names that all fall into one place of a map. It
//! protects nothing else.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::LazyLock;

/// Start and factor, drawn for this process.
static KEY: LazyLock<(u64, u64)> = LazyLock::new(|| {
    let random = RandomState::new();
    (random.hash_one(0), random.hash_one(1) | 1)
});

/// Makes hashers for a map.
#[derive(Debug, Clone, Copy)]
pub struct NameHash {
    start: u64,
    factor: u64,
}

impl Default for NameHash {
    fn default() -> Self {
        let (start, factor) = *KEY;
        Self { start, factor }
    }
}

impl BuildHasher for NameHash {
    type Hasher = NameHasher;

    fn build_hasher(&self) -> NameHasher {
        NameHasher {
            state: self.start,
            factor: self.factor,
        }
    }
}

/// Hashes eight bytes in a step.
#[derive(Debug, Clone)]
pub struct NameHasher {
    state: u64,
    factor: u64,
}

impl NameHasher {
    fn mix(&mut self, word: u64) {
        let mixed = (self.state ^ word).wrapping_mul(self.factor);
        self.state = mixed ^ (mixed >> 32);
    }
}

impl Hasher for NameHasher {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.mix(u64::from_le_bytes(*word));
        }
        let last = rest.iter().rev();
        let last = last.fold(0, |last, b| last << 8 | u64::from(*b));
        // The eighth byte is free: it tells `a` from `a` and a zero.
        let length = u64::try_from(rest.len()).unwrap_or_default() << 56;
        self.mix(last | length);
    }

    fn write_u8(&mut self, _byte: u8) {
        // The end of a text; its length has been counted.
    }

    fn write_u64(&mut self, number: u64) {
        self.mix(number);
    }

    fn finish(&self) -> u64 {
        let mixed = self.state.wrapping_mul(self.factor);
        mixed ^ (mixed >> 29)
    }
}

/// A map from names.
pub type NameMap<K, V> = std::collections::HashMap<K, V, NameHash>;

/// A set of names.
pub type NameSet<K> = std::collections::HashSet<K, NameHash>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_apart() {
        let names: NameSet<String> = (0..2_000).map(|n| format!("et_pb_{n}")).collect();
        let hashes: std::collections::HashSet<u64> = names
            .iter()
            .map(|name| NameHash::default().hash_one(name))
            .collect();
        assert_eq!((names.len(), hashes.len()), (2_000, 2_000));
        let of = |name: &str| NameHash::default().hash_one(name);
        assert_ne!(of("a"), of("a\0"));
        assert_eq!(of("order_class"), of("order_class"));
    }
}
