//! The site's options (`{p}options`), read once as one snapshot.
//!
//! Contract "wordpress-core", sections 1.1 and 1.4. Autoloaded options are always there; others only when a
//! column names them ([`super::column::Column`]). A snapshot never changes: edits make a new one.

use std::borrow::Cow;
use std::sync::OnceLock;

use super::name_hash::NameMap;
use super::php::{self, Value};

/// One stored option: the row's bytes, and the lazily unserialized value.
#[derive(Debug)]
struct Stored {
    raw: Box<[u8]>,
    value: OnceLock<Value>,
}

/// All autoloaded options.
#[derive(Debug, Default)]
pub struct Options {
    stored: NameMap<Box<str>, Stored>,
}

impl Options {
    /// A snapshot of the given rows; of two rows with one name the last wins.
    pub fn new(rows: impl IntoIterator<Item = (String, Vec<u8>)>) -> Self {
        let stored = rows
            .into_iter()
            .map(|(name, raw)| {
                (
                    name.into(),
                    Stored {
                        raw: raw.into(),
                        value: OnceLock::new(),
                    },
                )
            })
            .collect();
        Self { stored }
    }

    /// The bytes of an option as stored, `None` when the row is missing.
    pub fn raw(&self, name: &str) -> Option<&[u8]> {
        self.stored.get(name).map(|s| &*s.raw)
    }

    /// An option as text; a missing one is the empty string.
    pub fn text(&self, name: &str) -> Cow<'_, str> {
        self.raw(name)
            .map(String::from_utf8_lossy)
            .unwrap_or_default()
    }

    /// An option as text, or `default` when the row is missing.
    pub fn text_or<'a>(&'a self, name: &str, default: &'a str) -> Cow<'a, str> {
        self.raw(name)
            .map_or(Cow::Borrowed(default), String::from_utf8_lossy)
    }

    /// An option as PHP's `(int)` reads it: leading digits, else 0.
    pub fn int(&self, name: &str) -> i64 {
        leading_int(&self.text(name))
    }

    /// Whether an option is true for PHP: neither missing, nor empty, nor `0`.
    pub fn is_on(&self, name: &str) -> bool {
        self.raw(name)
            .is_some_and(|raw| !raw.is_empty() && raw != b"0")
    }

    /// The unserialised value; plain text is a string, a missing option null.
    pub fn value(&self, name: &str) -> &Value {
        static NULL: Value = Value::Null;
        match self.stored.get(name) {
            None => &NULL,
            Some(s) => s.value.get_or_init(|| php::maybe_unserialize(&s.raw)),
        }
    }

    /// Whether another snapshot holds the same, aside from those that `is_ignored` names.
    pub fn is_same_but(&self, other: &Self, is_ignored: impl Fn(&str) -> bool) -> bool {
        let held = |options: &Self| options.names().filter(|n| !is_ignored(n)).count();
        let is_same = |name: &str| is_ignored(name) || self.raw(name) == other.raw(name);
        held(self) == held(other) && self.names().all(is_same)
    }

    /// Names of all options held.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.stored.keys().map(AsRef::as_ref)
    }
}

/// Names of options that no page depends on: schedules and locks.
pub const HOUSEKEEPING: [&str; 6] = [
    "cron",
    "doing_cron",
    "recently_edited",
    "recently_activated",
    "auto_updater.lock",
    "core_updater.lock",
];

/// How the names of further ones begin: transients, and the state of jobs.
pub const HOUSEKEEPING_BEGINNINGS: [&str; 3] =
    ["_transient_", "_site_transient_", "action_scheduler_"];

/// Whether no page depends on an option.
pub fn is_housekeeping(name: &str) -> bool {
    let mut beginnings = HOUSEKEEPING_BEGINNINGS.iter();
    HOUSEKEEPING.contains(&name) || beginnings.any(|start| name.starts_with(start))
}

/// PHP's `(int)` of a numeric prefix.
fn leading_int(text: &str) -> i64 {
    let text = text.trim_start();
    let end = text
        .char_indices()
        .find(|&(i, c)| !(c.is_ascii_digit() || i == 0 && (c == '-' || c == '+')))
        .map_or(text.len(), |(i, _)| i);
    text[..end].parse().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_options_as_php_does() {
        let options = Options::new([
            ("posts_per_page".to_owned(), b"4 a page".to_vec()),
            ("page_comments".to_owned(), b"0".to_vec()),
            ("blog_public".to_owned(), b"1".to_vec()),
        ]);
        assert_eq!(options.int("posts_per_page"), 4);
        assert!(
            !options.is_on("page_comments")
                && options.is_on("blog_public")
                && !options.is_on("missing")
        );
        assert_eq!(options.text_or("date_format", "j F, Y"), "j F, Y");
    }

    #[test]
    fn tells_whether_another_snapshot_holds_the_same() {
        let of = |rows: &[(&str, &str)]| {
            Options::new(
                rows.iter()
                    .map(|(k, v)| ((*k).to_owned(), v.as_bytes().to_vec())),
            )
        };
        let first = of(&[("a", "1"), ("hits", "7")]);
        for (rows, is_same) in [
            (&[("a", "1"), ("hits", "8")][..], true),
            (&[("a", "1")][..], true),
            (&[("a", "2"), ("hits", "7")][..], false),
            (&[("a", "1"), ("b", "")][..], false),
            (&[("hits", "7")][..], false),
        ] {
            assert_eq!(
                first.is_same_but(&of(rows), |name| name == "hits"),
                is_same,
                "{rows:?}"
            );
        }
    }
}
