//! JSON, compared leaf by leaf.

use serde_json::Value;

use crate::difference::{Difference, Kind};
use crate::rules::Rules;

/// Number of characters printed of a value, and of those before the difference.
const PRINTED: usize = 200;
const BEFORE: usize = 40;

/// Differences of one document that are listed.
const LIMIT: usize = 2000;

/// Shows the leaves of two values side by side, by their JSON pointers; `None` where one side has no such leaf.
pub fn leaves(
    place: &str,
    want: Option<&Value>,
    got: Option<&Value>,
    see: &mut impl FnMut(&str, Option<&Value>, Option<&Value>),
) {
    match (want, got) {
        (Some(Value::Object(w)), Some(Value::Object(g))) => {
            for (k, v) in w {
                leaves(&format!("{place}/{}", escaped(k)), Some(v), g.get(k), see);
            }
            for (k, v) in g.iter().filter(|(k, _)| !w.contains_key(*k)) {
                see(&format!("{place}/{}", escaped(k)), None, Some(v));
            }
        }
        (Some(Value::Array(w)), Some(Value::Array(g))) => {
            for i in 0..w.len().max(g.len()) {
                leaves(&format!("{place}/{i}"), w.get(i), g.get(i), see);
            }
        }
        _ => see(place, want, got),
    }
}

/// A name as a part of a JSON pointer.
fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

pub(crate) fn leaf(place: &str, want: Option<&str>, got: Option<&str>) -> Difference {
    let (w, g) = around_difference(want.unwrap_or_default(), got.unwrap_or_default());
    let place = match place {
        "" => "/",
        place => place,
    };
    Difference::new(
        Kind::JsonLeaf,
        place,
        want.map(|_| w.as_str()),
        got.map(|_| g.as_str()),
    )
}

/// Compares two values.
pub(crate) fn values(
    want: &Value,
    got: &Value,
    rules: &mut Rules,
    without_volatile: &dyn Fn(&str, &Value) -> Option<String>,
) -> Vec<Difference> {
    let mut found = Vec::new();
    leaves("", Some(want), Some(got), &mut |place, want, got| {
        if found.len() >= LIMIT || want == got {
            return;
        }
        if let (Some(want), Some(got)) = (want, got) {
            let is_alike = std::mem::discriminant(want) == std::mem::discriminant(got);
            let pattern = without_volatile(place, want);
            let pattern = pattern.unwrap_or_else(|| want.to_string());
            if is_alike && rules.same(&pattern, &got.to_string()) {
                return;
            }
        }
        let text = |value: Option<&Value>| value.map(Value::to_string);
        found.push(leaf(place, text(want).as_deref(), text(got).as_deref()));
    });
    found
}

/// The parts of two texts to print: their starts, or what surrounds the first difference when it comes later.
fn around_difference(want: &str, got: &str) -> (String, String) {
    let pairs = want.chars().zip(got.chars());
    let same = pairs.take_while(|(w, g)| w == g).count();
    let from = if same < PRINTED { 0 } else { same - BEFORE };
    let part = |text: &str| text.chars().skip(from).take(PRINTED).collect();
    (part(want), part(got))
}
