//! `wp/v2/global-styles`: core's styles under the active theme, and the post that holds what an owner changed.
//!
//! Contract "wordpress-rest", section 14; recordings owner/global-styles-theme, owner/themes. Core's defaults come from
//! the site's own `theme.json`; on a site without it the parts that a classic theme shows are known.

use std::sync::Arc;

use compat::wordpress::global_styles::default_theme_json;
use compat::wordpress::l10n::Locale;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::php::json::{json_decode_assoc, wp_json_encode};
use compat::wordpress::php::{Object, Value};
use compat::wordpress::post::change_post::wp_update_post;
use compat::wordpress::post::post_row::locked_post;
use compat::wordpress::post::{Post, PostId};
use compat::wordpress::theme_posts::{insert_theme_post, theme_posts};

use super::arg::Arg;
use super::collection::collection_args;
use super::guarded::{callback, edits_some_posts, endpoint, require, when};
use super::item_schema;
use super::read_permission::readable;
use super::request::RestRequest;
use super::rest_response::{Body, Item, RestResponse};
use super::route::{EDITABLE, Permitting, READABLE, Rest, Routes};
use super::route_error::RouteError;

const POST_TYPE: &str = "wp_global_styles";
/// The version of the format that posts are written in.
const VERSION: i64 = 3;

/// Registers the routes.
pub fn register(routes: &mut Routes, locale: &Locale) {
    let revisions = "/global-styles/(?P<parent>[\\d]+)/revisions";
    let on = |methods, args, permission, callback| {
        endpoint(methods, args, permission, callback).about(POST_TYPE)
    };
    let list = on(
        READABLE,
        collection_args(locale),
        read_styles,
        callback!(no_revisions),
    );
    routes.register("wp/v2", revisions, vec![list]);
    let one = on(READABLE, Vec::new(), read_styles, callback!(no_revision));
    routes.register("wp/v2", &format!("{revisions}/(?P<id>[\\d]+)"), vec![one]);
    let source = "The theme identifier";
    let stylesheet = || Arg::new("stylesheet", locale.translate(source)).string();
    let path =
        "/global-styles/themes/(?P<stylesheet>[\\/\\s%\\w\\.\\(\\)\\[\\]\\@_\\-]+)/variations";
    let args = vec![stylesheet()];
    let variations = on(READABLE, args, read_styles, callback!(variations)).in_batches();
    routes.register("wp/v2", path, vec![variations]);
    let path =
        "/global-styles/themes/(?P<stylesheet>[^\\/:<>\\*\\?\"\\|]+(?:\\/[^\\/:<>\\*\\?\"\\|]+)?)";
    let theme = on(READABLE, vec![stylesheet()], read_styles, callback!(theme)).in_batches();
    routes.register("wp/v2", path, vec![theme]);
    let source = "ID of global styles config.";
    let id = Arg::new("id", locale.translate(source)).string();
    let source = "The id of a template";
    let read = Arg::new("id", locale.translate(source)).string();
    let object =
        |name: &str, source: &str| Arg::new(name, locale.translate(source)).with("type", "object");
    let title = Arg::new(
        "title",
        locale.translate("Title of the global styles variation."),
    );
    let title = title.with("type", ["object", "string"].into_iter().collect::<Value>());
    let write = vec![
        id,
        object("styles", "Global styles."),
        object("settings", "Global settings."),
        title,
    ];
    let one = vec![
        on(READABLE, vec![read], read_one, callback!(item)).in_batches(),
        on(EDITABLE, write, edit_one, callback!(update)).in_batches(),
    ];
    routes.register("wp/v2", "/global-styles/(?P<id>[\\/\\d+]+)", one);
    routes.schema(item_schema::global_styles);
}

fn read_styles<'a>(rest: &'a Rest<'a>, _: &'a RestRequest) -> Permitting<'a> {
    let source = "Sorry, you are not allowed to access the global styles on this site.";
    let refusal = ("rest_cannot_read_global_styles", source);
    when(rest, edits_some_posts(rest), refusal)
}

/// 404 where there is no such post; `context=edit` needs the right to edit it.
fn read_one<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    Box::pin(async move {
        let post = [Arc::new(stored(rest, request).await?)];
        if request.text("context") == "edit" {
            let refusal = ("rest_forbidden_context", NO_EDITING);
            require(rest, "edit_theme_options", refusal).await?;
        }
        let is_readable = readable(rest, &post).await? == [true];
        let source = "Sorry, you are not allowed to view this global style.";
        when(rest, is_readable, ("rest_cannot_view", source)).await
    })
}

const NO_EDITING: &str = "Sorry, you are not allowed to edit this global style.";

fn edit_one<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    Box::pin(async move {
        stored(rest, request).await?;
        require(rest, "edit_theme_options", ("rest_cannot_edit", NO_EDITING)).await
    })
}

async fn stored(rest: &Rest<'_>, request: &RestRequest) -> Result<Post, RouteError> {
    let id = PostId(request.url_text("id").parse().unwrap_or(0));
    let mut objects = ObjectCache::default();
    objects.prime_posts(&rest.app.db, &[id]).await?;
    let found = objects.post(id).filter(|post| post.post_type == POST_TYPE);
    let source = "No global styles config exists with that ID.";
    let unknown = || rest.error("rest_global_styles_not_found", source, 404);
    Ok(Post::clone(found.ok_or_else(unknown)?))
}

/// `get_user_global_styles_post_id`: the post of a theme's styles; of the active theme made where it is missing.
///
/// # Errors
/// When the database fails.
pub async fn user_global_styles_id(
    rest: &Rest<'_>,
    theme: &str,
    is_active: bool,
) -> Result<Option<PostId>, RouteError> {
    let posts = theme_posts(&rest.app.db, POST_TYPE, theme).await?;
    if let Some(post) = posts.first() {
        return Ok(Some(post.id));
    }
    if !is_active {
        return Ok(None);
    }
    let post = Post {
        post_type: POST_TYPE.to_owned(),
        status: "publish".to_owned(),
        title: "Custom Styles".to_owned(),
        name: format!("wp-global-styles-{theme}"),
        content: format!("{{\"version\": {VERSION}, \"isGlobalStylesUserThemeJSON\": true }}"),
        ..Post::default()
    };
    let (writer, theme) = (rest.post_writer(), theme.to_owned());
    let work = rest
        .app
        .db
        .transaction(async move |tx| insert_theme_post(&tx, &writer, post, (&theme, None)).await);
    Ok(Some(work.await?.id))
}

async fn no_revisions(_: &Rest<'_>, _: &RestRequest) -> Result<RestResponse, RouteError> {
    Ok(RestResponse::new(Body::List(Vec::new()))
        .with_header("X-WP-Total", "0")
        .with_header("X-WP-TotalPages", "0"))
}

async fn no_revision(rest: &Rest<'_>, _: &RestRequest) -> Result<RestResponse, RouteError> {
    let source = "Invalid revision ID.";
    Err(rest.error("rest_post_invalid_id", source, 404).into())
}

fn is_active_theme(rest: &Rest<'_>, request: &RestRequest) -> Result<String, RouteError> {
    let asked = request.url_text("stylesheet");
    if asked == rest.state.site.options.text("stylesheet") {
        return Ok(asked);
    }
    Err(rest
        .error("rest_theme_not_found", "Theme not found.", 404)
        .into())
}

async fn variations(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    is_active_theme(rest, request)?;
    Ok(RestResponse::new(Body::Value(Value::array())))
}

async fn theme(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let name = is_active_theme(rest, request)?;
    let root = rest.app.wp_root.clone();
    let folder = rest
        .app
        .content_dir
        .as_ref()
        .map(|dir| dir.join("themes").join(&name));
    let read = move || default_theme_json(root.as_deref(), folder.as_deref());
    let merged = tokio::task::spawn_blocking(read).await.unwrap_or_default();
    let mut item = Item::default();
    item.set("settings", merged.at("settings").clone());
    item.set("styles", merged.at("styles").clone());
    let own = format!("/wp/v2/global-styles/themes/{name}");
    item.link_self(rest.rest_url(&own), &["GET"]);
    Ok(RestResponse::item(item))
}

/// What an owner changed, of a post's content.
fn changed(post: &Post) -> Value {
    let json = json_decode_assoc(post.content.as_bytes()).unwrap_or(Value::Null);
    match json.at("isGlobalStylesUserThemeJSON").as_bool() {
        Some(true) => json,
        _ => Value::array(),
    }
}

fn styles_item(rest: &Rest<'_>, request: &RestRequest, post: &Post) -> Item {
    let changed = changed(post);
    let part = |name: &str| match changed.at(name) {
        value if value.is_null() || value.is_empty() => {
            Value::Object(Box::new(Object::new("stdClass")))
        }
        value => value.clone(),
    };
    let mut title = Value::array();
    if request.text("context") == "edit" {
        title = title.with("raw", post.title.as_str());
    }
    let mut item = Item::default();
    item.set("id", post.id.0);
    item.set("title", title.with("rendered", post.title.as_str()));
    item.set("settings", part("settings"));
    item.set("styles", part("styles"));
    let own = rest.rest_url(&format!("/wp/v2/global-styles/{}", post.id));
    item.link_self(own.clone(), &["GET", "POST", "PUT", "PATCH"]);
    item.link("about", rest.rest_url("/wp/v2/types/wp_global_styles"));
    if rest.can("unfiltered_html") {
        item.link("wp:action-edit-css", own);
    }
    item
}

async fn item(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let post = stored(rest, request).await?;
    Ok(RestResponse::item(styles_item(rest, request, &post)))
}

async fn update(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let before = stored(rest, request).await?;
    let mut post = before.clone();
    let known = changed(&before);
    let sends = |name: &str| !request.get(name).is_null();
    if sends("styles") || sends("settings") {
        let mut json = Value::array();
        for name in ["styles", "settings"] {
            let value = if sends(name) {
                request.get(name)
            } else {
                known.at(name)
            };
            if !value.is_null() && !value.is_empty() {
                json = json.with(name, value.clone());
            }
        }
        json = json
            .with("isGlobalStylesUserThemeJSON", true)
            .with("version", VERSION);
        post.content = wp_json_encode(&json, 0).unwrap_or_default();
    }
    match request.get("title") {
        Value::Null => {}
        Value::Array(texts) => {
            if let Some(raw) = texts.get("raw") {
                post.title = raw.to_string_lossy().into_owned();
            }
        }
        title => post.title = title.to_string_lossy().into_owned(),
    }
    let (writer, id) = (rest.post_writer(), before.id);
    let work = rest.app.db.transaction(async move |tx| {
        let Some(before) = locked_post(&tx, id).await? else {
            return Ok(post);
        };
        wp_update_post(&tx, &writer, &before, post, false).await
    });
    let post = work.await?;
    rest.wrote(&["posts"]).await;
    let mut edit = request.clone();
    edit.set_param("context", "edit");
    Ok(RestResponse::item(styles_item(rest, &edit, &post)))
}
