//! The table of rules and the search for the first that fits a path.
//!
//! Contract "wordpress-core", section 3.1.

use std::borrow::Cow;

use super::generate::Rules;
use super::query_var::urlencode;
use super::rule::Rule;

/// Rules in order.
#[derive(Debug)]
pub struct RuleTable {
    rules: Vec<Rule>,
    verbose_pages: bool,
}

/// The rule that fits a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matched {
    /// Its pattern.
    pub rule: String,
    /// Its query, filled in.
    pub query: String,
}

impl RuleTable {
    pub(super) fn new(rules: Rules, verbose_pages: bool) -> Self {
        Self {
            rules: rules
                .into_iter()
                .map(|(pattern, query)| Rule::new(pattern, query))
                .collect(),
            verbose_pages,
        }
    }

    /// All rules, in order.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// Whether there are no rules: plain permalinks.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// The first rule that matches the path as sent or decoded. With verbose page rules, a rule for a page counts only
    /// when `page_exists` returns true for its path.
    pub fn find(&self, path: &str, page_exists: &dyn Fn(&str) -> bool) -> Option<Matched> {
        let decoded = decode(path);
        let decoded = (*decoded != *path.as_bytes()).then_some(decoded);
        for rule in &self.rules {
            let captures = rule
                .captures(path.as_bytes())
                .or_else(|| decoded.as_ref().and_then(|d| rule.captures(d)));
            let Some(captures) = captures else { continue };
            if self.verbose_pages
                && let Some(page) = rule.page_of(&captures)
                && !page_exists(&String::from_utf8_lossy(page))
            {
                continue;
            }
            return Some(Matched {
                rule: rule.pattern.clone(),
                query: fill(&rule.query, &captures),
            });
        }
        None
    }
}

/// PHP's `urldecode` to octets.
fn decode(path: &str) -> Cow<'_, [u8]> {
    if !path.contains(['%', '+']) {
        return Cow::Borrowed(path.as_bytes());
    }
    Cow::Owned(crate::wordpress::php::url::urldecode(path.as_bytes()))
}

/// `$matches[n]` replaced by the encoded captures.
fn fill(query: &str, captures: &[&[u8]]) -> String {
    let mut out = String::with_capacity(query.len());
    let mut rest = query;
    while let Some((before, after)) = rest.split_once("$matches[") {
        out.push_str(before);
        let Some((number, tail)) = after.split_once(']') else {
            break;
        };
        let capture = number
            .parse::<usize>()
            .ok()
            .and_then(|n| captures.get(n))
            .copied()
            .unwrap_or_default();
        out.push_str(&urlencode(&String::from_utf8_lossy(capture)));
        rest = tail;
    }
    out.push_str(rest);
    out
}
