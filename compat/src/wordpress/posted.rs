//! The result of a form posted to a page, passed from its handler to rendering.
//!
//! Contract "contact-form-7", section 21; contract "divi-server" (contact form). Each column stores a value of its own
//! type.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use super::php::Array;

/// The posted fields, and one value per column's type.
#[derive(Default, Clone)]
pub struct Posted {
    /// `$_POST`; empty for a GET request.
    pub post: Array,
    results: HashMap<TypeId, Arc<dyn Any + Send + Sync>>,
}

impl Posted {
    /// A page to which these fields were posted.
    pub fn new(post: Array) -> Self {
        Self {
            post,
            results: HashMap::new(),
        }
    }

    /// Stores a value; one per type.
    pub fn insert<T: Any + Send + Sync>(&mut self, result: T) {
        self.results.insert(TypeId::of::<T>(), Arc::new(result));
    }

    /// The value of a type.
    pub fn get<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.results.get(&TypeId::of::<T>())?.downcast_ref()
    }
}

impl fmt::Debug for Posted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Posted")
            .field("fields", &self.post.len())
            .field("results", &self.results.len())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_type_has_one_value() {
        let mut posted = Posted::default();
        posted.insert(1_u8);
        posted.insert(2_u8);
        posted.insert("text".to_owned());
        assert_eq!(posted.get::<u8>(), Some(&2));
        assert_eq!(posted.get::<String>().map(String::as_str), Some("text"));
        assert_eq!(posted.get::<u16>(), None);
    }
}
