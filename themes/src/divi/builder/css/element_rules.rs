//! The rules of one element before they are added to its page's style sheet; selectors hold the order class placeholder.

use std::sync::Arc;

use super::super::style_rule::{Declarations, Selector, StyleRule};
use super::super::style_sheet::{Media, PRIORITY, StyleSheet};

/// The rules of an element in the order in which they were added.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ElementRules {
    rules: Vec<StyleRule>,
    /// Names and keyframes of animations.
    keyframes: Vec<(String, String)>,
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

    /// Keeps the place of a selector's rule.
    pub fn reserve(&mut self, selector: &str) {
        self.rules.push(StyleRule {
            media: Media::General,
            selector: Selector::of(selector),
            declarations: Arc::new(Declarations::of("")),
            priority: PRIORITY,
        });
    }

    /// Adds the keyframes of an animation.
    pub fn add_keyframes(&mut self, name: &str, frames: &str) {
        self.keyframes.push((name.to_owned(), frames.to_owned()));
    }

    /// Whether the rules can be reused for equal elements. Keyframes cannot: their names contain the order class.
    pub fn is_shared(&self) -> bool {
        self.keyframes.is_empty()
    }

    /// Approximate size in bytes.
    pub fn bytes(&self) -> usize {
        self.rules.iter().map(StyleRule::bytes).sum()
    }

    /// Adds the rules to a sheet, under the class of an element.
    pub fn add_to(&self, sheet: &mut StyleSheet, order_class: &str) {
        let filled = self
            .rules
            .iter()
            .filter(|rule| !rule.declarations.written.is_empty());
        for rule in filled {
            sheet.add(rule, order_class);
        }
        for (name, frames) in &self.keyframes {
            sheet.add_keyframes(name, frames);
        }
    }
}
