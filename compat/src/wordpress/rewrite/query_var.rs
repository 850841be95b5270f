//! Query variables: names with a text or, from `name[]=…`, a nested value.
//!
//! Contract "wordpress-core", section 4. The text form of what PHP reads from a query string.

use indexmap::IndexMap;

use crate::wordpress::php;

/// The value of a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QueryVar {
    /// Text.
    Text(String),
    /// An array.
    Map(IndexMap<String, QueryVar>),
}

impl QueryVar {
    /// The text, `None` for an array.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Map(_) => None,
        }
    }

    /// Whether PHP's `empty()` holds.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Text(text) => text.is_empty() || text == "0",
            Self::Map(map) => map.is_empty(),
        }
    }
}

/// Variables by name, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct QueryVars(pub IndexMap<String, QueryVar>);

impl QueryVars {
    /// Reads a query string (`parse_str`).
    pub fn parse(query: &str) -> Self {
        Self(from_array(&php::query_string::parse_str(query.as_bytes())))
    }

    /// Takes over what PHP has read, from a query string or a form.
    pub fn from_array(array: &php::Array) -> Self {
        Self(from_array(array))
    }

    /// A variable.
    pub fn get(&self, name: &str) -> Option<&QueryVar> {
        self.0.get(name)
    }

    /// A variable as text; a missing one or an array is empty.
    pub fn text(&self, name: &str) -> &str {
        self.get(name)
            .and_then(QueryVar::as_text)
            .unwrap_or_default()
    }

    /// Whether a variable is there as a text that is not the empty one (`0` counts).
    pub fn has_text(&self, name: &str) -> bool {
        !self.text(name).is_empty()
    }

    /// A variable as PHP's `(int)` reads it; a missing one or an array is 0.
    pub fn int(&self, name: &str) -> i64 {
        php::cast::string_to_int(self.text(name).as_bytes())
    }

    /// Whether a variable is there and not empty for PHP.
    pub fn is_set(&self, name: &str) -> bool {
        self.get(name).is_some_and(|v| !v.is_empty())
    }

    /// Sets a variable to a text.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        self.0.insert(name.to_owned(), QueryVar::Text(value.into()));
    }

    /// Sets a variable to a list of texts.
    pub fn set_list(&mut self, name: &str, values: impl IntoIterator<Item = &'static str>) {
        let values = values.into_iter().enumerate();
        let entries = values.map(|(n, value)| (n.to_string(), QueryVar::Text(value.to_owned())));
        self.0
            .insert(name.to_owned(), QueryVar::Map(entries.collect()));
    }

    /// Removes a variable.
    pub fn remove(&mut self, name: &str) -> Option<QueryVar> {
        self.0.shift_remove(name)
    }

    /// Names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn from_array(array: &php::Array) -> IndexMap<String, QueryVar> {
    array
        .iter()
        .map(|(key, value)| {
            let value = match value.as_array() {
                Some(inner) => QueryVar::Map(from_array(inner)),
                None => QueryVar::Text(value.as_str_lossy().unwrap_or_default().into_owned()),
            };
            (key.to_string_lossy(), value)
        })
        .collect()
}

/// PHP's `urldecode`: `+` is a space, `%xx` an octet; octets that are no UTF-8 are replaced.
pub fn urldecode(text: &str) -> String {
    lossy(php::url::urldecode(text.as_bytes()))
}

/// PHP's `urlencode`: everything but letters, digits and `-_.` as `%XX`, a space as `+`.
pub fn urlencode(text: &str) -> String {
    php::url::urlencode(text.as_bytes())
}

fn lossy(octets: Vec<u8>) -> String {
    String::from_utf8(octets).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_a_query_string_as_php_does() {
        let vars = QueryVars::parse("a=1&b%5B%5D=2&b[]=3&c.d=x+y&&e&f[g][h]=%C3%B1&a=9");
        assert_eq!(vars.text("a"), "9");
        assert_eq!(vars.text("c_d"), "x y");
        assert_eq!(vars.text("e"), "");
        assert!(matches!(vars.get("b"), Some(QueryVar::Map(m)) if m.len() == 2));
        assert!(matches!(vars.get("f"), Some(QueryVar::Map(m)) if m.contains_key("g")));
    }

    proptest::proptest! {
        #[test]
        fn never_panics(text in "\\PC*") {
            let _ = QueryVars::parse(&text);
            assert_eq!(urldecode(&urlencode(&text)), text);
        }
    }
}
