//! The rules that elements add, and the order in which they are printed.
//!
//! Contract "divi-server", section 6.1: declarations of one selector are appended, buckets by width of the window, inside
//! a bucket by priority, then rules with the same declarations are merged into the first.

use std::collections::HashMap;
use std::fmt::Write as _;

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
    selector: String,
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
    places: HashMap<(Media, String), usize>,
}

impl StyleSheet {
    /// Adds declarations to a selector; the first call for a selector fixes its place, the highest priority counts.
    pub fn add(&mut self, media: Media, selector: &str, declarations: &str, priority: i32) {
        let declarations = declarations.trim();
        if declarations.is_empty() || selector.is_empty() {
            return;
        }
        let place = self.places.get(&(media, selector.to_owned()));
        if let Some(rule) = place.and_then(|at| self.rules.get_mut(*at)) {
            rule.priority = rule.priority.max(priority);
            rule.declarations.push(' ');
            rule.declarations.push_str(declarations);
            return;
        }
        self.places
            .insert((media, selector.to_owned()), self.rules.len());
        self.rules.push(Rule {
            media,
            selector: selector.to_owned(),
            declarations: declarations.to_owned(),
            priority,
        });
    }

    /// The rules in the order in which they are printed, those with the same declarations merged.
    pub fn rules(&self) -> Vec<PrintedRule> {
        let mut rules: Vec<&Rule> = self.rules.iter().collect();
        rules.sort_by_key(|rule| (rule.media, rule.priority));
        let mut printed: Vec<PrintedRule> = Vec::with_capacity(rules.len());
        let mut first: HashMap<(Media, &str), usize> = HashMap::new();
        for rule in rules {
            let key = (rule.media, rule.declarations.as_str());
            // Browsers drop a whole rule for one selector that they do not know.
            let stands_alone = rule.selector.contains(":-");
            if let Some(at) = first.get(&key).filter(|_| !stands_alone)
                && let Some(rule_before) = printed.get_mut(*at)
            {
                rule_before.selector.push_str(", ");
                rule_before.selector.push_str(&rule.selector);
                continue;
            }
            if !stands_alone {
                first.insert(key, printed.len());
            }
            printed.push(PrintedRule {
                media: rule.media,
                selector: rule.selector.clone(),
                declarations: rule.declarations.clone(),
            });
        }
        printed
    }

    /// The text of the sheet.
    pub fn print(&self) -> String {
        let mut out = String::new();
        let mut open: Option<Media> = None;
        for rule in self.rules() {
            if open != Some(rule.media) {
                if open.is_some_and(|m| m.query().is_some()) {
                    out.push('}');
                }
                if let Some(query) = rule.media.query() {
                    let _ = write!(out, "{}{{", minified(query));
                }
                open = Some(rule.media);
            }
            let (selector, declarations) = (minified(&rule.selector), minified(&rule.declarations));
            let _ = write!(out, "{selector}{{{declarations}}}");
        }
        if open.is_some_and(|m| m.query().is_some()) {
            out.push('}');
        }
        out
    }
}

/// CSS without blanks that nobody needs, and without the last semicolon. Texts in quotes stay as they are.
pub fn minified(css: &str) -> String {
    let mut out = String::with_capacity(css.len());
    let (mut quote, mut blank, mut depth) = (None, false, 0_usize);
    for c in css.trim().chars() {
        if let Some(open) = quote {
            out.push(c);
            quote = Some(open).filter(|open| *open != c);
            continue;
        }
        if c.is_ascii_whitespace() {
            blank = true;
            continue;
        }
        let before = out.chars().next_back();
        let is_needed = !before.is_none_or(|b| "{};:,>(".contains(b) || (b == ')' && c == ';'))
            && !matches!(c, '{' | '}' | ';' | ',' | ')' | '!' | '>');
        // In a selector ` :hover` is not `:hover`; a plus sign of a sum needs its blanks.
        if blank && is_needed {
            out.push(' ');
        }
        blank = false;
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '"' | '\'' => quote = Some(c),
            ';' if before == Some(';') && depth == 0 => continue,
            _ => {}
        }
        out.push(c);
    }
    if out.ends_with(';') {
        out.pop();
    }
    out
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
