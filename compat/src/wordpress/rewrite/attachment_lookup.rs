//! Attachments that a path could name: one query, asked only when the page tree does not know the path.
//!
//! Contract "wordpress-core", section 3.2, item 12: a rule for pages also counts for an attachment without parent.

use super::parse_request::{PageLookup, requested_path};
use super::rule_table::RuleTable;
use crate::wordpress::db::reads::declared;
use crate::wordpress::db::tag::Tag;
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::post::PostId;
use crate::wordpress::site::{PageNode, Site};

impl<'a> PageLookup<'a> {
    /// The lookup for a request: the page tree, and attachments whose slug stands in the path. A path below `wp-json`
    /// names none, whatever pages there are.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn for_request(
        db: &Db,
        site: &'a Site,
        rules: &RuleTable,
        uri: &str,
    ) -> Result<Self, DbError> {
        const SQL: &str = "SELECT ID, post_parent, post_name, post_status FROM {p}posts \
            WHERE post_type = 'attachment' AND post_name IN (?*) ORDER BY ID";
        let path = requested_path(uri, &site.home());
        let tree_only = Self::new(&site.pages, Vec::new());
        if path.is_empty()
            || site.options.text("permalink_structure").is_empty()
            || tree_only.get_page_by_path(&path).is_some()
            || is_rest_route(rules, &path)
        {
            return Ok(tree_only);
        }
        let slugs = Self::slugs(&path);
        let tags: Vec<Tag> = slugs.iter().map(|slug| Tag::post_name(slug)).collect();
        let load = db.load_list(SQL, vec![], &slugs, vec![]);
        let rows: Vec<(i64, i64, String, String)> = declared(tags, load).await?;
        let attachments = rows
            .into_iter()
            .map(|(id, parent, name, status)| PageNode {
                id: PostId(id),
                parent: PostId(parent),
                name,
                status,
                post_type: "attachment".to_owned(),
                title: String::new(),
                menu_order: 0,
            })
            .collect();
        Ok(Self::new(&site.pages, attachments))
    }
}

/// Whether the first rule that matches the path, whatever pages exist, leads to the REST API.
fn is_rest_route(rules: &RuleTable, path: &str) -> bool {
    let first = rules.find(path, &|_| true);
    first.is_some_and(|matched| matched.query.starts_with("rest_route="))
}
