//! The rules of one structure: `WP_Rewrite::generate_rewrite_rules`.
//!
//! Contract "wordpress-core", section 3.2. A structure is walked directory by directory; each gives a group of
//! rules (feeds, pages, endpoints, attachments), and deeper directories stand before shallower ones.

use indexmap::IndexMap;

use super::additions::Places;
use super::permastruct::{FEEDS, Rewrite, tokens};

const PAGE: &str = "page/?([0-9]{1,})/?$";
const COMMENT_PAGE: &str = "comment-page-([0-9]{1,})/?$";
const TRACKBACK: &str = "trackback/?$";
const EMBED: &str = "embed/?$";

/// Patterns and their queries, in order; a pattern keeps its first place and its last query.
pub(super) type Rules = IndexMap<String, String>;

/// The switches of one structure.
#[derive(Debug, Clone, Copy)]
pub(super) struct Switches {
    pub places: Places,
    pub paged: bool,
    pub feed: bool,
    pub for_comments: bool,
    pub walk_dirs: bool,
}

impl Switches {
    /// What most structures use.
    pub(super) const fn at(places: Places) -> Self {
        Self {
            places,
            paged: true,
            feed: true,
            for_comments: false,
            walk_dirs: true,
        }
    }
}

impl Rewrite {
    /// All rules of a structure.
    pub(super) fn generate_rewrite_rules(&self, structure: &str, switches: Switches) -> Rules {
        let front = structure.find('%').map_or("", |at| &structure[..at]);
        let inner = if front.is_empty() || front == "/" {
            structure.to_owned()
        } else {
            structure.replace(front, "")
        };
        let inner = inner.trim_matches('/');
        let dirs: Vec<&str> = if switches.walk_dirs {
            inner.split('/').collect()
        } else {
            vec![inner]
        };
        let mut all = Rules::new();
        let mut path = front.trim_start_matches('/').to_owned();
        for dir in dirs {
            path.push_str(dir);
            path.push('/');
            let path = path.trim_start_matches('/');
            let mut group = self.directory_rules(path, dir, switches, structure);
            group.extend(all);
            all = group;
        }
        all
    }

    fn directory_rules(&self, path: &str, dir: &str, switches: Switches, structure: &str) -> Rules {
        let level = Level {
            rewrite: self,
            regex: self.tags_to_regex(path),
            query: self.query_of(structure, tokens(path).len()),
            count: tokens(path).len(),
        };
        let mut rules = level.listing(dir, switches);
        if level.count == 0 {
            return rules;
        }
        match self.permalink_kind(path) {
            None => {
                rules.insert(format!("{}?$", level.regex), level.query.clone());
                rules
            }
            Some(is_page) => level.permalink(rules, is_page),
        }
    }

    fn tags_to_regex(&self, path: &str) -> String {
        self.tags.iter().fold(path.to_owned(), |text, tag| {
            text.replace(&tag.token, &tag.regex)
        })
    }

    /// `year=$matches[1]&monthnum=$matches[2]` for the first `count` tags of the structure.
    fn query_of(&self, structure: &str, count: usize) -> String {
        let parts: Vec<String> = tokens(structure)
            .into_iter()
            .take(count)
            .enumerate()
            .map(|(i, token)| {
                let query = self
                    .tags
                    .iter()
                    .find(|t| t.token == token)
                    .map_or(token, |t| t.query.as_str());
                format!("{query}$matches[{}]", i + 1)
            })
            .collect();
        parts.join("&")
    }

    /// `Some` when the path names a single post; inside, whether it is page-like.
    fn permalink_kind(&self, path: &str) -> Option<bool> {
        let has = |token: &str| path.contains(token);
        let moment = [
            "%year%",
            "%monthnum%",
            "%day%",
            "%hour%",
            "%minute%",
            "%second%",
        ];
        if has("%pagename%") {
            return Some(true);
        }
        if has("%postname%") || has("%post_id%") || moment.iter().all(|t| has(t)) {
            return Some(false);
        }
        self.custom_types
            .iter()
            .find(|(name, _)| has(&format!("%{name}%")))
            .map(|(_, hierarchical)| *hierarchical)
    }

    /// Pattern end, query part and places of each endpoint.
    fn endpoint_rules(&self) -> impl Iterator<Item = (String, String, Places)> + '_ {
        self.additions.endpoints.iter().map(|e| {
            (
                format!("{}(/(.*))?/?$", e.name),
                format!("&{}=", e.query_var),
                e.places,
            )
        })
    }
}

/// One directory of a structure.
struct Level<'a> {
    rewrite: &'a Rewrite,
    regex: String,
    query: String,
    count: usize,
}

impl Level<'_> {
    fn next(&self) -> usize {
        self.count + 1
    }

    /// Feeds, embed, pages, comment pages, endpoints.
    fn listing(&self, dir: &str, switches: Switches) -> Rules {
        let (regex, query, next) = (&self.regex, &self.query, self.next());
        let mut rules = Rules::new();
        let mut add = |suffix: &str, more: String| {
            rules.insert(format!("{regex}{suffix}"), format!("{query}{more}"));
        };
        if switches.feed {
            let comments = if switches.for_comments {
                "&withcomments=1"
            } else {
                ""
            };
            add(
                &format!("feed/{FEEDS}"),
                format!("&feed=$matches[{next}]{comments}"),
            );
            add(FEEDS, format!("&feed=$matches[{next}]{comments}"));
            add(EMBED, "&embed=true".to_owned());
        }
        if switches.paged {
            add(PAGE, format!("&paged=$matches[{next}]"));
        }
        let front = self.rewrite.page_on_front;
        if switches.places.meets(Places::PAGES.or(Places::PERMALINK)) {
            add(COMMENT_PAGE, format!("&cpage=$matches[{next}]"));
        } else if switches.places.meets(Places::ROOT) && front != 0 {
            add(
                COMMENT_PAGE,
                format!("&page_id={front}&cpage=$matches[{next}]"),
            );
        }
        let specific = match dir {
            "%year%" => Places::YEAR,
            "%monthnum%" => Places::MONTH,
            "%day%" => Places::DAY,
            _ => Places::NONE,
        };
        for (end, var, places) in self.rewrite.endpoint_rules() {
            if places.meets(switches.places.or(specific)) {
                add(&end, format!("{var}$matches[{}]", next + 1));
            }
        }
        rules
    }

    /// The rules of a single post around its listing rules.
    fn permalink(&self, listing: Rules, is_page: bool) -> Rules {
        let base = self.regex.trim_end_matches('/');
        let plain = base.replace(['(', ')'], "");
        let below = format!("{plain}/([^/]+)/");
        let marked = format!("{plain}/attachment/([^/]+)/");

        let mut rules = attachment_rules(&marked);
        rules.insert(
            format!("{}{EMBED}", self.regex),
            format!("{}&embed=true", self.query),
        );
        rules.insert(
            format!("{}{TRACKBACK}", self.regex),
            format!("{}&tb=1", self.query),
        );
        rules.extend(listing);
        for (end, var, places) in self.rewrite.endpoint_rules() {
            if places.meets(Places::ATTACHMENT) {
                let query = format!("attachment=$matches[1]{var}$matches[3]");
                rules.insert(format!("{below}{end}"), query.clone());
                rules.insert(format!("{marked}{end}"), query);
            }
        }
        rules.insert(
            format!("{base}(?:/([0-9]+))?/?$"),
            format!("{}&page=$matches[{}]", self.query, self.next()),
        );
        // Pages may have children there, so their attachments need the word "attachment".
        if !is_page {
            rules.extend(attachment_rules(&below));
        }
        rules
    }
}

fn attachment_rules(base: &str) -> Rules {
    let query = "attachment=$matches[1]";
    [
        ("?$".to_owned(), ""),
        (TRACKBACK.to_owned(), "&tb=1"),
        (format!("feed/{FEEDS}"), "&feed=$matches[2]"),
        (FEEDS.to_owned(), "&feed=$matches[2]"),
        (COMMENT_PAGE.to_owned(), "&cpage=$matches[2]"),
        (EMBED.to_owned(), "&embed=true"),
    ]
    .into_iter()
    .map(|(end, more)| (format!("{base}{end}"), format!("{query}{more}")))
    .collect()
}
