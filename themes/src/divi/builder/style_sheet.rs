//! The rules that elements add, and the order in which they are printed.
//!
//! Contract "divi-server", section 6.1: declarations of one selector are appended, buckets by width of the window, inside
//! a bucket by priority, then rules with the same declarations are merged into the first.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

/// Widths of the window for which rules hold, in the order in which they are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Media {
    /// Always.
    General,
    /// From 1405 pixels.
    Min1405,
    /// 1100 to 1405.
    From1100To1405,
    /// 981 to 1405.
    From981To1405,
    /// 981 to 1100.
    From981To1100,
    /// From 981: desktops.
    Min981,
    /// Up to 980: tablets and phones.
    Max980,
    /// 768 to 980: tablets.
    From768To980,
    /// From 768.
    Min768,
    /// Up to 767: phones.
    Max767,
    /// Up to 479.
    Max479,
}

impl Media {
    /// The media query; none for rules that always hold.
    pub fn query(self) -> Option<&'static str> {
        Some(match self {
            Self::General => return None,
            Self::Min1405 => "@media only screen and ( min-width: 1405px )",
            Self::From1100To1405 => {
                "@media only screen and ( min-width: 1100px ) and ( max-width: 1405px)"
            }
            Self::From981To1405 => {
                "@media only screen and ( min-width: 981px ) and ( max-width: 1405px)"
            }
            Self::From981To1100 => {
                "@media only screen and ( min-width: 981px ) and ( max-width: 1100px )"
            }
            Self::Min981 => "@media only screen and ( min-width: 981px )",
            Self::Max980 => "@media only screen and ( max-width: 980px )",
            Self::From768To980 => {
                "@media only screen and ( min-width: 768px ) and ( max-width: 980px )"
            }
            Self::Min768 => "@media only screen and ( min-width: 768px )",
            Self::Max767 => "@media only screen and ( max-width: 767px )",
            Self::Max479 => "@media only screen and ( max-width: 479px )",
        })
    }
}

/// The priority of a rule that names none.
pub const PRIORITY: i32 = 10;

#[derive(Debug, Clone)]
struct Rule {
    media: Media,
    selector: Arc<str>,
    declarations: String,
    priority: i32,
}

/// A rule as it is printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintedRule {
    /// For which windows.
    pub media: Media,
    /// Whom it is about.
    pub selector: String,
    /// What it says.
    pub declarations: String,
}

/// Rules in the order in which they were added.
#[derive(Debug, Clone, Default)]
pub struct StyleSheet {
    rules: Vec<Rule>,
    places: HashMap<Media, HashMap<Arc<str>, usize>>,
    keyframes: Vec<String>,
}

impl StyleSheet {
    /// Adds declarations to a selector; the first call for a selector fixes its place, the highest priority counts.
    pub fn add(
        &mut self,
        media: Media,
        selector: impl Into<Arc<str>> + AsRef<str>,
        declarations: &str,
        priority: i32,
    ) {
        let declarations = declarations.trim();
        if declarations.is_empty() || selector.as_ref().is_empty() {
            return;
        }
        let places = self.places.entry(media).or_default();
        let place = places.get(selector.as_ref());
        if let Some(rule) = place.and_then(|at| self.rules.get_mut(*at)) {
            rule.priority = rule.priority.max(priority);
            rule.declarations.push(' ');
            rule.declarations.push_str(declarations);
            return;
        }
        let selector: Arc<str> = selector.into();
        places.insert(Arc::clone(&selector), self.rules.len());
        self.rules.push(Rule {
            media,
            selector,
            declarations: declarations.to_owned(),
            priority,
        });
    }

    /// Adds the frames of an animation; they stand behind the rules.
    pub fn add_keyframes(&mut self, name: &str, frames: &str) {
        self.keyframes
            .push(format!("@keyframes {name}{{{frames}}}"));
    }

    /// The rules in the order in which they are printed, those with the same declarations together.
    fn merged(&self) -> Vec<Vec<&Rule>> {
        let mut rules: Vec<&Rule> = self.rules.iter().collect();
        rules.sort_by_key(|rule| (rule.media, rule.priority));
        let mut merged: Vec<Vec<&Rule>> = Vec::with_capacity(rules.len());
        let mut first: HashMap<(Media, &str), usize> = HashMap::with_capacity(rules.len());
        for rule in rules {
            // Browsers drop a whole rule for one selector that they do not know.
            if rule.selector.contains(":-") {
                merged.push(vec![rule]);
                continue;
            }
            match first.entry((rule.media, rule.declarations.as_str())) {
                Entry::Occupied(at) => {
                    if let Some(rules) = merged.get_mut(*at.get()) {
                        rules.push(rule);
                    }
                }
                Entry::Vacant(place) => {
                    place.insert(merged.len());
                    merged.push(vec![rule]);
                }
            }
        }
        merged
    }

    /// The rules in the order in which they are printed, those with the same declarations merged.
    pub fn rules(&self) -> Vec<PrintedRule> {
        let merged = self.merged().into_iter();
        let printed = merged.filter_map(|rules| {
            let first = rules.first()?;
            let selectors: Vec<&str> = rules.iter().map(|rule| &*rule.selector).collect();
            Some(PrintedRule {
                media: first.media,
                selector: selectors.join(", "),
                declarations: first.declarations.clone(),
            })
        });
        printed.collect()
    }

    /// The text of the sheet.
    pub fn print(&self) -> String {
        let mut out = String::new();
        let mut open: Option<Media> = None;
        for rules in self.merged() {
            let Some(first) = rules.first() else {
                continue;
            };
            if open != Some(first.media) {
                if open.is_some_and(|m| m.query().is_some()) {
                    out.push('}');
                }
                if let Some(query) = first.media.query() {
                    minify(query, &mut out);
                    out.push('{');
                }
                open = Some(first.media);
            }
            for (at, rule) in rules.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                minify(&rule.selector, &mut out);
            }
            out.push('{');
            minify(&first.declarations, &mut out);
            out.push('}');
        }
        if open.is_some_and(|m| m.query().is_some()) {
            out.push('}');
        }
        for keyframes in &self.keyframes {
            minify(keyframes, &mut out);
        }
        out
    }
}

/// CSS without blanks that nobody needs, and without the last semicolon. Texts in quotes stay as they are.
pub fn minified(css: &str) -> String {
    let mut out = String::with_capacity(css.len());
    minify(css, &mut out);
    out
}

/// [`minified`], put behind what is there.
fn minify(css: &str, out: &mut String) {
    let (mut quote, mut blank, mut depth) = (None, false, 0_usize);
    let mut before: Option<char> = None;
    for c in css.trim().chars() {
        if let Some(open) = quote {
            out.push(c);
            before = Some(c);
            quote = Some(open).filter(|open| *open != c);
            continue;
        }
        if c.is_ascii_whitespace() {
            blank = true;
            continue;
        }
        if blank {
            let is_needed = !before.is_none_or(|b| {
                matches!(b, '{' | '}' | ';' | ':' | ',' | '>' | '(') || (b == ')' && c == ';')
            }) && !matches!(c, '{' | '}' | ';' | ',' | ')' | '!' | '>');
            // In a selector ` :hover` is not `:hover`; a plus sign of a sum needs its blanks.
            if is_needed {
                out.push(' ');
                before = Some(' ');
            }
            blank = false;
        }
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '"' | '\'' => quote = Some(c),
            ';' if before == Some(';') && depth == 0 => continue,
            _ => {}
        }
        out.push(c);
        before = Some(c);
    }
    if before == Some(';') {
        out.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_gathered_ordered_and_merged() {
        let mut sheet = StyleSheet::default();
        sheet.add(Media::Max767, ".a", "color:red;", PRIORITY);
        sheet.add(Media::General, ".a", "color:red;", PRIORITY);
        sheet.add(Media::General, ".b", "width:1px;", PRIORITY);
        sheet.add(Media::General, ".c", "color:red;", PRIORITY);
        sheet.add(Media::General, ".d::-moz-x", "color:red;", PRIORITY);
        sheet.add(Media::General, ".e", "top:0;", 1);
        sheet.add(Media::General, ".b", "height:1px;", PRIORITY);
        assert_eq!(
            sheet.print(),
            ".e{top:0}.a,.c{color:red}.b{width:1px;height:1px}.d::-moz-x{color:red}\
             @media only screen and (max-width:767px){.a{color:red}}"
        );
    }
}
