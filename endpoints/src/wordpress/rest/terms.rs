//! `wp/v2/categories`, `tags` and the taxonomies of columns: routes, permissions, one term.
//!
//! Contract "wordpress-rest", section 8. Terms are part of the site's snapshot; only the parameter `post` needs a query.
//! Recordings rest/categories, owner/category-*, owner/tag-*.

use std::sync::Arc;

use compat::wordpress::l10n::Locale;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::php::Value;
use compat::wordpress::post::PostId;
use compat::wordpress::site::Site;
use compat::wordpress::taxonomy::{Taxonomy, Term};
use compat::wordpress::term::integer_meta;
use themes::wordpress::view::View;

use super::arg::Arg;
use super::collection::{Paging, context_arg, keep_context, paged};
use super::hidden_types::{HiddenTaxonomy, is_hierarchical, taxonomy_base};
use super::item_schema;
use super::menus;
use super::read_permission::{readable, term_of};
use super::request::RestRequest;
use super::rest_response::{Item, RestResponse};
use super::route::{
    CREATABLE, Callback, DELETABLE, EDITABLE, Endpoint, Permission, Permitting, READABLE, Rest,
    Routes,
};
use super::route_error::RouteError;
use super::term_list::{args, filter, of_post, sort};
use super::term_writes::{create_item, delete_item, update_item};
use super::write_args::{force, term_args};

/// The callbacks of a taxonomy's routes: those of terms, or of menus.
pub struct TermRoutes {
    /// Permission to list.
    pub may_list: Permission,
    /// Permission to read one.
    pub may_read: Permission,
    /// The list.
    pub get_items: Callback,
    /// One.
    pub get_item: Callback,
    /// Makes one.
    pub create_item: Callback,
    /// Changes one.
    pub update_item: Callback,
    /// Deletes one.
    pub delete_item: Callback,
    /// Further fields of writes.
    pub write_args: fn(&Locale) -> Vec<Arg>,
}

const TERMS: TermRoutes = TermRoutes {
    may_list: |rest, request| Box::pin(may_list(rest, request)),
    may_read,
    get_items: |rest, request| Box::pin(get_items(rest, request)),
    get_item: |rest, request| Box::pin(get_item(rest, request)),
    create_item: |rest, request| Box::pin(create_item(rest, request)),
    update_item: |rest, request| Box::pin(update_item(rest, request)),
    delete_item: |rest, request| Box::pin(delete_item(rest, request)),
    write_args: |_| Vec::new(),
};

/// Registers the routes of a taxonomy of the site.
pub fn register(routes: &mut Routes, taxonomy: &Taxonomy, locale: &Locale) {
    if let Some(base) = taxonomy.rest_base {
        let shown = (taxonomy.name.as_ref(), base, taxonomy.hierarchical);
        register_terms(routes, shown, &TERMS, locale);
    }
}

/// Registers the routes of a taxonomy without pages.
pub fn register_hidden(routes: &mut Routes, taxonomy: &HiddenTaxonomy, locale: &Locale) {
    let shown = (taxonomy.name, taxonomy.base, taxonomy.hierarchical);
    let callbacks = if taxonomy.name == "nav_menu" {
        &menus::ROUTES
    } else {
        &TERMS
    };
    register_terms(routes, shown, callbacks, locale);
}

fn register_terms(
    routes: &mut Routes,
    (name, base, hierarchical): (&str, &str, bool),
    callbacks: &TermRoutes,
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
    let written = |is_new| {
        let mut args = term_args(hierarchical, is_new, locale);
        args.extend((callbacks.write_args)(locale));
        args
    };
    let TermRoutes {
        may_list, may_read, ..
    } = *callbacks;
    let listed = args(hierarchical, locale);
    let (get_items, create) = (callbacks.get_items, callbacks.create_item);
    routes.register(
        "wp/v2",
        &format!("/{base}"),
        vec![
            endpoint(READABLE, may_list, get_items, listed),
            endpoint(CREATABLE, may_create, create, written(true)),
        ],
    );
    routes.schema(item_schema::term);
    let id = || Arg::new("id", locale.translate("Unique identifier for the term.")).integer();
    let one_args = vec![id(), context_arg(locale, &["view", "embed", "edit"])];
    let mut edit_args = vec![id()];
    edit_args.extend(written(false));
    let source = "Required to be true, as terms do not support trashing.";
    let delete_args = vec![id(), force(locale, source)];
    let (update, delete) = (callbacks.update_item, callbacks.delete_item);
    routes.register(
        "wp/v2",
        &format!("/{base}/(?P<id>[\\d]+)"),
        vec![
            endpoint(READABLE, may_read, callbacks.get_item, one_args),
            endpoint(EDITABLE, may_edit, update, edit_args),
            endpoint(DELETABLE, may_delete, delete, delete_args),
        ],
    );
    routes.schema(item_schema::term);
}

/// Whether terms may be listed: `context` needs the right to edit them, `post` a post that may be read.
///
/// # Errors
/// When they may not, or the database fails.
pub async fn may_list(rest: &Rest<'_>, request: &RestRequest) -> Result<(), RouteError> {
    if request.text("context") == "edit" && !rest.meta_cap().edit_term(&request.subject) {
        let source = "Sorry, you are not allowed to edit terms in this taxonomy.";
        return Err(rest.forbidden("rest_forbidden_context", source).into());
    }
    match request.int("post") {
        0 => Ok(()),
        post => may_read_post(rest, &request.subject, post).await,
    }
}

/// `check_read_terms_permission_for_post`: a post's terms are readable if the post is.
async fn may_read_post(rest: &Rest<'_>, taxonomy: &str, post: i64) -> Result<(), RouteError> {
    let mut objects = ObjectCache::default();
    objects.prime_posts(&rest.app.db, &[PostId(post)]).await?;
    let Some(post) = objects.post(PostId(post)) else {
        let source = "Invalid post ID.";
        return Err(rest.error("rest_post_invalid_id", source, 400).into());
    };
    let belongs = object_types(&rest.state.site, taxonomy).contains(&post.post_type.as_str());
    let shown = readable(rest, std::slice::from_ref(post)).await?;
    if belongs && shown.first() == Some(&true) {
        return Ok(());
    }
    let source = "Sorry, you are not allowed to view terms for this post.";
    Err(rest.forbidden("rest_forbidden_context", source).into())
}

/// The post types that a taxonomy belongs to.
fn object_types<'s>(site: &'s Site, taxonomy: &str) -> Vec<&'s str> {
    if let Some(known) = site.registry.taxonomies.get(taxonomy) {
        return known.object_types.clone();
    }
    let hidden = super::hidden_types::HIDDEN_TAXONOMIES.iter();
    let hidden = hidden.filter(|t| t.name == taxonomy);
    hidden.map(|t| t.object_type).collect()
}

/// Permission for one term: 404 for a missing term comes before 401 and 403.
fn with_term<'a>(
    rest: &'a Rest<'a>,
    request: &'a RestRequest,
    next: impl FnOnce(&Term) -> Result<(), RouteError>,
) -> Permitting<'a> {
    let outcome = term_of(rest, request).and_then(|term| next(&term));
    Box::pin(async move { outcome })
}

fn unless(rest: &Rest<'_>, is_allowed: bool, code: &str, source: &str) -> Result<(), RouteError> {
    if is_allowed {
        return Ok(());
    }
    Err(rest.forbidden(code, source).into())
}

/// Whether one term may be read.
pub fn may_read<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    let source = "Sorry, you are not allowed to edit this term.";
    let can_edit = rest.meta_cap().edit_term(&request.subject);
    let is_allowed = request.text("context") != "edit" || can_edit;
    with_term(rest, request, |_| {
        unless(rest, is_allowed, "rest_forbidden_context", source)
    })
}

/// Terms with parents are made by who edits terms, others by who assigns them.
fn may_create<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    let source = "Sorry, you are not allowed to create terms in this taxonomy.";
    let (can, taxonomy) = (rest.meta_cap(), &*request.subject);
    let is_allowed = if is_hierarchical(&rest.state.site, taxonomy) {
        can.edit_term(taxonomy)
    } else {
        can.assign_term(taxonomy)
    };
    let outcome = unless(rest, is_allowed, "rest_cannot_create", source);
    Box::pin(async move { outcome })
}

fn may_edit<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    let source = "Sorry, you are not allowed to edit this term.";
    let is_allowed = rest.meta_cap().edit_term(&request.subject);
    with_term(rest, request, |_| {
        unless(rest, is_allowed, "rest_cannot_update", source)
    })
}

fn may_delete<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    let source = "Sorry, you are not allowed to delete this term.";
    let can = rest.meta_cap();
    with_term(rest, request, |term| {
        let is_allowed = can.delete_term(&request.subject, term.term_id);
        unless(rest, is_allowed, "rest_cannot_delete", source)
    })
}

async fn get_items(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let (terms, total) = page_of_terms(rest, request).await?;
    let items = prepare_all(rest, request, &terms).await?;
    Ok(page(rest, request, items, total))
}

/// A page of a list of terms with its headers.
pub fn page(rest: &Rest<'_>, request: &RestRequest, items: Vec<Item>, total: i64) -> RestResponse {
    let base = taxonomy_base(&rest.state.site, &request.subject);
    paged(rest, request, items, total, &format!("/wp/v2/{base}"))
}

/// The terms of the requested page, and how many there are on all.
///
/// # Errors
/// When the database fails.
pub async fn page_of_terms(
    rest: &Rest<'_>,
    request: &RestRequest,
) -> Result<(Vec<Arc<Term>>, i64), RouteError> {
    let state = rest.state_now();
    let mut terms: Vec<Arc<Term>> = match request.int("post") {
        0 => state.site.terms.of(&request.subject).to_vec(),
        post => of_post(rest, &request.subject, post).await?,
    };
    filter(request, &mut terms);
    sort(request, &mut terms);
    let total = i64::try_from(terms.len()).unwrap_or(i64::MAX);
    let paging = Paging::of(request);
    let skip = usize::try_from(paging.offset).unwrap_or(usize::MAX);
    let take = usize::try_from(paging.per_page).unwrap_or(10);
    Ok((terms.into_iter().skip(skip).take(take).collect(), total))
}

async fn get_item(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let term = term_of(rest, request)?;
    Ok(RestResponse::item(prepare(rest, request, &term).await?))
}

/// One term with its links.
///
/// # Errors
/// When the database fails.
pub async fn prepare(
    rest: &Rest<'_>,
    request: &RestRequest,
    term: &Arc<Term>,
) -> Result<Item, RouteError> {
    let items = prepare_all(rest, request, std::slice::from_ref(term)).await?;
    Ok(items.into_iter().next().unwrap_or_default())
}

async fn prepare_all(
    rest: &Rest<'_>,
    request: &RestRequest,
    terms: &[Arc<Term>],
) -> Result<Vec<Item>, RouteError> {
    let view = rest.view(Vec::new()).await?;
    let ids: Vec<i64> = terms.iter().map(|t| t.term_id.0).collect();
    let fields = rest.routes.columns.term_fields.iter();
    let mut own = Vec::new();
    for field in fields.filter(|field| field.taxonomy == request.subject) {
        let values = integer_meta(&rest.app.db, &ids, field.meta_key).await?;
        own.push((field.name, values));
    }
    let items = terms.iter().map(|term| {
        let mut item = fields_of(rest, &view, term);
        for (name, values) in &own {
            let value = values.iter().find(|(id, _)| *id == term.term_id.0);
            item.set(name, value.map_or(0, |(_, value)| *value));
        }
        let embed = ["id", "link", "name", "slug", "taxonomy"];
        keep_context(&mut item, request, &embed);
        links(rest, &mut item, term);
        item
    });
    Ok(items.collect())
}

fn fields_of(rest: &Rest<'_>, view: &View, term: &Arc<Term>) -> Item {
    let mut item = Item::default();
    item.set("id", term.term_id.0);
    item.set("count", term.count);
    item.set("description", term.description.as_str());
    item.set("link", view.links().get_term_link(term).unwrap_or_default());
    item.set("name", term.name.as_str());
    item.set("slug", term.slug.as_str());
    item.set("taxonomy", term.taxonomy.as_str());
    if is_hierarchical(&rest.state.site, &term.taxonomy) {
        item.set("parent", term.parent.0);
    }
    item.set("meta", Value::array());
    item
}

/// The links of a term or menu.
pub fn links(rest: &Rest<'_>, item: &mut Item, term: &Term) {
    let site = &rest.state.site;
    let base = taxonomy_base(site, &term.taxonomy);
    let collection = rest.rest_url(&format!("/wp/v2/{base}"));
    let id = term.term_id.0;
    item.link("self", format!("{collection}/{id}"));
    item.link("collection", collection.clone());
    let about = format!("/wp/v2/taxonomies/{}", term.taxonomy);
    item.link("about", rest.rest_url(&about));
    if term.parent.0 > 0 {
        item.embeddable("up", format!("{collection}/{}", term.parent.0));
    }
    for name in object_types(site, &term.taxonomy) {
        let posts = super::hidden_types::post_type_base(site, name);
        if !posts.is_empty() {
            let route = format!("/wp/v2/{posts}?{base}={id}");
            item.link("wp:post_type", rest.rest_url(&route));
        }
    }
}
