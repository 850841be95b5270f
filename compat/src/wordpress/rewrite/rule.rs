//! One rewrite rule: a pattern, compiled, and the query that it stands for.
//!
//! Contract "wordpress-core", section 3.1. Most rules are refused by a literal that their pattern needs, without
//! running the pattern.

use std::sync::OnceLock;

use regex::bytes::{Regex, RegexBuilder};

/// A rule.
#[derive(Debug)]
pub struct Rule {
    /// The pattern as WordPress prints it.
    pub pattern: String,
    /// The query, with `$matches[n]`.
    pub query: String,
    /// The text that a matching path begins with.
    prefix: String,
    /// A text that a matching path contains.
    needle: String,
    /// Number of the capture that must name a page, for rules that fill `pagename`.
    page_capture: Option<usize>,
    compiled: OnceLock<Option<Regex>>,
}

impl Rule {
    /// A rule; a pattern that cannot be compiled never matches.
    pub fn new(pattern: String, query: String) -> Self {
        let (prefix, needle) = literals(&pattern);
        let page_capture = query
            .split_once("pagename=$matches[")
            .and_then(|(_, rest)| {
                let (number, _) = rest.split_once(']')?;
                number.parse().ok()
            });
        Self {
            pattern,
            query,
            prefix,
            needle,
            page_capture,
            compiled: OnceLock::new(),
        }
    }

    /// The captures of the rule on a path, `None` when it does not match.
    pub(super) fn captures<'p>(&self, path: &'p [u8]) -> Option<Vec<&'p [u8]>> {
        if !path.starts_with(self.prefix.as_bytes())
            || memchr::memmem::find(path, self.needle.as_bytes()).is_none()
        {
            return None;
        }
        let regex = self
            .compiled
            .get_or_init(|| compile(&self.pattern))
            .as_ref()?;
        if !regex.is_match(path) {
            return None;
        }
        let found = regex.captures(path)?;
        Some(
            found
                .iter()
                .map(|m| m.map_or(&b""[..], |m| m.as_bytes()))
                .collect(),
        )
    }

    /// The page path among the captures, when the rule names a page.
    pub(super) fn page_of<'p>(&self, captures: &[&'p [u8]]) -> Option<&'p [u8]> {
        self.page_capture
            .map(|n| captures.get(n).copied().unwrap_or_default())
    }
}

/// PCRE's `^pattern` on bytes; a final `$` also stands before a line feed at the end, as in PHP.
fn compile(pattern: &str) -> Option<Regex> {
    let text = match pattern.strip_suffix('$') {
        Some(body) => format!("^(?:{body})\\n?$"),
        None => format!("^(?:{pattern})"),
    };
    let regex = RegexBuilder::new(&text).unicode(false).build();
    let regex = regex.inspect_err(|error| {
        tracing::warn!(pattern, %error, "a rewrite rule of the site does not compile and matches nothing");
    });
    regex.ok()
}

/// The literal text at the beginning of a pattern, and the longest literal text anywhere in it.
fn literals(pattern: &str) -> (String, String) {
    let mut scan = Literals::default();
    let mut chars = pattern
        .strip_prefix('^')
        .unwrap_or(pattern)
        .chars()
        .peekable();
    let mut depth = 0_usize;
    while let Some(c) = chars.next() {
        let literal = match c {
            '\\' => chars.next().filter(|e| !e.is_ascii_alphanumeric()),
            '(' => {
                depth += 1;
                None
            }
            ')' => {
                depth = depth.saturating_sub(1);
                None
            }
            '[' => {
                while chars.next().is_some_and(|k| k != ']') {}
                None
            }
            '{' => {
                while chars.next().is_some_and(|k| k != '}') {}
                None
            }
            '.' | '*' | '+' | '?' | '$' | '^' => None,
            // An alternative at the top: nothing is needed.
            '|' if depth == 0 => return (String::new(), String::new()),
            '|' => None,
            other => Some(other),
        };
        let optional = matches!(chars.peek(), Some('?' | '*' | '+' | '{'));
        match literal {
            Some(l) if depth == 0 && !optional => scan.push(l),
            _ => scan.cut(),
        }
    }
    scan.cut();
    (scan.prefix.unwrap_or_default(), scan.longest)
}

#[derive(Default)]
struct Literals {
    run: String,
    prefix: Option<String>,
    longest: String,
}

impl Literals {
    fn push(&mut self, c: char) {
        self.run.push(c);
    }

    fn cut(&mut self) {
        let run = std::mem::take(&mut self.run);
        if run.len() > self.longest.len() {
            self.longest.clone_from(&run);
        }
        if self.prefix.is_none() {
            self.prefix = Some(run);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_a_pattern_needs() {
        let of = |p: &str| literals(p);
        assert_eq!(of(r"robots\.txt$").0, "robots.txt");
        assert_eq!(of("category/(.+?)/page/?([0-9]{1,})/?$").0, "category/");
        assert_eq!(
            of("(.?.+?)/wc-api(/(.*))?/?$"),
            (String::new(), "/wc-api".to_owned())
        );
        assert_eq!(of("tienda/?$").0, "tienda");
        assert_eq!(
            of("(.?.+?)(?:/([0-9]+))?/?$"),
            (String::new(), String::new())
        );
        assert_eq!(of(r"^wp-sitemap-([a-z]+?)-(\d+?)\.xml$").0, "wp-sitemap-");
    }
}
