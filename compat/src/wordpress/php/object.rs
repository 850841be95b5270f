//! Stored objects: a class name and properties, never an instance of anything.

use indexmap::IndexMap;

use super::{Array, Key, Object, Value};

/// The visibility of a property, as encoded in its stored name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visibility<'a> {
    /// Stored under its plain name.
    Public,
    /// Stored as `\0*\0name`.
    Protected,
    /// Stored as `\0Class\0name`; carries the class.
    Private(&'a [u8]),
}

/// One property with its name taken apart.
#[derive(Debug, Clone, Copy)]
pub struct Property<'a> {
    /// Name without the visibility mark.
    pub name: &'a [u8],
    /// The visibility.
    pub visibility: Visibility<'a>,
    /// Its value.
    pub value: &'a Value,
}

impl Object {
    /// An object of a class, without properties.
    pub fn new(class: impl Into<Vec<u8>>) -> Self {
        Self {
            class: class.into(),
            properties: IndexMap::new(),
        }
    }

    /// The stored class name.
    pub fn class(&self) -> &[u8] {
        &self.class
    }

    /// Number of properties.
    pub fn len(&self) -> usize {
        self.properties.len()
    }

    /// Whether there is no property.
    pub fn is_empty(&self) -> bool {
        self.properties.is_empty()
    }

    /// A property by its plain name: the public one, else the protected, else the class's own.
    pub fn get(&self, name: impl AsRef<[u8]>) -> Option<&Value> {
        let name = name.as_ref();
        self.properties
            .get(name)
            .or_else(|| self.properties.get(&mangled(b"*", name)))
            .or_else(|| self.properties.get(&mangled(&self.class, name)))
    }

    /// A property by its stored name.
    pub fn stored_value(&self, stored_name: &[u8]) -> Option<&Value> {
        self.properties.get(stored_name)
    }

    /// Sets a property under its stored name (public: the plain name).
    pub fn insert(&mut self, stored_name: impl Into<Vec<u8>>, value: impl Into<Value>) {
        self.properties.insert(stored_name.into(), value.into());
    }

    /// Sets a protected property.
    pub fn insert_protected(&mut self, name: impl AsRef<[u8]>, value: impl Into<Value>) {
        self.insert(mangled(b"*", name.as_ref()), value);
    }

    /// Sets a private property of a class.
    pub fn insert_private(
        &mut self,
        class: impl AsRef<[u8]>,
        name: impl AsRef<[u8]>,
        value: impl Into<Value>,
    ) {
        self.insert(mangled(class.as_ref(), name.as_ref()), value);
    }

    /// Stored names and values in order.
    pub fn stored(&self) -> impl ExactSizeIterator<Item = (&[u8], &Value)> {
        self.properties.iter().map(|(k, v)| (k.as_slice(), v))
    }

    /// Stored names and values in order, values changeable.
    pub fn stored_mut(&mut self) -> impl ExactSizeIterator<Item = (&[u8], &mut Value)> {
        self.properties.iter_mut().map(|(k, v)| (k.as_slice(), v))
    }

    /// All properties in order, names taken apart.
    pub fn properties(&self) -> impl Iterator<Item = Property<'_>> {
        self.properties.iter().map(|(stored, value)| {
            let (name, visibility) = unmangled(stored);
            Property {
                name,
                visibility,
                value,
            }
        })
    }

    /// What code outside the class sees: public names and values, in order.
    pub fn public(&self) -> impl Iterator<Item = (&[u8], &Value)> {
        self.stored().filter(|(name, _)| name.first() != Some(&0))
    }

    /// `get_object_vars` from outside the class.
    pub fn to_array(&self) -> Array {
        let mut array = Array::new();
        for (name, value) in self.public() {
            array.insert(Key::from(name), value.clone());
        }
        array
    }
}

/// Same class and same properties in the same order.
impl PartialEq for Object {
    fn eq(&self, other: &Self) -> bool {
        self.class == other.class
            && self.len() == other.len()
            && self.properties.iter().eq(other.properties.iter())
    }
}

fn mangled(owner: &[u8], name: &[u8]) -> Vec<u8> {
    [b"\0", owner, b"\0", name].concat()
}

fn unmangled(stored: &[u8]) -> (&[u8], Visibility<'_>) {
    let Some(rest) = stored.strip_prefix(b"\0") else {
        return (stored, Visibility::Public);
    };
    let Some(end) = memchr::memchr(0, rest) else {
        return (stored, Visibility::Public);
    };
    let (owner, name) = rest.split_at(end);
    let name = name.get(1..).unwrap_or_default();
    match owner {
        b"*" => (name, Visibility::Protected),
        class => (name, Visibility::Private(class)),
    }
}
