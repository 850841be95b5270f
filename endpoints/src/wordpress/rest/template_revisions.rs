//! Revisions and autosaves of stored templates and template parts.
//!
//! Contract "wordpress-rest", sections 6.7, 6.8 and 14. An item is the template as it was, with the id of its post as
//! `parent`; in contrast to those of posts, revisions of templates can be deleted.

use compat::wordpress::l10n::Locale;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::post::Post;
use compat::wordpress::post::revision::{Autosaved, wp_delete_post_revision};
use compat::wordpress::post::save_post::{PostEdit, autosave_post};
use compat::wordpress::rest;

use super::arg::Arg;
use super::collection::context_arg;
use super::guarded::{callback, endpoint};
use super::item_schema;
use super::request::RestRequest;
use super::rest_response::{Body, Item, RestResponse};
use super::revisions::{list_args, revision_of, slice_of};
use super::route::{CREATABLE, DELETABLE, READABLE, Rest, Routes};
use super::route_error::RouteError;
use super::template_args;
use super::template_item::{Template, item_of, manage, raw, stored_template};
use super::term_writes::trash_not_supported;
use super::write_args::force;

/// Registers the routes of a type; `path` puts the pattern of a template's id in place of `{id}` or `{parent}`.
pub fn register(
    routes: &mut Routes,
    kind: &'static str,
    path: &dyn Fn(&str) -> String,
    locale: &Locale,
) {
    let on = |methods, args, callback| endpoint(methods, args, manage, callback).about(kind);
    let arg = |name: &str, source: &str| Arg::new(name, locale.translate(source));
    let parent = || arg("parent", "The id of a template").string();
    let context = || context_arg(locale, &["view", "embed", "edit"]);
    let own = || arg("id", "Unique identifier for the revision.").integer();
    let mut args = vec![parent()];
    args.extend(list_args(locale));
    let list = on(READABLE, args, callback!(list_revisions));
    routes.register("wp/v2", &path("/{parent}/revisions"), vec![list]);
    routes.schema(item_schema::template_revision);
    let source = "Required to be true, as revisions do not support trashing.";
    let one = vec![
        on(
            READABLE,
            vec![parent(), own(), context()],
            callback!(read_revision),
        ),
        on(
            DELETABLE,
            vec![parent(), own(), force(locale, source)],
            callback!(delete_revision),
        ),
    ];
    routes.register("wp/v2", &path("/{parent}/revisions/(?P<id>[\\d]+)"), one);
    routes.schema(item_schema::template_revision);
    let mut args = template_args::write(locale, false);
    args.retain(|arg| arg.name != "id");
    args.insert(0, arg("id", "The id of a template").string());
    let autosaves = vec![
        on(
            READABLE,
            vec![arg("id", "The id of a template").string(), context()],
            callback!(list_autosaves),
        ),
        on(CREATABLE, args, callback!(autosave)),
    ];
    routes.register("wp/v2", &path("/{id}/autosaves"), autosaves);
    routes.schema(item_schema::template_autosave);
    let own = arg("id", "The ID for the autosave.").integer();
    let args = vec![parent(), own, context()];
    let one = on(READABLE, args, callback!(read_autosave));
    routes.register(
        "wp/v2",
        &path("/{parent}/autosaves/(?P<id>[\\d]+)"),
        vec![one],
    );
    routes.schema(item_schema::template_autosave);
}

/// The template of the path.
async fn parent_of(
    rest: &Rest<'_>,
    request: &RestRequest,
    name: &str,
) -> Result<Template, RouteError> {
    let found = stored_template(rest, request, name).await?;
    found.ok_or_else(|| {
        let source = "Invalid template parent ID.";
        rest.error("rest_post_invalid_parent", source, 404).into()
    })
}

/// The items of revisions; `kind` is `revisions` or `autosaves`.
async fn items(
    rest: &Rest<'_>,
    request: &RestRequest,
    (template, kind): (&Template, &str),
    revisions: Vec<Post>,
) -> Result<Vec<Item>, RouteError> {
    let authors: Vec<_> = revisions.iter().map(|post| post.author).collect();
    let mut objects = ObjectCache::default();
    objects.prime_users(&rest.app.db, &authors).await?;
    let base = match template.post.post_type.as_str() {
        "wp_template_part" => "template-parts",
        _ => "templates",
    };
    let own = rest.rest_url(&format!("/wp/v2/{base}/{}", template.id()));
    let items = revisions.into_iter().map(|revision| {
        let author = objects.user(revision.author);
        let (id, parent) = (revision.id, template.post.id);
        let was = Template {
            author: author.map_or_else(String::new, |user| user.display_name.clone()),
            post: Post {
                name: template.post.name.clone(),
                post_type: template.post.post_type.clone(),
                ..revision
            },
            ..template.clone()
        };
        let mut item = item_of(rest, request, &was);
        item.set("parent", parent.0);
        item.links.clear();
        item.link("self", format!("{own}/{kind}/{id}"));
        item.link("parent", own.clone());
        item
    });
    Ok(items.collect())
}

async fn one(
    rest: &Rest<'_>,
    request: &RestRequest,
    of: (&Template, &str),
    revision: Post,
) -> Result<RestResponse, RouteError> {
    let items = items(rest, request, of, vec![revision]).await?;
    let item = items.into_iter().next().unwrap_or_default();
    Ok(RestResponse::item(item).cached_for(None))
}

async fn list_revisions(
    rest: &Rest<'_>,
    request: &RestRequest,
) -> Result<RestResponse, RouteError> {
    let template = parent_of(rest, request, "parent").await?;
    let mut slice = slice_of(rest, request, template.post.id).await?;
    let of = (&template, "revisions");
    let items = items(rest, request, of, slice.take_shown(request)).await?;
    Ok(slice.response(request, &rest.rest_url(&request.route), items))
}

async fn read_revision(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let template = parent_of(rest, request, "parent").await?;
    let revision = revision_of(rest, request, template.post.id).await?;
    one(
        rest,
        request,
        (&template, "revisions"),
        Post::clone(&revision),
    )
    .await
}

async fn delete_revision(
    rest: &Rest<'_>,
    request: &RestRequest,
) -> Result<RestResponse, RouteError> {
    let template = parent_of(rest, request, "parent").await?;
    let revision = revision_of(rest, request, template.post.id).await?;
    if !request.bool("force") {
        let source = "Revisions do not support trashing. Set '%s' to delete.";
        return Err(trash_not_supported(rest, source).into());
    }
    let (of, id) = ((&template, "revisions"), revision.id);
    let items = items(rest, request, of, vec![Post::clone(&revision)]).await?;
    let work = async move |tx| wp_delete_post_revision(&tx, id).await;
    rest.app.db.transaction(work).await?;
    rest.wrote(&["posts", "postmeta"]).await;
    let previous = items.into_iter().next().unwrap_or_default();
    Ok(RestResponse::deleted(previous))
}

async fn list_autosaves(
    rest: &Rest<'_>,
    request: &RestRequest,
) -> Result<RestResponse, RouteError> {
    let template = parent_of(rest, request, "id").await?;
    let found = rest::autosaves(&rest.app.db, template.post.id).await?;
    let items = items(rest, request, (&template, "autosaves"), found).await?;
    Ok(RestResponse::new(Body::List(items)).cached_for(None))
}

/// The newest autosave; the id in the path is not looked at.
async fn read_autosave(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let template = parent_of(rest, request, "parent").await?;
    let found = rest::newest_autosave(&rest.app.db, template.post.id).await?;
    let Some(found) = found else {
        let source = "There is no autosave revision for this post.";
        return Err(rest.error("rest_post_no_autosave", source, 404).into());
    };
    one(rest, request, (&template, "autosaves"), found).await
}

async fn autosave(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let template = parent_of(rest, request, "id").await?;
    let edit = PostEdit {
        title: raw(request.get("title")),
        content: raw(request.get("content")),
        excerpt: request
            .has("description")
            .then(|| request.text("description")),
        ..PostEdit::default()
    };
    let writer = rest.post_writer();
    let saved = autosave_post(&rest.app.db, &writer, template.post.id, edit).await?;
    let saved = match saved {
        Autosaved::Row(saved) => saved,
        Autosaved::NoChanges => {
            let source =
                "There is nothing to save. The autosave and the post content are the same.";
            return Err(rest.error("rest_autosave_no_changes", source, 400).into());
        }
        Autosaved::NoPost => {
            let error = rest.error("rest_post_invalid_id", "Invalid post ID.", 404);
            return Err(error.into());
        }
    };
    rest.wrote(&["posts", "postmeta"]).await;
    let request = request.in_context("edit");
    one(rest, &request, (&template, "autosaves"), *saved).await
}
