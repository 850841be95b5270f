//! Whether WordPress's tables agree with each other: counts, parents, rows whose owner is gone.
//!
//! Contract "wordpress-rest", section 6.3. Usable after any requests: what a site had before is left out by comparing
//! with an earlier [`findings`].

use std::collections::BTreeSet;

use anyhow::Result;
use compat::binds;
use compat::wordpress::db::Row;
use compat::wordpress::php::{Value, unserialize};

use crate::site::Site;

/// A check: what it is about, and the statement that finds offenders, each with a column that names it.
const CHECKS: [(&str, &str); 16] = [
    (
        "the count of a term is not the number of its published posts",
        "SELECT CONCAT(tt.taxonomy, ' ', tt.term_taxonomy_id, ': ', tt.count) FROM {p}term_taxonomy tt \
         WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format', 'project_category', 'project_tag', 'nav_menu') \
         AND tt.count <> (SELECT COUNT(*) FROM {p}term_relationships r JOIN {p}posts p ON p.ID = r.object_id \
         WHERE r.term_taxonomy_id = tt.term_taxonomy_id AND p.post_status = 'publish')",
    ),
    (
        "the count of comments is not the number of approved ones",
        "SELECT CONCAT('post ', p.ID) FROM {p}posts p WHERE p.post_status <> 'trash' AND p.post_type IN \
         ('post', 'page', 'project') AND p.comment_count <> (SELECT COUNT(*) FROM {p}comments c \
         WHERE c.comment_post_ID = p.ID AND c.comment_approved = '1') AND NOT EXISTS (SELECT 1 FROM {p}comments c \
         WHERE c.comment_post_ID = p.ID AND c.comment_approved = 'post-trashed')",
    ),
    (
        "meta without a post",
        "SELECT CONCAT(m.post_id, ' ', m.meta_key) FROM {p}postmeta m WHERE NOT EXISTS \
         (SELECT 1 FROM {p}posts p WHERE p.ID = m.post_id)",
    ),
    (
        "a relationship without a post",
        "SELECT CONCAT(r.object_id, ' ', r.term_taxonomy_id) FROM {p}term_relationships r WHERE NOT EXISTS \
         (SELECT 1 FROM {p}posts p WHERE p.ID = r.object_id)",
    ),
    (
        "a relationship without a term",
        "SELECT CONCAT(r.object_id, ' ', r.term_taxonomy_id) FROM {p}term_relationships r WHERE NOT EXISTS \
         (SELECT 1 FROM {p}term_taxonomy t WHERE t.term_taxonomy_id = r.term_taxonomy_id)",
    ),
    (
        "a revision without its post",
        "SELECT CONCAT('revision ', r.ID) FROM {p}posts r WHERE r.post_type = 'revision' AND NOT EXISTS \
         (SELECT 1 FROM {p}posts p WHERE p.ID = r.post_parent)",
    ),
    (
        "a page below a page that is gone",
        "SELECT CONCAT('page ', c.ID) FROM {p}posts c WHERE c.post_type = 'page' AND c.post_parent > 0 AND NOT EXISTS \
         (SELECT 1 FROM {p}posts p WHERE p.ID = c.post_parent)",
    ),
    (
        "a comment without its post, or its meta without a comment",
        "SELECT CONCAT('comment ', c.comment_ID) FROM {p}comments c WHERE NOT EXISTS \
         (SELECT 1 FROM {p}posts p WHERE p.ID = c.comment_post_ID) UNION \
         SELECT CONCAT('meta of comment ', m.comment_id) FROM {p}commentmeta m WHERE NOT EXISTS \
         (SELECT 1 FROM {p}comments c WHERE c.comment_ID = m.comment_id)",
    ),
    (
        "a slug that two published posts of a type share",
        "SELECT CONCAT(MIN(p.post_type), ' ', p.post_name) FROM {p}posts p WHERE p.post_status = 'publish' \
         AND p.post_type IN ('post', 'project') AND p.post_name <> '' GROUP BY p.post_type, p.post_name HAVING COUNT(*) > 1",
    ),
    (
        "a published post without a date in GMT, or without a slug or an address",
        "SELECT CONCAT('post ', p.ID) FROM {p}posts p WHERE p.post_status = 'publish' AND p.post_type IN ('post', 'page') \
         AND (p.post_date_gmt < '1000-01-01' OR p.post_name = '' OR p.guid = '')",
    ),
    (
        "a term without a taxonomy, or its meta without a term",
        "SELECT CONCAT('term ', t.term_id) FROM {p}terms t WHERE NOT EXISTS \
         (SELECT 1 FROM {p}term_taxonomy tt WHERE tt.term_id = t.term_id) UNION \
         SELECT CONCAT('meta of term ', m.term_id) FROM {p}termmeta m WHERE NOT EXISTS \
         (SELECT 1 FROM {p}terms t WHERE t.term_id = m.term_id)",
    ),
    (
        "a taxonomy without its term, or below a term that is gone",
        "SELECT CONCAT(tt.taxonomy, ' ', tt.term_id) FROM {p}term_taxonomy tt WHERE NOT EXISTS \
         (SELECT 1 FROM {p}terms t WHERE t.term_id = tt.term_id) OR tt.parent > 0 AND NOT EXISTS \
         (SELECT 1 FROM {p}term_taxonomy o WHERE o.term_id = tt.parent AND o.taxonomy = tt.taxonomy)",
    ),
    (
        "meta without a person",
        "SELECT CONCAT(m.user_id, ' ', m.meta_key) FROM {p}usermeta m WHERE NOT EXISTS \
         (SELECT 1 FROM {p}users u WHERE u.ID = m.user_id)",
    ),
    (
        "a revision of a revision, or whose name is not of its post",
        "SELECT CONCAT('revision ', r.ID) FROM {p}posts r LEFT JOIN {p}posts p ON p.ID = r.post_parent \
         WHERE r.post_type = 'revision' AND (p.post_type = 'revision' \
         OR r.post_name NOT IN (CONCAT(r.post_parent, '-revision-v1'), CONCAT(r.post_parent, '-autosave-v1')))",
    ),
    (
        "two autosaves of a person on a post",
        "SELECT CONCAT(r.post_parent, ' of ', r.post_author) FROM {p}posts r WHERE r.post_type = 'revision' \
         AND r.post_name = CONCAT(r.post_parent, '-autosave-v1') GROUP BY r.post_parent, r.post_author HAVING COUNT(*) > 1",
    ),
    (
        "a post that is its own parent, or without an address",
        "SELECT CONCAT(p.post_type, ' ', p.ID) FROM {p}posts p WHERE p.post_parent = p.ID \
         OR p.guid = '' AND p.post_type <> 'wp_global_styles'",
    ),
];

/// Everything that does not agree.
///
/// # Errors
/// When the database does not answer.
pub fn findings(site: &Site) -> Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    for (what, sql) in CHECKS {
        let rows: Vec<Row> = site.load(sql, Vec::new())?;
        for row in rows {
            let name: String = row.at(0)?;
            found.insert(format!("{what}: {name}"));
        }
    }
    found.extend(front_page_and_sticky(site)?);
    found.extend(levels(site)?);
    Ok(found)
}

/// Options that name posts which are gone.
fn front_page_and_sticky(site: &Site) -> Result<Vec<String>> {
    const OPTIONS: &str = "SELECT option_name, option_value FROM {p}options WHERE option_name IN ('page_on_front', \
        'page_for_posts', 'sticky_posts')";
    const POST: &str = "SELECT post_status FROM {p}posts WHERE ID = ?";
    let rows: Vec<(String, String)> = site.load(OPTIONS, Vec::new())?;
    let mut found = Vec::new();
    for (name, stored) in rows {
        let sticky = unserialize(stored.as_bytes()).unwrap_or_default();
        let ids: Vec<i64> = match name.as_str() {
            "sticky_posts" => sticky.values().map(Value::to_int).collect(),
            _ if stored.parse::<i64>().is_err() && !stored.is_empty() => {
                found.push(format!("an option is not a number: {name} {stored}"));
                Vec::new()
            }
            _ => stored.parse().into_iter().filter(|id| *id > 0).collect(),
        };
        for id in ids {
            let status: Vec<(String,)> = site.load(POST, binds![id])?;
            // What is in the trash may be made sticky there.
            let is_gone = |status: &str| status == "trash" && name != "sticky_posts";
            if status.first().is_none_or(|(status,)| is_gone(status)) {
                found.push(format!("an option names a post that is gone: {name} {id}"));
            }
        }
    }
    Ok(found)
}

/// People whose level is not the highest of their roles.
fn levels(site: &Site) -> Result<Vec<String>> {
    const ROLES: &str = "SELECT option_value FROM {p}options WHERE option_name = 'wp_user_roles'";
    const PEOPLE: &str = "SELECT c.user_id, c.meta_value, l.meta_value FROM {p}usermeta c JOIN {p}usermeta l \
        ON l.user_id = c.user_id AND l.meta_key = 'wp_user_level' WHERE c.meta_key = 'wp_capabilities'";
    let stored: Vec<(String,)> = site.load(ROLES, Vec::new())?;
    let stored = stored.first().map_or("", |(stored,)| stored);
    let roles = unserialize(stored.as_bytes()).unwrap_or_default();
    let level_of = |role: &str| {
        let can = roles.at(role).at("capabilities");
        (0..=10)
            .rev()
            .find(|n| can.at(format!("level_{n}").as_str()).to_bool())
    };
    let people: Vec<(i64, String, String)> = site.load(PEOPLE, Vec::new())?;
    let mut found = Vec::new();
    for (id, capabilities, level) in people {
        let capabilities = unserialize(capabilities.as_bytes()).unwrap_or_default();
        let levels = capabilities
            .iter()
            .filter_map(|(role, _)| level_of(&role.to_string_lossy()));
        let highest = levels.max().unwrap_or(0);
        if level != highest.to_string() {
            found.push(format!(
                "the level of person {id} is {level}, not {highest}"
            ));
        }
    }
    Ok(found)
}
