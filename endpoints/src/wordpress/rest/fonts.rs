//! `wp/v2/font-families`, their faces, and the vendor's collections.
//!
//! Contract "wordpress-rest", section 14. Families and faces are posts; the file of a face is named by its address.

use compat::wordpress::formatting::sanitize_title::sanitize_title;
use compat::wordpress::l10n::Locale;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::php::json::{json_decode_assoc, wp_json_encode};
use compat::wordpress::php::{Array, Value};
use compat::wordpress::post::change_post::wp_insert_post;
use compat::wordpress::post::delete_post::wp_delete_post;
use compat::wordpress::post::post_row::locked_post;
use compat::wordpress::post::{Post, PostId};
use compat::wordpress::rest::PostList;

use super::arg::Arg;
use super::collection::{Paging, collection_args, context_arg, paged};
use super::guarded::{callback, endpoint, require};
use super::item_schema;
use super::request::RestRequest;
use super::rest_response::{Body, Item, RestResponse};
use super::route::{CREATABLE, DELETABLE, EDITABLE, Permitting, READABLE, Rest, Routes};
use super::route_error::RouteError;

const FAMILY: &str = "wp_font_family";
const FACE: &str = "wp_font_face";
/// The version of the format of settings.
const VERSION: i64 = 3;

/// Registers families and faces.
pub fn register(routes: &mut Routes, locale: &Locale) {
    let context = || vec![context_arg(locale, &["view", "embed", "edit"])];
    let settings = |name: &str, source: &str| Arg::new(name, locale.translate(source)).string();
    let family = || {
        settings(
            "font_family_settings",
            "font-family declaration in theme.json format, encoded as a string.",
        )
    };
    let face = settings(
        "font_face_settings",
        "font-face declaration in theme.json format, encoded as a string.",
    );
    let force = || {
        let source = "Whether to bypass Trash and force deletion.";
        vec![
            Arg::new("force", locale.translate(source))
                .boolean()
                .default(false),
        ]
    };
    let listed = || {
        let mut args = collection_args(locale);
        args.retain(|arg| arg.name != "search");
        args
    };
    let mut families = listed();
    families.push(
        Arg::new(
            "slug",
            locale.translate("Limit result set to posts with one or more specific slugs."),
        )
        .list_of("string"),
    );
    let on = |methods, args, permission, callback| {
        endpoint(methods, args, permission, callback).about(FAMILY)
    };
    let all = vec![
        on(READABLE, families, read_families, callback!(list_families)),
        on(
            CREATABLE,
            vec![family().required()],
            create,
            callback!(create_family),
        ),
    ];
    routes.register("wp/v2", "/font-families", all);
    routes.schema(item_schema::font_family);
    let one = vec![
        on(READABLE, context(), read_families, callback!(family_item)),
        on(EDITABLE, vec![family()], edit, callback!(update_family)),
        on(DELETABLE, force(), remove, callback!(delete_post)),
    ];
    routes.register("wp/v2", "/font-families/(?P<id>[\\d]+)", one);
    routes.schema(item_schema::font_family);
    let on = |methods, args, permission, callback| {
        endpoint(methods, args, permission, callback).about(FACE)
    };
    let base = "/font-families/(?P<font_family_id>[\\d]+)/font-faces";
    let all = vec![
        on(READABLE, listed(), read_faces, callback!(list_faces)),
        on(
            CREATABLE,
            vec![face.required()],
            create,
            callback!(create_face),
        ),
    ];
    routes.register("wp/v2", base, all);
    routes.schema(item_schema::font_face);
    let one = vec![
        on(READABLE, context(), read_faces, callback!(face_item)),
        on(DELETABLE, force(), remove, callback!(delete_post)),
    ];
    routes.register("wp/v2", &format!("{base}/(?P<id>[\\d]+)"), one);
    routes.schema(item_schema::font_face);
}

/// Registers the vendor's collections.
pub fn register_collections(routes: &mut Routes, locale: &Locale) {
    let mut args = collection_args(locale);
    args.retain(|arg| arg.name != "search");
    let list = endpoint(READABLE, args, read_collections, callback!(collections));
    routes.register("wp/v2", "/font-collections", vec![list]);
    routes.schema(item_schema::font_collection);
    let context = vec![context_arg(locale, &["view", "embed", "edit"])];
    let one = endpoint(READABLE, context, read_collections, callback!(collection));
    routes.register("wp/v2", "/font-collections/(?P<slug>[\\/\\w-]+)", vec![one]);
    routes.schema(item_schema::font_collection);
}

fn only<'a>(rest: &Rest<'_>, code: &'static str, source: &'static str) -> Permitting<'a> {
    require(rest, "edit_theme_options", (code, source))
}

fn read_families<'a>(rest: &'a Rest<'a>, _: &'a RestRequest) -> Permitting<'a> {
    only(
        rest,
        "rest_cannot_read",
        "Sorry, you are not allowed to access font families.",
    )
}

fn read_faces<'a>(rest: &'a Rest<'a>, _: &'a RestRequest) -> Permitting<'a> {
    only(
        rest,
        "rest_cannot_read",
        "Sorry, you are not allowed to access font faces.",
    )
}

fn read_collections<'a>(rest: &'a Rest<'a>, _: &'a RestRequest) -> Permitting<'a> {
    only(
        rest,
        "rest_cannot_read",
        "Sorry, you are not allowed to access font collections.",
    )
}

fn create<'a>(rest: &'a Rest<'a>, _: &'a RestRequest) -> Permitting<'a> {
    only(
        rest,
        "rest_cannot_create",
        "Sorry, you are not allowed to create posts as this user.",
    )
}

fn of_post<'a>(
    rest: &'a Rest<'a>,
    request: &'a RestRequest,
    refusal: (&'static str, &'static str),
) -> Permitting<'a> {
    Box::pin(async move {
        stored(rest, request, request.int("id")).await?;
        require(rest, "edit_theme_options", refusal).await
    })
}

fn edit<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    let source = "Sorry, you are not allowed to edit this post.";
    of_post(rest, request, ("rest_cannot_edit", source))
}

fn remove<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    let source = "Sorry, you are not allowed to delete this post.";
    of_post(rest, request, ("rest_cannot_delete", source))
}

/// The post of the endpoint's type with an id.
async fn stored(rest: &Rest<'_>, request: &RestRequest, id: i64) -> Result<Post, RouteError> {
    let mut objects = ObjectCache::default();
    objects.prime_posts(&rest.app.db, &[PostId(id)]).await?;
    let found = objects.post(PostId(id));
    let found = found.filter(|post| post.post_type == *request.subject);
    let unknown = || rest.error("rest_post_invalid_id", "Invalid post ID.", 404);
    Ok(Post::clone(found.ok_or_else(unknown)?))
}

async fn parent(rest: &Rest<'_>, request: &RestRequest) -> Result<Post, RouteError> {
    let mut of_family = request.clone();
    of_family.subject = FAMILY.into();
    let id = request.url_text("font_family_id").parse().unwrap_or(0);
    let found = stored(rest, &of_family, id).await;
    let source = "Invalid post parent ID.";
    found.map_err(|_| rest.error("rest_post_invalid_parent", source, 404).into())
}

async fn faces_of(rest: &Rest<'_>, family: PostId) -> Result<Vec<i64>, RouteError> {
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

async fn family_of(rest: &Rest<'_>, post: &Post) -> Result<Item, RouteError> {
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

fn face_of(rest: &Rest<'_>, post: &Post) -> Item {
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

async fn listed(
    rest: &Rest<'_>,
    request: &RestRequest,
    parent: Vec<i64>,
) -> Result<(Vec<Post>, i64), RouteError> {
    let paging = Paging::of(request);
    let list = PostList {
        post_types: vec![request.subject.to_string()],
        statuses: vec!["publish".to_owned()],
        slug: request.texts("slug"),
        parent,
        limit: paging.per_page,
        offset: paging.offset,
        ..PostList::default()
    };
    let found = list.load(&rest.app.db).await?;
    Ok((found.items, found.total))
}

async fn list_families(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let (posts, total) = listed(rest, request, Vec::new()).await?;
    let mut items = Vec::new();
    for post in &posts {
        items.push(family_of(rest, post).await?);
    }
    Ok(paged(rest, request, items, total, "/wp/v2/font-families"))
}

async fn list_faces(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let family = parent(rest, request).await?;
    let (posts, total) = listed(rest, request, vec![family.id.0]).await?;
    let items = posts.iter().map(|post| face_of(rest, post)).collect();
    let base = format!("/wp/v2/font-families/{}/font-faces", family.id);
    Ok(paged(rest, request, items, total, &base))
}

async fn family_item(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let post = stored(rest, request, request.int("id")).await?;
    Ok(RestResponse::item(family_of(rest, &post).await?))
}

async fn face_item(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let family = parent(rest, request).await?;
    let post = stored(rest, request, request.int("id")).await?;
    if post.parent != family.id {
        let source =
            "The font face does not belong to the specified font family with id of \"%d\".";
        let mut error = rest.error("rest_font_face_parent_id_mismatch", source, 404);
        error.message = error.message.replace("%d", &family.id.to_string());
        return Err(error.into());
    }
    Ok(RestResponse::item(face_of(rest, &post)))
}

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
    rest.app.changed(&["posts"]).await?;
    Ok(post)
}

fn created(rest: &Rest<'_>, item: Item, own: &str) -> RestResponse {
    let mut response = RestResponse::item(item).with_header("Location", rest.rest_url(own));
    response.status = 201;
    response
}

async fn create_family(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
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

async fn update_family(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
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
        compat::wordpress::post::change_post::wp_update_post(&tx, &writer, &before, post, false)
            .await
    });
    let post = work.await?;
    rest.app.changed(&["posts"]).await?;
    Ok(RestResponse::item(family_of(rest, &post).await?))
}

async fn create_face(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
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

/// A family goes with its faces.
async fn delete_post(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
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
    rest.app.changed(&["posts", "postmeta"]).await?;
    let value = Value::array()
        .with("deleted", true)
        .with("previous", before.data);
    Ok(RestResponse::new(Body::Value(value)))
}

/// The one collection is on the vendor's server, which is not asked: it is left out of the list.
async fn collections(_: &Rest<'_>, _: &RestRequest) -> Result<RestResponse, RouteError> {
    Ok(RestResponse::new(Body::List(Vec::new()))
        .with_header("X-WP-Total", "1")
        .with_header("X-WP-TotalPages", "1"))
}

async fn collection(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    if request.url_text("slug") != "google-fonts" {
        let source = "Font collection not found.";
        return Err(rest
            .error("rest_font_collection_not_found", source, 404)
            .into());
    }
    let source = "Error fetching the font collection data from \"%s\".";
    let mut error = rest.error("font_collection_request_error", source, 500);
    let url = "https://s.w.org/images/fonts/wp-6.7/collections/google-fonts-with-preview.json";
    error.message = error.message.replace("%s", url);
    Err(error.into())
}
