//! Whether WordPress's tables agree with each other: counts, parents, rows whose owner is gone.
//!
//! Contract "wordpress-rest", section 6.3. Usable after any requests: what a site had before is left out by comparing
//! with an earlier [`findings`].

use std::collections::BTreeSet;

use anyhow::Result;
use compat::wordpress::db::Row;

use crate::site::Site;

/// A check: what it is about, and the statement that finds offenders, each with a column that names it.
const CHECKS: [(&str, &str); 10] = [
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
         WHERE c.comment_post_ID = p.ID AND c.comment_approved = '1')",
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
    Ok(found)
}
