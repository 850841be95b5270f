//! The rules of one element before they go into the sheet of its page: selectors hold the place of the order class.
//!
//! Editors copy elements and change their texts: the rules of elements that look alike are found once in a page, and
//! stand under the class of each ([`looks`], [`ElementRules::add_to`]).

use std::ops::Range;

use compat::divi::hover::ORDER_CLASS;

use super::super::style_sheet::{Media, StyleSheet};
use super::Subject;

/// The rules of an element in the order in which they were added.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ElementRules {
    /// Selectors and declarations, one behind the other.
    text: String,
    rules: Vec<Rule>,
    /// Names and frames of animations.
    keyframes: Vec<(String, String)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Rule {
    media: Media,
    selector: Range<usize>,
    declarations: Range<usize>,
    priority: i32,
}

impl ElementRules {
    /// Adds a rule.
    pub fn add(&mut self, media: Media, selector: &str, declarations: &str, priority: i32) {
        let start = self.text.len();
        self.text.push_str(selector);
        let middle = self.text.len();
        self.text.push_str(declarations);
        self.rules.push(Rule {
            media,
            selector: start..middle,
            declarations: middle..self.text.len(),
            priority,
        });
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
        let text = |range: &Range<usize>| self.text.get(range.clone()).unwrap_or_default();
        let mut selector = String::new();
        for rule in &self.rules {
            put_class(text(&rule.selector), order_class, &mut selector);
            sheet.add(
                rule.media,
                &selector,
                text(&rule.declarations),
                rule.priority,
            );
        }
        for (name, frames) in &self.keyframes {
            sheet.add_keyframes(name, frames);
        }
    }
}

/// Writes a selector down with the order class in place. As the value of an attribute it has no dot.
fn put_class(selector: &str, order_class: &str, out: &mut String) {
    out.clear();
    let mut rest = selector;
    while let Some(at) = rest.bytes().position(|b| b == b'%') {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        if let Some(behind) = from.strip_prefix(ORDER_CLASS) {
            if !out.ends_with("=\"") {
                out.push('.');
            }
            out.push_str(order_class);
            rest = behind;
        } else {
            out.push('%');
            rest = from.get(1..).unwrap_or_default();
        }
    }
    out.push_str(rest);
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
