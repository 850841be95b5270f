//! Font families and their faces as items.
//!
//! Contract "wordpress-rest", section 14.

use compat::wordpress::font_library::{FACE, FAMILY};
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::php::json::json_decode_assoc;
use compat::wordpress::php::{Array, Value};
use compat::wordpress::post::{Post, PostId};
use compat::wordpress::rest::{PostList, PostOrder};

use super::font_settings::is_face_setting;
use super::request::RestRequest;
use super::rest_response::Item;
use super::route::Rest;
use super::route_error::RouteError;

/// The version of the format of settings.
const VERSION: i64 = 3;

/// The post of the endpoint's type with an id.
///
/// # Errors
/// `rest_post_invalid_id`.
pub async fn stored(rest: &Rest<'_>, request: &RestRequest, id: i64) -> Result<Post, RouteError> {
    let mut objects = ObjectCache::default();
    objects.prime_posts(&rest.app.db, &[PostId(id)]).await?;
    let found = objects.post(PostId(id));
    let found = found.filter(|post| post.post_type == *request.subject);
    let unknown = || rest.error("rest_post_invalid_id", "Invalid post ID.", 404);
    Ok(Post::clone(found.ok_or_else(unknown)?))
}

/// The family of a route of faces.
///
/// # Errors
/// `rest_post_invalid_parent`.
pub async fn parent(rest: &Rest<'_>, request: &RestRequest) -> Result<Post, RouteError> {
    let mut of_family = request.clone();
    of_family.subject = FAMILY.into();
    let id = request.url_text("font_family_id").parse().unwrap_or(0);
    let found = stored(rest, &of_family, id).await;
    let source = "Invalid post parent ID.";
    found.map_err(|_| rest.error("rest_post_invalid_parent", source, 404).into())
}

/// The ids of a family's faces.
///
/// # Errors
/// When the database fails.
pub async fn faces_of(rest: &Rest<'_>, family: PostId) -> Result<Vec<i64>, RouteError> {
    let faces = PostList {
        post_types: vec![FACE.to_owned()],
        statuses: vec!["publish".to_owned()],
        parent: vec![family.0],
        orderby: PostOrder::Id,
        ascending: true,
        limit: 99,
        ..PostList::default()
    };
    let faces = faces.load(&rest.app.db).await?;
    Ok(faces.items.iter().map(|face| face.id.0).collect())
}

/// The settings of a family.
pub fn settings_of(post: &Post) -> Value {
    let content = json_decode_assoc(post.content.as_bytes()).unwrap_or_default();
    let text = |key: &str| content.at(key).to_string_lossy().into_owned();
    Value::array()
        .with("name", post.title.as_str())
        .with("slug", post.name.as_str())
        .with("fontFamily", text("fontFamily"))
        .with("preview", text("preview"))
}

/// The face of a route, when it is one of the family of the route.
///
/// # Errors
/// When there is no such family or face, or it is of another family.
pub async fn face_of_family(rest: &Rest<'_>, request: &RestRequest) -> Result<Post, RouteError> {
    let family = parent(rest, request).await?;
    let post = stored(rest, request, request.int("id")).await?;
    if post.parent != family.id {
        let source =
            "The font face does not belong to the specified font family with id of \"%d\".";
        let mut error = rest.error("rest_font_face_parent_id_mismatch", source, 404);
        error.message = error.message.replace("%d", &family.id.to_string());
        return Err(error.into());
    }
    Ok(post)
}

/// A family as an item.
///
/// # Errors
/// When the database fails.
pub async fn family_of(rest: &Rest<'_>, post: &Post) -> Result<Item, RouteError> {
    let faces = faces_of(rest, post.id).await?;
    let mut item = Item::default();
    item.set("id", post.id.0);
    item.set("theme_json_version", VERSION);
    item.set(
        "font_faces",
        faces.iter().copied().map(Value::Int).collect::<Value>(),
    );
    item.set("font_family_settings", settings_of(post));
    let own = format!("/wp/v2/font-families/{}", post.id);
    let methods: &'static [&'static str] = &["GET", "POST", "PUT", "PATCH", "DELETE"];
    item.link_self(rest.rest_url(&own), methods);
    item.link("collection", rest.rest_url("/wp/v2/font-families"));
    for face in faces {
        item.embeddable(
            "font_faces",
            rest.rest_url(&format!("{own}/font-faces/{face}")),
        );
    }
    Ok(item)
}

/// A face as an item.
pub fn face_of(rest: &Rest<'_>, post: &Post) -> Item {
    let mut item = Item::default();
    item.set("id", post.id.0);
    item.set("theme_json_version", VERSION);
    item.set("parent", post.parent.0);
    item.set("font_face_settings", face_settings(post));
    let family = format!("/wp/v2/font-families/{}", post.parent);
    let own = format!("{family}/font-faces/{}", post.id);
    item.link_self(rest.rest_url(&own), &["GET", "DELETE"]);
    item.link("collection", rest.rest_url(&format!("{family}/font-faces")));
    item.link("parent", rest.rest_url(&family));
    item
}

/// What a face's post holds, as far as faces have it.
fn face_settings(post: &Post) -> Value {
    let stored = json_decode_assoc(post.content.as_bytes()).unwrap_or_default();
    let Value::Array(stored) = stored else {
        return Value::array()
            .with("fontFamily", "")
            .with("src", Value::array());
    };
    let mut settings = Array::new();
    for (key, value) in stored.iter() {
        if is_face_setting(&key.to_string_lossy()) {
            settings.insert(key.clone(), value.clone());
        }
    }
    settings.into()
}
