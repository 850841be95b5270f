//! `wp/v2/font-families`, their faces, and the vendor's collections.
//!
//! Contract "wordpress-rest", section 14. Families and faces are posts; the file of a face is named by its address.

use compat::wordpress::font_library::{FACE, FAMILY};
use compat::wordpress::l10n::Locale;
use compat::wordpress::post::Post;
use compat::wordpress::rest::{PostList, PostOrder};

use super::arg::Arg;
use super::collection::{Paging, collection_args, context_arg, paged};
use super::font_faces::create_face;
use super::font_item::{face_of, face_of_family, family_of, parent, stored};
use super::font_settings::{FACE_SETTINGS, FAMILY_SETTINGS, changed_family, new_face, new_family};
use super::font_writes::{create_family, delete_post, update_family};
use super::guarded::{callback, endpoint, require};
use super::item_schema;
use super::request::RestRequest;
use super::rest_response::{Body, RestResponse};
use super::route::{CREATABLE, DELETABLE, EDITABLE, Permitting, READABLE, Rest, Routes};
use super::route_error::RouteError;

/// Registers families and faces.
pub fn register(routes: &mut Routes, locale: &Locale) {
    let context = || vec![context_arg(locale, &["view", "embed", "edit"])];
    let source = "font-family declaration in theme.json format, encoded as a string.";
    let family = || settings_arg(locale, FAMILY_SETTINGS, source);
    let mut families = listed_args(locale);
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
            vec![family().cleaned_by(new_family).required()],
            create,
            callback!(create_family),
        ),
    ];
    routes.register("wp/v2", "/font-families", all);
    routes.schema(item_schema::font_family);
    let one = vec![
        on(READABLE, context(), read_family, callback!(family_item)),
        on(
            EDITABLE,
            vec![family().cleaned_by(changed_family)],
            edit,
            callback!(update_family),
        ),
        on(DELETABLE, force(locale), remove, callback!(delete_post)),
    ];
    routes.register("wp/v2", "/font-families/(?P<id>[\\d]+)", one);
    routes.schema(item_schema::font_family);
    register_faces(routes, locale);
}

/// Paging without a search.
fn listed_args(locale: &Locale) -> Vec<Arg> {
    let mut args = collection_args(locale);
    args.retain(|arg| arg.name != "search");
    args
}

fn force(locale: &Locale) -> Vec<Arg> {
    let source = "Whether to bypass Trash and force deletion.";
    let force = Arg::new("force", locale.translate(source)).boolean();
    vec![force.default(false)]
}

fn settings_arg(locale: &Locale, name: &str, source: &str) -> Arg {
    Arg::new(name, locale.translate(source)).string()
}

fn register_faces(routes: &mut Routes, locale: &Locale) {
    let context = || vec![context_arg(locale, &["view", "embed", "edit"])];
    let source = "font-face declaration in theme.json format, encoded as a string.";
    let face = settings_arg(locale, FACE_SETTINGS, source).cleaned_by(new_face);
    let on = |methods, args, permission, callback| {
        endpoint(methods, args, permission, callback).about(FACE)
    };
    let base = "/font-families/(?P<font_family_id>[\\d]+)/font-faces";
    let all = vec![
        on(
            READABLE,
            listed_args(locale),
            read_faces,
            callback!(list_faces),
        ),
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
        on(DELETABLE, force(locale), remove, callback!(delete_post)),
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

fn read_family<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    let source = "Sorry, you are not allowed to access this font family.";
    of_post(rest, request, ("rest_cannot_read", source))
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
        orderby: PostOrder::Id,
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
    let post = face_of_family(rest, request).await?;
    Ok(RestResponse::item(face_of(rest, &post)))
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
