//! Making, changing and deleting font families; deleting faces.
//!
//! Contract "wordpress-rest", section 14.

use compat::wordpress::font_library::rows::delete;
use compat::wordpress::font_library::{FACE, FAMILY};
use compat::wordpress::php::Value;
use compat::wordpress::php::json::wp_json_encode;
use compat::wordpress::post::change_post::{wp_insert_post, wp_update_post};
use compat::wordpress::post::post_row::locked_post;
use compat::wordpress::post::{Post, PostId};
use compat::wordpress::rest::PostList;

use crate::request_error::{RequestError, RequestErrorKind};

use super::font_item::{face_of, face_of_family, faces_of, family_of, settings_of, stored};
use super::font_settings::FAMILY_SETTINGS;
use super::request::RestRequest;
use super::rest_response::{Body, Item, RestResponse};
use super::route::Rest;
use super::route_error::RouteError;

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

/// 201 with the address of what was made.
pub fn created(rest: &Rest<'_>, item: Item, own: &str) -> RestResponse {
    let mut response = RestResponse::item(item).with_header("Location", rest.rest_url(own));
    response.status = 201;
    response
}

/// Makes a family.
///
/// # Errors
/// When there is one of this slug, or the database fails.
pub async fn create_family(
    rest: &Rest<'_>,
    request: &RestRequest,
) -> Result<RestResponse, RouteError> {
    let settings = request.get(FAMILY_SETTINGS);
    let text = |key: &str| settings.at(key).to_string_lossy().into_owned();
    let slug = text("slug");
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
    let post = Post {
        post_type: FAMILY.to_owned(),
        status: "publish".to_owned(),
        title: text("name"),
        name: slug,
        content: content_of(settings.clone()),
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

/// What a family's post holds besides its title and name.
fn content_of(mut settings: Value) -> String {
    if let Some(settings) = settings.as_array_mut() {
        settings.remove("name");
        settings.remove("slug");
    }
    wp_json_encode(&settings, 0).unwrap_or_default()
}

/// Changes a family: what is sent, over what it has.
///
/// # Errors
/// When the database fails.
pub async fn update_family(
    rest: &Rest<'_>,
    request: &RestRequest,
) -> Result<RestResponse, RouteError> {
    let mut post = stored(rest, request, request.int("id")).await?;
    let sent = request.get(FAMILY_SETTINGS);
    if let Some(sent) = sent.as_array() {
        let mut settings = settings_of(&post);
        for (key, value) in sent.iter() {
            settings = settings.with(key.to_string_lossy().as_str(), value.clone());
        }
        post.title = settings.at("name").to_string_lossy().into_owned();
        post.content = content_of(settings);
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

/// Deletes a face, or a family with its faces.
///
/// # Errors
/// Without `force`, or when the database fails.
pub async fn delete_post(
    rest: &Rest<'_>,
    request: &RestRequest,
) -> Result<RestResponse, RouteError> {
    let post = match &*request.subject {
        FACE => face_of_family(rest, request).await?,
        _ => stored(rest, request, request.int("id")).await?,
    };
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
    let (db, writer, library) = (rest.app.db.clone(), rest.post_writer(), rest.library().ok());
    let all = faces.into_iter().map(PostId).chain([post.id]).collect();
    // Rows and files both go, also when the client goes away.
    let work = tokio::spawn(async move { delete(&db, writer, library.as_deref(), all).await });
    work.await.map_err(|error| {
        RequestError::new(RequestErrorKind::Panic, format!("deleting a font: {error}"))
    })??;
    rest.wrote(&["posts", "postmeta"]).await;
    let value = Value::array()
        .with("deleted", true)
        .with("previous", before.data);
    Ok(RestResponse::new(Body::Value(value)))
}
