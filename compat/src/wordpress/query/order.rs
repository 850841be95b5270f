//! `orderby` and `order`: only what WordPress allows a visitor to name.
//!
//! Contract "wordpress-core", section 4. WordPress leaves open in which order posts of the same second come. On MySQL and
//! MariaDB the database decides it, over WordPress's own statement. On SQLite it is what they mostly do: newest id first
//! where an index is read backwards, oldest first where the rows of a search are sorted.

use super::clauses::Clauses;
use super::parse_query::Query;
use super::search::Search;
use crate::wordpress::db::SqlText;

/// The order of a query.
pub(super) fn add_order(query: &Query, search: Option<&Search>, clauses: &mut Clauses) {
    let orderby = query.vars.text("orderby");
    let by_random = orderby == "rand";
    let ascending = query.vars.text("order").eq_ignore_ascii_case("asc");
    if orderby == "none" {
        return;
    }
    let mut parts: Vec<SqlText> = Vec::new();
    let by_relevance = orderby == "relevance" || orderby.is_empty() && !query.is.is_feed;
    if by_relevance {
        parts.extend(search.and_then(Search::order));
    }
    let columns: Vec<&'static str> = orderby
        .split(' ')
        .filter_map(|name| column(name, ascending))
        .collect();
    if by_random {
        parts.push(SqlText::new("RAND()"));
    } else if columns.is_empty() {
        let date = if ascending {
            "p.post_date ASC"
        } else {
            "p.post_date DESC"
        };
        parts.push(SqlText::new(date));
    } else {
        clauses.sorts_ids |= !columns
            .iter()
            .all(|column| column.starts_with("p.post_date"));
        parts.extend(columns.into_iter().map(SqlText::new));
    }
    clauses.order = SqlText::join(", ", parts);
    clauses.ties = if search.is_some() {
        ", p.ID ASC"
    } else {
        ", p.ID DESC"
    };
}

/// The column that a name stands for, with its direction.
fn column(name: &str, ascending: bool) -> Option<&'static str> {
    const COLUMNS: [(&[&str], &str, &str); 10] = [
        (
            &["post_name", "name"],
            "{ci:p.post_name} ASC",
            "{ci:p.post_name} DESC",
        ),
        (
            &["post_author", "author"],
            "p.post_author ASC",
            "p.post_author DESC",
        ),
        (
            &["post_date", "date"],
            "p.post_date ASC",
            "p.post_date DESC",
        ),
        (
            &["post_title", "title"],
            "{ci:p.post_title} ASC",
            "{ci:p.post_title} DESC",
        ),
        (
            &["post_modified", "modified"],
            "p.post_modified ASC",
            "p.post_modified DESC",
        ),
        (
            &["post_parent", "parent"],
            "p.post_parent ASC",
            "p.post_parent DESC",
        ),
        (
            &["post_type", "type"],
            "p.post_type ASC",
            "p.post_type DESC",
        ),
        (&["ID"], "p.ID ASC", "p.ID DESC"),
        (&["menu_order"], "p.menu_order ASC", "p.menu_order DESC"),
        (
            &["comment_count"],
            "p.comment_count ASC",
            "p.comment_count DESC",
        ),
    ];
    COLUMNS
        .iter()
        .find(|(names, _, _)| names.contains(&name))
        .map(|(_, up, down)| if ascending { *up } else { *down })
}
