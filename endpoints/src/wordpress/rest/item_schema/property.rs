//! Builders for schemas: properties and objects.

use compat::wordpress::php::{Array, Value};

use crate::wordpress::rest::route::Rest;

/// All contexts, in core's usual order.
pub(super) const ALL: &[&str] = &["view", "edit", "embed"];
/// All contexts, in the order of users, terms and statuses.
pub(super) const EMBED_FIRST: &[&str] = &["embed", "view", "edit"];
/// The contexts `view` and `edit`.
pub(super) const VIEW: &[&str] = &["view", "edit"];
/// The context `edit`.
pub(super) const EDIT: &[&str] = &["edit"];

/// A property; its keywords are in core's order.
#[derive(Debug, Clone)]
pub(super) struct Property(Array);

impl Property {
    /// A property with a translated description.
    pub(super) fn new(rest: &Rest<'_>, kind: &str, source: &str) -> Self {
        Self::of(rest.text(source), kind.into())
    }

    /// A property of one of several types.
    pub(super) fn any_of(rest: &Rest<'_>, kinds: &[&str], source: &str) -> Self {
        Self::of(rest.text(source), kinds.iter().copied().collect())
    }

    /// A property with an untranslated description.
    pub(super) fn of(description: String, kind: Value) -> Self {
        let mut keywords = Array::new();
        keywords.insert("description", description);
        keywords.insert("type", kind);
        Self(keywords)
    }

    fn with(mut self, keyword: &str, value: impl Into<Value>) -> Self {
        self.0.insert(keyword, value);
        self
    }

    pub(super) fn format(self, format: &str) -> Self {
        self.with("format", format)
    }

    pub(super) fn one_of(self, values: &[&str]) -> Self {
        self.with("enum", values.iter().copied().collect::<Value>())
    }

    pub(super) fn values(self, values: Value) -> Self {
        self.with("enum", values)
    }

    pub(super) fn items(self, kind: &str) -> Self {
        self.with("items", Value::array().with("type", kind))
    }

    pub(super) fn shown(self, contexts: &[&str]) -> Self {
        self.with("context", contexts.iter().copied().collect::<Value>())
    }

    pub(super) fn readonly(self) -> Self {
        self.with("readonly", true)
    }

    pub(super) fn required(self) -> Self {
        self.with("required", true)
    }

    pub(super) fn at_least(self, characters: i64) -> Self {
        self.with("minLength", characters)
    }

    pub(super) fn pattern(self, pattern: &str) -> Self {
        self.with("pattern", pattern)
    }

    pub(super) fn default(self, value: impl Into<Value>) -> Self {
        self.with("default", value)
    }

    pub(super) fn with_properties(self, properties: Value) -> Self {
        self.with("properties", properties)
    }

    pub(super) fn properties(self, properties: Properties) -> Self {
        self.with("properties", properties.0)
    }
}

/// Properties in order.
#[derive(Debug, Clone, Default)]
pub(super) struct Properties(Array);

impl Properties {
    /// Adds or replaces a property.
    pub(super) fn set(&mut self, name: &str, property: Property) {
        self.0.insert(name, property.0);
    }

    /// Chaining form of [`Self::set`].
    pub(super) fn and(mut self, name: &str, property: Property) -> Self {
        self.set(name, property);
        self
    }

    pub(super) fn remove(&mut self, name: &str) {
        self.0.remove(name);
    }

    /// Copies named properties of another schema, where it has them.
    pub(super) fn take(&mut self, other: &Self, names: &[&str]) {
        for name in names {
            if let Some(property) = other.0.get(*name) {
                self.0.insert(*name, property.clone());
            }
        }
    }

    /// The schema of an object with these properties.
    pub(super) fn schema(self, title: &str) -> Value {
        Value::array()
            .with("$schema", "http://json-schema.org/draft-04/schema#")
            .with("title", title)
            .with("type", "object")
            .with("properties", self.0)
    }
}

/// The object `{ raw, rendered }` of a text.
pub(super) fn texts(
    rest: &Rest<'_>,
    (raw, rendered): (&str, &str),
    contexts: &[&str],
) -> Properties {
    Properties::default()
        .and("raw", Property::new(rest, "string", raw).shown(EDIT))
        .and(
            "rendered",
            Property::new(rest, "string", rendered)
                .shown(contexts)
                .readonly(),
        )
}

/// `WP_REST_Meta_Fields::get_field_schema`: the registered meta keys, all of type `string`.
pub(super) fn meta(rest: &Rest<'_>, names: &[&str]) -> Property {
    let field = || {
        Value::array()
            .with("type", "string")
            .with("title", "")
            .with("description", "")
            .with("default", "")
    };
    let mut fields = Array::new();
    for name in names {
        fields.insert(*name, field());
    }
    Property::new(rest, "object", "Meta fields.")
        .shown(VIEW)
        .with("properties", fields)
}

/// `rest_get_avatar_sizes()`: one URL property per size.
pub(super) fn avatars(rest: &Rest<'_>, source: &str, contexts: &[&str]) -> Property {
    let mut sizes = Properties::default();
    for size in ["24", "48", "96"] {
        let text = rest.text("Avatar URL with image size of %d pixels.");
        let property = Property::of(text.replace("%d", size), "string".into());
        sizes.set(size, property.format("uri").shown(EMBED_FIRST));
    }
    Property::new(rest, "object", source)
        .shown(contexts)
        .readonly()
        .properties(sizes)
}

/// Whether avatars are enabled (option `show_avatars`).
pub(super) fn shows_avatars(rest: &Rest<'_>) -> bool {
    rest.state.site.options.is_on("show_avatars")
}
