//! `wp_old_slug_redirect`: posts that were renamed or moved to another date.
//!
//! Contract "wordpress-core", section 5.4. At most three queries, and only for a page that is not found.

use super::Redirect;
use super::facts::prime_for_links;
use super::moved::add_date;
use crate::wordpress::db::{Db, DbError, SqlText};
use crate::wordpress::link::{LinkHook, Links, trailingslashit};
use crate::wordpress::object_cache::ObjectCache;
use crate::wordpress::post::PostId;
use crate::wordpress::query::MainQuery;
use crate::wordpress::rewrite::{QueryVar, Rewrite};
use crate::wordpress::site::Site;
use crate::wordpress::visibility::{Viewer, Visibility, prime_parents};

/// The redirect to where a post went, if one had this address.
///
/// # Errors
/// When the database fails.
pub async fn wp_old_slug_redirect(
    db: &Db,
    site: &Site,
    rewrite: &Rewrite,
    query: &MainQuery,
    cache: &mut ObjectCache,
    hooks: &[Box<dyn LinkHook>],
    viewer: Viewer<'_>,
) -> Result<Option<Redirect>, DbError> {
    let Some(post_type) = wanted_type(query).filter(|_| query.is.is_404) else {
        return Ok(None);
    };
    let hierarchical = site
        .registry
        .post_types
        .get(post_type)
        .is_some_and(|t| t.hierarchical);
    if hierarchical || query.vars.text("name").is_empty() {
        return Ok(None);
    }
    let Some(id) = find(db, query, post_type).await? else {
        return Ok(None);
    };
    prime_for_links(db, rewrite, cache, &[id]).await?;
    prime_parents(db, cache, cache.post(id).cloned().as_deref()).await?;
    let links = Links {
        site,
        rewrite,
        cache,
        hooks,
        reads_private: false,
    };
    // WordPress redirects to the id of any post; here only to one that this person may view.
    let visibility = Visibility {
        registry: &site.registry,
        options: &site.options,
        objects: links.cache,
        viewer,
    };
    let Some(post) = links
        .cache
        .post(id)
        .filter(|post| visibility.may_view(post))
    else {
        return Ok(None);
    };
    let link = links.get_permalink(post);
    let paged = query.vars.int("paged");
    let link = if paged > 1 {
        links.user_trailingslashit(&format!("{}page/{paged}", trailingslashit(&link)))
    } else if query.is.is_embed || query.vars.has_text("embed") {
        links.user_trailingslashit(&format!("{}embed", trailingslashit(&link)))
    } else {
        link
    };
    Ok(Some(Redirect::permanent(&link)))
}

fn wanted_type(query: &MainQuery) -> Option<&str> {
    match query.vars.get("post_type") {
        Some(QueryVar::Text(name)) if !name.is_empty() => Some(name),
        Some(QueryVar::Map(map)) if map.len() > 1 => None,
        Some(QueryVar::Map(map)) if !map.is_empty() => map.values().next()?.as_text(),
        _ if query.vars.has_text("attachment") => Some("attachment"),
        _ if query.vars.has_text("pagename") => Some("page"),
        _ => Some("post"),
    }
}

async fn find(db: &Db, query: &MainQuery, post_type: &str) -> Result<Option<PostId>, DbError> {
    let name = query.vars.text("name");
    let binds = || vec![post_type.into(), name.into()];
    let mut by_slug = SqlText::default();
    by_slug.push_with(
        "SELECT p.ID FROM {p}postmeta m JOIN {p}posts p ON p.ID = m.post_id WHERE p.post_type = ? \
         AND m.meta_key = '_wp_old_slug' AND {ci:m.meta_value} = {ci:?}",
        binds(),
    );
    add_date(&mut by_slug, query);
    if let Some(id) = first(db, by_slug).await? {
        return Ok(Some(id));
    }
    let dated = ["year", "monthnum", "day"]
        .iter()
        .any(|n| query.vars.is_set(n));
    if !dated {
        return Ok(None);
    }
    let mut by_date = SqlText::default();
    by_date.push_with(
        "SELECT p.ID FROM {p}postmeta d JOIN {p}posts p ON p.ID = d.post_id WHERE p.post_type = ? \
         AND d.meta_key = '_wp_old_date' AND {ci:p.post_name} = {ci:?}",
        binds(),
    );
    add_old_date(&mut by_date, query);
    if let Some(id) = first(db, by_date).await? {
        return Ok(Some(id));
    }
    let mut by_both = SqlText::default();
    by_both.push_with(
        "SELECT p.ID FROM {p}posts p JOIN {p}postmeta m ON p.ID = m.post_id JOIN {p}postmeta d ON p.ID = d.post_id \
         WHERE p.post_type = ? AND m.meta_key = '_wp_old_slug' AND {ci:m.meta_value} = {ci:?} \
         AND d.meta_key = '_wp_old_date'",
        binds(),
    );
    add_old_date(&mut by_both, query);
    first(db, by_both).await
}

fn add_old_date(sql: &mut SqlText, query: &MainQuery) {
    for (name, piece) in [
        ("year", " AND YEAR(d.meta_value) = ?"),
        ("monthnum", " AND MONTH(d.meta_value) = ?"),
        ("day", " AND DAYOFMONTH(d.meta_value) = ?"),
    ] {
        if query.vars.is_set(name) {
            sql.push_with(piece, vec![query.vars.int(name).into()]);
        }
    }
}

async fn first(db: &Db, mut sql: SqlText) -> Result<Option<PostId>, DbError> {
    sql.push(" ORDER BY p.ID LIMIT 1");
    let rows: Vec<(i64,)> = db.load_built(sql).await?;
    Ok(rows.first().map(|(id,)| PostId(*id)))
}
