//! Runs the main query.
//!
//! Contract "wordpress-core", section 4.

use std::collections::HashSet;
use std::sync::Arc;

use super::clauses::Clauses;
use super::context::QueryContext;
use super::not_found::is_not_found;
use super::order::add_order;
use super::parse_query::Query;
use super::queried_object::{QueriedObject, queried_object};
use super::query_tags::query_tags;
use super::result::MainQuery;
use super::sanitize_title_for_query;
use super::search::Search;
use super::singular::check_status;
use super::tax_query::{add_tax_clauses, parse_tax_query};
use super::where_clause::{QueriedTypes, add_authors, add_dates, add_identity, add_types};
use crate::wordpress::db::reads::{declared, record};
use crate::wordpress::db::tag::Tag;
use crate::wordpress::db::{Db, DbError, FEW_KEYS, SqlText};
use crate::wordpress::object_cache::ObjectCache;
use crate::wordpress::php::{Value, cast};
use crate::wordpress::post::{Post, PostId};
use crate::wordpress::rewrite::{PageLookup, ParsedRequest, QueryVars};
use crate::wordpress::site::Site;
use crate::wordpress::user::UserId;
use crate::wordpress::visibility::{Visibility, prime_parents, push_publicly_viewable};

const POSTS: &str = concat!("SELECT ", crate::post_columns!());

/// Runs the query of a request. Found posts are kept in `cache`.
///
/// # Errors
/// When the database fails.
pub async fn main_query(
    context: &QueryContext<'_>,
    parsed: &ParsedRequest,
    pages: &PageLookup<'_>,
    cache: &mut ObjectCache,
) -> Result<MainQuery, DbError> {
    let site = context.site;
    let mut query = Query::parse(&parsed.query_vars, site, pages);
    for hook in context.hooks {
        hook.pre_get_posts(&mut query, site, &parsed.get);
    }
    let author = resolve_author(context, &mut query).await?;
    let per_page = posts_per_page(&query, site);
    let mut types = QueriedTypes::of(&query);
    let mut clauses = build(context, &mut query, &mut types, parsed, pages);
    for hook in context.hooks {
        hook.posts_clauses(&query, site, &parsed.get, &mut clauses);
    }
    let paged = page_of(&query);
    if !query.is.is_singular {
        clauses.limit = Some((paged.saturating_sub(1).saturating_mul(per_page), per_page));
        clauses.is_indexed_lookup = is_newest_of_a_type(&query, &types, context, &clauses);
    }
    let mut result = MainQuery {
        posts_per_page: per_page,
        author,
        get: parsed.get.clone(),
        ..MainQuery::default()
    };
    if query.is.is_comment_feed && !query.is.is_singular {
        result.comments = comment_feed(context, &query, &mut clauses).await?;
    }
    let tags = query_tags(&query, &types, site);
    declared(tags, load(context.db, &clauses, &mut result)).await?;
    show(context, &mut query, &types, paged, &mut result, cache).await?;
    finish(context, query, &parsed.query_vars, &mut result);
    for post in &result.posts {
        record(Tag::Post(post.id.0));
        cache.add_post(post.clone());
    }
    Ok(result)
}

/// All conditions and the order.
fn build(
    context: &QueryContext<'_>,
    query: &mut Query,
    types: &mut QueriedTypes,
    parsed: &ParsedRequest,
    pages: &PageLookup<'_>,
) -> Clauses {
    let site = context.site;
    let mut clauses = Clauses {
        // A single post is found by its id or its name.
        is_indexed_lookup: query.is.is_singular,
        compares_all_names: context.db.is_sqlite(),
        ..Clauses::default()
    };
    add_dates(query, context, &mut clauses);
    add_identity(query, types, site, pages, &mut clauses);
    let search = Search::new(query, parsed.get.is_set("s"), context.stop_words);
    if !query.is.is_singular {
        if query.tax.is_empty() {
            query.tax = parse_tax_query(&mut query.vars, site, false);
        }
        let joins = !context.db.is_sqlite();
        add_tax_clauses(site, &query.tax, joins, &mut clauses);
    }
    if let Some(search) = &search {
        clauses.sorts_ids = true;
        search.add_conditions(context.viewer.user().is_some(), &mut clauses);
    }
    add_authors(query, &mut clauses);
    add_types(query, types, context, &mut clauses);
    clauses.conditions.extend(site.posts_where.clone());
    add_order(query, search.as_ref(), &mut clauses);
    clauses
}

/// Whether the query asks for the newest published posts of a type and nothing else: the index of types, statuses and dates
/// gives them in order.
fn is_newest_of_a_type(
    query: &Query,
    types: &QueriedTypes,
    context: &QueryContext<'_>,
    clauses: &Clauses,
) -> bool {
    let is_one_type = match types {
        QueriedTypes::Named(names) => names.len() == 1,
        QueriedTypes::Default => !query.is.is_tax,
        QueriedTypes::Any => false,
    };
    // The rows before the page are read, too.
    let rows = clauses
        .limit
        .map(|(skip, count)| skip.saturating_add(count));
    let is_few = |rows: i64| usize::try_from(rows).is_ok_and(|rows| rows <= FEW_KEYS);
    is_one_type
        && context.viewer.user().is_none()
        && clauses.conditions.len() == 1
        && clauses.join.is_empty()
        && !clauses.sorts_ids
        && query.vars.text("orderby").is_empty()
        && !query.vars.text("order").eq_ignore_ascii_case("asc")
        && rows.is_some_and(is_few)
}

/// Rows and, when they do not tell themselves, their number.
async fn load(db: &Db, clauses: &Clauses, result: &mut MainQuery) -> Result<(), DbError> {
    result.posts = if clauses.limit.is_some() && (clauses.sorts_ids || !db.is_sqlite()) {
        load_by_ids(db, clauses).await?
    } else {
        let posts: Vec<Post> = db.load_built(clauses.rows(POSTS)).await?;
        posts.into_iter().map(Arc::new).collect()
    };
    let shown = i64::try_from(result.posts.len()).unwrap_or(i64::MAX);
    result.found_posts = match clauses.limit {
        Some((skip, count)) if shown > 0 && (skip > 0 || shown == count) => {
            let rows: Vec<(i64,)> = db.load_built(clauses.count()).await?;
            rows.first().map_or(shown, |(n,)| *n)
        }
        _ => shown,
    };
    if clauses.limit.is_some() {
        let per_page = result.posts_per_page.max(1);
        result.max_num_pages = result.found_posts.saturating_add(per_page - 1) / per_page;
    }
    Ok(())
}

/// The rows in the order that the database gives their ids.
async fn load_by_ids(db: &Db, clauses: &Clauses) -> Result<Vec<Arc<Post>>, DbError> {
    let ids: Vec<(i64,)> = db.load_built(clauses.ids(db.is_sqlite())).await?;
    let ids: Vec<PostId> = ids.into_iter().map(|(id,)| PostId(id)).collect();
    let mut cache = ObjectCache::default();
    cache.prime_posts(db, &ids).await?;
    Ok(ids
        .iter()
        .filter_map(|id| cache.post(*id).cloned())
        .collect())
}

/// Removes posts that the user may not read, and moves sticky posts to the front.
async fn show(
    context: &QueryContext<'_>,
    query: &mut Query,
    types: &QueriedTypes,
    paged: i64,
    result: &mut MainQuery,
    cache: &mut ObjectCache,
) -> Result<(), DbError> {
    let first = result.posts.first().filter(|_| query.is.is_singular);
    prime_parents(context.db, cache, first.map(AsRef::as_ref)).await?;
    let visibility = Visibility {
        registry: &context.site.registry,
        options: &context.site.options,
        objects: cache,
        viewer: context.viewer,
    };
    check_status(query, &mut result.posts, &visibility);
    if query.is.is_home && paged <= 1 {
        let tags = query_tags(query, types, context.site);
        declared(tags, add_stickies(context, types, &mut result.posts)).await?;
    }
    Ok(())
}

fn finish(context: &QueryContext<'_>, query: Query, request: &QueryVars, result: &mut MainQuery) {
    let site = context.site;
    let is_404 = query.is.is_404;
    let object = queried_object(&query, site, &result.posts, result.author);
    result.is = query.is;
    result.queried_object.clone_from(&object);
    let early = query.page.is_some() || context.hooks.iter().any(|h| h.asks_queried_object(&query));
    let front = site.page_on_front();
    let is_front = |object: &Option<QueriedObject>| matches!(object, Some(QueriedObject::Post(id)) if Some(*id) == front);
    let refused = u16::try_from(request.int("error")).unwrap_or(200);
    result.status = match refused {
        403 | 404 | 500 | 502 | 503 => refused,
        _ => 200,
    };
    if is_not_found(result, request) {
        result.is.set_404();
        result.status = 404;
    }
    if result.is.is_404 && (is_404 || !early) {
        result.queried_object = query.page.filter(|_| !is_404).map(QueriedObject::Post);
    }
    result.is.is_front_page = if site.options.text("show_on_front") == "page" {
        result.is.is_page && is_front(&object)
    } else {
        result.is.is_home
    };
    result.request = request.clone();
    result.vars = query.vars;
    result.tax = query.tax;
}

fn page_of(query: &Query) -> i64 {
    query.vars.int("paged").max(1)
}

fn posts_per_page(query: &Query, site: &Site) -> i64 {
    let asked = query.vars.int("posts_per_page");
    let number = if query.is.is_feed {
        site.options.int("posts_per_rss")
    } else if asked != 0 {
        asked
    } else {
        site.options.int("posts_per_page")
    };
    match number {
        -1 => 1_000_000,
        0 => 1,
        n => n.saturating_abs(),
    }
}

/// Replaces an author's name by the id; returns whether the author exists.
async fn resolve_author(
    context: &QueryContext<'_>,
    query: &mut Query,
) -> Result<Option<UserId>, DbError> {
    let name = query.vars.text("author_name").to_owned();
    let rows: Vec<(i64,)> = if name.is_empty() {
        let id = query.vars.int("author");
        if !query.is.is_author || id <= 0 {
            return Ok(None);
        }
        context
            .db
            .lookup("SELECT ID FROM {p}users WHERE ID = ?", vec![id.into()])
            .await?
    } else {
        let path = name.trim_end_matches('/');
        let slug = sanitize_title_for_query(path.rsplit('/').next().unwrap_or_default());
        let sql = "SELECT ID FROM {p}users WHERE {ci:user_nicename} = {ci:?} ORDER BY ID LIMIT 1";
        let mut text = SqlText::default();
        text.push_with(sql, vec![slug.clone().into()]);
        let rows: Vec<(i64,)> = context.db.load_built(text).await?;
        let id = rows.first().map_or(0, |(id,)| *id);
        query.vars.set("author_name", slug);
        query.vars.set("author", id.to_string());
        rows
    };
    Ok(rows.first().map(|(id,)| UserId(*id)))
}

async fn add_stickies(
    context: &QueryContext<'_>,
    types: &QueriedTypes,
    posts: &mut Vec<Arc<Post>>,
) -> Result<(), DbError> {
    let Value::Array(stored) = context.site.options.value("sticky_posts") else {
        return Ok(());
    };
    let sticky: HashSet<i64> = stored
        .values()
        .filter_map(|v| match v {
            Value::Int(id) => Some(*id),
            other => other.as_bytes().map(cast::string_to_int),
        })
        .collect();
    let (mut first, rest): (Vec<_>, Vec<_>) = std::mem::take(posts)
        .into_iter()
        .partition(|p| sticky.contains(&p.id.0));
    let held: HashSet<PostId> = first.iter().map(|p| p.id).collect();
    let missing: Vec<i64> = sticky
        .iter()
        .copied()
        .filter(|id| !held.contains(&PostId(*id)))
        .collect();
    if !missing.is_empty() {
        let mut clauses = Clauses {
            is_indexed_lookup: missing.len() <= FEW_KEYS,
            ..Clauses::default()
        };
        clauses.and_list("p.ID IN (?*)", missing);
        clauses.and("p.post_status = 'publish'", vec![]);
        let names = match types {
            QueriedTypes::Named(names) => names.clone(),
            _ => vec!["post".to_owned()],
        };
        clauses.and_list("p.post_type IN (?*)", names);
        clauses.conditions.extend(context.site.posts_where.clone());
        clauses.order = SqlText::new("p.post_date DESC");
        clauses.ties = ", p.ID DESC";
        let more: Vec<Post> = context.db.load_built(clauses.rows(POSTS)).await?;
        first.extend(more.into_iter().map(Arc::new));
    }
    first.extend(rest);
    *posts = first;
    Ok(())
}

/// The newest comments of a feed; the posts are then those that they belong to.
async fn comment_feed(
    context: &QueryContext<'_>,
    query: &Query,
    clauses: &mut Clauses,
) -> Result<Vec<i64>, DbError> {
    let mut sql = SqlText::new(
        "SELECT c.comment_ID, c.comment_post_ID FROM {p}comments c JOIN {p}posts p ON c.comment_post_ID = p.ID ",
    );
    if query.is.is_archive || query.is.is_search {
        sql.append(clauses.join.clone());
        sql.push(" WHERE c.comment_approved = '1' AND ");
        sql.append(SqlText::join(" AND ", clauses.conditions.iter().cloned()));
        if clauses.is_grouped {
            sql.push(" GROUP BY c.comment_ID, c.comment_post_ID");
        }
    } else {
        sql.push(" WHERE c.comment_approved = '1' AND ");
        push_publicly_viewable(&mut sql, &context.site.registry);
    }
    let count = context.site.options.int("posts_per_rss").max(1);
    sql.push_with(
        " ORDER BY c.comment_date_gmt DESC, c.comment_ID DESC LIMIT ?",
        vec![count.into()],
    );
    let rows: Vec<(i64, i64)> = context.db.load_built(sql).await?;
    let order = std::mem::take(&mut clauses.order);
    *clauses = Clauses {
        order,
        ties: clauses.ties,
        limit: clauses.limit,
        ..Clauses::default()
    };
    let mut posts: Vec<i64> = rows.iter().map(|(_, post)| *post).collect();
    posts.sort_unstable();
    posts.dedup();
    clauses.and_list("p.ID IN (?*)", posts);
    Ok(rows.into_iter().map(|(comment, _)| comment).collect())
}
