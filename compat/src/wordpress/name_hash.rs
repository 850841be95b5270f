//! Maps with short names as their keys: shortcodes, attributes, selectors.
//!
//! The hash is quick and seeded for each process; it protects nothing else.

use std::collections::{HashMap, HashSet};

/// Hashes names.
pub use foldhash::fast::RandomState as NameHash;

/// A map from names.
pub type NameMap<K, V> = HashMap<K, V, NameHash>;

/// A set of names.
pub type NameSet<K> = HashSet<K, NameHash>;
