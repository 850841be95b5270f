//! Posts of types that no column registers, and rewrite rules that no column has: what the site's plugins answered.
//!
//! WordPress keeps its rewrite rules in the option `rewrite_rules`: they say which types have addresses, and where.

use std::collections::HashSet;

use serde::Serialize;

use super::addresses::{Address, AddressKind};
use super::limits;
use crate::wordpress::db::{Db, DbError, SqlText};
use crate::wordpress::php::{Key, Value};
use crate::wordpress::rewrite::RuleTable;
use crate::wordpress::site::Site;

/// A type of posts that the site holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PostTypeFinding {
    /// Its name.
    pub name: String,
    /// Its published posts.
    pub published: u64,
    /// All its posts.
    pub all: u64,
    /// Whether a column registers it.
    pub is_known: bool,
    /// Whether its posts have addresses.
    pub has_addresses: bool,
}

/// A rewrite rule of a plugin that no column has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ForeignRule {
    /// Its pattern.
    pub pattern: String,
    /// Its query.
    pub query: String,
}

/// The stored rewrite rules, pattern and query.
#[derive(Debug, Clone, Default)]
pub struct StoredRules(Vec<(String, String)>);

impl StoredRules {
    /// Reads the option; empty with plain permalinks.
    pub fn of(site: &Site) -> Self {
        let rules = site.options.value("rewrite_rules").iter();
        let rule = |(key, query): (&Key, &Value)| {
            let Key::Str(pattern) = key else { return None };
            let pattern = String::from_utf8_lossy(pattern).into_owned();
            Some((pattern, query.as_str_lossy()?.into_owned()))
        };
        Self(rules.take(20_000).filter_map(rule).collect())
    }

    /// Those that are not among ours.
    pub fn foreign(&self, ours: &RuleTable) -> Vec<ForeignRule> {
        let known: HashSet<&str> = ours
            .rules()
            .iter()
            .map(|rule| rule.pattern.as_str())
            .collect();
        let foreign = self
            .0
            .iter()
            .filter(|(pattern, _)| !known.contains(pattern.as_str()));
        let foreign = foreign
            .take(limits::OPTIONS)
            .map(|(pattern, query)| ForeignRule {
                pattern: limits::cut(pattern, 300).to_owned(),
                query: limits::cut(query, 300).to_owned(),
            });
        foreign.collect()
    }

    /// The path of a type's posts up to their slug, from the rule that fills its query variable.
    fn base_of(&self, name: &str) -> Option<&str> {
        let single = format!("index.php?{name}=$matches[1]");
        let is_single = |query: &str| {
            let rest = query.strip_prefix(&single);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("&page="))
        };
        let rule = self.0.iter().find(|(_, query)| is_single(query))?;
        rule.0
            .split_once('(')
            .map(|(base, _)| base.trim_start_matches('^'))
    }

    /// The path of a type's list.
    fn archive_of(&self, name: &str) -> Option<&str> {
        let list = format!("index.php?post_type={name}");
        let rule = self.0.iter().find(|(_, query)| *query == list)?;
        let path = rule.0.trim_start_matches('^').trim_end_matches('$');
        let path = path.strip_suffix("/?").unwrap_or(path);
        (!path.contains(['(', '[', '?', '*', '+'])).then_some(path)
    }
}

/// The types of all posts, with their numbers.
///
/// # Errors
/// When the database fails.
pub async fn post_types(
    db: &Db,
    site: &Site,
    rules: &StoredRules,
) -> Result<Vec<PostTypeFinding>, DbError> {
    const SQL: &str = "SELECT post_type, COUNT(*), SUM(CASE WHEN post_status = 'publish' THEN 1 ELSE 0 END) \
        FROM {p}posts GROUP BY post_type ORDER BY post_type LIMIT 2000";
    let rows: Vec<(String, i64, i64)> = db.load(SQL, vec![]).await?;
    let number = |n: i64| u64::try_from(n).unwrap_or_default();
    let finding = |(name, all, published): (String, i64, i64)| {
        let known = site.registry.post_types.get(name.as_str());
        let has_addresses = match known {
            Some(known) => known.is_viewable(),
            None => rules.base_of(&name).is_some() || rules.archive_of(&name).is_some(),
        };
        PostTypeFinding {
            is_known: known.is_some() || is_internal(&name),
            has_addresses,
            published: number(published),
            all: number(all),
            name: limits::cut(&name, 60).to_owned(),
        }
    };
    Ok(rows.into_iter().map(finding).collect())
}

/// Types of WordPress itself that no address names.
fn is_internal(name: &str) -> bool {
    const INTERNAL: [&str; 13] = [
        "revision",
        "nav_menu_item",
        "custom_css",
        "customize_changeset",
        "oembed_cache",
        "user_request",
        "wp_block",
        "wp_template",
        "wp_template_part",
        "wp_global_styles",
        "wp_navigation",
        "wp_font_family",
        "wp_font_face",
    ];
    INTERNAL.contains(&name)
}

/// The addresses of published posts of types that no column registers.
///
/// # Errors
/// When the database fails.
pub async fn addresses(
    db: &Db,
    site: &Site,
    types: &[PostTypeFinding],
    rules: &StoredRules,
) -> Result<Vec<Address>, DbError> {
    let home = site.home();
    let mut found = Vec::new();
    for foreign in types.iter().filter(|t| !t.is_known && t.has_addresses) {
        let name = foreign.name.as_str();
        if let Some(path) = rules.archive_of(name) {
            found.push(Address {
                url: format!("{home}/{path}/"),
                kind: AddressKind::Archive,
                of: name.to_owned(),
                id: None,
                title: String::new(),
            });
        }
        let Some(base) = rules
            .base_of(name)
            .filter(|base| !base.contains(['[', '?', '*']))
        else {
            continue;
        };
        let mut sql = SqlText::new(
            "SELECT ID, post_name, post_title FROM {p}posts WHERE post_status = 'publish' ",
        );
        sql.push_with(
            "AND post_type = ? ORDER BY ID LIMIT 50000",
            vec![name.into()],
        );
        let rows: Vec<(i64, String, String)> = db.load_built(sql).await?;
        found.extend(rows.into_iter().map(|(id, slug, title)| Address {
            url: format!("{home}/{base}{slug}/"),
            kind: AddressKind::Post,
            of: name.to_owned(),
            id: Some(id),
            title: limits::cut(&title, 200).to_owned(),
        }));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_rules_say_where_the_posts_of_a_plugin_stand() {
        let rules = StoredRules(
            [
                ("agenda/?$", "index.php?post_type=event"),
                (
                    "agenda/([^/]+)/embed/?$",
                    "index.php?event=$matches[1]&embed=true",
                ),
                (
                    "agenda/([^/]+)(?:/([0-9]+))?/?$",
                    "index.php?event=$matches[1]&page=$matches[2]",
                ),
                (
                    "(.?.+?)(?:/([0-9]+))?/?$",
                    "index.php?pagename=$matches[1]&page=$matches[2]",
                ),
            ]
            .map(|(p, q)| (p.to_owned(), q.to_owned()))
            .to_vec(),
        );
        assert_eq!(rules.base_of("event"), Some("agenda/"));
        assert_eq!(rules.archive_of("event"), Some("agenda"));
        assert_eq!(rules.base_of("even"), None);
        assert_eq!(rules.archive_of("other"), None);
    }
}
