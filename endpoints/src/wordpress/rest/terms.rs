//! `wp/v2/categories`, `tags` and the taxonomies of columns.
//!
//! Terms are part of the site snapshot; only the parameter `post` needs a query. Recording rest/categories.

use std::sync::Arc;

use compat::wordpress::db::unicode_ci::{compare, fold};
use compat::wordpress::l10n::Locale;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::php::Value;
use compat::wordpress::post::PostId;
use compat::wordpress::query::sanitize_title_for_query;
use compat::wordpress::taxonomy::{Taxonomy, Term, TermId};
use themes::wordpress::view::View;

use super::arg::Arg;
use super::collection::{Paging, collection_args, context_arg, keep_context, paged};
use super::denied;
use super::denied_of;
use super::hidden_types::{HiddenTaxonomy, taxonomy_base};
use super::item_schema;
use super::read_permission::{readable, term_of};
use super::request::RestRequest;
use super::rest_response::{Item, RestResponse};
use super::route::Rest;
use super::route::{
    CREATABLE, Callback, DELETABLE, EDITABLE, Endpoint, Permission, Permitting, READABLE, Routes,
};
use super::route_error::RouteError;
use super::write_args::{force, term_args};

/// Registers the routes of a taxonomy of the site.
pub fn register(routes: &mut Routes, taxonomy: &Taxonomy, locale: &Locale) {
    if let Some(base) = taxonomy.rest_base {
        let shown = (taxonomy.name.as_ref(), base, taxonomy.hierarchical);
        register_post_type(routes, shown, (may_list, may_read_one), locale);
    }
}

/// Registers the routes of a taxonomy without pages.
pub fn register_hidden(routes: &mut Routes, taxonomy: &HiddenTaxonomy, locale: &Locale) {
    let shown = (taxonomy.name, taxonomy.base, taxonomy.hierarchical);
    let permissions: (Permission, Permission) = if taxonomy.name == "nav_menu" {
        (denied::menus, denied_of::menu)
    } else {
        (may_list, may_read_one)
    };
    register_post_type(routes, shown, permissions, locale);
}

fn register_post_type(
    routes: &mut Routes,
    (name, base, hierarchical): (&str, &str, bool),
    (list, one): (Permission, Permission),
    locale: &Locale,
) {
    let endpoint = |methods, permission, callback, args| Endpoint {
        methods,
        args: Some(args),
        permission: Some(permission),
        callback,
        subject: name.to_owned().into(),
        allow_batch: true,
    };
    let get_list: Callback = |rest, request| Box::pin(get_items(rest, request));
    let get_one: Callback = |rest, request| Box::pin(get_item(rest, request));
    let refuse: Callback = denied::not_here;
    let create: Permission = denied::create_term;
    let written = |is_new| term_args(hierarchical, is_new, locale);
    routes.register(
        "wp/v2",
        &format!("/{base}"),
        vec![
            endpoint(READABLE, list, get_list, args(hierarchical, locale)),
            endpoint(CREATABLE, create, refuse, written(true)),
        ],
    );
    routes.schema(item_schema::term);
    let id = || Arg::new("id", locale.translate("Unique identifier for the term.")).integer();
    let one_args = vec![id(), context_arg(locale, &["view", "embed", "edit"])];
    let mut edit_args = vec![id()];
    edit_args.extend(written(false));
    let source = "Required to be true, as terms do not support trashing.";
    let delete_args = vec![id(), force(locale, source)];
    routes.register(
        "wp/v2",
        &format!("/{base}/(?P<id>[\\d]+)"),
        vec![
            endpoint(READABLE, one, get_one, one_args),
            endpoint(EDITABLE, may_edit, refuse, edit_args),
            endpoint(DELETABLE, may_delete, refuse, delete_args),
        ],
    );
    routes.schema(item_schema::term);
}

fn args(hierarchical: bool, locale: &Locale) -> Vec<Arg> {
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

fn may_list<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    Box::pin(async move {
        context(
            rest,
            request,
            "Sorry, you are not allowed to edit terms in this taxonomy.",
        )?;
        match request.int("post") {
            0 => Ok(()),
            post => may_read_post(rest, &request.subject, post).await,
        }
    })
}

fn context(rest: &Rest<'_>, request: &RestRequest, source: &str) -> Result<(), RouteError> {
    if request.text("context") == "edit" && !rest.meta_cap().edit_term(&request.subject) {
        return Err(rest.forbidden("rest_forbidden_context", source).into());
    }
    Ok(())
}

/// `check_read_terms_permission_for_post`: a post's terms are readable if the post is.
async fn may_read_post(rest: &Rest<'_>, taxonomy: &str, post: i64) -> Result<(), RouteError> {
    let mut objects = ObjectCache::default();
    objects.prime_posts(&rest.app.db, &[PostId(post)]).await?;
    let Some(post) = objects.post(PostId(post)) else {
        let source = "Invalid post ID.";
        return Err(rest.error("rest_post_invalid_id", source, 400).into());
    };
    let registry = &rest.state.site.registry;
    let taxonomy = registry.taxonomies.get(taxonomy);
    let post_type = post.post_type.as_str();
    let belongs = taxonomy.is_some_and(|t| t.object_types.contains(&post_type));
    let shown = readable(rest, std::slice::from_ref(post)).await?;
    if belongs && shown.first() == Some(&true) {
        return Ok(());
    }
    let source = "Sorry, you are not allowed to view terms for this post.";
    Err(rest.forbidden("rest_forbidden_context", source).into())
}

/// Permission for one term: 404 for a missing term comes before 401 and 403.
fn with_term<'a>(
    rest: &'a Rest<'a>,
    request: &'a RestRequest,
    next: impl FnOnce() -> Result<(), RouteError>,
) -> Permitting<'a> {
    let outcome = term_of(rest, request).and_then(|_| next());
    Box::pin(async move { outcome })
}

fn may_read_one<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    let source = "Sorry, you are not allowed to edit this term.";
    with_term(rest, request, || context(rest, request, source))
}

fn unless(
    rest: &Rest<'_>,
    is_allowed: bool,
    (code, source): (&str, &str),
) -> Result<(), RouteError> {
    if is_allowed {
        return Ok(());
    }
    Err(rest.forbidden(code, source).into())
}

fn may_edit<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    let source = "Sorry, you are not allowed to edit this term.";
    with_term(rest, request, || {
        let is_allowed = rest.meta_cap().edit_term(&request.subject);
        unless(rest, is_allowed, ("rest_cannot_update", source))
    })
}

fn may_delete<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    let source = "Sorry, you are not allowed to delete this term.";
    with_term(rest, request, || {
        let term = TermId(request.int("id"));
        let is_allowed = rest.meta_cap().delete_term(&request.subject, term);
        unless(rest, is_allowed, ("rest_cannot_delete", source))
    })
}

async fn get_items(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let site = &rest.state.site;
    let mut terms: Vec<Arc<Term>> = match request.int("post") {
        0 => site.terms.of(&request.subject).to_vec(),
        post => of_post(rest, &request.subject, post).await?,
    };
    filter(request, &mut terms);
    sort(request, &mut terms);
    let total = i64::try_from(terms.len()).unwrap_or(i64::MAX);
    let paging = Paging::of(request);
    let (skip, take) = (
        usize::try_from(paging.offset).unwrap_or(usize::MAX),
        usize::try_from(paging.per_page).unwrap_or(10),
    );
    let view = rest.view(Vec::new()).await?;
    let shown = terms.iter().skip(skip).take(take);
    let items = shown.map(|t| prepare(rest, request, &view, t)).collect();
    let base = taxonomy_base(site, &request.subject);
    Ok(paged(
        rest,
        request,
        items,
        total,
        &format!("/wp/v2/{base}"),
    ))
}

async fn of_post(rest: &Rest<'_>, taxonomy: &str, post: i64) -> Result<Vec<Arc<Term>>, RouteError> {
    let mut objects = ObjectCache::default();
    let id = PostId(post);
    objects.prime_relationships(&rest.app.db, &[id]).await?;
    let terms = objects.relationships(id).iter();
    let terms = terms.filter_map(|t| rest.state.site.terms.get(*t));
    Ok(terms.filter(|t| t.taxonomy == taxonomy).cloned().collect())
}

fn filter(request: &RestRequest, terms: &mut Vec<Arc<Term>>) {
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

fn sort(request: &RestRequest, terms: &mut [Arc<Term>]) {
    let orderby = request.text("orderby");
    match orderby.as_str() {
        "id" => terms.sort_by_key(|t| t.term_id),
        "slug" => terms.sort_by(|a, b| compare(&a.slug, &b.slug)),
        "term_group" => terms.sort_by_key(|t| t.group),
        "description" => terms.sort_by(|a, b| compare(&a.description, &b.description)),
        "count" => terms.sort_by_key(|t| t.count),
        "include" => {
            let include = request.ids("include");
            terms.sort_by_key(|t| include.iter().position(|id| *id == t.term_id.0));
        }
        "include_slugs" => {
            let slugs = request.texts("slug");
            terms.sort_by_key(|t| slugs.iter().position(|s| *s == t.slug));
        }
        _ => terms.sort_by(|a, b| compare(&a.name, &b.name)),
    }
    if request.text("order") == "desc" {
        terms.reverse();
    }
}

async fn get_item(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let term = term_of(rest, request)?;
    let view = rest.view(Vec::new()).await?;
    Ok(RestResponse::item(prepare(rest, request, &view, &term)))
}

/// The term with its links.
fn prepare(rest: &Rest<'_>, request: &RestRequest, view: &View, term: &Arc<Term>) -> Item {
    let mut item = Item::default();
    let registry = &rest.state.site.registry;
    let taxonomy = registry.taxonomies.get(term.taxonomy.as_str());
    let base = taxonomy_base(&rest.state.site, &term.taxonomy);
    item.set("id", term.term_id.0);
    item.set("count", term.count);
    item.set("description", term.description.as_str());
    item.set("link", view.links().get_term_link(term).unwrap_or_default());
    item.set("name", term.name.as_str());
    item.set("slug", term.slug.as_str());
    item.set("taxonomy", term.taxonomy.as_str());
    if taxonomy.is_some_and(|t| t.hierarchical) {
        item.set("parent", term.parent.0);
    }
    item.set("meta", Value::array());
    keep_context(
        &mut item,
        request,
        &["id", "link", "name", "slug", "taxonomy"],
    );
    let collection = rest.rest_url(&format!("/wp/v2/{base}"));
    let id = term.term_id.0;
    item.link("self", format!("{collection}/{id}"));
    item.link("collection", collection.clone());
    let about = format!("/wp/v2/taxonomies/{}", term.taxonomy);
    item.link("about", rest.rest_url(&about));
    if term.parent.0 > 0 {
        item.embeddable("up", format!("{collection}/{}", term.parent.0));
    }
    for name in taxonomy.map(|t| t.object_types.clone()).unwrap_or_default() {
        let Some(posts) = registry.post_types.get(name).and_then(|t| t.rest_base) else {
            continue;
        };
        let route = format!("/wp/v2/{posts}?{base}={id}");
        item.link("wp:post_type", rest.rest_url(&route));
    }
    item
}
