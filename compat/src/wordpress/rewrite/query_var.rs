//! Query variables: names with a text or, from `name[]=…`, a nested value.
//!
//! Contract "wordpress-core", section 4. PHP's reading of a query string (`parse_str`), as far as URLs use it.

use indexmap::IndexMap;

/// Deepest nesting of `a[b][c]` that is kept, and the most pairs read: PHP's own limits.
const MAX_DEPTH: usize = 64;
const MAX_PAIRS: usize = 1000;

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
    /// Reads a query string.
    pub fn parse(query: &str) -> Self {
        let mut vars = Self::default();
        for pair in query.split('&').filter(|p| !p.is_empty()).take(MAX_PAIRS) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let (Some(name), value) = (Some(urldecode(name)), urldecode(value)) else {
                continue;
            };
            vars.insert_php(&name, value);
        }
        vars
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

    /// Whether a variable is there and not empty for PHP.
    pub fn is_set(&self, name: &str) -> bool {
        self.get(name).is_some_and(|v| !v.is_empty())
    }

    /// Sets a variable to a text.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        self.0.insert(name.to_owned(), QueryVar::Text(value.into()));
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

    /// Stores `a[b][]` as PHP does: brackets nest, `.` and space in the first part become `_`.
    fn insert_php(&mut self, name: &str, value: String) {
        let name = name.trim_start_matches(' ');
        let (base, rest) = match name.find('[') {
            Some(0) => return,
            Some(at) => (&name[..at], &name[at..]),
            None => (name, ""),
        };
        let base = base.replace([' ', '.'], "_");
        if base.is_empty() {
            return;
        }
        let (keys, tail) = bracket_keys(rest);
        let base = match (keys.is_empty(), tail) {
            (true, Some(tail)) => format!("{base}_{}", tail.get(1..).unwrap_or_default()),
            _ => base,
        };
        put(&mut self.0, base, &keys, value);
    }
}

/// The keys inside brackets, and what cannot be read as such (an open bracket that never closes).
fn bracket_keys(mut rest: &str) -> (Vec<&str>, Option<&str>) {
    let mut keys = Vec::new();
    while rest.starts_with('[') && keys.len() < MAX_DEPTH {
        let Some(end) = rest.find(']') else {
            return (keys, Some(rest));
        };
        keys.push(&rest[1..end]);
        rest = &rest[end + 1..];
    }
    (keys, None)
}

fn put(map: &mut IndexMap<String, QueryVar>, key: String, inner: &[&str], value: String) {
    let Some((next, deeper)) = inner.split_first() else {
        map.insert(key, QueryVar::Text(value));
        return;
    };
    let slot = map
        .entry(key)
        .or_insert_with(|| QueryVar::Map(IndexMap::new()));
    if !matches!(slot, QueryVar::Map(_)) {
        *slot = QueryVar::Map(IndexMap::new());
    }
    if let QueryVar::Map(map) = slot {
        let next = if next.is_empty() {
            map.keys()
                .filter_map(|k| k.parse::<u64>().ok())
                .max()
                .map_or(0, |n| n.saturating_add(1))
                .to_string()
        } else {
            (*next).to_owned()
        };
        put(map, next, deeper, value);
    }
}

/// PHP's `urldecode`: `+` is a space, `%xx` an octet; octets that are no UTF-8 are replaced.
pub fn urldecode(text: &str) -> String {
    let spaced: Vec<u8> = text
        .bytes()
        .map(|b| if b == b'+' { b' ' } else { b })
        .collect();
    let octets: Vec<u8> = percent_encoding::percent_decode(&spaced).collect();
    String::from_utf8(octets).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
}

/// PHP's `urlencode`: everything but letters, digits and `-_.` as `%XX`, a space as `+`.
pub fn urlencode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for b in text.bytes() {
        match b {
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'-' | b'_' | b'.' => out.push(char::from(b)),
            b' ' => out.push('+'),
            _ => push_octet(&mut out, b),
        }
    }
    out
}

fn push_octet(out: &mut String, octet: u8) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    out.push('%');
    for nibble in [octet >> 4, octet & 15] {
        out.push(char::from(
            HEX.get(usize::from(nibble)).copied().unwrap_or(b'0'),
        ));
    }
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
