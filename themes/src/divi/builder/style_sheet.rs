//! The rules that elements add, and the order in which they are printed.
//!
//! Contract "divi-server", section 6.1: declarations of one selector are appended, buckets by width of the window, inside
//! a bucket by priority, then rules with the same declarations are merged into the first.

use std::collections::hash_map::Entry;
use std::hash::BuildHasher;
use std::ops::Range;

use compat::wordpress::name_hash::{NameHash, NameMap};

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
    selector: Range<usize>,
    declarations: String,
    priority: i32,
    /// The rule before with the same hash.
    before: Option<usize>,
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
    /// The selectors, one behind the other.
    selectors: String,
    /// The last rule with a hash of window and selector.
    places: NameMap<u64, usize>,
    hash: NameHash,
    keyframes: Vec<String>,
}

impl StyleSheet {
    /// Adds declarations to a selector; the first call for a selector fixes its place, the highest priority counts.
    pub fn add(&mut self, media: Media, selector: &str, declarations: &str, priority: i32) {
        let declarations = declarations.trim();
        if declarations.is_empty() || selector.is_empty() {
            return;
        }
        let hash = self.hash.hash_one((media, selector));
        let before = self.places.get(&hash).copied();
        let mut place = before;
        while let Some(at) = place {
            let Some(rule) = self.rules.get_mut(at) else {
                break;
            };
            if rule.media == media && self.selectors.get(rule.selector.clone()) == Some(selector) {
                rule.priority = rule.priority.max(priority);
                rule.declarations.push(' ');
                rule.declarations.push_str(declarations);
                return;
            }
            place = rule.before;
        }
        self.places.insert(hash, self.rules.len());
        let start = self.selectors.len();
        self.selectors.push_str(selector);
        self.rules.push(Rule {
            media,
            selector: start..self.selectors.len(),
            declarations: declarations.to_owned(),
            priority,
            before,
        });
    }

    fn selector(&self, rule: &Rule) -> &str {
        self.selectors
            .get(rule.selector.clone())
            .unwrap_or_default()
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
        let mut first: NameMap<(Media, &str), usize> =
            NameMap::with_capacity_and_hasher(rules.len(), NameHash::default());
        for rule in rules {
            // Browsers drop a whole rule for one selector that they do not know.
            let mut pairs = self.selector(rule).as_bytes().windows(2);
            if pairs.any(|pair| pair == b":-") {
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
            let selectors: Vec<&str> = rules.iter().map(|rule| self.selector(rule)).collect();
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
        self.print_to(&mut out);
        out
    }

    /// The text of the sheet, put behind what is there.
    pub fn print_to(&self, out: &mut String) {
        let declarations = self.rules.iter().map(|rule| rule.declarations.len());
        out.reserve(self.selectors.len() + declarations.sum::<usize>());
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
                    minify(query, out);
                    out.push('{');
                }
                open = Some(first.media);
            }
            for (at, rule) in rules.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                minify(self.selector(rule), out);
            }
            out.push('{');
            minify(&first.declarations, out);
            out.push('}');
        }
        if open.is_some_and(|m| m.query().is_some()) {
            out.push('}');
        }
        for keyframes in &self.keyframes {
            minify(keyframes, out);
        }
    }
}

/// CSS without blanks that nobody needs, and without the last semicolon. Texts in quotes stay as they are.
pub fn minified(css: &str) -> String {
    let mut out = String::with_capacity(css.len());
    minify(css, &mut out);
    out
}

/// Whether a byte is copied as it stands: not blanks, brackets, quotes and semicolons.
const IS_PLAIN: [bool; 256] = {
    let mut plain = [true; 256];
    let special = *b" \t\n\x0c\r()\"';";
    let mut at = 0;
    while at < special.len() {
        plain[special[at] as usize] = false;
        at += 1;
    }
    plain
};

fn is_plain(byte: &u8) -> bool {
    IS_PLAIN
        .get(usize::from(*byte))
        .copied()
        .unwrap_or_default()
}

/// [`minified`], put behind what is there.
fn minify(css: &str, out: &mut String) {
    let css = css.trim();
    let bytes = css.as_bytes();
    let start = out.len();
    let (mut at, mut blank, mut depth) = (0, false, 0_usize);
    while let Some(&c) = bytes.get(at) {
        if c.is_ascii_whitespace() {
            blank = true;
            at += 1;
            continue;
        }
        let before = out.as_bytes().get(start..).and_then(<[u8]>::last).copied();
        // In a selector ` :hover` is not `:hover`; a plus sign of a sum needs its blanks.
        if blank && is_blank_needed(before, c) {
            out.push(' ');
        } else if c == b';' && before == Some(b';') && depth == 0 {
            blank = false;
            at += 1;
            continue;
        }
        blank = false;
        let behind = bytes.get(at + 1..).unwrap_or_default();
        let end = match c {
            // Texts in quotes stay as they are.
            b'"' | b'\'' => behind.iter().position(|b| *b == c).map(|quote| quote + 1),
            _ => behind.iter().position(|b| !is_plain(b)),
        };
        match c {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let end = end.map_or(bytes.len(), |end| at + 1 + end);
        out.push_str(css.get(at..end).unwrap_or_default());
        at = end;
    }
    if out.len() > start && out.ends_with(';') {
        out.pop();
    }
}

/// Whether a blank stands between two characters.
fn is_blank_needed(before: Option<u8>, c: u8) -> bool {
    let is_edge = before.is_none_or(|b| {
        matches!(b, b'{' | b'}' | b';' | b':' | b',' | b'>' | b'(') || (b == b')' && c == b';')
    });
    !is_edge && !matches!(c, b'{' | b'}' | b';' | b',' | b')' | b'!' | b'>')
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
