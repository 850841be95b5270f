//! PHP's `parse_str`: a query string with `a[b][]` nesting, on bytes.
//!
//! Dots and spaces in names become `_`; at most [`MAX_INPUT_VARS`] variables and 64 levels are taken.

use indexmap::IndexMap;

use super::urlencode::urldecode;

/// PHP's `max_input_vars`; further variables are dropped.
pub const MAX_INPUT_VARS: usize = 1000;

/// PHP's `max_input_nesting_level`; deeper variables are dropped.
const MAX_NESTING: usize = 64;

/// A value of a query string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueryValue {
    /// A text, percent-decoded.
    Text(Vec<u8>),
    /// An array.
    Array(QueryArray),
}

/// An ordered PHP array of query values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QueryArray {
    /// Values by key, in order; integer keys are spelled in decimal.
    pub items: IndexMap<Vec<u8>, QueryValue>,
    next_index: u64,
}

impl QueryArray {
    fn key_for(&mut self, key: Option<&[u8]>) -> Vec<u8> {
        match key {
            None => {
                let key = self.next_index.to_string().into_bytes();
                self.next_index = self.next_index.saturating_add(1);
                key
            }
            Some(key) => {
                let index = std::str::from_utf8(key).ok().and_then(canonical_index);
                if let Some(index) = index {
                    self.next_index = self.next_index.max(index.saturating_add(1));
                }
                key.to_vec()
            }
        }
    }

    /// The value under a key, empty when there is none.
    fn slot(&mut self, key: Option<&[u8]>) -> &mut QueryValue {
        let key = self.key_for(key);
        self.items
            .entry(key)
            .or_insert_with(|| QueryValue::Text(Vec::new()))
    }
}

impl QueryValue {
    /// The value as an array; a text is replaced by an empty one.
    fn array(&mut self) -> Option<&mut QueryArray> {
        if let Self::Text(_) = self {
            *self = Self::Array(QueryArray::default());
        }
        match self {
            Self::Array(array) => Some(array),
            Self::Text(_) => None,
        }
    }
}

fn canonical_index(key: &str) -> Option<u64> {
    key.parse::<u64>().ok().filter(|n| n.to_string() == key)
}

/// The variables of a query string.
pub fn parse_str(query: &str) -> QueryArray {
    let mut out = QueryArray::default();
    let tokens = query.split('&').filter(|token| !token.is_empty());
    for token in tokens.take(MAX_INPUT_VARS) {
        let (name, value) = token.split_once('=').unwrap_or((token, ""));
        let name = urldecode(name.as_bytes());
        register(&name, urldecode(value.as_bytes()), &mut out);
    }
    out
}

/// PHP's `php_register_variable`: the path of keys that a name means, and the value at its end.
fn register(name: &[u8], value: Vec<u8>, out: &mut QueryArray) {
    let end = memchr::memchr(0, name).unwrap_or(name.len());
    let name = name.get(..end).unwrap_or_default();
    let start = name.iter().take_while(|b| **b == b' ').count();
    let name = name.get(start..).unwrap_or_default();
    let (base, brackets) = match memchr::memchr(b'[', name) {
        Some(at) => name.split_at(at),
        None => (name, &[][..]),
    };
    if base.is_empty() {
        return;
    }
    let mut first = underscored(base, b" .");
    let (path, unclosed) = bracket_path(brackets);
    if path.is_empty() && unclosed {
        first.extend(underscored(brackets, b" .["));
    }
    if path.len() >= MAX_NESTING {
        return;
    }
    let mut slot = out.slot(Some(&first));
    for key in path {
        let Some(array) = slot.array() else {
            return;
        };
        slot = array.slot(key);
    }
    *slot = QueryValue::Text(value);
}

/// The keys of `[a][]`: `None` for an empty one; and whether the text ends in an open bracket.
fn bracket_path(brackets: &[u8]) -> (Vec<Option<&[u8]>>, bool) {
    let mut path = Vec::new();
    let mut rest = brackets;
    while let Some(inner) = rest.strip_prefix(b"[") {
        if let [b']', tail @ ..] | [b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C, b']', tail @ ..] =
            inner
        {
            path.push(None);
            rest = tail;
            continue;
        }
        let Some(close) = memchr::memchr(b']', inner) else {
            return (path, true);
        };
        let (key, tail) = inner.split_at(close);
        path.push(Some(key));
        rest = tail.get(1..).unwrap_or_default();
    }
    (path, false)
}

fn underscored(name: &[u8], replaced: &[u8]) -> Vec<u8> {
    name.iter()
        .map(|b| if replaced.contains(b) { b'_' } else { *b })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(array: &QueryArray) -> String {
        let items = array.items.iter().map(|(key, value)| {
            let key = String::from_utf8_lossy(key);
            match value {
                QueryValue::Text(text) => format!("{key}:{}", String::from_utf8_lossy(text)),
                QueryValue::Array(inner) => format!("{key}:({})", shown(inner)),
            }
        });
        items.collect::<Vec<_>>().join(",")
    }

    #[test]
    fn table() {
        for (query, want) in [
            ("a=1&b&&c=%41+x", "a:1,b:,c:A x"),
            ("a[]=1&a[]=2&a[5]=3&a[]=4", "a:(0:1,1:2,5:3,6:4)"),
            ("a[b][c]=1&a[b][d]=2", "a:(b:(c:1,d:2))"),
            ("a.b c=1&[x]=2&=3", "a_b_c:1"),
            ("a[b=1&x=2&a=3", "a_b:1,x:2,a:3"),
            ("a=1&a[b]=2", "a:(b:2)"),
            ("a[x]y=1", "a:(x:1)"),
        ] {
            assert_eq!(shown(&parse_str(query)), want, "{query}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(query in "[a\\[\\]=&%0. ]{0,40}") {
            let _ = parse_str(&query);
        }
    }
}
