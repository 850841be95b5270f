//! `add_query_arg` and `remove_query_arg`: change the query of a URL.
//!
//! Values that are in the URL already are decoded and encoded again; those that the caller adds are
//! written as they are, like in WordPress. The caller escapes the result for its place.

use crate::wordpress::php::query_string::parse_str;
use crate::wordpress::php::url::urlencode;
use crate::wordpress::php::{Array, Value};

/// A value that the caller gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueryArg {
    /// PHP's `false`: the variable goes.
    Remove,
    /// PHP's `null`: the variable is not printed, but takes the place of an old one.
    Null,
    /// A text, printed as it is.
    Text(String),
    /// An array: `key%5Bname%5D=value`.
    Array(Vec<(String, QueryArg)>),
}

impl From<&str> for QueryArg {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<i64> for QueryArg {
    fn from(number: i64) -> Self {
        Self::Text(number.to_string())
    }
}

impl From<bool> for QueryArg {
    fn from(value: bool) -> Self {
        if value { Self::from("1") } else { Self::Remove }
    }
}

/// The URL with these variables set or removed.
pub fn add_query_arg(args: &[(&str, QueryArg)], uri: &str) -> String {
    let (uri, fragment) = match uri.find('#') {
        Some(at) => uri.split_at(at),
        None => (uri, ""),
    };
    let (protocol, uri) = split_protocol(uri);
    let (base, query) = match uri.split_once('?') {
        Some((base, query)) => (format!("{base}?"), query),
        // A text without `?` but with `=` is a query, not a path.
        None if !protocol.is_empty() || !uri.contains('=') => (format!("{uri}?"), ""),
        None => (String::new(), uri),
    };
    let mut variables = encoded(&parse_str(query.as_bytes()));
    for (key, value) in args {
        match variables.iter_mut().find(|(known, _)| known == key) {
            Some((_, slot)) => *slot = value.clone(),
            None => variables.push(((*key).to_owned(), value.clone())),
        }
    }
    variables.retain(|(_, value)| *value != QueryArg::Remove);
    let mut pairs = Vec::new();
    build_query(&variables, None, &mut pairs);
    let query = without_empty_values(pairs.join("&").trim_matches('?'));
    let out = format!("{protocol}{base}{query}{fragment}");
    out.trim_end_matches('?').replace("?#", "#")
}

/// The URL without these variables.
pub fn remove_query_arg(keys: &[&str], uri: &str) -> String {
    keys.iter().fold(uri.to_owned(), |uri, key| {
        add_query_arg(&[(key, QueryArg::Remove)], &uri)
    })
}

fn split_protocol(uri: &str) -> (&'static str, &str) {
    for protocol in ["http://", "https://"] {
        if let Some((start, rest)) = uri.split_at_checked(protocol.len())
            && start.eq_ignore_ascii_case(protocol)
        {
            return (protocol, rest);
        }
    }
    ("", uri)
}

/// The variables of the URL, values encoded again, keys as they were decoded.
fn encoded(array: &Array) -> Vec<(String, QueryArg)> {
    array
        .iter()
        .map(|(key, value)| {
            let value = match value {
                Value::Array(inner) => QueryArg::Array(encoded(inner)),
                text => QueryArg::Text(urlencode(&text.to_bytes())),
            };
            let key = String::from_utf8_lossy(&key.to_bytes()).into_owned();
            (key, value)
        })
        .collect()
}

fn build_query(variables: &[(String, QueryArg)], parent: Option<&str>, pairs: &mut Vec<String>) {
    for (key, value) in variables {
        let key = match parent {
            Some(parent) => format!("{parent}%5B{key}%5D"),
            None => key.clone(),
        };
        match value {
            QueryArg::Null => {}
            QueryArg::Remove => pairs.push(format!("{key}=0")),
            QueryArg::Text(text) => pairs.push(format!("{key}={text}")),
            // PHP prints an empty array as an empty pair.
            QueryArg::Array(inner) if inner.is_empty() => pairs.push(String::new()),
            QueryArg::Array(inner) => build_query(inner, Some(&key), pairs),
        }
    }
}

/// `a=&b=` becomes `a&b`.
fn without_empty_values(query: &str) -> String {
    let out = query.replace("=&", "&");
    match out.strip_suffix('=') {
        Some(rest) => rest.to_owned(),
        None => out,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn table() {
        let add = |uri: &str| add_query_arg(&[("x", QueryArg::from("1 2"))], uri);
        for (uri, want) in [
            ("", "?x=1 2"),
            ("/a", "/a?x=1 2"),
            ("a=b%20c", "a=b+c&x=1 2"),
            ("HTTP://h.example/?x=9&y=#f", "http://h.example/?x=1 2&y#f"),
            ("/a?b[]=1", "/a?b%5B0%5D=1&x=1 2"),
        ] {
            assert_eq!(add(uri), want, "{uri}");
        }
        assert_eq!(remove_query_arg(&["a", "b"], "/p?a=1&b=2#c"), "/p#c");
    }

    proptest! {
        #[test]
        fn never_panics(uri in "(https?://)?[a/?#=&\\[\\]%0é]{0,24}") {
            let _ = add_query_arg(&[("k", QueryArg::from(1))], &uri);
        }
    }
}
