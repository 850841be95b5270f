//! `wp/v2/templates` and `wp/v2/template-parts`: those that are stored as posts of the active theme.
//!
//! Contract "wordpress-rest", section 14. A classic theme has none of its own; one that an owner makes is kept, though
//! the theme does not use it.

use compat::wordpress::l10n::Locale;
use compat::wordpress::php::{Object, Value};
use compat::wordpress::post::change_post::wp_update_post;
use compat::wordpress::post::delete_post::wp_delete_post;
use compat::wordpress::post::post_row::locked_post;
use compat::wordpress::post::revision::wp_save_post_revision;
use compat::wordpress::post::trash_post::wp_trash_post;
use compat::wordpress::post::{Post, PostId};
use compat::wordpress::theme_posts::{insert_theme_post, set_term};
use compat::wordpress::user::UserId;

use super::guarded::{callback, endpoint};
use super::item_schema;
use super::request::RestRequest;
use super::rest_response::{Body, Item, RestResponse};
use super::route::{CREATABLE, DELETABLE, EDITABLE, READABLE, Rest, Routes};
use super::route_error::RouteError;
use super::template_args as args;
use super::template_item::{
    Template, item_of, manage, raw, read, stored_template, stored_templates,
};
use super::template_revisions;

const TEMPLATE: &str = "([^\\/:<>\\*\\?\"\\|]+(?:\\/[^\\/:<>\\*\\?\"\\|]+)?)[\\/\\w%-]+";

/// Registers the routes of a type: `wp_template` or `wp_template_part`.
pub fn register(routes: &mut Routes, (kind, base): (&'static str, &str), locale: &Locale) {
    let path = |end: &str| {
        let end = end
            .replace("{id}", &format!("(?P<id>{TEMPLATE})"))
            .replace("{parent}", &format!("(?P<parent>{TEMPLATE})"));
        format!("/{base}{end}")
    };
    template_revisions::register(routes, kind, &path, locale);
    let on = |methods, args, callback| endpoint(methods, args, manage, callback).about(kind);
    let read = |args, callback| endpoint(READABLE, args, read, callback).about(kind);
    let all = vec![
        read(args::list(locale), callback!(list)),
        on(CREATABLE, args::write(locale, true), callback!(create)),
    ];
    routes.register("wp/v2", &path(""), all);
    routes.schema(item_schema::template);
    let lookup = read(args::lookup(locale), callback!(lookup));
    routes.register("wp/v2", &path("/lookup"), vec![lookup]);
    let one = vec![
        read(args::one(locale), callback!(item)),
        on(EDITABLE, args::write(locale, false), callback!(update)),
        on(DELETABLE, args::delete(locale), callback!(delete)),
    ];
    routes.register("wp/v2", &path("/{id}"), one);
    routes.schema(item_schema::template);
}

fn unknown(rest: &Rest<'_>) -> RouteError {
    let source = "No templates exist with that id.";
    rest.error("rest_template_not_found", source, 404).into()
}

async fn template_of(
    rest: &Rest<'_>,
    request: &RestRequest,
    name: &str,
) -> Result<Template, RouteError> {
    let found = stored_template(rest, request, name).await?;
    found.ok_or_else(|| unknown(rest))
}

async fn list(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let (id, area) = (request.int("wp_id"), request.text("area"));
    let all = stored_templates(rest, &request.subject).await?;
    let asked = all.iter().filter(|template| {
        (id == 0 || template.post.id.0 == id) && (area.is_empty() || template.area == area)
    });
    let items = asked.map(|template| item_of(rest, request, template));
    Ok(RestResponse::new(Body::List(items.collect())))
}

async fn item(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let template = template_of(rest, request, "id").await?;
    Ok(RestResponse::item(item_of(rest, request, &template)))
}

/// The template that a page without one of its own would be shown with: a classic theme has none.
async fn lookup(_: &Rest<'_>, _: &RestRequest) -> Result<RestResponse, RouteError> {
    let nothing = Value::Object(Box::new(Object::new("stdClass")));
    Ok(RestResponse::new(Body::Value(nothing)))
}

/// What is sent, over a template's post.
fn edited(rest: &Rest<'_>, request: &RestRequest, mut post: Post) -> Result<Post, RouteError> {
    if let Some(content) = raw(request.get("content")) {
        post.content = content;
    }
    if let Some(title) = raw(request.get("title")) {
        post.title = title;
    }
    if request.has("description") {
        post.excerpt = request.text("description");
    }
    if request.has("status") {
        post.status = request.text("status");
    }
    if request.has("author") {
        let author = request.int("author");
        if author != rest.user_id().0 && !rest.can("edit_theme_options") {
            let source = "Invalid author ID.";
            return Err(rest.error("rest_invalid_author", source, 400).into());
        }
        post.author = UserId(author);
    }
    Ok(post)
}

/// The post of a template with this id, as it is stored now.
async fn answer(rest: &Rest<'_>, request: &RestRequest, post: PostId) -> Result<Item, RouteError> {
    rest.wrote(&["posts", "terms", "term_taxonomy", "term_relationships"])
        .await;
    let mut request = request.clone();
    request.set_param("context", "edit");
    let all = stored_templates(rest, &request.subject).await?;
    let template = all.iter().find(|template| template.post.id == post);
    let template = template.ok_or_else(|| unknown(rest))?;
    Ok(item_of(rest, &request, template))
}

async fn create(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let kind = request.subject.to_string();
    let new = Post {
        post_type: kind.clone(),
        status: "publish".to_owned(),
        name: request.text("slug"),
        author: rest.user_id(),
        ..Post::default()
    };
    let mut post = edited(rest, request, new)?;
    if post.title.is_empty() {
        post.title.clone_from(&post.name);
    }
    let theme = match request.text("theme") {
        theme if theme.is_empty() => rest.state.site.options.text("stylesheet").into_owned(),
        theme => theme,
    };
    let area = (kind == "wp_template_part").then(|| match request.text("area") {
        area if area.is_empty() => "uncategorized".to_owned(),
        area => area,
    });
    let writer = rest.post_writer();
    let work = rest.app.db.transaction(async move |tx| {
        insert_theme_post(&tx, &writer, post, (&theme, area.as_deref())).await
    });
    let post = work.await?;
    let item = answer(rest, request, post.id).await?;
    let id = item
        .data
        .get("id")
        .map(|id| id.to_string_lossy().into_owned());
    let base = request.route.trim_end_matches('/');
    let location = rest.rest_url(&format!("{base}/{}", id.unwrap_or_default()));
    let mut response = RestResponse::item(item).with_header("Location", location);
    response.status = 201;
    Ok(response)
}

async fn update(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let template = template_of(rest, request, "id").await?;
    let id = template.post.id;
    let post = edited(rest, request, template.post.clone())?;
    let area = Some(request.text("area")).filter(|area| !area.is_empty());
    let area = area.filter(|_| request.subject == "wp_template_part");
    let writer = rest.post_writer();
    let work = rest.app.db.transaction(async move |tx| {
        let Some(before) = locked_post(&tx, id).await? else {
            return Ok(());
        };
        let post = wp_update_post(&tx, &writer, &before, post, false).await?;
        if let Some(area) = &area {
            set_term(&tx, id, "wp_template_part_area", area).await?;
        }
        wp_save_post_revision(&tx, &writer, &post).await?;
        Ok(())
    });
    work.await?;
    Ok(RestResponse::item(answer(rest, request, id).await?))
}

async fn delete(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let template = template_of(rest, request, "id").await?;
    let mut edit = request.clone();
    edit.set_param("context", "edit");
    let (id, force) = (template.post.id, request.bool("force"));
    let writer = rest.post_writer();
    let work = rest.app.db.transaction(async move |tx| {
        let Some(post) = locked_post(&tx, id).await? else {
            return Ok(());
        };
        if force || !writer.has_trash {
            return wp_delete_post(&tx, writer.registry(), &post).await;
        }
        wp_trash_post(&tx, &writer, &post).await.map(|_| ())
    });
    work.await?;
    rest.wrote(&["posts", "postmeta", "term_relationships", "term_taxonomy"])
        .await;
    let mut before = template;
    if force {
        let item = item_of(rest, &edit, &before);
        let value = Value::array()
            .with("deleted", true)
            .with("previous", item.data);
        return Ok(RestResponse::new(Body::Value(value)));
    }
    "trash".clone_into(&mut before.post.status);
    Ok(RestResponse::item(item_of(rest, &edit, &before)))
}
