//! Labels of post types and taxonomies, as their registration names them.

/// A label besides the plural and singular names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Label {
    /// Its key (`add_new_item`).
    pub key: &'static str,
    /// Source string in the text domain of the type.
    pub source: &'static str,
    /// The context of the source string, empty for none.
    pub context: &'static str,
}

impl Label {
    /// A label without a context.
    pub const fn new(key: &'static str, source: &'static str) -> Self {
        Self {
            key,
            source,
            context: "",
        }
    }

    /// Sets the context.
    #[must_use]
    pub const fn with_context(mut self, context: &'static str) -> Self {
        self.context = context;
        self
    }
}
