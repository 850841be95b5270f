//! Fields of forms in pages: what the site remembers of a visitor.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::Masker;
use super::fields::{Place, kind};

static INPUT: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)<input\b[^>]*>").expect("a constant pattern"));
static TEXTAREA: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?is)(<textarea\b[^>]*>)([^<]+)(</textarea>)").expect("a constant pattern")
});
static VALUE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?i)(\svalue\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)"#).expect("a constant pattern")
});
static NAME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?i)\sname\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))"#)
        .expect("a constant pattern")
});
static IS_PUBLIC: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?i)\stype\s*=\s*["']?(?:submit|button|radio|checkbox|image|reset|search)"#)
        .expect("a constant pattern")
});

impl Masker {
    /// A page in which the fields of forms hold no personal data; what a field held is masked elsewhere too.
    pub(super) fn form_fields(&mut self, html: &str) -> String {
        let inputs = INPUT.replace_all(html, |found: &Captures<'_>| {
            let tag = found.get(0).map_or("", |m| m.as_str());
            self.input(tag)
        });
        let areas = TEXTAREA.replace_all(&inputs, |found: &Captures<'_>| {
            let part = |at| found.get(at).map_or("", |m: regex::Match<'_>| m.as_str());
            match self.kind_of(part(1)) {
                Some(kind) => {
                    let masked = self.field(&kind, &decoded(part(2)));
                    format!("{}{masked}{}", part(1), part(3))
                }
                None => part(0).to_owned(),
            }
        });
        areas.into_owned()
    }

    fn input(&mut self, tag: &str) -> String {
        let Some(kind) = self.kind_of(tag).filter(|_| !IS_PUBLIC.is_match(tag)) else {
            return tag.to_owned();
        };
        let masked = VALUE.replace(tag, |found: &Captures<'_>| {
            let part = |at| found.get(at).map_or("", |m: regex::Match<'_>| m.as_str());
            let value = part(2).trim_matches(['"', '\'']);
            let masked = self.field(&kind, &decoded(value));
            format!("{}\"{masked}\"", part(1))
        });
        masked.into_owned()
    }

    fn kind_of(&self, tag: &str) -> Option<String> {
        let found = NAME.captures(tag)?;
        let name = (1..=3).find_map(|at| found.get(at))?;
        // What a field of a form holds is the visitor's, also where the site prints it.
        kind(&self.rules, name.as_str(), Place::Request)
    }
}

/// A value without the entities that pages are written with.
fn decoded(value: &str) -> String {
    value
        .replace("&quot;", "\"")
        .replace("&#039;", "'")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&")
}
