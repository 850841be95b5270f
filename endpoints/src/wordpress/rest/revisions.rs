//! The routes of revisions and autosaves of posts; reading revisions.
//!
//! Contract "wordpress-rest", section 6.7. Revisions are never deleted through the API.

use std::sync::Arc;

use compat::wordpress::l10n::Locale;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::php::Value;
use compat::wordpress::post::{Post, PostId};
use compat::wordpress::rest::RevisionList;

use super::arg::Arg;
use super::autosaves;
use super::collection::{collection_args, context_arg};
use super::denied;
use super::hidden_types::post_type_base;
use super::item_schema;
use super::post_query::order;
use super::query_args::paging_link;
use super::read_permission::{can_edit, parents, post_of};
use super::request::RestRequest;
use super::rest_response::{Body, Item, RestResponse};
use super::revision_response::revision_items;
use super::route::{
    CREATABLE, Callback, DELETABLE, Endpoint, Permission, Permitting, READABLE, Rest, RouteFuture,
    Routes,
};
use super::route_error::{RestError, RouteError};
use super::write_args::force;

/// Registers the routes below the base of a post type.
pub fn register(
    routes: &mut Routes,
    (base, name): (&str, &'static str),
    (has_revisions, has_autosaves): (bool, bool),
    (edit_args, locale): (&[Arg], &Locale),
) {
    let endpoint = |methods, permission: Permission, callback: Callback, args| Endpoint {
        methods,
        args: Some(args),
        permission: Some(permission),
        callback,
        subject: name.into(),
        allow_batch: false,
    };
    let parent = |source: &str| Arg::new("parent", locale.translate(source)).integer();
    let of_revision = || parent("The ID for the parent of the revision.");
    let of_autosave = || parent("The ID for the parent of the autosave.");
    let id = |source: &str| Arg::new("id", locale.translate(source)).integer();
    let context = || context_arg(locale, &["view", "embed", "edit"]);
    if has_revisions {
        let route = format!("/{base}/(?P<parent>[\\d]+)/revisions");
        let mut args = vec![of_revision()];
        args.extend(list_args(locale));
        let list = endpoint(READABLE, may_list, get_items, args);
        routes.register("wp/v2", &route, vec![list]);
        routes.schema(item_schema::revision);
        let own = || id("Unique identifier for the revision.");
        let one = endpoint(
            READABLE,
            may_list,
            get_item,
            vec![of_revision(), own(), context()],
        );
        let source = "Required to be true, as revisions do not support trashing.";
        let args = vec![of_revision(), own(), force(locale, source)];
        let delete_endpoint = endpoint(DELETABLE, may_delete, denied::not_here, args);
        routes.register(
            "wp/v2",
            &format!("{route}/(?P<id>[\\d]+)"),
            vec![one, delete_endpoint],
        );
        routes.schema(item_schema::revision);
    }
    if has_autosaves {
        let list = endpoint(
            READABLE,
            may_list_autosaves,
            autosaves::get_items,
            vec![of_autosave(), context()],
        );
        let mut args = vec![of_autosave()];
        args.extend_from_slice(edit_args);
        let save = endpoint(CREATABLE, autosaves::may_save, autosaves::create_item, args);
        let route = format!("/{base}/(?P<id>[\\d]+)/autosaves");
        routes.register("wp/v2", &route, vec![list, save]);
        routes.schema(item_schema::autosave);
        let own = id("The ID for the autosave.");
        let args = vec![of_autosave(), own, context()];
        let one = endpoint(READABLE, may_list, autosaves::get_item, args);
        let route = format!("/{base}/(?P<parent>[\\d]+)/autosaves/(?P<id>[\\d]+)");
        routes.register("wp/v2", &route, vec![one]);
        routes.schema(item_schema::autosave);
    }
}

/// The parameters of a list of revisions.
pub fn list_args(locale: &Locale) -> Vec<Arg> {
    let arg = |name: &str, source: &str| Arg::new(name, locale.translate(source));
    let ids = |name: &str, source: &str| arg(name, source).list_of("integer");
    let mut args = collection_args(locale);
    if let Some(per_page) = args.iter_mut().find(|a| a.name == "per_page") {
        per_page.schema.remove("default");
    }
    args.extend([
        ids("exclude", "Ensure result set excludes specific IDs.").default(Value::array()),
        ids("include", "Limit result set to specific IDs.").default(Value::array()),
        arg(
            "offset",
            "Offset the result set by a specific number of items.",
        )
        .integer(),
        arg("order", "Order sort attribute ascending or descending.")
            .string()
            .default("desc")
            .one_of(&["asc", "desc"]),
        arg("orderby", "Sort collection by object attribute.")
            .string()
            .default("date")
            .one_of(&[
                "date",
                "id",
                "include",
                "relevance",
                "slug",
                "include_slugs",
                "title",
            ]),
    ]);
    args
}

async fn refuse(
    rest: &Rest<'_>,
    request: &RestRequest,
    parent: i64,
    (code, source): (&str, &str),
) -> Result<(), RouteError> {
    let Ok(post) = post_of(rest, request, parent).await else {
        let source = "Invalid post parent ID.";
        return Err(rest.error("rest_post_invalid_parent", source, 404).into());
    };
    if can_edit(rest, &post).await? {
        return Ok(());
    }
    Err(rest.forbidden(code, source).into())
}

fn may_list<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    let source = "Sorry, you are not allowed to view revisions of this post.";
    let refusal = ("rest_cannot_read", source);
    Box::pin(refuse(rest, request, request.int("parent"), refusal))
}

/// Nobody deletes a revision; who may not delete its post is told so first.
fn may_delete<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    Box::pin(async move {
        let parent = parent_of(rest, request, request.int("parent")).await?;
        let objects = parents(rest, std::slice::from_ref(&parent)).await?;
        if !rest.visibility(&objects).can_delete(&parent) {
            let source = "Sorry, you are not allowed to delete revisions of this post.";
            return Err(rest.forbidden("rest_cannot_delete", source).into());
        }
        revision(rest, request).await?;
        let source = "Sorry, you are not allowed to delete this revision.";
        Err(rest.forbidden("rest_cannot_delete", source).into())
    })
}

const AUTOSAVES: (&str, &str) = (
    "rest_cannot_read",
    "Sorry, you are not allowed to view autosaves of this post.",
);

fn may_list_autosaves<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    Box::pin(refuse(rest, request, request.int("id"), AUTOSAVES))
}

/// The post that revisions belong to.
async fn parent_of(
    rest: &Rest<'_>,
    request: &RestRequest,
    parent: i64,
) -> Result<Arc<Post>, RouteError> {
    match post_of(rest, request, parent).await {
        Err(RouteError::Error(_)) => {
            let source = "Invalid post parent ID.";
            Err(rest.error("rest_post_invalid_parent", source, 404).into())
        }
        found => found,
    }
}

/// The revision of the path, of this post.
///
/// # Errors
/// `rest_post_invalid_id`, `rest_revision_parent_id_mismatch`, or the database fails.
pub async fn revision_of(
    rest: &Rest<'_>,
    request: &RestRequest,
    parent: PostId,
) -> Result<Arc<Post>, RouteError> {
    let revision = revision(rest, request).await?;
    if revision.parent == parent {
        return Ok(revision);
    }
    let source = "The revision does not belong to the specified parent with id of \"%d\"";
    let text = rest.text(source).replace("%d", &parent.to_string());
    Err(RestError::new("rest_revision_parent_id_mismatch", text, 404).into())
}

/// The revision of the path.
async fn revision(rest: &Rest<'_>, request: &RestRequest) -> Result<Arc<Post>, RouteError> {
    let id = PostId(request.int("id"));
    let mut objects = ObjectCache::default();
    objects.prime_posts(&rest.app.db, &[id]).await?;
    let found = objects.post(id).cloned();
    found
        .filter(|post| post.post_type == "revision")
        .ok_or_else(|| {
            let source = "Invalid revision ID.";
            rest.error("rest_post_invalid_id", source, 404).into()
        })
}

fn get_item<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> RouteFuture<'a> {
    Box::pin(async move {
        let parent = parent_of(rest, request, request.int("parent")).await?;
        let revision = revision_of(rest, request, parent.id).await?;
        let items = revision_items(rest, request, vec![Post::clone(&revision)]).await?;
        let item = items.into_iter().next().unwrap_or_default();
        Ok(RestResponse::item(item).cached_for(None))
    })
}

fn get_items<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> RouteFuture<'a> {
    Box::pin(async move {
        let parent = parent_of(rest, request, request.int("parent")).await?;
        let mut slice = slice_of(rest, request, parent.id).await?;
        let items = revision_items(rest, request, slice.take_shown(request)).await?;
        let base = post_type_base(&rest.state.site, &request.subject);
        let base = rest.rest_url(&format!("/wp/v2/{base}/{}/revisions", parent.id));
        Ok(slice.response(request, &base, items))
    })
}

/// The revisions of a post that a request asks for.
pub struct RevisionSlice {
    posts: Vec<Post>,
    total: i64,
    page: i64,
    pages: i64,
}

/// Loads the revisions of a post that the parameters ask for.
///
/// # Errors
/// When there is no such page, or the database fails.
pub async fn slice_of(
    rest: &Rest<'_>,
    request: &RestRequest,
    parent: PostId,
) -> Result<RevisionSlice, RouteError> {
    let list = list(rest, request, parent)?;
    let slice = list.load(&rest.app.db).await?;
    let (total, page) = (slice.total, request.int("page").max(1));
    let pages = match list.limit {
        Some(limit) => total.saturating_add(limit - 1) / limit.max(1),
        None => i64::from(total > 0),
    };
    if total > 0 && request.has("offset") && list.offset >= total {
        let source = "The offset number requested is larger than or equal to the number of available revisions.";
        let error = rest.error("rest_revision_invalid_offset_number", source, 400);
        return Err(error.into());
    }
    if total > 0 && !request.has("offset") && page > pages {
        let source = "The page number requested is larger than the number of pages available.";
        let error = rest.error("rest_revision_invalid_page_number", source, 400);
        return Err(error.into());
    }
    Ok(RevisionSlice {
        posts: slice.items,
        total,
        page,
        pages,
    })
}

impl RevisionSlice {
    /// The revisions that are printed: none for HEAD.
    pub fn take_shown(&mut self, request: &RestRequest) -> Vec<Post> {
        match request.method.as_str() {
            "HEAD" => Vec::new(),
            _ => std::mem::take(&mut self.posts),
        }
    }

    /// The list with its totals and the links to the pages beside it; `base` is its address.
    pub fn response(&self, request: &RestRequest, base: &str, items: Vec<Item>) -> RestResponse {
        let mut response = RestResponse::new(Body::List(items))
            .cached_for(None)
            .with_header("X-WP-Total", self.total.to_string())
            .with_header("X-WP-TotalPages", self.pages.to_string());
        if let Some(link) = paging_link(base, request.query_params(), self.page, self.pages) {
            response = response.with_header("Link", link);
        }
        response
    }
}

/// The query for the parameters.
fn list(rest: &Rest<'_>, request: &RestRequest, parent: PostId) -> Result<RevisionList, RestError> {
    let orderby = request.text("orderby");
    if orderby == "relevance" && request.text("search").is_empty() {
        let source = "You need to define a search term to order by relevance.";
        return Err(rest.error("rest_no_search_term_defined", source, 400));
    }
    if orderby == "include" && request.ids("include").is_empty() {
        let source = "You need to define an include parameter to order by include.";
        return Err(rest.error("rest_orderby_include_missing_include", source, 400));
    }
    let limit = request
        .has("per_page")
        .then(|| request.int("per_page").max(1));
    let page = request.int("page").max(1);
    let offset = match request.has("offset") {
        true => request.int("offset").saturating_abs(),
        false => (page - 1).saturating_mul(limit.unwrap_or(0)),
    };
    Ok(RevisionList {
        parent,
        search: request.text("search"),
        include: request.ids("include"),
        exclude: request.ids("exclude"),
        orderby: order(&orderby),
        ascending: request.text("order") == "asc",
        limit,
        offset,
        ..RevisionList::default()
    })
}
