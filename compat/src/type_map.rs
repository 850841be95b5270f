//! A map that holds at most one value of each type.
//!
//! Columns keep what they load in such maps, so that no struct outside of a column has a field for it.

use std::any::{Any, TypeId};
use std::fmt;
use std::sync::Arc;

/// A type whose values may be looked up in a [`TypeMap`].
pub trait Entry: Any + Send + Sync {
    /// The value that a map without one of this type returns.
    fn absent() -> &'static Self;
}

/// Implements [`Entry`] for a type: a map without one returns its default value.
#[macro_export]
macro_rules! type_map_entry {
    ($($type:ty),+ $(,)?) => {$(
        impl $crate::type_map::Entry for $type {
            fn absent() -> &'static Self {
                static ABSENT: std::sync::LazyLock<$type> = std::sync::LazyLock::new(<$type>::default);
                &ABSENT
            }
        }
    )+};
}

/// Values by type. There are a handful at most, so that a linear search is faster than hashing.
#[derive(Clone, Default)]
pub struct TypeMap {
    values: Vec<(TypeId, Arc<dyn Any + Send + Sync>)>,
}

impl TypeMap {
    /// The value of a type, [`Entry::absent`] when none was inserted.
    pub fn get<T: Entry>(&self) -> &T {
        let key = TypeId::of::<T>();
        let found = self.values.iter().find(|(id, _)| *id == key);
        found
            .and_then(|(_, value)| value.downcast_ref())
            .unwrap_or_else(|| T::absent())
    }

    /// Puts a value in place of the one of the same type.
    pub fn insert<T: Entry>(&mut self, value: T) {
        let key = TypeId::of::<T>();
        self.values.retain(|(id, _)| *id != key);
        self.values.push((key, Arc::new(value)));
    }
}

impl fmt::Debug for TypeMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TypeMap({} values)", self.values.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default, Debug, PartialEq)]
    struct Colour(u8);
    type_map_entry!(Colour);

    #[test]
    fn a_map_holds_one_value_of_each_type() {
        let mut map = TypeMap::default();
        assert_eq!(map.get::<Colour>(), &Colour(0));
        map.insert(Colour(1));
        map.insert(Colour(2));
        assert_eq!(map.get::<Colour>(), &Colour(2));
        assert_eq!(format!("{map:?}"), "TypeMap(1 values)");
    }
}
