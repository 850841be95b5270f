//! The whole table in its order: `WP_Rewrite::rewrite_rules`.
//!
//! Contract "wordpress-core", section 3.2. First match wins, so the order is the meaning.

use super::additions::Places;
use super::generate::{Rules, Switches};
use super::permastruct::Rewrite;
use super::rule_table::RuleTable;

/// Core's own rules on top (REST API, sitemaps).
const CORE_TOP: [(&str, &str); 9] = [
    (r"^wp-json/?$", "rest_route=/"),
    (r"^wp-json/(.*)?", "rest_route=/$matches[1]"),
    (r"^index.php/wp-json/?$", "rest_route=/"),
    (r"^index.php/wp-json/(.*)?", "rest_route=/$matches[1]"),
    (r"^wp-sitemap\.xml$", "sitemap=index"),
    (r"^wp-sitemap\.xsl$", "sitemap-stylesheet=sitemap"),
    (r"^wp-sitemap-index\.xsl$", "sitemap-stylesheet=index"),
    (
        r"^wp-sitemap-([a-z]+?)-([a-z\d_-]+?)-(\d+?)\.xml$",
        "sitemap=$matches[1]&sitemap-subtype=$matches[2]&paged=$matches[3]",
    ),
    (
        r"^wp-sitemap-([a-z]+?)-(\d+?)\.xml$",
        "sitemap=$matches[1]&paged=$matches[2]",
    ),
];

/// Files at the root of the host.
const ROOT_FILES: [(&str, &str); 3] = [
    (r"robots\.txt$", "robots=1"),
    (r"favicon\.ico$", "favicon=1"),
    (r"sitemap\.xml", "sitemap=index"),
];

/// Scripts of old versions.
const OLD_FILES: [(&str, &str); 3] = [
    (
        r".*wp-(atom|rdf|rss|rss2|feed|commentsrss2)\.php$",
        "feed=old",
    ),
    (r".*wp-app\.php(/.*)?$", "error=403"),
    (r".*wp-register.php$", "register=true"),
];

impl Rewrite {
    /// All rules; none for plain permalinks.
    pub fn rules(&self) -> RuleTable {
        let mut table = Rules::new();
        if self.using_permalinks() {
            self.top_rules(&mut table);
            self.own_rules(&mut table);
            extend(&mut table, &self.additions.bottom_rules);
        }
        RuleTable::new(table, self.use_verbose_page_rules)
    }

    fn top_rules(&self, table: &mut Rules) {
        extend(table, &self.additions.early_rules);
        extend(table, &self.archives);
        extend_static(table, &CORE_TOP);
        extend(table, &self.additions.late_rules);
        for permastruct in self.extra.values() {
            let switches = Switches {
                paged: permastruct.paged,
                feed: permastruct.feed,
                ..Switches::at(permastruct.places)
            };
            table.extend(self.generate_rewrite_rules(&permastruct.structure, switches));
        }
    }

    fn own_rules(&self, table: &mut Rules) {
        if !self.home_has_path {
            extend_static(table, &ROOT_FILES);
        }
        extend_static(table, &OLD_FILES);
        let mut add = |structure: Option<String>, switches: Switches| {
            if let Some(structure) = structure {
                table.extend(self.generate_rewrite_rules(&structure, switches));
            }
        };
        add(Some(format!("{}/", self.root)), Switches::at(Places::ROOT));
        add(
            Some(format!("{}comments", self.root)),
            Switches {
                paged: false,
                for_comments: true,
                walk_dirs: false,
                ..Switches::at(Places::COMMENTS)
            },
        );
        add(self.search_permastruct(), Switches::at(Places::SEARCH));
        add(self.author_permastruct(), Switches::at(Places::AUTHORS));
        add(self.date_permastruct(), Switches::at(Places::DATE));
        let pages = Switches {
            walk_dirs: false,
            ..Switches::at(Places::PAGES)
        };
        let posts = Switches::at(Places::PERMALINK);
        if self.use_verbose_page_rules {
            add(self.page_permastruct(), pages);
            add(Some(self.permalink_structure.clone()), posts);
        } else {
            add(Some(self.permalink_structure.clone()), posts);
            add(self.page_permastruct(), pages);
        }
    }
}

fn extend(table: &mut Rules, rules: &[(String, String)]) {
    table.extend(rules.iter().cloned());
}

fn extend_static(table: &mut Rules, rules: &[(&str, &str)]) {
    table.extend(
        rules
            .iter()
            .map(|(p, q)| ((*p).to_owned(), (*q).to_owned())),
    );
}
