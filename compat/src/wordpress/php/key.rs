//! Array keys: integers or byte strings, with PHP's rule that `"5"` is the integer 5.

use indexmap::Equivalent;
use smallvec::SmallVec;

/// The bytes of a string key. Most names are short: they need no allocation of their own.
pub type KeyBytes = SmallVec<[u8; 16]>;

/// A key of a PHP array.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {
    /// An integer key.
    Int(i64),
    /// A string key (never one that PHP would have turned into an integer).
    Str(KeyBytes),
}

/// A borrowed key, for look-ups that copy nothing.
///
/// Its variants stand in the order of [`Key`]'s, so that both hash alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeyRef<'a> {
    /// An integer key.
    Int(i64),
    /// A string key.
    Str(&'a [u8]),
}

impl Key {
    /// The key as PHP prints it.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Self::Int(n) => n.to_string().into_bytes(),
            Self::Str(s) => s.to_vec(),
        }
    }

    /// The key as text, wrong UTF-8 replaced.
    pub fn to_string_lossy(&self) -> String {
        match self {
            Self::Int(n) => n.to_string(),
            Self::Str(s) => String::from_utf8_lossy(s).into_owned(),
        }
    }

    /// The integer, if the key is one.
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Self::Int(n) => Some(*n),
            Self::Str(_) => None,
        }
    }

    /// The bytes, if the key is a string.
    pub fn as_bytes(&self) -> Option<&[u8]> {
        match self {
            Self::Int(_) => None,
            Self::Str(s) => Some(s),
        }
    }

    /// The borrowed form.
    pub fn as_ref(&self) -> KeyRef<'_> {
        match self {
            Self::Int(n) => KeyRef::Int(*n),
            Self::Str(s) => KeyRef::Str(s),
        }
    }
}

impl KeyRef<'_> {
    /// The owned form.
    pub fn to_key(self) -> Key {
        match self {
            Self::Int(n) => Key::Int(n),
            Self::Str(s) => Key::Str(KeyBytes::from_slice(s)),
        }
    }
}

/// The integer that PHP makes of a string key: canonical decimal within `i64`, nothing else.
pub(crate) fn integer_key(bytes: &[u8]) -> Option<i64> {
    let digits = bytes.strip_prefix(b"-").unwrap_or(bytes);
    let negative = digits.len() != bytes.len();
    let canonical = match digits {
        [] => false,
        [b'0'] => !negative,
        [b'0', ..] => false,
        _ => digits.len() <= 19 && digits.iter().all(u8::is_ascii_digit),
    };
    if !canonical {
        return None;
    }
    let n = std::str::from_utf8(bytes).ok()?.parse::<i64>().ok()?;
    // PHP keeps the string for the lowest integer.
    (n != i64::MIN).then_some(n)
}

impl Equivalent<Key> for KeyRef<'_> {
    fn equivalent(&self, key: &Key) -> bool {
        *self == key.as_ref()
    }
}

impl<'a> From<&'a [u8]> for KeyRef<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        integer_key(bytes).map_or(Self::Str(bytes), Self::Int)
    }
}

impl<'a> From<&'a str> for KeyRef<'a> {
    fn from(text: &'a str) -> Self {
        Self::from(text.as_bytes())
    }
}

impl<'a> From<&'a String> for KeyRef<'a> {
    fn from(text: &'a String) -> Self {
        Self::from(text.as_bytes())
    }
}

impl<'a> From<&'a Key> for KeyRef<'a> {
    fn from(key: &'a Key) -> Self {
        key.as_ref()
    }
}

impl From<i64> for KeyRef<'_> {
    fn from(n: i64) -> Self {
        Self::Int(n)
    }
}

impl From<i32> for KeyRef<'_> {
    fn from(n: i32) -> Self {
        Self::Int(n.into())
    }
}

impl From<usize> for KeyRef<'_> {
    fn from(n: usize) -> Self {
        Self::Int(i64::try_from(n).unwrap_or(i64::MAX))
    }
}

impl From<&[u8]> for Key {
    fn from(bytes: &[u8]) -> Self {
        KeyRef::from(bytes).to_key()
    }
}

impl From<Vec<u8>> for Key {
    fn from(bytes: Vec<u8>) -> Self {
        KeyRef::from(&*bytes).to_key()
    }
}

impl From<&str> for Key {
    fn from(text: &str) -> Self {
        Self::from(text.as_bytes())
    }
}

impl From<String> for Key {
    fn from(text: String) -> Self {
        Self::from(text.into_bytes())
    }
}

impl From<i64> for Key {
    fn from(n: i64) -> Self {
        Self::Int(n)
    }
}

impl From<i32> for Key {
    fn from(n: i32) -> Self {
        Self::Int(n.into())
    }
}

impl From<usize> for Key {
    fn from(n: usize) -> Self {
        KeyRef::from(n).to_key()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_canonical_decimals_become_integers() {
        for (text, int) in [
            ("0", Some(0)),
            ("5", Some(5)),
            ("-5", Some(-5)),
            ("-0", None),
            ("05", None),
            ("+5", None),
            ("5 ", None),
            ("1.5", None),
            ("", None),
            ("-", None),
            ("9223372036854775807", Some(i64::MAX)),
            ("9223372036854775808", None),
            ("-9223372036854775807", Some(-i64::MAX)),
            ("-9223372036854775808", None),
        ] {
            assert_eq!(Key::from(text).as_int(), int, "{text}");
        }
    }
}
