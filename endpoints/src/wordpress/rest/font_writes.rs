//! Making, changing and deleting font families and faces.
//!
//! Contract "wordpress-rest", section 14.

use compat::wordpress::formatting::sanitize_title::sanitize_title;
use compat::wordpress::php::json::{json_decode_assoc, wp_json_encode};
use compat::wordpress::php::{Array, Value};
use compat::wordpress::post::change_post::{wp_insert_post, wp_update_post};
use compat::wordpress::post::delete_post::wp_delete_post;
use compat::wordpress::post::post_row::locked_post;
use compat::wordpress::post::{Post, PostId};
use compat::wordpress::rest::PostList;

use super::font_item::{FACE, FAMILY, face_of, faces_of, family_of, parent, stored};
use super::request::RestRequest;
use super::rest_response::{Body, Item, RestResponse};
use super::route::Rest;
use super::route_error::RouteError;

/// Settings sent as JSON in a text.
fn settings(rest: &Rest<'_>, request: &RestRequest, name: &str) -> Result<Value, RouteError> {
    let decoded = json_decode_assoc(request.text(name).as_bytes());
    let decoded = decoded.ok().filter(|value| value.as_array().is_some());
    let source = "%s parameter must be a valid JSON string.";
    decoded.ok_or_else(|| {
        let mut error = rest.error("rest_invalid_param", source, 400);
        error.message = error.message.replace("%s", name);
        error.into()
    })
}

fn required(
    rest: &Rest<'_>,
    settings: &Value,
    name: &str,
    keys: &[&str],
) -> Result<(), RouteError> {
    for key in keys {
        if settings.at(*key).is_null() || settings.at(*key).to_string_lossy().is_empty() {
            let mut error = rest.error("rest_invalid_param", "%s cannot be empty.", 400);
            error.message = error.message.replace("%s", &format!("{name}[{key}]"));
            return Err(error.into());
        }
    }
    Ok(())
}

async fn insert(rest: &Rest<'_>, post: Post) -> Result<Post, RouteError> {
    let writer = rest.post_writer();
    let work = rest
        .app
        .db
        .transaction(async move |tx| wp_insert_post(&tx, &writer, post).await);
    let post = work.await?;
    rest.wrote(&["posts"]).await;
    Ok(post)
}

fn created(rest: &Rest<'_>, item: Item, own: &str) -> RestResponse {
    let mut response = RestResponse::item(item).with_header("Location", rest.rest_url(own));
    response.status = 201;
    response
}

/// Makes a family.
///
/// # Errors
/// When the settings are not valid, or the database fails.
pub async fn create_family(
    rest: &Rest<'_>,
    request: &RestRequest,
) -> Result<RestResponse, RouteError> {
    let name = "font_family_settings";
    let settings = settings(rest, request, name)?;
    required(rest, &settings, name, &["name", "slug", "fontFamily"])?;
    let text = |key: &str| settings.at(key).to_string_lossy().into_owned();
    let slug = sanitize_title(&text("slug"), "", &rest.state.locale_code());
    let same = PostList {
        post_types: vec![FAMILY.to_owned()],
        statuses: vec!["publish".to_owned()],
        slug: vec![slug.clone()],
        limit: 1,
        ..PostList::default()
    };
    if same.load(&rest.app.db).await?.total > 0 {
        let source = "A font family with slug \"%s\" already exists.";
        let mut error = rest.error("rest_duplicate_font_family", source, 400);
        error.message = error.message.replace("%s", &slug);
        return Err(error.into());
    }
    let content = Array::new()
        .with("fontFamily", text("fontFamily"))
        .with("preview", text("preview"));
    let post = Post {
        post_type: FAMILY.to_owned(),
        status: "publish".to_owned(),
        title: text("name"),
        name: slug,
        content: wp_json_encode(&content.into(), 0).unwrap_or_default(),
        ..Post::default()
    };
    let post = insert(rest, post).await?;
    let item = family_of(rest, &post).await?;
    Ok(created(
        rest,
        item,
        &format!("/wp/v2/font-families/{}", post.id),
    ))
}

/// Changes a family.
///
/// # Errors
/// When the settings are not valid, or the database fails.
pub async fn update_family(
    rest: &Rest<'_>,
    request: &RestRequest,
) -> Result<RestResponse, RouteError> {
    let mut post = stored(rest, request, request.int("id")).await?;
    if request.has("font_family_settings") {
        let settings = settings(rest, request, "font_family_settings")?;
        if settings.get("slug").is_some() {
            let mut error = rest.error("rest_invalid_param", "%s cannot be updated.", 400);
            error.message = error.message.replace("%s", "font_family_settings[slug]");
            return Err(error.into());
        }
        if let Some(name) = settings.get("name") {
            post.title = name.to_string_lossy().into_owned();
        }
        let mut content = json_decode_assoc(post.content.as_bytes()).unwrap_or_default();
        for key in ["fontFamily", "preview"] {
            if let Some(value) = settings.get(key) {
                content = content.with(key, value.clone());
            }
        }
        post.content = wp_json_encode(&content, 0).unwrap_or_default();
    }
    let (writer, id) = (rest.post_writer(), post.id);
    let work = rest.app.db.transaction(async move |tx| {
        let Some(before) = locked_post(&tx, id).await? else {
            return Ok(post);
        };
        wp_update_post(&tx, &writer, &before, post, false).await
    });
    let post = work.await?;
    rest.wrote(&["posts"]).await;
    Ok(RestResponse::item(family_of(rest, &post).await?))
}

/// Makes a face of a family.
///
/// # Errors
/// When the settings are not valid, or the database fails.
pub async fn create_face(
    rest: &Rest<'_>,
    request: &RestRequest,
) -> Result<RestResponse, RouteError> {
    let family = parent(rest, request).await?;
    let name = "font_face_settings";
    let settings = settings(rest, request, name)?;
    required(rest, &settings, name, &["fontFamily", "src"])?;
    let title = format!(
        "{};{};{};100%;U+0-10FFFF",
        settings.at("fontFamily").to_string_lossy().to_lowercase(),
        settings
            .get("fontStyle")
            .map_or("normal".into(), |v| v.to_string_lossy()),
        settings
            .get("fontWeight")
            .map_or("400".into(), |v| v.to_string_lossy()),
    );
    let post = Post {
        post_type: FACE.to_owned(),
        status: "publish".to_owned(),
        name: sanitize_title(&title, "", &rest.state.locale_code()),
        title,
        parent: family.id,
        content: wp_json_encode(&settings, 0).unwrap_or_default(),
        ..Post::default()
    };
    let post = insert(rest, post).await?;
    let own = format!("/wp/v2/font-families/{}/font-faces/{}", family.id, post.id);
    Ok(created(rest, face_of(rest, &post), &own))
}

/// Deletes a face, or a family with its faces.
///
/// # Errors
/// Without `force`, or when the database fails.
pub async fn delete_post(
    rest: &Rest<'_>,
    request: &RestRequest,
) -> Result<RestResponse, RouteError> {
    let post = stored(rest, request, request.int("id")).await?;
    if !request.bool("force") {
        let source = match &*request.subject {
            FACE => "Font faces do not support trashing. Set '%s' to delete.",
            _ => "Font families do not support trashing. Set '%s' to delete.",
        };
        let mut error = rest.error("rest_trash_not_supported", source, 501);
        error.message = error.message.replace("%s", "force=true");
        return Err(error.into());
    }
    let (before, faces) = match &*request.subject {
        FACE => (face_of(rest, &post), Vec::new()),
        _ => (
            family_of(rest, &post).await?,
            faces_of(rest, post.id).await?,
        ),
    };
    let (writer, id) = (rest.post_writer(), post.id);
    let work = rest.app.db.transaction(async move |tx| {
        for id in faces.into_iter().map(PostId).chain([id]) {
            if let Some(post) = locked_post(&tx, id).await? {
                wp_delete_post(&tx, writer.registry(), &post).await?;
            }
        }
        Ok(())
    });
    work.await?;
    rest.wrote(&["posts", "postmeta"]).await;
    let value = Value::array()
        .with("deleted", true)
        .with("previous", before.data);
    Ok(RestResponse::new(Body::Value(value)))
}
