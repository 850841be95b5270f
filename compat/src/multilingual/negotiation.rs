//! How an address names its language: by a directory, by its host, or by a parameter.

use indexmap::IndexMap;

use crate::wordpress::php::query_string::parse_str;
use crate::wordpress::url::parse_url;

/// The language negotiation type of a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Negotiation {
    /// The first part of the path below the site's address.
    Directory {
        /// What stands before the code: empty, or `language/` on sites of Polylang with the long form.
        before: &'static str,
        /// Whether the default language has a directory, too.
        default_has_one: bool,
    },
    /// The host, by code, as `https://example.org`. The default language may have none: it has the site's address.
    Domain(IndexMap<String, String>),
    /// `?lang=`.
    Parameter,
}

/// The name of the parameter.
pub const PARAMETER: &str = "lang";

impl Negotiation {
    /// The site's address in a language, without a slash at its end.
    pub fn home(&self, home: &str, code: &str, default: &str) -> String {
        match self {
            Self::Directory {
                default_has_one, ..
            } if code == default && !default_has_one => home.to_owned(),
            Self::Directory { before, .. } => format!("{home}/{before}{code}"),
            Self::Domain(domains) => domains
                .get(code)
                .cloned()
                .unwrap_or_else(|| home.to_owned()),
            Self::Parameter => home.to_owned(),
        }
    }

    /// The code that a request names, among `codes`; `None` when it names none.
    pub fn code<'a>(
        &self,
        codes: impl Iterator<Item = &'a str>,
        home: &str,
        (host, path, query): (&str, &str, &str),
    ) -> Option<&'a str> {
        let mut codes = codes;
        match self {
            Self::Directory { before, .. } => {
                let below = below_home(path, home).trim_start_matches('/');
                let segment = below.strip_prefix(before)?.split('/').next()?;
                codes.find(|code| code.eq_ignore_ascii_case(segment))
            }
            Self::Domain(domains) => codes.find(|code| {
                let url = domains.get(*code);
                url.is_some_and(|url| host_of(url).eq_ignore_ascii_case(host))
            }),
            Self::Parameter => {
                let get = parse_str(query.as_bytes());
                let wanted = get.get(PARAMETER)?.as_str_lossy()?;
                codes.find(|code| *code == wanted)
            }
        }
    }

    /// What addresses carry besides.
    pub fn query(&self, code: &str, default: &str) -> Option<String> {
        let is_needed = *self == Self::Parameter && code != default;
        is_needed.then(|| format!("{PARAMETER}={code}"))
    }
}

/// Host and port of an address.
fn host_of(url: &str) -> &str {
    let rest = url.split_once("//").map_or(url, |(_, rest)| rest);
    rest.split(['/', '?', '#']).next().unwrap_or(rest)
}

/// A path without the directory of the site's address.
fn below_home<'a>(path: &'a str, home: &str) -> &'a str {
    let directory = parse_url(home).and_then(|url| url.path).unwrap_or_default();
    let directory = directory.trim_matches('/');
    let rest = path.trim_start_matches('/').strip_prefix(directory);
    match rest {
        Some(rest) if !directory.is_empty() && (rest.is_empty() || rest.starts_with('/')) => rest,
        _ => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODES: [&str; 3] = ["es", "en", "pt-br"];

    fn code(way: &Negotiation, home: &str, request: (&str, &str, &str)) -> Option<String> {
        way.code(CODES.into_iter(), home, request)
            .map(str::to_owned)
    }

    #[test]
    fn a_directory_is_a_whole_segment_below_the_site() {
        let way = Negotiation::Directory {
            before: "",
            default_has_one: false,
        };
        let of = |home: &str, path: &str| code(&way, home, ("h", path, ""));
        assert_eq!(of("http://h", "/en/about/").as_deref(), Some("en"));
        assert_eq!(of("http://h", "/en").as_deref(), Some("en"));
        assert_eq!(of("http://h", "/enlaces/"), None);
        assert_eq!(
            of("http://h/blog", "/blog/pt-br/x").as_deref(),
            Some("pt-br")
        );
        assert_eq!(of("http://h/blog", "/en/x").as_deref(), Some("en"));
        assert_eq!(way.home("http://h", "en", "es"), "http://h/en");
        assert_eq!(way.home("http://h", "es", "es"), "http://h");
        let long = Negotiation::Directory {
            before: "language/",
            default_has_one: true,
        };
        assert_eq!(
            code(&long, "http://h", ("h", "/language/es/", "")).as_deref(),
            Some("es")
        );
        assert_eq!(code(&long, "http://h", ("h", "/es/", "")), None);
        assert_eq!(long.home("http://h", "es", "es"), "http://h/language/es");
    }

    #[test]
    fn hosts_and_parameters() {
        let domains = [("en".to_owned(), "https://en.casa.example:8443/x".to_owned())];
        let way = Negotiation::Domain(domains.into_iter().collect());
        let of = |host: &str| code(&way, "http://h", (host, "/", ""));
        assert_eq!(of("EN.casa.example:8443").as_deref(), Some("en"));
        assert_eq!(of("casa.example"), None);
        let way = Negotiation::Parameter;
        let of = |query: &str| code(&way, "http://h", ("h", "/", query));
        assert_eq!(of("a=1&lang=en").as_deref(), Some("en"));
        assert_eq!((of("lang=xx"), of("lang[]=en")), (None, None));
        assert_eq!(way.query("en", "es").as_deref(), Some("lang=en"));
        assert_eq!(way.query("es", "es"), None);
    }
}
