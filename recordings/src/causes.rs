//! Differences of many exchanges, gathered by their cause: the same kind of difference at the same place, and what
//! kinds of pages show it.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use regex::Regex;

use crate::difference::{Difference, Kind};

/// Differences of one cause that are shown.
const EXAMPLES: usize = 3;
/// Steps of a path that name a place.
const STEPS: usize = 3;

/// A difference and the exchange that shows it.
#[derive(Debug, Clone)]
pub struct Example {
    /// The exchange.
    pub name: String,
    /// Its method and path.
    pub address: String,
    /// The difference.
    pub difference: Difference,
}

/// Differences with one cause.
#[derive(Debug, Clone)]
pub struct Cause {
    /// What differs.
    pub kind: Kind,
    /// The last steps of the place.
    pub place: String,
    /// How many differences.
    pub count: usize,
    /// The exchanges by their page template: how many of each.
    pub templates: BTreeMap<String, usize>,
    /// The number of exchanges.
    pub exchanges: usize,
    /// The first of them.
    pub examples: Vec<Example>,
}

/// Gathers differences.
#[derive(Debug, Default)]
pub struct Causes {
    causes: HashMap<(Kind, String, String), (Cause, String)>,
}

impl Causes {
    /// Adds what one exchange shows.
    pub fn add(&mut self, name: &str, address: &str, template: &str, found: &[Difference]) {
        for one in found {
            let place = general_place(&one.place);
            let key = (one.kind, place.clone(), what(one));
            let (cause, last) = self.causes.entry(key).or_insert_with(|| {
                let cause = Cause {
                    kind: one.kind,
                    place,
                    count: 0,
                    templates: BTreeMap::new(),
                    exchanges: 0,
                    examples: Vec::new(),
                };
                (cause, String::new())
            });
            cause.count += 1;
            if last != name {
                name.clone_into(last);
                cause.exchanges += 1;
                *cause.templates.entry(template.to_owned()).or_default() += 1;
            }
            if cause.examples.len() < EXAMPLES {
                cause.examples.push(Example {
                    name: name.to_owned(),
                    address: address.to_owned(),
                    difference: one.clone(),
                });
            }
        }
    }

    /// The causes, the gravest and most frequent first.
    #[must_use]
    pub fn sorted(self) -> Vec<Cause> {
        let mut causes: Vec<Cause> = self.causes.into_values().map(|(cause, _)| cause).collect();
        causes.sort_by(|a, b| {
            let of = |c: &Cause| (std::cmp::Reverse(c.exchanges), c.kind);
            of(a).cmp(&of(b)).then_with(|| a.place.cmp(&b.place))
        });
        causes
    }
}

static NUMBER: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\d+").expect("a constant pattern"));

/// A place without numbers, its last steps.
fn general_place(place: &str) -> String {
    let general = NUMBER.replace_all(place, "#");
    let steps: Vec<&str> = general.split(" > ").collect();
    let from = steps.len().saturating_sub(STEPS);
    steps.get(from..).unwrap_or_default().join(" > ")
}

/// What tells causes at one place apart: the values, where these are names. Texts are all of one cause.
fn what(one: &Difference) -> String {
    let general = |text: &str| {
        let cut: String = text.chars().take(200).collect();
        NUMBER.replace_all(&cut, "#").into_owned()
    };
    match one.kind {
        Kind::Text
        | Kind::ScriptGlobal
        | Kind::Script
        | Kind::JsonLeaf
        | Kind::Body
        | Kind::Order => String::new(),
        Kind::Class => {
            let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
            let (want, got) = (words(one.want()), words(one.got()));
            let only = |a: &[String], b: &[String]| {
                let only = a.iter().filter(|word| !b.contains(word));
                general(&only.cloned().collect::<Vec<_>>().join(" "))
            };
            format!("{}|{}", only(&want, &got), only(&got, &want))
        }
        Kind::Attribute | Kind::Header | Kind::Cookie | Kind::CssRule => String::new(),
        _ => format!("{}|{}", general(one.want()), general(one.got())),
    }
}

static BODY_CLASS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?i)<body\b[^>]*?\sclass\s*=\s*["']([^"']*)"#).expect("a constant pattern")
});

/// What kind of page an exchange asks for: the first classes of its body that hold no number, else the kind of file.
#[must_use]
pub fn template(method: &str, path: &str, content_type: &str, body: &str) -> String {
    if content_type.contains("html")
        && let Some(classes) = BODY_CLASS.captures(body).and_then(|found| found.get(1))
    {
        let classes = classes.as_str().split_whitespace();
        let classes = classes.filter(|c| !c.bytes().any(|b| b.is_ascii_digit()));
        let first: Vec<&str> = classes.take(3).collect();
        if !first.is_empty() {
            return first.join(" ");
        }
    }
    let path = path.split('?').next().unwrap_or_default();
    let parts = path.split('/').filter(|part| !part.is_empty());
    let parts = parts.map(|part| match part.bytes().all(|b| b.is_ascii_digit()) {
        true => "#",
        false => part,
    });
    let start: Vec<&str> = parts.take(3).collect();
    format!("{method} /{}", start.join("/"))
}
