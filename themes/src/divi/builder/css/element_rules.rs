//! The rules of one element before they are added to its page's style sheet; selectors hold the order class placeholder.

use std::sync::Arc;

use super::super::style_rule::{Declarations, Selector, StyleRule};
use super::super::style_sheet::{Media, PRIORITY, StyleSheet};
use super::ligatures::Ligatures;

/// The rules of an element in the order in which they were added.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ElementRules {
    rules: Vec<StyleRule>,
    /// What it does to the list of texts with letter spacing.
    pub ligatures: Ligatures,
    /// Whether a rule contains the order class itself, as the names of keyframes do.
    pub is_own: bool,
}

impl ElementRules {
    /// Adds a rule; declarations for a selector that has a rule in this window are appended to it. The
    /// last priority given for a selector counts.
    pub fn add(&mut self, media: Media, selector: &str, declarations: &str, priority: Option<i32>) {
        let declarations = declarations.trim_end();
        if declarations.is_empty() || selector.is_empty() {
            return;
        }
        let (selector, declarations) = (Selector::of(selector), Declarations::of(declarations));
        let mut rules = self.rules.iter_mut();
        match rules.find(|rule| rule.media == media && rule.selector == selector) {
            Some(rule) => {
                rule.declarations = Arc::new(rule.declarations.and(&declarations));
                rule.priority = priority.unwrap_or(rule.priority);
            }
            None => self.rules.push(StyleRule {
                media,
                selector,
                declarations: Arc::new(declarations),
                priority: priority.unwrap_or(PRIORITY),
            }),
        }
    }

    /// Whether the rules can be reused for equal elements.
    pub fn is_shared(&self) -> bool {
        !self.is_own
    }

    /// Approximate size in bytes.
    pub fn bytes(&self) -> usize {
        self.rules.iter().map(StyleRule::bytes).sum()
    }

    /// Keeps what the element does to the list of its kind, which is printed behind the rules so far.
    pub fn set_ligatures(&mut self, ligatures: Ligatures) {
        self.ligatures = ligatures;
        self.ligatures.place = self.rules.len();
    }

    /// Adds the rules to a sheet, under the class of an element, and those of its kind's list.
    pub fn add_to(&self, sheet: &mut StyleSheet, order_class: &str, list: &[StyleRule]) {
        let place = self.ligatures.place.min(self.rules.len());
        let (before, after) = self.rules.split_at(place);
        for rule in before.iter().chain(list).chain(after) {
            sheet.add(rule, order_class);
        }
    }
}
