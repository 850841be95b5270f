//! Menu items are made, changed and deleted.
//!
//! Contract "wordpress-rest", section 13; recordings owner/menu-item-*.

use std::sync::Arc;

use compat::wordpress::meta_row::SentMeta;
use compat::wordpress::nav_menu_item::{MenuItemFields, NAV_MENU_ITEM, wp_update_nav_menu_item};
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::php::Value;
use compat::wordpress::post::delete_post::wp_delete_post;
use compat::wordpress::post::{Post, PostId};
use compat::wordpress::taxonomy::TermId;

use super::menu_item_response::{classes, description, menu_of, prepare_all, set_up, xfn};
use super::post_fields::sent_meta;
use super::read_permission::post_of;
use super::request::RestRequest;
use super::rest_response::{Item, RestResponse};
use super::route::Rest;
use super::route_error::{RestError, RouteError};
use super::term_writes::trash_not_supported;

/// The tables that a written item changes.
const TABLES: [&str; 5] = [
    "posts",
    "postmeta",
    "term_relationships",
    "term_taxonomy",
    "options",
];

/// Makes an item.
///
/// # Errors
/// When it is refused, or the database fails.
pub async fn create_item(
    rest: &Rest<'_>,
    request: &RestRequest,
) -> Result<RestResponse, RouteError> {
    if !request.get("id").is_empty() {
        let source = "Cannot create existing post.";
        return Err(rest.error("rest_post_exists", source, 400).into());
    }
    let fields = MenuItemFields {
        item_type: "custom".to_owned(),
        position: 1,
        is_published: true,
        ..MenuItemFields::default()
    };
    let id = write(rest, request, fields).await?;
    let location = rest.rest_url(&format!("/wp/v2/menu-items/{id}"));
    let item = shown(rest, request, id, "edit").await?;
    let mut response = RestResponse::item(item).cached_for(None).allow_in("edit");
    response.status = 201;
    Ok(response.with_header("Location", location))
}

/// Changes an item; what is not sent stays.
///
/// # Errors
/// When it is refused, or the database fails.
pub async fn update_item(
    rest: &Rest<'_>,
    request: &RestRequest,
) -> Result<RestResponse, RouteError> {
    let post = post_of(rest, request, request.int("id")).await?;
    let fields = stored(rest, &post).await?;
    let id = write(rest, request, fields).await?;
    let item = shown(rest, request, id, "edit").await?;
    Ok(RestResponse::item(item).cached_for(None).allow_in("edit"))
}

/// The fields of an item as it stands. The first one of a menu is at place 1.
async fn stored(rest: &Rest<'_>, post: &Arc<Post>) -> Result<MenuItemFields, RouteError> {
    let (set_up, meta) = set_up(rest, Arc::clone(post)).await?;
    let mut objects = ObjectCache::default();
    objects
        .prime_relationships(&rest.app.db, &[post.id])
        .await?;
    let text = |key: &str| meta.text(&format!("_menu_item_{key}")).into_owned();
    let number = |key: &str| text(key).trim().parse().unwrap_or(0);
    Ok(MenuItemFields {
        id: Some(post.id),
        menu: TermId(menu_of(rest, &objects, post.id)),
        item_type: text("type"),
        object: text("object"),
        object_id: number("object_id"),
        parent: number("menu_item_parent"),
        position: post.menu_order.max(1),
        title: set_up.title,
        url: set_up.url,
        description: description(post),
        attr_title: post.excerpt.clone(),
        target: text("target"),
        classes: classes(&meta),
        xfn: xfn(&meta),
        is_published: post.status == "publish",
        archive_title: String::new(),
        meta: SentMeta::new(),
    })
}

/// Puts the sent fields over those of the item.
fn fill(request: &RestRequest, fields: &mut MenuItemFields) {
    let text = |name: &str, field: &mut String| {
        if request.has(name) {
            *field = request.text(name);
        }
    };
    text("object", &mut fields.object);
    text("type", &mut fields.item_type);
    text("url", &mut fields.url);
    text("description", &mut fields.description);
    text("attr_title", &mut fields.attr_title);
    text("target", &mut fields.target);
    let number = |name: &str, field: &mut i64| {
        if request.has(name) {
            *field = request.int(name);
        }
    };
    number("object_id", &mut fields.object_id);
    number("parent", &mut fields.parent);
    number("menu_order", &mut fields.position);
    let list = |name: &str, field: &mut Vec<String>| {
        if request.has(name) {
            *field = request.texts(name);
        }
    };
    list("classes", &mut fields.classes);
    list("xfn", &mut fields.xfn);
    if request.has("status") {
        fields.is_published = request.text("status") == "publish";
    }
    if request.int("menus") != 0 {
        fields.menu = TermId(request.int("menus").saturating_abs());
    }
    let title = request.get("title");
    let title = match title {
        Value::Array(_) => title.at("raw").as_str_lossy().filter(|raw| !raw.is_empty()),
        other => other.as_str_lossy(),
    };
    if let Some(title) = title {
        fields.title = title.into_owned();
    }
}

/// What is missing for an item of its type, and the object that its id tells.
async fn check(rest: &Rest<'_>, fields: &mut MenuItemFields) -> Result<(), RouteError> {
    let mut errors: Vec<RestError> = Vec::new();
    let mut refuse = |code: &str, source: &str| errors.push(rest.error(code, source, 400));
    if fields.object.is_empty() {
        match fields.item_type.as_str() {
            "taxonomy" => {
                let state = rest.state_now();
                let mut terms = state.site.terms.all();
                match terms.find(|term| term.term_id.0 == fields.object_id) {
                    Some(term) => fields.object.clone_from(&term.taxonomy),
                    None => refuse("rest_term_invalid_id", "Invalid term ID."),
                }
            }
            "post_type" => {
                let mut objects = ObjectCache::default();
                let id = PostId(fields.object_id);
                objects.prime_posts(&rest.app.db, &[id]).await?;
                match objects.post(id) {
                    Some(post) => fields.object.clone_from(&post.post_type),
                    None => refuse("rest_post_invalid_id", "Invalid post ID."),
                }
            }
            _ => {}
        }
    }
    if fields.item_type == "post_type_archive" {
        let registry = &rest.state.site.registry;
        match registry.post_types.get(fields.object.as_str()) {
            Some(known) => fields.archive_title = super::labels::archives(rest, known),
            None => refuse("rest_post_invalid_type", "Invalid post type."),
        }
    }
    if fields.item_type == "custom" {
        if fields.title.is_empty() {
            let source = "The title is required when using a custom menu item type.";
            refuse("rest_title_required", source);
        }
        if fields.url.is_empty() {
            let source = "The url is required when using a custom menu item type.";
            refuse("rest_url_required", source);
        }
    }
    let mut errors = errors.into_iter();
    let Some(mut first) = errors.next() else {
        return Ok(());
    };
    first.additional_errors.extend(errors);
    Err(first.into())
}

async fn write(
    rest: &Rest<'_>,
    request: &RestRequest,
    mut fields: MenuItemFields,
) -> Result<PostId, RouteError> {
    fill(request, &mut fields);
    check(rest, &mut fields).await?;
    fields.meta = sent_meta(rest, request, NAV_MENU_ITEM)?;
    let writer = rest.post_writer();
    let work = async move |tx| wp_update_nav_menu_item(&tx, &writer, fields).await;
    let written = rest.app.db.transaction(work).await?;
    let id = written.map_err(|error| rest.error(error.code(), error.source(), 400))?;
    rest.wrote(&TABLES).await;
    Ok(id)
}

/// The item as it stands.
async fn shown(
    rest: &Rest<'_>,
    request: &RestRequest,
    id: PostId,
    context: &str,
) -> Result<Item, RouteError> {
    let mut objects = ObjectCache::default();
    objects.prime_posts(&rest.app.db, &[id]).await?;
    let posts = objects.post(id).cloned().into_iter().collect();
    let items = prepare_all(rest, &request.in_context(context), posts).await?;
    Ok(items.into_iter().next().unwrap_or_default())
}

/// Deletes an item, which only `force` does.
///
/// # Errors
/// When it is refused, or the database fails.
pub async fn delete_item(
    rest: &Rest<'_>,
    request: &RestRequest,
) -> Result<RestResponse, RouteError> {
    let post = post_of(rest, request, request.int("id")).await?;
    if !request.bool("force") {
        let source = "Menu items do not support trashing. Set '%s' to delete.";
        return Err(trash_not_supported(rest, source).into());
    }
    let previous = shown(rest, request, post.id, "view").await?;
    let site = Arc::clone(&rest.state_now().site);
    let work = async move |tx| wp_delete_post(&tx, &site.registry, &post).await;
    rest.app.db.transaction(work).await?;
    rest.wrote(&TABLES).await;
    Ok(RestResponse::deleted(previous))
}
