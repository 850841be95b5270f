//! The conditions on posts: slug, id, dates, author, type and status.
//!
//! Contract "wordpress-core", section 4.

use super::clauses::Clauses;
use super::context::QueryContext;
use super::parse_query::Query;
use super::sanitize_title_for_query;
use crate::wordpress::db::{Bind, SqlText};
use crate::wordpress::post::PostId;
use crate::wordpress::post_type_capability::post_type_capability;
use crate::wordpress::rewrite::{PageLookup, QueryVar};
use crate::wordpress::site::Site;

/// The post types of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum QueriedTypes {
    /// None was named: the query's own kind decides.
    Default,
    /// All that searches find.
    Any,
    /// These.
    Named(Vec<String>),
}

impl QueriedTypes {
    /// The types that the variables name.
    pub(super) fn of(query: &Query) -> Self {
        match query.vars.get("post_type") {
            Some(QueryVar::Text(t)) if t == "any" => Self::Any,
            Some(QueryVar::Text(t)) if !t.is_empty() => Self::Named(vec![t.clone()]),
            Some(QueryVar::Map(map)) if !map.is_empty() => Self::Named(
                map.values()
                    .filter_map(|v| v.as_text().map(str::to_owned))
                    .collect(),
            ),
            _ if query.is.is_search => Self::Any,
            _ => Self::Default,
        }
    }
}

fn searchable(site: &Site) -> impl Iterator<Item = &'static str> + '_ {
    site.registry
        .post_types
        .values()
        .filter(|t| !t.exclude_from_search)
        .map(|t| t.name)
}

/// Slug, page, attachment or id. Fills `name` with the slug that was asked for, as later code (redirects) reads it.
pub(super) fn add_identity(
    query: &mut Query,
    types: &mut QueriedTypes,
    site: &Site,
    pages: &PageLookup<'_>,
    clauses: &mut Clauses,
) {
    let path = take_type_variable(query, types, site);
    if query.vars.has_text("name") {
        let name = sanitize_title_for_query(query.vars.text("name"));
        name_is(clauses, &name);
        query.vars.set("name", name);
    } else if path || query.vars.has_text("pagename") {
        add_page(query, types, site, pages, clauses);
    } else if query.vars.has_text("attachment") {
        let slug = sanitize_title_for_query(basename(query.vars.text("attachment")));
        name_is(clauses, &slug);
        query.vars.set("attachment", slug.clone());
        query.vars.set("name", slug);
    }
    let id = match query.vars.int("attachment_id") {
        0 => query.vars.int("p"),
        id => id,
    };
    if id != 0 {
        if query.vars.int("attachment_id") != 0 {
            query.vars.set("p", id.to_string());
        }
        clauses.and("p.ID = ?", vec![id.into()]);
    } else if query.vars.is_set("page_id") && !query.is.is_posts_page {
        clauses.and("p.ID = ?", vec![query.vars.int("page_id").into()]);
    }
}

/// The variable of a custom type holds a slug, for a hierarchical one a path (then `true`).
fn take_type_variable(query: &mut Query, types: &QueriedTypes, site: &Site) -> bool {
    let QueriedTypes::Named(names) = types else {
        return false;
    };
    for name in names {
        let Some(post_type) = site.registry.post_types.get(name.as_str()) else {
            continue;
        };
        let Some(var) = post_type.query_var.filter(|v| query.vars.is_set(v)) else {
            continue;
        };
        let value = query.vars.text(var).to_owned();
        if post_type.hierarchical {
            query.vars.set("pagename", value);
            query.vars.set("name", "");
            return true;
        }
        query.vars.set("name", value);
        return false;
    }
    false
}

fn add_page(
    query: &mut Query,
    types: &mut QueriedTypes,
    site: &Site,
    pages: &PageLookup<'_>,
    clauses: &mut Clauses,
) {
    let path = query.vars.text("pagename").to_owned();
    let id = query.page.or_else(|| match types {
        QueriedTypes::Named(names) => names
            .iter()
            .find_map(|name| pages.get_by_path(&path, name))
            .map(|n| n.id),
        _ => None,
    });
    if id.is_some() && site.page_for_posts() == id {
        return;
    }
    let slug = sanitize_title_for_query(basename(&path));
    query.vars.set("pagename", slug.clone());
    query.vars.set("name", slug);
    clauses.and("p.ID = ?", vec![id.unwrap_or(PostId(0)).0.into()]);
    if query.page_is_attachment {
        query.is.is_attachment = true;
        *types = QueriedTypes::Named(vec!["attachment".to_owned()]);
        query
            .vars
            .set("attachment_id", id.unwrap_or_default().to_string());
    }
}

/// Conditions on a post's name. SQLite has no index on what names compare as: names of plain letters and digits are found
/// in the index on names, which ignores case; other ones, if there are any, stand in an index of their own
/// (`db::schema::change_triggers`) and are compared one by one.
fn name_is(clauses: &mut Clauses, name: &str) {
    const PLAIN: &str = "p.ID IN (SELECT n.ID FROM {p}posts n WHERE n.post_name = ? UNION ALL SELECT o.ID FROM {p}posts o \
         WHERE o.post_name GLOB '*[^A-Za-z0-9%_-]*' AND {ci:o.post_name} = {ci:?})";
    const EACH: &str = "p.ID IN (SELECT n.ID FROM {p}posts n WHERE {ci:n.post_name} = {ci:?})";
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '%' | '_' | '-');
    match clauses.compares_all_names {
        true if name.chars().all(is_plain) => clauses.and(PLAIN, vec![name.into(), name.into()]),
        true => clauses.and(EACH, vec![name.into()]),
        false => clauses.and("{ci:p.post_name} = {ci:?}", vec![name.into()]),
    }
}

fn basename(path: &str) -> &str {
    let path = path.trim_end_matches('/');
    path.rsplit('/').next().unwrap_or(path)
}

/// `m`, and the single parts of a date.
pub(super) fn add_dates(query: &Query, context: &QueryContext<'_>, clauses: &mut Clauses) {
    const PARTS: [(&str, &str); 6] = [
        ("year", "YEAR(p.post_date) = ?"),
        ("monthnum", "MONTH(p.post_date) = ?"),
        ("day", "DAYOFMONTH(p.post_date) = ?"),
        ("hour", "HOUR(p.post_date) = ?"),
        ("minute", "MINUTE(p.post_date) = ?"),
        ("second", "SECOND(p.post_date) = ?"),
    ];
    let moment = query.vars.text("m");
    for (at, (_, sql)) in PARTS.into_iter().enumerate() {
        // The first part has four digits, the others two; a part cut short counts.
        let start = if at == 0 { 0 } else { 2 + 2 * at };
        let end = (4 + 2 * at).min(moment.len());
        if let Some(digits) = moment.get(start..end).filter(|d| !d.is_empty()) {
            clauses.and(sql, vec![digits.parse::<i64>().unwrap_or(0).into()]);
        }
    }
    for (name, sql) in PARTS {
        let given = match name {
            "hour" | "minute" | "second" => query.vars.has_text(name),
            _ => query.vars.is_set(name),
        };
        if given {
            clauses.and(sql, vec![query.vars.int(name).into()]);
        }
    }
    if query.vars.is_set("w") {
        let monday = context.site.options.int("start_of_week") == 1;
        let sql = match (context.db.is_sqlite(), monday) {
            (false, true) => "WEEK(p.post_date, 1) = ?",
            (false, false) => "WEEK(p.post_date, 0) = ?",
            (true, true) => WEEK_FROM_MONDAY,
            (true, false) => WEEK_FROM_SUNDAY,
        };
        clauses.and(sql, vec![query.vars.int("w").into()]);
    }
}

/// `WEEK(date, 1)` for SQLite: the first week with four days of the year is week 1.
const WEEK_FROM_MONDAY: &str = "((CAST(strftime('%j', p.post_date) AS INTEGER) - 1 \
    + (CAST(strftime('%w', p.post_date, 'start of year') AS INTEGER) + 6) % 7) / 7 \
    + ((CAST(strftime('%w', p.post_date, 'start of year') AS INTEGER) + 6) % 7 <= 3)) = ?";

/// `WEEK(date, 0)` for SQLite: the first week with a Sunday is week 1.
const WEEK_FROM_SUNDAY: &str = "((CAST(strftime('%j', p.post_date) AS INTEGER) - 1 \
    + CAST(strftime('%w', p.post_date, 'start of year') AS INTEGER)) / 7 \
    + (CAST(strftime('%w', p.post_date, 'start of year') AS INTEGER) = 0)) = ?";

/// `author`: ids, negative ones excluded. The author's name was made an id before.
pub(super) fn add_authors(query: &Query, clauses: &mut Clauses) {
    if query.vars.has_text("author_name") {
        // An unknown name becomes author 0, who has no posts.
        clauses.and("p.post_author = ?", vec![query.vars.int("author").into()]);
        return;
    }
    if !query.vars.is_set("author") {
        return;
    }
    let ids: Vec<i64> = query
        .vars
        .text("author")
        .split(',')
        .filter_map(|id| id.parse().ok())
        .collect();
    let (wanted, unwanted): (Vec<i64>, Vec<i64>) = ids.into_iter().partition(|id| *id > 0);
    if unwanted.is_empty() {
        clauses.and_list("p.post_author IN (?*)", wanted);
    } else {
        clauses.and_list(
            "p.post_author NOT IN (?*)",
            unwanted.into_iter().map(i64::abs),
        );
    }
}

/// Type and, for lists, status.
pub(super) fn add_types(
    query: &Query,
    types: &QueriedTypes,
    context: &QueryContext<'_>,
    clauses: &mut Clauses,
) {
    let site = context.site;
    let names: Vec<String> = match types {
        QueriedTypes::Any => searchable(site).map(str::to_owned).collect(),
        QueriedTypes::Named(names) => names.clone(),
        QueriedTypes::Default if query.is.is_tax => match taxonomy_types(query, site) {
            types if types.is_empty() => searchable(site).map(str::to_owned).collect(),
            types => types,
        },
        QueriedTypes::Default if query.is.is_attachment => vec!["attachment".to_owned()],
        QueriedTypes::Default if query.is.is_page => vec!["page".to_owned()],
        QueriedTypes::Default => vec!["post".to_owned()],
    };
    if query.is.is_singular {
        // SQLite would take the index on types in place of the few ids.
        let condition = match clauses.compares_all_names {
            true => "+p.post_type IN (?*)",
            false => "p.post_type IN (?*)",
        };
        clauses.and_list(condition, names);
    } else {
        add_status(site, &names, context, clauses);
    }
}

/// Per type: published posts, private ones if the viewer may read those of the type, and the viewer's own. SQLite gets
/// types with the same statuses in one term: with one term a type it would look each up and keep a list of the rows.
fn add_status(site: &Site, names: &[String], context: &QueryContext<'_>, clauses: &mut Clauses) {
    let viewer = &context.viewer;
    let reads_private =
        |name: &String| viewer.can(&post_type_capability(&site.registry, name, "read_private"));
    let of_types = |names: &[String]| {
        let mut sql = SqlText::default();
        sql.push_list("(p.post_type IN (?*)", names.iter().cloned());
        sql.push(" AND (p.post_status = 'publish'");
        if names.first().is_some_and(reads_private) {
            sql.push(" OR p.post_status = 'private'");
        } else if let Some(user) = viewer.user() {
            let binds: Vec<Bind> = vec![user.0.into()];
            sql.push_with(
                " OR (p.post_author = ? AND p.post_status = 'private')",
                binds,
            );
        }
        sql.push("))");
        sql
    };
    let is_sqlite = context.db.is_sqlite();
    let are_alike = |a: &String, b: &String| is_sqlite && reads_private(a) == reads_private(b);
    let mut sql = SqlText::new("(");
    if names.is_empty() {
        sql.push("0 = 1");
    }
    sql.append(SqlText::join(
        " OR ",
        names.chunk_by(are_alike).map(of_types),
    ));
    sql.push(")");
    clauses.conditions.push(sql);
}

/// Searchable types that have one of the queried taxonomies.
fn taxonomy_types(query: &Query, site: &Site) -> Vec<String> {
    searchable(site)
        .filter(|name| {
            query.tax.iter().any(|clause| {
                let types = site.registry.taxonomies.get(clause.taxonomy.as_str());
                types.is_some_and(|t| t.object_types.contains(name))
            })
        })
        .map(str::to_owned)
        .collect()
}
