//! Ligatures do not go with letter spacing: some browsers need a rule that switches them off.
//!
//! Contract "divi-css", section 7.3. The list of texts with letter spacing belongs to a kind of module: an element prints
//! what earlier ones of its kind have put there too.

use std::collections::HashMap;

use compat::divi::attributes::State;

use super::super::super::rendered::ElementStyles;
use super::super::super::style_rule::{Declarations, Selector, StyleRule};
use super::super::super::style_sheet::{Media, PRIORITY};
use super::super::module_fields;
use super::super::styles::split_placeholders;

const OFF: &str = "font-variant-ligatures: no-common-ligatures;";

/// What an element does to the list of its kind, and where it prints the list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ligatures {
    /// Selectors that it adds (true) or takes out.
    changes: Vec<(String, bool)>,
    /// How many rules of the element stand before the list.
    pub place: usize,
    /// Whether the family of fonts prints anything for the element, so that it prints the list too.
    pub is_open: bool,
}

/// The rules of elements that print a list, by the elements' places.
pub type LigatureRules = HashMap<usize, Vec<StyleRule>>;

impl Ligatures {
    /// Notes the rule of a text.
    pub(super) fn note(&mut self, selector: &str, css: &str, default: &str) {
        if css.contains("letter-spacing") {
            for browser in ["safari", "iphone", "uiwebview"] {
                self.change(selector, css, default, browser);
            }
        }
    }

    /// Notes the rule of a device.
    pub(super) fn note_device(&mut self, selector: &str, css: &str, default: &str, device: State) {
        let browser = match device {
            State::Phone => "iphone",
            _ => "uiwebview",
        };
        self.change(selector, css, default, browser);
    }

    fn change(&mut self, selector: &str, css: &str, default: &str, browser: &str) {
        let parts = selector
            .split(',')
            .map(|part| format!("body.{browser} {part}"));
        let selector = parts.collect::<Vec<_>>().join(",");
        let spacing = css.replace("letter-spacing", "");
        let spacing: String = spacing
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .collect();
        let is_default = integer(&spacing) == 0 && integer(default) == 0;
        self.changes.push((selector, !is_default));
    }
}

/// The rules of all elements with a list.
pub fn rules_of(elements: &[ElementStyles]) -> LigatureRules {
    let mut rules = LigatureRules::new();
    let mut lists: HashMap<&str, Vec<(&str, Vec<StyleRule>)>> = HashMap::new();
    for (at, element) in elements.iter().enumerate() {
        let Ligatures {
            changes, is_open, ..
        } = &element.style.rules.ligatures;
        if changes.is_empty() && (!is_open || lists.is_empty() || !lists.contains_key(element.slug))
        {
            continue;
        }
        let list = lists.entry(element.slug).or_default();
        for (selector, is_added) in changes {
            let known = list.iter().position(|(known, _)| known == selector);
            match (known, is_added) {
                (None, true) => list.push((selector, rules_off(selector, element.slug))),
                (Some(known), false) => {
                    list.remove(known);
                }
                _ => {}
            }
        }
        if !list.is_empty() {
            let list = list.iter().flat_map(|(_, rules)| rules);
            rules.insert(at, list.cloned().collect());
        }
    }
    rules
}

/// The rules of one entry.
fn rules_off(selector: &str, slug: &str) -> Vec<StyleRule> {
    let priority = module_fields::of(slug).map_or(PRIORITY, |fields| fields.priority);
    let rule = |selector: &str| StyleRule {
        media: Media::General,
        selector: Selector::of(selector),
        declarations: Declarations::of(OFF).into(),
        priority,
    };
    match split_placeholders(selector) {
        Some((known, vendor)) => {
            let known = Some(known).filter(|known| !known.is_empty());
            let known = known.iter().map(|known| rule(known));
            known.chain(vendor.into_iter().map(rule)).collect()
        }
        None => vec![rule(selector)],
    }
}

/// The integer at the beginning of a text.
fn integer(text: &str) -> u64 {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    text.get(..end)
        .and_then(|digits| digits.parse().ok())
        .unwrap_or_default()
}
