//! Scripts and style sheets, inside of pages and as files.

mod css;
mod script;

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::difference::{Difference, Kind};
use crate::json;
use crate::rules::Rules;
use css::Declaration;

/// What a recording holds in the place of fixed code: its length and the start of its digest.
static ELIDED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^\s*/\*\[elided (\d+) bytes sha256:([0-9a-f]{8,64})\]\*/\s*$")
        .expect("a constant pattern")
});

/// Characters of code before the first difference, and those that are shown.
const BEFORE: usize = 60;
const SHOWN: usize = 300;

/// Whether a wanted text is elided; if so, the difference when the other text is not the one that was there.
fn elided(want: &str, got: &str, kind: Kind) -> Option<Vec<Difference>> {
    let found = ELIDED.captures(want)?;
    let digest = found.get(2)?.as_str();
    let ours = Sha256::digest(got.as_bytes());
    let ours: String = ours.iter().map(|byte| format!("{byte:02x}")).collect();
    if ours.starts_with(digest) {
        return Some(Vec::new());
    }
    let length = found.get(1)?.as_str();
    let (w, g) = (
        format!("{length} bytes, sha256 {digest}"),
        format!("{} bytes, sha256 {}", got.len(), ours.get(..digest.len())?),
    );
    Some(vec![Difference::new(kind, "code", Some(&w), Some(&g))])
}

/// Compares two scripts: global variables leaf by leaf, then the code.
pub(crate) fn script(want: &str, got: &str, rules: &mut Rules) -> Vec<Difference> {
    if let Some(found) = elided(want, got, Kind::Script) {
        return found;
    }
    let (want, got) = (script::read(want), script::read(got));
    let mut found = Vec::new();
    let mut left: HashMap<&str, Vec<&Value>> = HashMap::new();
    for (name, value) in got.globals.iter().rev() {
        left.entry(name).or_default().push(value);
    }
    for (name, value) in &want.globals {
        let other = left.get_mut(name.as_str()).and_then(Vec::pop);
        let Some(other) = other else {
            let value = shortened(value);
            found.push(Difference::new(
                Kind::ScriptGlobal,
                name,
                Some(&value),
                None,
            ));
            continue;
        };
        let differences = json::values(value, other, rules, &|_, _| None);
        found.extend(differences.into_iter().map(|d| Difference {
            kind: Kind::ScriptGlobal,
            place: match &*d.place {
                "/" => name.clone(),
                place => format!("{name}{place}"),
            },
            ..d
        }));
    }
    for (name, value) in &got.globals {
        let is_left = left.get(name.as_str()).is_some_and(|l| l.contains(&value));
        if is_left {
            let value = shortened(value);
            found.push(Difference::new(
                Kind::ScriptGlobal,
                name,
                None,
                Some(&value),
            ));
        }
    }
    // A variable that one side lacks is missing in its code too.
    let has_same_names = want.globals.len() == got.globals.len();
    if (has_same_names || found.is_empty()) && !rules.same(&want.code, &got.code) {
        let (w, g) = around(&want.code, &got.code);
        found.push(Difference::new(Kind::Script, "code", Some(&w), Some(&g)));
    }
    found
}

fn shortened(value: &Value) -> String {
    value.to_string().chars().take(SHOWN).collect()
}

/// Compares two scripts that are JSON documents.
pub(crate) fn json_script(want: &str, got: &str, rules: &mut Rules) -> Vec<Difference> {
    let parsed = |text: &str| serde_json::from_str::<Value>(text.trim()).ok();
    match (parsed(want), parsed(got)) {
        (Some(want), Some(got)) => json::values(&want, &got, rules, &|_, _| None),
        _ => script(want, got, rules),
    }
}

/// Compares two style sheets declaration by declaration, then the order of those that are the same.
pub(crate) fn style(want: &str, got: &str, rules: &mut Rules) -> Vec<Difference> {
    if let Some(found) = elided(want, got, Kind::CssRule) {
        return found;
    }
    let (want, got) = (css::read(want), css::read(got));
    let key = |d: &Declaration| (d.place.clone(), d.property.clone());
    let mut left: HashMap<_, Vec<usize>> = HashMap::new();
    for (at, declaration) in got.iter().enumerate().rev() {
        left.entry(key(declaration)).or_default().push(at);
    }
    let (mut found, mut places) = (Vec::new(), Vec::new());
    for declaration in &want {
        let Some(at) = left.get_mut(&key(declaration)).and_then(Vec::pop) else {
            found.push(rule(declaration, Some(&declaration.value), None));
            continue;
        };
        places.push(at);
        let other = got.get(at).map(|d| d.value.as_str()).unwrap_or_default();
        if !rules.same(&declaration.value, other) {
            found.push(rule(declaration, Some(&declaration.value), Some(other)));
        }
    }
    let mut left: Vec<usize> = left.into_values().flatten().collect();
    left.sort_unstable();
    let extra = left.into_iter().filter_map(|at| got.get(at));
    found.extend(extra.map(|d| rule(d, None, Some(&d.value))));
    if let Some(at) = places
        .windows(2)
        .position(|pair| pair[0] > pair[1])
        .filter(|_| found.is_empty())
    {
        let after = |list: &[Declaration], at: Option<usize>| {
            let one = at.and_then(|at| list.get(at));
            one.map_or_else(String::new, |d| format!("{} {{ {} }}", d.place, d.property))
        };
        let (w, g) = (
            after(&want, Some(at + 1)),
            after(&got, places.get(at + 1).copied()),
        );
        found.push(Difference::new(
            Kind::CssRule,
            "order of rules",
            Some(&w),
            Some(&g),
        ));
    }
    found
}

fn rule(declaration: &Declaration, want: Option<&str>, got: Option<&str>) -> Difference {
    let place = format!("{} {{ {} }}", declaration.place, declaration.property);
    let place: String = place.chars().take(SHOWN).collect();
    Difference::new(Kind::CssRule, &place, want, got)
}

/// The surroundings of the first character that differs.
fn around(want: &str, got: &str) -> (String, String) {
    let same = want.chars().zip(got.chars()).take_while(|(w, g)| w == g);
    let from = same.count().saturating_sub(BEFORE);
    let part = |text: &str| text.chars().skip(from).take(SHOWN).collect();
    (part(want), part(got))
}
