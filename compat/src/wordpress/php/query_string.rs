//! Query strings: `parse_str` with PHP's nested names, and the functions that build them.
//!
//! Form bodies follow the same rules. At most [`MAX_INPUT_VARS`] variables are read, nested at most
//! [`MAX_NESTING`] deep, as PHP's defaults have it.

use super::numeric::is_space;
use super::url::{rawurlencode, urldecode, urlencode};
use super::{Array, Key, Value};

/// PHP's `max_input_vars`.
pub const MAX_INPUT_VARS: usize = 1000;
/// PHP's `max_input_nesting_level`.
pub const MAX_NESTING: usize = 64;

/// `parse_str`: the variables of a query string.
pub fn parse_str(query: &[u8]) -> Array {
    let mut variables = Array::new();
    let pairs = query.split(|b| *b == b'&').filter(|p| !p.is_empty());
    for pair in pairs.take(MAX_INPUT_VARS) {
        let (name, value) = match memchr::memchr(b'=', pair) {
            Some(i) => (
                pair.get(..i).unwrap_or_default(),
                pair.get(i + 1..).unwrap_or_default(),
            ),
            None => (pair, [].as_slice()),
        };
        register(
            &mut variables,
            &urldecode(name),
            Value::Str(urldecode(value)),
        );
    }
    variables
}

/// Puts one decoded variable in its place: `a[b][]` nests, dots and spaces of the outer name become
/// underscores, a nameless variable is dropped. Multipart fields use this too.
pub fn register(variables: &mut Array, name: &[u8], value: Value) {
    let Some(path) = path_of(name) else {
        return;
    };
    let mut place = variables;
    let mut steps = path.into_iter().peekable();
    while let Some(step) = steps.next() {
        let key = match step.map(Key::from) {
            Some(key) => key,
            None => match place.next_index() {
                Some(next) => Key::Int(next),
                None => return,
            },
        };
        if steps.peek().is_none() {
            place.insert(key, value);
            return;
        }
        place = place.entry_array(key);
    }
}

/// The keys that a variable name leads through; `None` as a key means "the next index".
fn path_of(name: &[u8]) -> Option<Vec<Option<Vec<u8>>>> {
    let start = name.iter().position(|b| *b != b' ')?;
    // PHP reads the name as a C string here.
    let name = name.get(start..)?.split(|b| *b == 0).next()?;
    let bracket = memchr::memchr(b'[', name).unwrap_or(name.len());
    let (outer, mut rest) = name.split_at(bracket);
    if outer.is_empty() {
        return None;
    }
    let underscored = |bytes: &[u8], also: u8| -> Vec<u8> {
        bytes
            .iter()
            .map(|b| {
                if matches!(b, b' ' | b'.') || *b == also {
                    b'_'
                } else {
                    *b
                }
            })
            .collect()
    };
    let mut path = vec![Some(underscored(outer, b'.'))];
    while let Some(inside) = rest.strip_prefix(b"[") {
        if path.len() > MAX_NESTING {
            return None;
        }
        let blank = usize::from(inside.first().is_some_and(|b| is_space(*b)));
        let Some(end) = memchr::memchr(b']', inside.get(blank..).unwrap_or_default()) else {
            // No closing bracket: the outer name takes all, brackets become underscores.
            if path.len() == 1 {
                path = vec![Some(underscored(name, b'['))];
            }
            break;
        };
        let key = inside.get(..blank + end).unwrap_or_default();
        path.push((end > 0).then(|| key.to_vec()));
        rest = inside.get(blank + end + 1..).unwrap_or_default();
    }
    Some(path)
}

/// How [`http_build_query`] writes.
#[derive(Debug, Clone, Copy)]
pub struct BuildQuery<'a> {
    /// Put before integer keys of the outermost level.
    pub numeric_prefix: &'a str,
    /// Between variables.
    pub separator: &'a str,
    /// `%20` for a space (RFC 3986) instead of `+`.
    pub rfc3986: bool,
}

impl Default for BuildQuery<'_> {
    fn default() -> Self {
        Self {
            numeric_prefix: "",
            separator: "&",
            rfc3986: false,
        }
    }
}

/// `http_build_query`: nested names, nulls left out.
pub fn http_build_query(data: &Value, how: BuildQuery<'_>) -> String {
    let mut out = String::new();
    let encode = if how.rfc3986 { rawurlencode } else { urlencode };
    for (key, value) in elements(data) {
        let name = match &key {
            Key::Int(n) => format!("{}{n}", how.numeric_prefix),
            Key::Str(s) => encode(s),
        };
        build(&name, value, &how, encode, &mut out);
    }
    out
}

fn build(
    name: &str,
    value: &Value,
    how: &BuildQuery<'_>,
    encode: fn(&[u8]) -> String,
    out: &mut String,
) {
    match value {
        Value::Null => {}
        Value::Array(_) | Value::Object(_) => {
            for (key, element) in elements(value) {
                let inner = format!("{name}%5B{}%5D", encode(&key.to_bytes()));
                build(&inner, element, how, encode, out);
            }
        }
        scalar => {
            if !out.is_empty() {
                out.push_str(how.separator);
            }
            out.push_str(name);
            out.push('=');
            match scalar {
                Value::Bool(b) => out.push(if *b { '1' } else { '0' }),
                other => out.push_str(&encode(&other.to_bytes())),
            }
        }
    }
}

/// `wp_build_query`: as [`http_build_query`], but nothing is encoded except the brackets.
pub fn wp_build_query(data: &Value) -> Vec<u8> {
    let mut out = Vec::new();
    for (key, value) in elements(data) {
        build_plain(&key.to_bytes(), value, &mut out);
    }
    out
}

fn build_plain(name: &[u8], value: &Value, out: &mut Vec<u8>) {
    match value {
        Value::Null => {}
        Value::Array(_) | Value::Object(_) => {
            for (key, element) in elements(value) {
                let inner = [name, b"%5B", &key.to_bytes(), b"%5D"].concat();
                build_plain(&inner, element, out);
            }
        }
        scalar => {
            if !out.is_empty() {
                out.push(b'&');
            }
            out.extend_from_slice(name);
            out.push(b'=');
            match scalar {
                Value::Bool(false) => out.push(b'0'),
                other => out.extend_from_slice(&other.to_bytes()),
            }
        }
    }
}

/// Elements of an array, or the public properties of an object.
fn elements(value: &Value) -> Vec<(Key, &Value)> {
    match value {
        Value::Array(array) => array.iter().map(|(k, v)| (k.clone(), v)).collect(),
        Value::Object(object) => object.public().map(|(k, v)| (Key::from(k), v)).collect(),
        _ => Vec::new(),
    }
}

/// `wp_parse_args`: arguments given as an array, an object or a query string, over the defaults.
pub fn wp_parse_args(args: &Value, defaults: Option<&Array>) -> Array {
    let given = match args {
        Value::Array(array) => array.clone(),
        Value::Object(object) => object.to_array(),
        other => parse_str(&other.to_bytes()),
    };
    match defaults {
        Some(defaults) if !defaults.is_empty() => defaults.clone().merge(given),
        _ => given,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(array: &Array) -> String {
        let items = array.iter().map(|(key, value)| {
            let key = String::from_utf8_lossy(&key.to_bytes()).into_owned();
            match value {
                Value::Array(inner) => format!("{key}:({})", shown(inner)),
                text => format!("{key}:{}", String::from_utf8_lossy(&text.to_bytes())),
            }
        });
        items.collect::<Vec<_>>().join(",")
    }

    #[test]
    fn names_nest() {
        for (query, want) in [
            ("a=1&b&&c=%41+x", "a:1,b:,c:A x"),
            ("a[]=1&a[]=2&a[5]=3&a[]=4", "a:(0:1,1:2,5:3,6:4)"),
            ("a[b][c]=1&a[b][d]=2", "a:(b:(c:1,d:2))"),
            ("a.b c=1&[x]=2&=3", "a_b_c:1"),
            ("a[b=1&x=2&a=3", "a_b:1,x:2,a:3"),
            ("a=1&a[b]=2", "a:(b:2)"),
            ("a[x]y=1", "a:(x:1)"),
        ] {
            assert_eq!(shown(&parse_str(query.as_bytes())), want, "{query}");
        }
    }
}
