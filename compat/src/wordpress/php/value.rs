//! A PHP value and the accessors that the whole project reads stored data with.
//!
//! Values contain arrays and objects, and these contain values, so the three types are defined here; the methods of
//! [`Array`] and [`Object`] are in `array` and `object`.

use std::borrow::Cow;

use indexmap::IndexMap;

use super::{Key, KeyRef, cast, float};
use crate::wordpress::name_hash::NameHash;

/// A PHP value as it lies in an option or a meta row.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Value {
    /// `null`.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A floating point number.
    Float(f64),
    /// A byte string.
    Str(Vec<u8>),
    /// An ordered map.
    Array(Array),
    /// An object, as a plain map with a class name.
    Object(Box<Object>),
    /// An object that its class wrote in a format of its own (`C:`).
    Custom(Box<Custom>),
    /// A case of an enumeration (`E:`).
    Enum(Box<Enum>),
    /// A back reference within the serialised text; see [`super::references`].
    Reference(Reference),
}

/// A PHP array.
#[derive(Debug, Clone, Default)]
pub struct Array {
    pub(super) entries: IndexMap<Key, Value, NameHash>,
    /// The key that `[]` takes next; survives removals, as in PHP.
    pub(super) next: i64,
    /// Whether `i64::MAX` was used, so that `[]` has no key left.
    pub(super) full: bool,
}

/// A PHP object as a plain map: the class as stored, the properties under their stored names.
#[derive(Debug, Clone, Default)]
pub struct Object {
    pub(super) class: Vec<u8>,
    pub(super) properties: IndexMap<Vec<u8>, Value>,
}

/// An object in its class's own stored format.
#[derive(Debug, Clone, PartialEq)]
pub struct Custom {
    /// The stored class name.
    pub class: Vec<u8>,
    /// What the class wrote.
    pub data: Vec<u8>,
}

/// A case of an enumeration.
#[derive(Debug, Clone, PartialEq)]
pub struct Enum {
    /// The enumeration's class name.
    pub class: Vec<u8>,
    /// The name of the case.
    pub case: Vec<u8>,
}

/// A back reference: the number of an earlier slot of the same serialised text, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reference {
    /// `R:n;`, the same variable.
    Variable(usize),
    /// `r:n;`, the same object.
    Object(usize),
}

static NULL: Value = Value::Null;

impl Value {
    /// An empty array, to build with [`Value::with`] and [`Value::with_pushed`].
    pub fn array() -> Self {
        Self::Array(Array::new())
    }

    /// A string from anything that holds bytes.
    pub fn bytes(bytes: impl AsRef<[u8]>) -> Self {
        Self::Str(bytes.as_ref().to_vec())
    }

    /// Builder: sets a key; any other value becomes an array first.
    #[must_use]
    pub fn with(mut self, key: impl Into<Key>, value: impl Into<Self>) -> Self {
        self.make_array().insert(key, value);
        self
    }

    /// Builder: appends; any other value becomes an array first.
    #[must_use]
    pub fn with_pushed(mut self, value: impl Into<Self>) -> Self {
        self.make_array().push(value);
        self
    }

    /// The array inside, put there (empty) when the value is something else.
    pub fn make_array(&mut self) -> &mut Array {
        if !matches!(self, Self::Array(_)) {
            *self = Self::array();
        }
        match self {
            Self::Array(array) => array,
            _ => unreachable!("an array was put there just above"),
        }
    }

    /// The element of an array or the property of an object; `None` for everything else.
    pub fn get<'k>(&self, key: impl Into<KeyRef<'k>>) -> Option<&Self> {
        match self {
            Self::Array(array) => array.get(key),
            Self::Object(object) => match key.into() {
                KeyRef::Int(n) => object.get(n.to_string()),
                KeyRef::Str(s) => object.get(s),
            },
            _ => None,
        }
    }

    /// Like [`Value::get`], with null for what is missing, so that look-ups chain.
    pub fn at<'k>(&self, key: impl Into<KeyRef<'k>>) -> &Self {
        self.get(key).unwrap_or(&NULL)
    }

    /// The array, if it is one.
    pub fn as_array(&self) -> Option<&Array> {
        match self {
            Self::Array(array) => Some(array),
            _ => None,
        }
    }

    /// The array to change, if it is one.
    pub fn as_array_mut(&mut self) -> Option<&mut Array> {
        match self {
            Self::Array(array) => Some(array),
            _ => None,
        }
    }

    /// The object, if it is one.
    pub fn as_object(&self) -> Option<&Object> {
        match self {
            Self::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The bytes, if it is a string.
    pub fn as_bytes(&self) -> Option<&[u8]> {
        match self {
            Self::Str(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// The text, if it is a string of right UTF-8.
    pub fn as_str(&self) -> Option<&str> {
        std::str::from_utf8(self.as_bytes()?).ok()
    }

    /// The text, if it is a string; wrong UTF-8 replaced.
    pub fn as_str_lossy(&self) -> Option<Cow<'_, str>> {
        self.as_bytes().map(String::from_utf8_lossy)
    }

    /// The integer, if it is one (no conversion).
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Self::Int(n) => Some(*n),
            _ => None,
        }
    }

    /// The boolean, if it is one (no conversion).
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(b) => Some(*b),
            _ => None,
        }
    }

    /// Whether it is null.
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// Whether PHP's `empty` holds.
    pub fn is_empty(&self) -> bool {
        !self.to_bool()
    }

    /// `(bool)`: false for null, false, 0, 0.0, `""`, `"0"` and the empty array.
    pub fn to_bool(&self) -> bool {
        match self {
            Self::Null => false,
            Self::Bool(b) => *b,
            Self::Int(n) => *n != 0,
            Self::Float(f) => *f != 0.0,
            Self::Str(s) => !matches!(s.as_slice(), b"" | b"0"),
            Self::Array(array) => !array.is_empty(),
            _ => true,
        }
    }

    /// `(int)`.
    pub fn to_int(&self) -> i64 {
        match self {
            Self::Null => 0,
            Self::Bool(b) => (*b).into(),
            Self::Int(n) => *n,
            Self::Float(f) => cast::float_to_int(*f),
            Self::Str(s) => cast::string_to_int(s),
            other => other.to_bool().into(),
        }
    }

    /// `(float)`.
    pub fn to_float(&self) -> f64 {
        match self {
            Self::Float(f) => *f,
            Self::Str(s) => cast::string_to_float(s),
            other => cast::int_to_float(other.to_int()),
        }
    }

    /// `(string)`: `Array` for arrays; the empty string for objects, where PHP stops.
    pub fn to_bytes(&self) -> Cow<'_, [u8]> {
        match self {
            Self::Null | Self::Bool(false) => Cow::Borrowed(b""),
            Self::Bool(true) => Cow::Borrowed(b"1"),
            Self::Int(n) => Cow::Owned(n.to_string().into_bytes()),
            Self::Float(f) => Cow::Owned(float::to_php_string(*f).into_bytes()),
            Self::Str(s) => Cow::Borrowed(s),
            Self::Array(_) => Cow::Borrowed(b"Array"),
            _ => Cow::Borrowed(b""),
        }
    }

    /// `(string)` as text, wrong UTF-8 replaced.
    pub fn to_string_lossy(&self) -> Cow<'_, str> {
        match self.to_bytes() {
            Cow::Borrowed(bytes) => String::from_utf8_lossy(bytes),
            Cow::Owned(bytes) => Cow::Owned(String::from_utf8_lossy(&bytes).into_owned()),
        }
    }

    /// Keys and values of an array, in order; nothing for any other value.
    pub fn iter(&self) -> impl Iterator<Item = (&Key, &Self)> {
        self.as_array().into_iter().flat_map(Array::iter)
    }

    /// Values of an array, in order; nothing for any other value.
    pub fn values(&self) -> impl Iterator<Item = &Self> {
        self.iter().map(|(_, value)| value)
    }
}

impl From<bool> for Value {
    fn from(b: bool) -> Self {
        Self::Bool(b)
    }
}

impl From<i64> for Value {
    fn from(n: i64) -> Self {
        Self::Int(n)
    }
}

impl From<i32> for Value {
    fn from(n: i32) -> Self {
        Self::Int(n.into())
    }
}

impl From<u32> for Value {
    fn from(n: u32) -> Self {
        Self::Int(n.into())
    }
}

impl From<usize> for Value {
    fn from(n: usize) -> Self {
        Self::Int(i64::try_from(n).unwrap_or(i64::MAX))
    }
}

impl From<f64> for Value {
    fn from(f: f64) -> Self {
        Self::Float(f)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Str(text.as_bytes().to_vec())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Str(text.into_bytes())
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        Self::Str(text.as_bytes().to_vec())
    }
}

impl From<Cow<'_, str>> for Value {
    fn from(text: Cow<'_, str>) -> Self {
        Self::Str(text.into_owned().into_bytes())
    }
}

impl From<&[u8]> for Value {
    fn from(bytes: &[u8]) -> Self {
        Self::Str(bytes.to_vec())
    }
}

impl From<Vec<u8>> for Value {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Str(bytes)
    }
}

impl From<Array> for Value {
    fn from(array: Array) -> Self {
        Self::Array(array)
    }
}

impl From<Vec<Self>> for Value {
    fn from(values: Vec<Self>) -> Self {
        Self::Array(values.into_iter().collect())
    }
}

impl From<Object> for Value {
    fn from(object: Object) -> Self {
        Self::Object(Box::new(object))
    }
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl<V: Into<Self>> FromIterator<V> for Value {
    fn from_iter<I: IntoIterator<Item = V>>(values: I) -> Self {
        Self::Array(values.into_iter().collect())
    }
}
