//! The value of a session's row.
//!
//! A serialised array of keys to values, in which every value that is no scalar is a serialised text itself.

use crate::wordpress::php::{
    Array, Value, maybe_serialize, maybe_unserialize, serialize, unserialize,
};

/// Keys of cached rates: serialised objects, which are never read. They are made anew.
const RATE_CACHE: &[u8] = b"shipping_for_package_";

/// Bytes of the longest value that is read.
const LONGEST: usize = 4 << 20;

/// What a session holds. Keys that are not known are kept as they are.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SessionData {
    stored: Array,
    is_changed: bool,
}

impl SessionData {
    /// The session of a stored value. A value that is no array, or is longer than 4 MiB, is an empty session.
    pub fn parse(session_value: &[u8]) -> Self {
        if session_value.len() > LONGEST {
            return Self::default();
        }
        let Ok(Value::Array(all)) = unserialize(session_value) else {
            return Self::default();
        };
        let mut stored = Array::new();
        for (key, value) in all.iter() {
            if !key.to_bytes().starts_with(RATE_CACHE) {
                stored.insert(key.clone(), value.clone());
            }
        }
        Self {
            stored,
            is_changed: false,
        }
    }

    /// The value to store.
    pub fn session_value(&self) -> Vec<u8> {
        serialize(&self.stored.clone().into())
    }

    /// A value; null when the session has none of this name.
    pub fn get(&self, key: &str) -> Value {
        match self.stored.get(key) {
            None => Value::Null,
            Some(value) => match value.as_bytes() {
                Some(text) => maybe_unserialize(text),
                None => value.clone(),
            },
        }
    }

    /// Sets a value; null, the empty text and the empty array take it away.
    pub fn set(&mut self, key: &str, value: &Value) {
        let is_empty = match value {
            Value::Null => true,
            Value::Array(entries) => entries.is_empty(),
            other => other.as_bytes() == Some(b""),
        };
        if is_empty {
            self.is_changed |= self.stored.remove(key).is_some();
        } else {
            let stored = maybe_serialize(value);
            self.is_changed |= self.stored.get(key) != Some(&stored);
            self.stored.insert(key, stored);
        }
    }

    /// Whether a value was changed since the session was read.
    pub fn is_changed(&self) -> bool {
        self.is_changed
    }

    /// Whether the session holds nothing.
    pub fn is_empty(&self) -> bool {
        self.stored.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn values_are_serialised_twice() {
        let value =
            b"a:3:{s:4:\"cart\";s:22:\"a:1:{s:1:\"k\";s:1:\"v\";}\";s:13:\"previous_shop\";i:7;\
            s:22:\"shipping_for_package_0\";s:9:\"O:1:\"A\":0\";}";
        let mut session = SessionData::parse(value);
        assert_eq!(session.get("cart").at("k").as_str(), Some("v"));
        assert!(session.get("shipping_for_package_0").is_null());
        assert!(!session.is_changed());
        session.set("cart", &Value::array().with("k", "v"));
        assert!(!session.is_changed());
        session.set("cart", &Value::array());
        session.set("applied_coupons", &Value::array().with_pushed("loma10"));
        assert!(session.is_changed());
        let written = String::from_utf8(session.session_value()).unwrap();
        let coupons = "s:15:\"applied_coupons\";s:23:\"a:1:{i:0;s:6:\"loma10\";}\";";
        assert_eq!(
            written,
            format!("a:2:{{s:13:\"previous_shop\";i:7;{coupons}}}")
        );
    }

    proptest! {
        #[test]
        fn any_row_is_safe(value in proptest::collection::vec(any::<u8>(), 0..200)) {
            let session = SessionData::parse(&value);
            prop_assert_eq!(SessionData::parse(&session.session_value()), session);
        }

        #[test]
        fn what_is_set_is_read(texts in proptest::collection::vec(".*", 0..6)) {
            let mut session = SessionData::default();
            let list: Vec<Value> = texts.iter().map(Value::from).collect();
            session.set("list", &list.into());
            let read = SessionData::parse(&session.session_value()).get("list");
            let read: Vec<_> = read.values().map(|v| v.to_string_lossy().into_owned()).collect();
            prop_assert_eq!(read, texts);
        }
    }
}
