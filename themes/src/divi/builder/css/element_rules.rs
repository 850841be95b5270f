//! The rules of one element before they go into the sheet of its page: selectors hold the place of the order class.
//!
//! Editors copy elements and change their texts: the rules of elements that look alike are found once in a page, and
//! stand under the class of each ([`looks`], [`ElementRules::add_to`]).

use std::sync::Arc;

use super::super::style_rule::{Declarations, Selector, StyleRule};
use super::super::style_sheet::{Media, StyleSheet};
use super::Subject;

/// The rules of an element in the order in which they were added.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ElementRules {
    rules: Vec<StyleRule>,
    /// Names and frames of animations.
    keyframes: Vec<(String, String)>,
}

impl ElementRules {
    /// Adds a rule; what is said of a selector again stands behind what was said before.
    pub fn add(&mut self, media: Media, selector: &str, declarations: &str, priority: i32) {
        let declarations = declarations.trim();
        if declarations.is_empty() || selector.is_empty() {
            return;
        }
        let (selector, declarations) = (Selector::of(selector), Declarations::of(declarations));
        let mut rules = self.rules.iter_mut();
        match rules.find(|rule| rule.media == media && rule.selector == selector) {
            Some(rule) => {
                rule.declarations = Arc::new(rule.declarations.and(&declarations));
                rule.priority = rule.priority.max(priority);
            }
            None => self.rules.push(StyleRule {
                media,
                selector,
                declarations: Arc::new(declarations),
                priority,
            }),
        }
    }

    /// Adds the frames of an animation.
    pub fn add_keyframes(&mut self, name: &str, frames: &str) {
        self.keyframes.push((name.to_owned(), frames.to_owned()));
    }

    /// Whether they hold for every element that looks alike: names of animations are those of one element.
    pub fn is_shared(&self) -> bool {
        self.keyframes.is_empty()
    }

    /// Adds the rules to a sheet, under the class of an element.
    pub fn add_to(&self, sheet: &mut StyleSheet, order_class: &str) {
        for rule in &self.rules {
            sheet.add(rule, order_class);
        }
        for (name, frames) in &self.keyframes {
            sheet.add_keyframes(name, frames);
        }
    }
}

/// Attributes whose values no rule is about: texts, and what they lead to.
pub const TEXTS: [&str; 24] = [
    "_builder_version",
    "admin_label",
    "alt",
    "author",
    "button_link",
    "button_text",
    "button_url",
    "company_name",
    "currency",
    "global_colors_info",
    "heading",
    "image_url",
    "job_title",
    "link_option_url",
    "module_id",
    "name",
    "number",
    "per",
    "portrait_url",
    "subtitle",
    "sum",
    "title",
    "title_text",
    "url",
];

/// All that an element's rules are about, in one text: its kind, where it stands, its attributes in their order. Of texts
/// it counts only that they are there.
pub fn looks(subject: &Subject<'_>) -> String {
    let mut out = String::with_capacity(512);
    let sticky = if subject.in_sticky { "sticky" } else { "" };
    out.extend([subject.slug, "\0", subject.wrapper, "\0", sticky]);
    for (name, value) in subject.attributes.iter() {
        out.extend(["\0", name]);
        if !TEXTS.contains(&name) {
            out.extend(["\0=", value]);
        }
    }
    out
}
