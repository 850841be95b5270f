//! The permalink structure and everything derived from it: `WP_Rewrite` as other code reads it.
//!
//! Contract "wordpress-core", sections 3.2 to 3.4. Rules are generated from it in [`super::assemble`], links are
//! built from it in [`crate::wordpress::link`].

use indexmap::IndexMap;

use super::additions::{Places, RewriteAdditions};
use crate::wordpress::options::Options;
use crate::wordpress::post::PostType;
use crate::wordpress::site::{Registry, Site};
use crate::wordpress::taxonomy::Taxonomy;

/// The end of a feed's URL.
pub(super) const FEEDS: &str = "(feed|rdf|rss|rss2|atom)/?$";

/// A tag such as `%year%`: what it matches and which variable it fills.
#[derive(Debug, Clone)]
pub(super) struct Tag {
    pub token: String,
    pub regex: String,
    pub query: String,
}

/// A structure of a post type or taxonomy, with the switches of `add_permastruct`.
#[derive(Debug, Clone)]
pub struct Permastruct {
    /// The structure, front included: `/category/%category%`.
    pub structure: String,
    /// Which endpoints may follow.
    pub places: Places,
    /// Whether it has pages.
    pub paged: bool,
    /// Whether it has feeds.
    pub feed: bool,
}

/// The permalink settings of the site.
#[derive(Debug)]
pub struct Rewrite {
    /// `permalink_structure`, empty for plain permalinks.
    pub permalink_structure: String,
    /// Everything before the first tag of the structure.
    pub front: String,
    /// `index.php/` when permalinks go through it, else empty.
    pub root: String,
    /// Whether URLs end with a slash.
    pub use_trailing_slashes: bool,
    /// Whether page rules stand before post rules and must name a page that exists.
    pub use_verbose_page_rules: bool,
    /// `page_on_front` as set, whatever `show_on_front` says.
    pub(super) page_on_front: i64,
    /// Whether `home` has a path; then there is no robots.txt of ours.
    pub(super) home_has_path: bool,
    pub(super) tags: Vec<Tag>,
    pub(super) archives: Vec<(String, String)>,
    pub(super) extra: IndexMap<String, Permastruct>,
    pub(super) additions: RewriteAdditions,
    pub(super) custom_types: Vec<(String, bool)>,
}

impl Rewrite {
    /// Reads the settings of a site.
    pub fn new(site: &Site, additions: &RewriteAdditions) -> Self {
        Self::from_parts(&site.options, &site.registry, additions)
    }

    /// Reads the settings from options and registrations.
    pub fn from_parts(
        options: &Options,
        registry: &Registry,
        additions: &RewriteAdditions,
    ) -> Self {
        let structure = options.text("permalink_structure").into_owned();
        let before_tag = structure.find('%').map_or("", |at| &structure[..at]);
        let through_index = structure.trim_start_matches('/').starts_with("index.php");
        let home = options.text("home").into_owned();
        let mut rewrite = Self {
            front: before_tag.to_owned(),
            root: if through_index { "index.php/" } else { "" }.to_owned(),
            use_trailing_slashes: structure.ends_with('/'),
            use_verbose_page_rules: begins_with_word_tag(&structure),
            page_on_front: options.int("page_on_front"),
            home_has_path: home
                .trim_end_matches('/')
                .split_once("://")
                .is_some_and(|(_, rest)| rest.contains('/')),
            tags: core_tags(),
            archives: Vec::new(),
            extra: IndexMap::new(),
            additions: additions.clone(),
            custom_types: registry
                .post_types
                .values()
                .filter(|t| t.rewrite.is_some())
                .map(|t| (t.name.to_owned(), t.hierarchical))
                .collect(),
            permalink_structure: structure,
        };
        if rewrite.using_permalinks() {
            rewrite.register(options, registry);
        }
        rewrite
    }

    /// Whether permalinks are pretty at all.
    pub fn using_permalinks(&self) -> bool {
        !self.permalink_structure.is_empty()
    }

    /// Whether permalinks go through `index.php/`.
    pub fn using_index_permalinks(&self) -> bool {
        !self.root.is_empty()
    }

    /// The structure of a post type or taxonomy, `None` for plain permalinks or when it has no URLs.
    pub fn extra_permastruct(&self, name: &str) -> Option<&str> {
        self.extra.get(name).map(|p| p.structure.as_str())
    }

    /// `%year%/%monthnum%/%day%` in the structure's own order, with its front; `None` for plain permalinks.
    pub fn date_permastruct(&self) -> Option<String> {
        if !self.using_permalinks() {
            return None;
        }
        const ENDIANS: [&str; 3] = [
            "%year%/%monthnum%/%day%",
            "%day%/%monthnum%/%year%",
            "%monthnum%/%day%/%year%",
        ];
        let endian = ENDIANS
            .into_iter()
            .find(|e| self.permalink_structure.contains(e))
            .unwrap_or(ENDIANS[0]);
        // A number among the first three tags could be a year or a post.
        let collides = tokens(&self.permalink_structure)
            .iter()
            .take(3)
            .any(|t| *t == "%post_id%");
        let date = if collides { "date/" } else { "" };
        Some(format!("{}{date}{endian}", self.front))
    }

    /// The structure of a month's archive.
    pub fn month_permastruct(&self) -> Option<String> {
        self.date_permastruct()
            .map(|s| collapse_slashes(&s.replace("%day%", "")))
    }

    /// The structure of a year's archive.
    pub fn year_permastruct(&self) -> Option<String> {
        self.date_permastruct()
            .map(|s| collapse_slashes(&s.replace("%day%", "").replace("%monthnum%", "")))
    }

    /// `author/%author%` with the front.
    pub fn author_permastruct(&self) -> Option<String> {
        self.using_permalinks()
            .then(|| format!("{}author/%author%", self.front))
    }

    /// `search/%search%`.
    pub fn search_permastruct(&self) -> Option<String> {
        self.using_permalinks()
            .then(|| format!("{}search/%search%", self.root))
    }

    /// `%pagename%`.
    pub fn page_permastruct(&self) -> Option<String> {
        self.using_permalinks()
            .then(|| format!("{}%pagename%", self.root))
    }

    /// `feed/%feed%`.
    pub fn feed_permastruct(&self) -> Option<String> {
        self.using_permalinks()
            .then(|| format!("{}feed/%feed%", self.root))
    }

    /// `comments/feed/%feed%`.
    pub fn comment_feed_permastruct(&self) -> Option<String> {
        self.using_permalinks()
            .then(|| format!("{}comments/feed/%feed%", self.root))
    }

    fn register(&mut self, options: &Options, registry: &Registry) {
        let order = self.additions.order.clone();
        let named: Vec<&str> = order.iter().map(String::as_str).collect();
        let (core, later): (Vec<_>, Vec<_>) = registry
            .taxonomies
            .values()
            .partition(|t| CORE_TAXONOMIES.contains(&t.name.as_ref()));
        for taxonomy in core {
            self.add_taxonomy(taxonomy, options);
        }
        for name in &named {
            if let Some(taxonomy) = registry.taxonomies.get(*name) {
                self.add_taxonomy(taxonomy, options);
            } else if let Some(post_type) = registry.post_types.get(name) {
                self.add_post_type(post_type);
            }
        }
        for taxonomy in later
            .into_iter()
            .filter(|t| !named.contains(&t.name.as_ref()))
        {
            self.add_taxonomy(taxonomy, options);
        }
        for post_type in registry.post_types.values() {
            if !named.contains(&post_type.name) {
                self.add_post_type(post_type);
            }
        }
    }

    fn add_taxonomy(&mut self, taxonomy: &Taxonomy, options: &Options) {
        let Some(args) = &taxonomy.rewrite else {
            return;
        };
        let own_base = match taxonomy.name.as_ref() {
            "category" => options.text("category_base"),
            "post_tag" => options.text("tag_base"),
            _ => "".into(),
        };
        let own_base = own_base.trim_matches('/');
        let (slug, with_front) = if own_base.is_empty() {
            (args.slug.as_str(), args.with_front)
        } else {
            (own_base, self.using_index_permalinks())
        };
        let path = taxonomy.hierarchical && args.hierarchical;
        self.tags.push(Tag {
            token: format!("%{}%", taxonomy.name),
            regex: if path { "(.+?)" } else { "([^/]+)" }.to_owned(),
            query: match &taxonomy.query_var {
                Some(var) => format!("{var}="),
                None => format!("taxonomy={}&term=", taxonomy.name),
            },
        });
        let places = match taxonomy.name.as_ref() {
            "category" => Places::CATEGORIES,
            "post_tag" => Places::TAGS,
            _ => Places::NONE,
        };
        let permastruct = Permastruct {
            structure: self.fronted(with_front, &format!("{slug}/%{}%", taxonomy.name)),
            places,
            paged: true,
            feed: true,
        };
        self.extra
            .insert(taxonomy.name.clone().into_owned(), permastruct);
    }

    fn add_post_type(&mut self, post_type: &PostType) {
        let Some(args) = &post_type.rewrite else {
            return;
        };
        let name = post_type.name;
        let (regex, unnamed) = if post_type.hierarchical {
            ("(.+?)", "pagename")
        } else {
            ("([^/]+)", "name")
        };
        self.tags.push(Tag {
            token: format!("%{name}%"),
            regex: regex.to_owned(),
            query: match post_type.query_var {
                Some(var) => format!("{var}="),
                None => format!("post_type={name}&{unnamed}="),
            },
        });
        if let Some(archive) = &post_type.has_archive {
            let base = self.fronted(args.with_front, archive);
            self.add_archive(name, base.trim_start_matches('/'), args.feeds, args.pages);
        }
        let permastruct = Permastruct {
            structure: self.fronted(args.with_front, &format!("{}/%{name}%", args.slug)),
            places: Places::PERMALINK,
            paged: args.pages,
            feed: args.feeds,
        };
        self.extra.insert(name.to_owned(), permastruct);
    }

    fn add_archive(&mut self, name: &str, base: &str, feeds: bool, pages: bool) {
        let query = format!("post_type={name}");
        let mut add = |suffix: &str, more: &str| {
            self.archives
                .push((format!("{base}/{suffix}"), format!("{query}{more}")));
        };
        add("?$", "");
        if feeds {
            add(&format!("feed/{}", FEEDS), "&feed=$matches[1]");
            add(FEEDS, "&feed=$matches[1]");
        }
        if pages {
            add("page/([0-9]{1,})/?$", "&paged=$matches[1]");
        }
    }

    fn fronted(&self, with_front: bool, structure: &str) -> String {
        let front = if with_front { &self.front } else { &self.root };
        format!("{front}{structure}")
    }
}

/// Taxonomies that WordPress registers before any column does.
const CORE_TAXONOMIES: [&str; 3] = ["category", "post_tag", "post_format"];

fn core_tags() -> Vec<Tag> {
    [
        ("%year%", "([0-9]{4})", "year="),
        ("%monthnum%", "([0-9]{1,2})", "monthnum="),
        ("%day%", "([0-9]{1,2})", "day="),
        ("%hour%", "([0-9]{1,2})", "hour="),
        ("%minute%", "([0-9]{1,2})", "minute="),
        ("%second%", "([0-9]{1,2})", "second="),
        ("%postname%", "([^/]+)", "name="),
        ("%post_id%", "([0-9]+)", "p="),
        ("%author%", "([^/]+)", "author_name="),
        ("%pagename%", "(.?.+?)", "pagename="),
        ("%search%", "(.+)", "s="),
    ]
    .into_iter()
    .map(|(token, regex, query)| Tag {
        token: token.to_owned(),
        regex: regex.to_owned(),
        query: query.to_owned(),
    })
    .collect()
}

/// Structures whose first tag may match anything: pages need to be looked up.
fn begins_with_word_tag(structure: &str) -> bool {
    tokens(structure)
        .first()
        .is_some_and(|t| matches!(*t, "%postname%" | "%category%" | "%tag%" | "%author%"))
}

/// The tags of a structure, with their percent signs.
pub(crate) fn tokens(structure: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = structure;
    while let Some(start) = rest.find('%') {
        let after = &rest[start + 1..];
        // At least one character stands between the signs.
        let Some(first) = after.chars().next().map(char::len_utf8) else {
            break;
        };
        let Some(end) = after[first..].find('%') else {
            break;
        };
        let length = 1 + first + end + 1;
        found.push(&rest[start..start + length]);
        rest = &rest[start + length..];
    }
    found
}

/// Runs of slashes as one.
pub(crate) fn collapse_slashes(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for c in path.chars() {
        if c != '/' || !out.ends_with('/') {
            out.push(c);
        }
    }
    out
}
