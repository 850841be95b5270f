//! Markup as a value of a template: printed as it stands.

use std::fmt;
use std::sync::Arc;

use minijinja::Value;
use minijinja::value::{Object, ObjectRepr};

/// Markup that a template prints without escaping. Unlike a safe string it is not copied into the engine, which matters
/// for the content of a page.
#[derive(Debug)]
pub struct Markup(String);

impl Markup {
    /// The markup that a value holds; none for other values.
    pub fn of(value: &Value) -> Option<&str> {
        let markup: Option<&Self> = value.downcast_object_ref();
        markup.map(|markup| markup.0.as_str())
    }
}

impl Object for Markup {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Plain
    }

    fn is_true(self: &Arc<Self>) -> bool {
        !self.0.is_empty()
    }

    fn render(self: &Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The value of a template for markup.
pub fn markup(text: String) -> Value {
    Value::from_object(Markup(text))
}
