//! The operator's rules for which server answers a request, Oxipress or the PHP server behind it: `site.legacy_routes`,
//! and the lists of the section `[routes]` for a site that moves page by page.
//!
//! | entry | meaning |
//! |---|---|
//! | `/tienda/` | this path and all below it; `/feed$` this path alone; `/acme-*` all that begin so |
//! | `shop.example`, `*.casa.example`, `casa.example/tienda/` | a host, with or without a path |
//! | `?acme_export` | requests with this argument in their query |
//! | `rest:acme/v1` | a namespace or route of the REST API and all below it |
//! | `ajax:acme_save`, `ajax:acme_*` | an action of `admin-ajax.php` |
//!
//! An entry of `site.legacy_routes` goes to PHP, with `!` before it it stays here. Entries for routes and actions count
//! before those for paths; among these the first that matches does, in the order `site.legacy_routes`, `routes.legacy`,
//! `routes.native`.

use std::borrow::Cow;

use compat::wordpress::php::query_string::parse_str;
use percent_encoding::percent_decode_str;

/// Which server answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The legacy upstream.
    Php,
    /// Oxipress.
    Here,
}

/// What is known of a request.
#[derive(Debug, Clone, Copy, Default)]
pub struct Asked<'a> {
    /// The host, with its port if one was sent.
    pub host: &'a str,
    /// The raw path.
    pub path: &'a str,
    /// The raw query.
    pub query: Option<&'a str>,
    /// The route of the REST API, with a slash before it.
    pub rest: Option<&'a str>,
    /// The action of `admin-ajax.php`.
    pub ajax: Option<&'a str>,
}

/// A text that ends somewhere, or goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Pattern {
    /// The text and what is below it, by segments.
    Below(String),
    /// The text alone.
    Exactly(String),
    /// All that begin so.
    Begins(String),
}

impl Pattern {
    fn parse(text: &str) -> Self {
        if let Some(text) = text.strip_suffix('*') {
            return Self::Begins(decoded(text).into_owned());
        }
        match text.strip_suffix('$') {
            Some(text) => Self::Exactly(decoded(text).into_owned()),
            None => Self::Below(decoded(text).trim_end_matches('/').to_owned()),
        }
    }

    fn matches(&self, text: &str) -> bool {
        match self {
            Self::Below(start) => text
                .strip_prefix(start.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/')),
            Self::Exactly(whole) => text == whole,
            Self::Begins(start) => text.starts_with(start),
        }
    }
}

fn decoded(path: &str) -> Cow<'_, str> {
    percent_decode_str(path).decode_utf8_lossy()
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Matcher {
    Path(Pattern),
    /// A host, in lower case, and a path on it.
    Host(String, Pattern),
    Argument(String),
    Rest(Pattern),
    Ajax(Pattern),
}

impl Matcher {
    fn parse(text: &str) -> Option<Self> {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        if let Some(route) = text.strip_prefix("rest:") {
            let route = some(route.trim_start_matches('/'))?;
            return Some(Self::Rest(Pattern::parse(&format!("/{route}"))));
        }
        if let Some(action) = text.strip_prefix("ajax:") {
            let action = some(action)?;
            return Some(Self::Ajax(match action.strip_suffix('*') {
                Some(start) => Pattern::Begins(start.to_owned()),
                None => Pattern::Exactly(action),
            }));
        }
        if let Some(argument) = text.strip_prefix('?') {
            return Some(Self::Argument(some(argument)?));
        }
        if text.starts_with('/') {
            return Some(Self::Path(Pattern::parse(text)));
        }
        let (host, path) = text.split_at(text.find('/').unwrap_or(text.len()));
        let is_host = |host: &str| {
            let letters = host.bytes().all(|b| {
                b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_' | b':' | b'[' | b']')
            });
            letters && !host.is_empty() && !host.ends_with(':')
        };
        let name = host.strip_prefix("*.").unwrap_or(host);
        is_host(name).then(|| Self::Host(host.to_ascii_lowercase(), Pattern::parse(path)))
    }

    /// Whether it names what is inside a request's address: these count first.
    fn is_inner(&self) -> bool {
        matches!(self, Self::Rest(_) | Self::Ajax(_))
    }

    fn matches(&self, asked: &Asked<'_>) -> bool {
        match self {
            Self::Path(pattern) => pattern.matches(&decoded(asked.path)),
            Self::Host(host, pattern) => {
                is_at(host, asked.host) && pattern.matches(&decoded(asked.path))
            }
            Self::Argument(name) => asked
                .query
                .is_some_and(|query| parse_str(query.as_bytes()).contains_key(name.as_str())),
            Self::Rest(pattern) => asked.rest.is_some_and(|route| pattern.matches(route)),
            Self::Ajax(pattern) => asked.ajax.is_some_and(|action| pattern.matches(action)),
        }
    }
}

/// Whether a request's host is the one of an entry, which names a port only where it matters.
fn is_at(entry: &str, host: &str) -> bool {
    let host = host.to_ascii_lowercase();
    let has_port = |host: &str| {
        host.rsplit_once(':')
            .is_some_and(|(_, port)| !port.ends_with(']'))
    };
    let host = match host.rsplit_once(':') {
        Some((name, _)) if has_port(&host) && !has_port(entry) => name,
        _ => &host,
    };
    match entry.strip_prefix("*.") {
        Some(parent) => host
            .strip_suffix(parent)
            .is_some_and(|rest| rest.ends_with('.')),
        None => host == entry,
    }
}

/// The rules.
#[derive(Debug, Clone, Default)]
pub struct LegacyRoutes {
    rules: Vec<(Matcher, Side)>,
    only_listed: bool,
}

impl LegacyRoutes {
    /// Reads the lists `site.legacy_routes`, `routes.legacy` and `routes.native`.
    ///
    /// # Errors
    /// When an entry is none of the documented forms; the text names it.
    pub fn new(doubtful: &[String], legacy: &[String], native: &[String]) -> Result<Self, String> {
        let mut rules = Vec::new();
        for (name, list, side) in [
            ("site.legacy_routes", doubtful, None),
            ("routes.legacy", legacy, Some(Side::Php)),
            ("routes.native", native, Some(Side::Here)),
        ] {
            for entry in list {
                let (text, side) = match (entry.strip_prefix('!'), side) {
                    (Some(text), None) => (text, Side::Here),
                    (_, side) => (entry.as_str(), side.unwrap_or(Side::Php)),
                };
                let matcher = Matcher::parse(text).ok_or_else(|| {
                    format!(
                        "{name}: {entry:?} is none of /path, host, host/path, ?argument, rest:namespace, ajax:action"
                    )
                })?;
                rules.push((matcher, side));
            }
        }
        rules.sort_by_key(|(matcher, _)| !matcher.is_inner());
        Ok(Self {
            rules,
            only_listed: !native.is_empty(),
        })
    }

    /// Whether there are rules.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Whether requests that no rule names go to PHP.
    #[must_use]
    pub fn only_listed(&self) -> bool {
        self.only_listed
    }

    /// What the rules say of a request; `None` when no rule names it.
    #[must_use]
    pub fn side(&self, asked: &Asked<'_>) -> Option<Side> {
        let mut rules = self.rules.iter();
        let found = rules.find(|(matcher, _)| matcher.matches(asked));
        found.map(|(_, side)| *side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn list(entries: &[&str]) -> Vec<String> {
        entries.iter().map(|&entry| entry.to_owned()).collect()
    }

    const DOUBTFUL: [&str; 5] = [
        "/wp-json/",
        "!rest:wp/v2",
        "!/wp-login.php",
        "ajax:acme_*",
        "?export",
    ];
    const LEGACY: [&str; 5] = [
        "/tienda/",
        "/feed$",
        "/a%C3%B1o-*",
        "shop.example",
        "*.casa.example/x",
    ];

    #[test]
    fn paths_and_hosts_are_matched() {
        let routes = LegacyRoutes::new(&list(&DOUBTFUL), &list(&LEGACY), &[]).unwrap();
        assert!(!routes.only_listed() && !routes.is_empty());
        let own = "casa.example";
        for (host, path, want) in [
            (own, "/wp-json/acme/v1", Some(Side::Php)),
            (own, "/wp-login.php", Some(Side::Here)),
            (own, "/tienda", Some(Side::Php)),
            (own, "/tienda/manta/", Some(Side::Php)),
            (own, "/tiendas/", None),
            (own, "/feed", Some(Side::Php)),
            (own, "/feed/", None),
            (own, "/año-2026/", Some(Side::Php)),
            (own, "/a%c3%b1o-2026/", Some(Side::Php)),
            (own, "/", None),
            (own, "/x", None),
            ("SHOP.example:8080", "/", Some(Side::Php)),
            ("a.casa.example", "/x/y", Some(Side::Php)),
            ("a.casa.example", "/y", None),
        ] {
            let asked = Asked {
                host,
                path,
                ..Asked::default()
            };
            assert_eq!(routes.side(&asked), want, "{host}{path}");
        }
    }

    #[test]
    fn routes_and_actions_count_before_paths() {
        let routes = LegacyRoutes::new(&list(&DOUBTFUL), &list(&LEGACY), &[]).unwrap();
        let rest = |rest| Asked {
            path: "/wp-json/z",
            rest: Some(rest),
            ..Asked::default()
        };
        let ajax = |ajax| Asked {
            path: "/wp-admin/admin-ajax.php",
            ajax: Some(ajax),
            ..Asked::default()
        };
        let query = Asked {
            path: "/a",
            query: Some("a=1&export[]=2"),
            ..Asked::default()
        };
        for (asked, want) in [
            (rest("/wp/v2/posts"), Some(Side::Here)),
            (rest("/wp/v20"), Some(Side::Php)),
            (ajax("acme_save"), Some(Side::Php)),
            (ajax("other"), None),
            (query, Some(Side::Php)),
        ] {
            assert_eq!(routes.side(&asked), want, "{asked:?}");
        }
    }

    #[test]
    fn only_the_native_list_stays() {
        let routes =
            LegacyRoutes::new(&[], &list(&["/blog/viejo"]), &list(&["/blog", "[::1]:80"])).unwrap();
        let at = |host, path| {
            routes.side(&Asked {
                host,
                path,
                ..Asked::default()
            })
        };
        assert!(routes.only_listed());
        assert_eq!(at("a", "/blog/nuevo/"), Some(Side::Here));
        assert_eq!(at("a", "/blog/viejo/"), Some(Side::Php));
        assert_eq!(at("[::1]:80", "/"), Some(Side::Here));
        assert_eq!(at("[::1]", "/"), None);
        for wrong in ["", "!", "rest:", "ajax:", "?", "a b", "http://a/", "ñ"] {
            assert!(
                LegacyRoutes::new(&[], &list(&[wrong]), &[]).is_err(),
                "{wrong}"
            );
        }
        assert!(LegacyRoutes::new(&[], &[], &list(&["!/a"])).is_err());
    }

    proptest! {
        #[test]
        fn any_entry_and_address_are_taken(entry in "[!/?*$a-z:.%]{0,12}|.{0,12}", host in ".{0,12}", path in "[/a-z%]{0,12}|.{0,12}") {
            if let Ok(routes) = LegacyRoutes::new(&[entry], &[], &[]) {
                let _ = routes.side(&Asked { host: &host, path: &path, query: Some(&path), rest: Some(&path), ajax: Some(&host) });
            }
        }
    }
}
