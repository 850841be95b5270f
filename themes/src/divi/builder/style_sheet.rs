//! A page's style sheet: collects the elements' rules, merges and orders them.
//!
//! Contract "divi-server", section 6.1: declarations of one selector are appended, buckets by width of the window, inside
//! a bucket by priority, then rules with the same declarations are merged into the first.

use std::hash::BuildHasher;
use std::ops::Range;
use std::sync::Arc;

use compat::wordpress::name_hash::{NameHash, NameMap};

use super::style_rule::{Declarations, StyleRule};
use crate::minify::minify;

pub use super::media::Media;

/// Default priority.
pub const PRIORITY: i32 = 10;

#[derive(Debug, Clone)]
struct Rule {
    media: Media,
    selector: Range<usize>,
    /// The minified selector.
    printed: Range<usize>,
    /// Whether it contains an order class, so that no other element's rule has this selector.
    is_own: bool,
    /// Whether the rule must not share a selector list.
    is_alone: bool,
    declarations: Arc<Declarations>,
    priority: i32,
    /// The previous rule with the same hash.
    before: Option<usize>,
}

impl Rule {
    /// Appends declarations to the same selector.
    fn add(&mut self, declarations: &Declarations, priority: i32) {
        self.priority = self.priority.max(priority);
        self.declarations = Arc::new(self.declarations.and(declarations));
    }
}

/// A group of merged rules: first and last index.
type Group = [usize; 2];

/// A printed rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintedRule {
    /// Its media query.
    pub media: Media,
    /// Its selectors.
    pub selector: String,
    /// Its declarations.
    pub declarations: String,
}

/// Rules in the order of addition.
#[derive(Debug, Clone, Default)]
pub struct StyleSheet {
    rules: Vec<Rule>,
    /// The selectors' texts, original and minified, concatenated.
    selectors: String,
    /// The last rule for a hash of media query and selector.
    places: NameMap<u64, usize>,
    hash: NameHash,
}

impl StyleSheet {
    /// An empty sheet with room for the usual rules of so many elements.
    pub fn with_capacity(elements: usize) -> Self {
        Self {
            rules: Vec::with_capacity(elements * 8),
            selectors: String::with_capacity(elements * 512),
            ..Self::default()
        }
    }

    /// Adds an element's rule; the first rule of a selector determines its position, the highest priority wins.
    pub fn add(&mut self, rule: &StyleRule, class: &str) {
        let start = self.selectors.len();
        rule.selector.written.put(class, &mut self.selectors);
        let selector = start..self.selectors.len();
        rule.selector.printed.put(class, &mut self.selectors);
        let is_new = self.insert(Rule {
            media: rule.media,
            printed: selector.end..self.selectors.len(),
            selector,
            is_own: rule.selector.is_own,
            is_alone: rule.selector.is_alone,
            declarations: Arc::clone(&rule.declarations),
            priority: rule.priority,
            before: None,
        });
        if !is_new {
            self.selectors.truncate(start);
        }
    }

    /// Appends the rules of another sheet.
    pub fn append(&mut self, other: Self) {
        let shift = self.selectors.len();
        let moved = |range: Range<usize>| range.start + shift..range.end + shift;
        self.selectors.push_str(&other.selectors);
        self.rules.reserve(other.rules.len());
        for rule in other.rules {
            self.insert(Rule {
                selector: moved(rule.selector),
                printed: moved(rule.printed),
                ..rule
            });
        }
    }

    /// Adds a rule whose selector is in the text buffer; returns whether it is the first for its selector.
    fn insert(&mut self, mut rule: Rule) -> bool {
        if !rule.is_own {
            let (hash, before) = match self.find(rule.media, &rule.selector) {
                Ok(known) => {
                    known.add(&rule.declarations, rule.priority);
                    return false;
                }
                Err(place) => place,
            };
            rule.before = before;
            self.places.insert(hash, self.rules.len());
        }
        self.rules.push(rule);
        true
    }

    /// Finds the rule of a selector in the text buffer; else returns its hash and the previous rule with that hash.
    fn find(
        &mut self,
        media: Media,
        selector: &Range<usize>,
    ) -> Result<&mut Rule, (u64, Option<usize>)> {
        let text = self.text(selector);
        let hash = self.hash.hash_one((media, text));
        let before = self.places.get(&hash).copied();
        let mut place = before;
        while let Some(known) = place.and_then(|at| self.rules.get(at)) {
            if known.media == media && self.text(&known.selector) == text {
                break;
            }
            place = known.before;
        }
        let known = place.and_then(|at| self.rules.get_mut(at));
        known.ok_or((hash, before))
    }

    fn text(&self, range: &Range<usize>) -> &str {
        self.selectors.get(range.clone()).unwrap_or_default()
    }

    /// The rules in printed order, with groups of equal declarations merged; each rule has the index of the next one of its
    /// group.
    fn merged(&self) -> (Vec<Group>, Vec<Option<usize>>) {
        let mut order: Vec<usize> = (0..self.rules.len()).collect();
        order.sort_by_key(|at| self.rules.get(*at).map(|rule| (rule.media, rule.priority)));
        let mut groups: Vec<Group> = Vec::with_capacity(order.len());
        let mut next = vec![None; order.len()];
        let mut first: NameMap<(Media, &str), usize> =
            NameMap::with_capacity_and_hasher(order.len(), NameHash::default());
        for at in order {
            let Some(rule) = self.rules.get(at) else {
                continue;
            };
            let number = groups.len();
            let declarations = rule.declarations.written.as_str();
            let group = match rule.is_alone {
                true => number,
                false => *first.entry((rule.media, declarations)).or_insert(number),
            };
            match groups.get_mut(group) {
                Some([_, last]) => {
                    if let Some(next) = next.get_mut(*last) {
                        *next = Some(at);
                    }
                    *last = at;
                }
                None => groups.push([at; 2]),
            }
        }
        (groups, next)
    }

    /// The rules of each group in printed order.
    fn groups<'s>(
        &'s self,
        next: &'s [Option<usize>],
        group: Group,
    ) -> impl Iterator<Item = &'s Rule> {
        let [first, _] = group;
        let places = std::iter::successors(Some(first), |at| next.get(*at).copied().flatten());
        places.filter_map(|at| self.rules.get(at))
    }

    /// The rules in printed order, those with the same declarations merged.
    pub fn rules(&self) -> Vec<PrintedRule> {
        let (groups, next) = self.merged();
        let printed = groups.into_iter().filter_map(|group| {
            let first = self.groups(&next, group).next()?;
            let selectors = self.groups(&next, group);
            let selectors: Vec<&str> = selectors.map(|rule| self.text(&rule.selector)).collect();
            Some(PrintedRule {
                media: first.media,
                selector: selectors.join(", "),
                declarations: first.declarations.written.clone(),
            })
        });
        printed.collect()
    }

    /// The text of the sheet.
    pub fn print(&self) -> String {
        let mut out = String::new();
        self.print_to(&mut out);
        out
    }

    /// Appends the text of the sheet.
    pub fn print_to(&self, out: &mut String) {
        out.reserve(self.selectors.len());
        let mut open: Option<Media> = None;
        let (groups, next) = self.merged();
        for group in groups {
            for (at, rule) in self.groups(&next, group).enumerate() {
                if at == 0 && open != Some(rule.media) {
                    if open.is_some_and(|m| m.query().is_some()) {
                        out.push('}');
                    }
                    if let Some(query) = rule.media.query() {
                        minify(query, out);
                        out.push('{');
                    }
                    open = Some(rule.media);
                }
                if at > 0 {
                    out.push(',');
                }
                out.push_str(self.text(&rule.printed));
            }
            let [first, _] = group;
            if let Some(rule) = self.rules.get(first) {
                out.extend(["{", &rule.declarations.printed, "}"]);
            }
        }
        if open.is_some_and(|m| m.query().is_some()) {
            out.push('}');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::css::element_rules::ElementRules;
    use super::*;

    #[test]
    fn rules_are_gathered_ordered_and_merged() {
        let mut sheet = StyleSheet::default();
        let mut rules = ElementRules::default();
        rules.add(Media::Max767, ".a", "color:red;", Some(PRIORITY));
        rules.add(Media::General, ".a", "color:red;", Some(PRIORITY));
        rules.add(Media::General, ".b", "width:1px;", Some(PRIORITY));
        rules.add(Media::General, ".c", "color:red;", Some(PRIORITY));
        rules.add(Media::General, ".d::-moz-x", "color:red;", Some(PRIORITY));
        rules.add(Media::General, ".e", "top:0;", Some(1));
        rules.add(Media::General, ".b", "height:1px;", Some(PRIORITY));
        rules.add_to(&mut sheet, "", &[]);
        assert_eq!(
            sheet.print(),
            ".e{top:0}.a,.c{color:red}.b{width:1px;height:1px}.d::-moz-x{color:red}\
             @media only screen and (max-width:767px){.a{color:red}}"
        );
    }
}
