//! The CSS of a page's modules: rules collected while they render, printed once.
//!
//! Contract "divi-server", section 6.1. What attributes mean is `compat::divi::style`'s matter; where the text goes is
//! contract "divi-theme", section 8.

use std::collections::{BTreeMap, HashMap};

use compat::divi::style::Media;

/// The priority of rules that name none.
pub const PRIORITY: u32 = 10;

/// The place of an element's order class in a selector.
const ORDER_CLASS: &str = "%%order_class%%";

#[derive(Debug, Clone)]
struct Rule {
    selector: String,
    declarations: String,
    priority: u32,
}

/// Rules of one media query, each selector once.
#[derive(Debug, Clone, Default)]
struct Bucket {
    rules: Vec<Rule>,
    by_selector: HashMap<String, usize>,
}

/// The rules of a page or a layout.
#[derive(Debug, Clone, Default)]
pub struct StyleRules {
    buckets: BTreeMap<Media, Bucket>,
}

impl StyleRules {
    /// Adds declarations for a selector; `order_class` takes its place in the selector. What a selector has already is
    /// kept, and the new declarations stand behind it.
    pub fn set_style(
        &mut self,
        (selector, order_class): (&str, &str),
        declarations: &str,
        media: Media,
        priority: u32,
    ) {
        let declarations = declarations.trim();
        if declarations.is_empty() {
            return;
        }
        let selector = selector.replace(ORDER_CLASS, &format!(".{order_class}"));
        let bucket = self.buckets.entry(media).or_default();
        let next = bucket.rules.len();
        let at = *bucket.by_selector.entry(selector.clone()).or_insert(next);
        match bucket.rules.get_mut(at) {
            Some(rule) => {
                rule.declarations.push(' ');
                rule.declarations.push_str(declarations);
            }
            None => bucket.rules.push(Rule {
                selector,
                declarations: declarations.to_owned(),
                priority,
            }),
        }
    }

    /// Whether there is nothing to print.
    pub fn is_empty(&self) -> bool {
        self.buckets.is_empty()
    }

    /// The sheet, without needless space.
    pub fn print(&self) -> String {
        let mut out = String::new();
        for (media, bucket) in &self.buckets {
            let rules: String = merged(&bucket.rules)
                .into_iter()
                .map(|(selector, declarations)| format!("{selector}{{{declarations}}}"))
                .collect();
            match media.query() {
                None => out.push_str(&rules),
                Some(query) => out.push_str(&format!("{}{{{rules}}}", minified(&query))),
            }
        }
        out
    }
}

/// Rules by priority; those with the same declarations become one, at the place of the first.
fn merged(rules: &[Rule]) -> Vec<(String, String)> {
    let mut sorted: Vec<&Rule> = rules.iter().collect();
    sorted.sort_by_key(|rule| rule.priority);
    let mut out: Vec<(String, String)> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for rule in sorted {
        let (selector, declarations) = (minified(&rule.selector), minified(&rule.declarations));
        let declarations = declarations.trim_end_matches(';').to_owned();
        // A browser that does not know one selector of a list drops the whole rule.
        let stands_alone = selector.contains(":-") || selector.starts_with('@');
        if stands_alone {
            out.push((selector, declarations));
            continue;
        }
        let place = *places.entry(declarations.clone()).or_insert(out.len());
        match out.get_mut(place) {
            Some((selectors, _)) => {
                selectors.push(',');
                selectors.push_str(&selector);
            }
            None => out.push((selector, declarations)),
        }
    }
    out
}

/// A piece of CSS without the space around its punctuation; texts between quotes stay.
fn minified(css: &str) -> String {
    let mut out = String::with_capacity(css.len());
    let mut quote = None;
    let mut has_space = false;
    for c in css.chars() {
        if quote.is_none() && c.is_ascii_whitespace() {
            has_space = true;
            continue;
        }
        let is_tight = |c: char| matches!(c, ',' | ';' | '{' | '}' | '>' | '~');
        let behind_tight = out
            .chars()
            .next_back()
            .is_none_or(|last| is_tight(last) || last == ':' || last == '(');
        if has_space
            && !behind_tight
            && !is_tight(c)
            && c != ')'
            && !(c == '!' || c == ':' && out.ends_with('-'))
        {
            out.push(' ');
        }
        has_space = false;
        match (quote, c) {
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            _ => {}
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(list: &[(&str, &str, Media)]) -> String {
        let mut rules = StyleRules::default();
        for (selector, declarations, media) in list {
            rules.set_style((selector, "et_pb_text_0"), declarations, *media, PRIORITY);
        }
        rules.print()
    }

    #[test]
    fn media_queries_come_in_their_order() {
        let printed = rules(&[
            ("%%order_class%%", "margin-top: 1px;", Media::Max767),
            (
                "%%order_class%%",
                "margin-top: 2px !important;",
                Media::General,
            ),
            ("%%order_class%%", "margin-top: 3px;", Media::Max980),
        ]);
        assert_eq!(
            printed,
            ".et_pb_text_0{margin-top:2px!important}@media only screen and (max-width:980px){.et_pb_text_0{margin-top:3px}}@media only screen and (max-width:767px){.et_pb_text_0{margin-top:1px}}"
        );
    }

    #[test]
    fn equal_declarations_become_one_rule() {
        let general = Media::General;
        let printed = rules(&[
            (".a", "color: red;", general),
            (".b", "color: blue;", general),
            (".c > p", "color: red;", general),
            (".d::-moz-placeholder", "color: red;", general),
            (".a", "margin: 0 auto;", general),
            (".e", "color: blue;", general),
        ]);
        assert_eq!(
            printed,
            ".a{color:red;margin:0 auto}.b,.e{color:blue}.c>p{color:red}.d::-moz-placeholder{color:red}"
        );
    }

    #[test]
    fn texts_in_quotes_stay() {
        assert_eq!(
            minified("font-family: 'Open  Sans', Helvetica; content: \" ; \""),
            "font-family:'Open  Sans',Helvetica;content:\" ; \""
        );
        assert_eq!(
            minified("background-image: linear-gradient( 180deg, #000 0%, #fff 100% )"),
            "background-image:linear-gradient(180deg,#000 0%,#fff 100%)"
        );
        assert_eq!(minified(".a :hover .b:not(.c) d"), ".a :hover .b:not(.c) d");
        assert_eq!(
            minified("width: calc(50% - 10px)"),
            "width:calc(50% - 10px)"
        );
    }

    #[test]
    fn later_priorities_stand_behind() {
        let mut rules = StyleRules::default();
        rules.set_style((".late", ""), "a: b;", Media::General, 20);
        rules.set_style((".early", ""), "c: d;", Media::General, PRIORITY);
        assert_eq!(rules.print(), ".early{c:d}.late{a:b}");
        assert!(!rules.is_empty());
    }
}
