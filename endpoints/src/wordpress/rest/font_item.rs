//! Font families and their faces as items.
//!
//! Contract "wordpress-rest", section 14.

use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::php::Value;
use compat::wordpress::php::json::json_decode_assoc;
use compat::wordpress::post::{Post, PostId};
use compat::wordpress::rest::PostList;

use super::request::RestRequest;
use super::rest_response::Item;
use super::route::Rest;
use super::route_error::RouteError;

/// The post type of families.
pub const FAMILY: &str = "wp_font_family";
/// The post type of faces.
pub const FACE: &str = "wp_font_face";
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
        limit: 99,
        ..PostList::default()
    };
    let faces = faces.load(&rest.app.db).await?;
    Ok(faces.items.iter().map(|face| face.id.0).collect())
}

/// A family as an item.
///
/// # Errors
/// When the database fails.
pub async fn family_of(rest: &Rest<'_>, post: &Post) -> Result<Item, RouteError> {
    let content = json_decode_assoc(post.content.as_bytes()).unwrap_or_default();
    let settings = Value::array()
        .with("name", post.title.as_str())
        .with("slug", post.name.as_str())
        .with(
            "fontFamily",
            content.at("fontFamily").to_string_lossy().into_owned(),
        )
        .with(
            "preview",
            content.at("preview").to_string_lossy().into_owned(),
        );
    let faces = faces_of(rest, post.id).await?;
    let mut item = Item::default();
    item.set("id", post.id.0);
    item.set("theme_json_version", VERSION);
    item.set(
        "font_faces",
        faces.iter().copied().map(Value::Int).collect::<Value>(),
    );
    item.set("font_family_settings", settings);
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
    let settings = json_decode_assoc(post.content.as_bytes()).unwrap_or_default();
    item.set("font_face_settings", settings);
    let family = format!("/wp/v2/font-families/{}", post.parent);
    let own = format!("{family}/font-faces/{}", post.id);
    item.link_self(rest.rest_url(&own), &["GET", "DELETE"]);
    item.link("collection", rest.rest_url(&format!("{family}/font-faces")));
    item.link("parent", rest.rest_url(&family));
    item
}
