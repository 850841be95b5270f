//! Lists of terms: parameters, filters, order (`WP_Term_Query` as `wp/v2` asks it).

use std::sync::Arc;

use compat::wordpress::db::unicode_ci::{compare, fold};
use compat::wordpress::l10n::Locale;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::php::Value;
use compat::wordpress::post::PostId;
use compat::wordpress::query::sanitize_title_for_query;
use compat::wordpress::taxonomy::Term;

use super::arg::Arg;
use super::collection::collection_args;
use super::request::RestRequest;
use super::route::Rest;
use super::route_error::RouteError;

/// The parameters of a list of terms.
pub fn args(hierarchical: bool, locale: &Locale) -> Vec<Arg> {
    let text = |source: &str| locale.translate(source).to_owned();
    let ids = |name: &str, source: &str| {
        Arg::new(name, &text(source))
            .list_of("integer")
            .default(Value::array())
    };
    let mut args = collection_args(locale);
    args.push(ids("exclude", "Ensure result set excludes specific IDs."));
    args.push(ids("include", "Limit result set to specific IDs."));
    if !hierarchical {
        let source = "Offset the result set by a specific number of items.";
        args.push(Arg::new("offset", &text(source)).integer());
    }
    let order = "Order sort attribute ascending or descending.";
    args.push(
        Arg::new("order", &text(order))
            .string()
            .default("asc")
            .one_of(&["asc", "desc"]),
    );
    args.push(
        Arg::new("orderby", &text("Sort collection by term attribute."))
            .string()
            .default("name")
            .one_of(&[
                "id",
                "include",
                "name",
                "slug",
                "include_slugs",
                "term_group",
                "description",
                "count",
            ]),
    );
    let empty = "Whether to hide terms not assigned to any posts.";
    args.push(
        Arg::new("hide_empty", &text(empty))
            .boolean()
            .default(false),
    );
    if hierarchical {
        let source = "Limit result set to terms assigned to a specific parent.";
        args.push(Arg::new("parent", &text(source)).integer());
    }
    let post = "Limit result set to terms assigned to a specific post.";
    args.push(Arg::new("post", &text(post)).integer().default(Value::Null));
    let slug = "Limit result set to terms with one or more specific slugs.";
    args.push(Arg::new("slug", &text(slug)).list_of("string"));
    args
}

/// The terms of a post in a taxonomy.
///
/// # Errors
/// When the database fails.
pub async fn of_post(
    rest: &Rest<'_>,
    taxonomy: &str,
    post: i64,
) -> Result<Vec<Arc<Term>>, RouteError> {
    let mut objects = ObjectCache::default();
    let id = PostId(post);
    objects.prime_relationships(&rest.app.db, &[id]).await?;
    let state = rest.state_now();
    let terms = objects.relationships(id).iter();
    let terms = terms.filter_map(|t| state.site.terms.get(*t));
    Ok(terms.filter(|t| t.taxonomy == taxonomy).cloned().collect())
}

/// Keeps the terms that the parameters ask for.
pub fn filter(request: &RestRequest, terms: &mut Vec<Arc<Term>>) {
    let (include, exclude) = (request.ids("include"), request.ids("exclude"));
    let slugs: Vec<String> = request
        .texts("slug")
        .iter()
        .map(|s| sanitize_title_for_query(s))
        .collect();
    let search = request.text("search");
    let wanted = fold(&search);
    let contains = |text: &str| fold(text).contains(&wanted);
    let parent = request.has("parent").then(|| request.int("parent"));
    let hide_empty = request.bool("hide_empty");
    terms.retain(|t| {
        (include.is_empty() || include.contains(&t.term_id.0))
            && !exclude.contains(&t.term_id.0)
            && (slugs.is_empty() || slugs.contains(&t.slug))
            && parent.is_none_or(|p| t.parent.0 == p)
            && (!hide_empty || t.count > 0)
            && (wanted.is_empty() || contains(&t.name) || contains(&t.slug))
    });
}

/// Orders terms as the parameters say; equal ones stay in the order of their ids (recording owner/tags-edit).
pub fn sort(request: &RestRequest, terms: &mut [Arc<Term>]) {
    let orderby = request.text("orderby");
    let (include, slugs) = (request.ids("include"), request.texts("slug"));
    let ascending = |a: &Term, b: &Term| match orderby.as_str() {
        "id" => a.term_id.cmp(&b.term_id),
        "slug" => compare(&a.slug, &b.slug),
        "term_group" => a.group.cmp(&b.group),
        "description" => compare(&a.description, &b.description),
        "count" => a.count.cmp(&b.count),
        "include" => {
            let place = |t: &Term| include.iter().position(|id| *id == t.term_id.0);
            place(a).cmp(&place(b))
        }
        "include_slugs" => {
            let place = |t: &Term| slugs.iter().position(|slug| *slug == t.slug);
            place(a).cmp(&place(b))
        }
        _ => compare(&a.name, &b.name),
    };
    match request.text("order").as_str() {
        "desc" => terms.sort_by(|a, b| ascending(b, a)),
        _ => terms.sort_by(|a, b| ascending(a, b)),
    }
}
