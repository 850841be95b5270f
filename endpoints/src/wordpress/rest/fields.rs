//! `_fields`: filters the fields of a response (`rest_filter_response_fields`).

use compat::wordpress::php::{Array, Key, Value};

/// A tree of requested fields; a leaf includes everything below it.
#[derive(Debug, Default)]
pub struct Fields {
    below: Vec<(String, Fields)>,
    whole: bool,
}

impl Fields {
    /// Parses the parameter: a list, or a string separated by commas and spaces. `None` when it is empty.
    pub fn parse(value: &Value) -> Option<Self> {
        let texts: Vec<String> = match value {
            Value::Array(items) => items
                .values()
                .map(|v| v.to_string_lossy().into_owned())
                .collect(),
            Value::Null => Vec::new(),
            other => {
                let text = other.to_string_lossy();
                let parts = text.split([',', ' ', '\t', '\n', '\r']);
                parts.map(str::to_owned).collect()
            }
        };
        let mut tree = Self::default();
        for path in texts.iter().map(|t| t.trim()).filter(|t| !t.is_empty()) {
            tree.add(path);
        }
        (!tree.below.is_empty()).then_some(tree)
    }

    /// Whether a field is requested; without the parameter all are.
    pub fn wants(value: &Value, name: &str) -> bool {
        Self::parse(value).is_none_or(|fields| fields.get(name).is_some())
    }

    fn add(&mut self, path: &str) {
        let mut at = self;
        for part in path.split('.').take(16) {
            if at.whole {
                return;
            }
            let place = at.below.iter().position(|(name, _)| name == part);
            let place = place.unwrap_or_else(|| {
                at.below.push((part.to_owned(), Self::default()));
                at.below.len() - 1
            });
            let Some((_, next)) = at.below.get_mut(place) else {
                return;
            };
            at = next;
        }
        at.whole = true;
    }

    fn get(&self, name: &str) -> Option<&Self> {
        self.below.iter().find(|(n, _)| n == name).map(|(_, f)| f)
    }

    /// The requested fields of an object, in the object's order.
    pub fn filter(&self, object: &Array) -> Array {
        let mut kept = Array::new();
        for (key, value) in object.iter() {
            let Some(wanted) = self.get(&Key::to_string_lossy(key)) else {
                continue;
            };
            let value = match value {
                Value::Array(inner) if !wanted.whole => wanted.filter(inner).into(),
                other => other.clone(),
            };
            kept.insert(key.clone(), value);
        }
        kept
    }

    /// Filters a response that is one object: of its links it has all or none (recording owner/post-fields-nested);
    /// `keeps_links`: all, though they are not named (recording owner/index-after-settings).
    pub fn filter_item(&self, value: &Value, keeps_links: bool) -> Value {
        let mut kept = self.filter_response(value);
        if let (Some(object), Some(links)) = (kept.as_array_mut(), value.get("_links"))
            && (keeps_links || object.contains_key("_links"))
        {
            object.insert("_links", links.clone());
        }
        kept
    }

    /// Filters a response: an object, or each object of a list.
    pub fn filter_response(&self, value: &Value) -> Value {
        match value {
            Value::Array(items) if items.is_list() && !items.is_empty() => {
                let filtered = items.values().map(|item| match item {
                    Value::Array(object) => self.filter(object).into(),
                    other => other.clone(),
                });
                filtered.collect()
            }
            Value::Array(object) => self.filter(object).into(),
            other => other.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_nested_fields() {
        let object = Array::new().with("id", 1).with(
            "title",
            Value::array().with("rendered", "x").with("raw", "y"),
        );
        let fields = Fields::parse(&Value::from("title.rendered, nada")).unwrap();
        let kept = Value::from(fields.filter(&object));
        assert_eq!(kept.at("title").at("rendered").as_str(), Some("x"));
        assert!(kept.get("id").is_none() && kept.at("title").get("raw").is_none());
        assert!(Fields::parse(&Value::from(" ,")).is_none());
    }
}
