//! Ligatures do not go with letter spacing: some browsers need a rule that switches them off.
//!
//! Contract "divi-css", section 7.3. The list of texts with letter spacing belongs to a kind of module: an element prints
//! what earlier ones of its kind have put there too.

use std::collections::HashMap;

use super::super::style_rule::{Declarations, Selector, StyleRule};
use super::super::style_sheet::{Media, PRIORITY};
use super::ligatures::Ligatures;
use super::module_fields;
use super::placeholders::split_placeholders;

const OFF: &str = "font-variant-ligatures: no-common-ligatures;";

/// The rules of elements that print a list, by the elements' places.
pub type LigatureRules = HashMap<usize, Vec<StyleRule>>;

/// The rules of all elements with a list.
pub fn rules_of<'e>(elements: impl Iterator<Item = (&'e str, &'e Ligatures)>) -> LigatureRules {
    let mut rules = LigatureRules::new();
    let mut lists: HashMap<&str, Vec<(&str, Vec<StyleRule>)>> = HashMap::new();
    for (at, (slug, ligatures)) in elements.enumerate() {
        let Ligatures {
            changes, is_open, ..
        } = ligatures;
        if changes.is_empty() && (!is_open || lists.is_empty() || !lists.contains_key(slug)) {
            continue;
        }
        let list = lists.entry(slug).or_default();
        for (selector, is_added) in changes {
            let known = list.iter().position(|(known, _)| known == selector);
            match (known, is_added) {
                (None, true) => list.push((selector, rules_off(selector, slug))),
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
