//! `POST /wp/v2/media`: a file becomes an attachment.
//!
//! Contract "wordpress-rest" section 7.1. Files come first, rows last; a client that goes away does not stop it half-way.

use std::sync::Arc;

use compat::wordpress::formatting::file_name::sanitize_file_name;
use compat::wordpress::formatting::sanitize_title::sanitize_title;
use compat::wordpress::media::library::files::{Library, LibraryError, NewImages};
use compat::wordpress::media::library::inspect::Inspection;
use compat::wordpress::media::library::plan::ImagePlan;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::php::numeric::is_numeric;
use compat::wordpress::post::save_post::PostSave;
use compat::wordpress::post::{Post, PostId};
use pictures::{Format, PictureError};

use super::media_request::{SentFile, alt_text, prepare_attachment, raw, sent_file};
use super::media_store::{StoreError, Upload};
use super::post_writes::{edited, written};
use super::read_permission::parents;
use super::request::RestRequest;
use super::route::{Permitting, Rest, RouteFuture};
use super::route_error::{RestError, RouteError};
use crate::request_error::{RequestError, RequestErrorKind};

/// `create_item_permissions_check`: who may upload, and to the given post.
pub fn may_create<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    Box::pin(async move {
        super::post_writes::may_create(rest, request).await?;
        if !rest.can("upload_files") {
            let source = "Sorry, you are not allowed to upload media on this site.";
            return Err(rest.error("rest_cannot_create", source, 400).into());
        }
        let parent = request.int("post");
        if parent > 0 && !may_attach_to(rest, PostId(parent)).await? {
            let source = "Sorry, you are not allowed to upload media to this post.";
            return Err(rest.forbidden("rest_cannot_edit", source).into());
        }
        Ok(())
    })
}

async fn may_attach_to(rest: &Rest<'_>, id: PostId) -> Result<bool, RouteError> {
    let Some(post) = post(rest, id).await? else {
        return Ok(false);
    };
    let objects = parents(rest, std::slice::from_ref(&post)).await?;
    Ok(rest.visibility(&objects).can_edit(&post))
}

async fn post(rest: &Rest<'_>, id: PostId) -> Result<Option<Arc<Post>>, RouteError> {
    let mut objects = ObjectCache::default();
    objects.prime_posts(&rest.app.db, &[id]).await?;
    Ok(objects.post(id).cloned())
}

/// `create_item`.
pub fn create_item<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> RouteFuture<'a> {
    Box::pin(async move {
        check_type_of_part(rest)?;
        let parent = checked_parent(rest, request).await?;
        let file = sent_file(rest, request).await?;
        let library = rest.library()?;
        let (locale, unfiltered) = (rest.state.locale_code(), rest.can("unfiltered_html"));
        let name = sanitize_file_name(&file.name, &locale, unfiltered);
        let inspected = library.inspect(file.path.clone(), name, false).await;
        let inspected = inspected.map_err(|error| rest.library_error(error))?;
        check_hash(rest, request, &inspected)?;
        let images = made(rest, &library, &file, &inspected).await?;
        let upload = Upload {
            save: described(rest, request, &inspected).await?,
            alt: alt_text(request),
            title_of_form: form_title(&file),
            folder: folder(rest, parent.as_deref()),
            url: rest.state.site.uploads_url(),
            writer: rest.post_writer(),
            inspected,
            images,
        };
        let copied = library.copy(file.path.clone()).await;
        let original = copied.map_err(|error| rest.library_error(error))?;
        let db = rest.app.db.clone();
        // Goes on when the client goes away: files and rows are both there, or neither.
        let stored = tokio::spawn(async move { upload.store(&library, &db, original).await });
        let stored = stored.await.map_err(|error| {
            RequestError::new(RequestErrorKind::Panic, format!("an upload: {error}"))
        })?;
        let post = stored.map_err(|error| match error {
            StoreError::Library(error) => rest.library_error(error),
            StoreError::Db(error) => error.into(),
        })?;
        answer_created(rest, request, post, true).await
    })
}

/// 201 with the address of the new attachment, in the context `edit` or `view`.
///
/// # Errors
/// When it cannot be read.
pub async fn answer_created(
    rest: &Rest<'_>,
    request: &RestRequest,
    post: Post,
    for_editing: bool,
) -> Result<super::rest_response::RestResponse, RouteError> {
    written(rest, None, &post).await?;
    let id = post.id;
    let mut response = if for_editing {
        edited(rest, request, post).await?
    } else {
        let fresh = rest.renewed();
        let item = super::post_item::item(&fresh, request, Arc::new(post)).await?;
        super::rest_response::RestResponse::item(item).cached_for(None)
    };
    response.status = 201;
    let location = rest.rest_url(&format!("/wp/v2/media/{id}"));
    Ok(response
        .with_header("X-WP-Upload-Attachment-ID", id.0)
        .with_header("Location", location))
}

/// Of pictures in forms the sent type is looked at first: one that no smaller images are made of is not taken. So are HEIC
/// and TIFF, as where PHP's GD cannot read them. As a body they come in as they are.
fn check_type_of_part(rest: &Rest<'_>) -> Result<(), RestError> {
    let files = rest.input.files.of_field("file").unwrap_or_default();
    let sent = files.first().map_or("", |file| file.content_type.as_str());
    let is_known = sent == "image/svg+xml" || Format::of_mime(sent).is_some();
    if !sent.starts_with("image/") || is_known {
        return Ok(());
    }
    let source = "The web server cannot generate responsive image sizes for this image. Convert it to JPEG or PNG before uploading.";
    Err(rest.error("rest_upload_image_type_not_supported", source, 400))
}

/// The post that the attachment belongs to; it is no attachment and no revision.
async fn checked_parent(
    rest: &Rest<'_>,
    request: &RestRequest,
) -> Result<Option<Arc<Post>>, RouteError> {
    let id = request.int("post");
    let parent = if id > 0 {
        post(rest, PostId(id)).await?
    } else {
        None
    };
    let is_wrong = |post: &Arc<Post>| matches!(post.post_type.as_str(), "revision" | "attachment");
    if parent.as_ref().is_some_and(is_wrong) {
        return Err(rest
            .error("rest_invalid_param", "Invalid parent type.", 400)
            .into());
    }
    Ok(parent)
}

fn check_hash(
    rest: &Rest<'_>,
    request: &RestRequest,
    inspected: &Inspection,
) -> Result<(), RestError> {
    let expected = request.header(rest.input, "content-md5");
    if expected.is_empty() || expected.trim() == inspected.md5 {
        return Ok(());
    }
    let source = "Content hash did not match expected.";
    Err(rest.error("rest_upload_hash_mismatch", source, 412))
}

/// The images of a picture; `None` of what is none. A picture whose pixels are broken comes in without smaller images.
async fn made(
    rest: &Rest<'_>,
    library: &Library,
    file: &SentFile,
    inspected: &Inspection,
) -> Result<Option<NewImages>, RouteError> {
    if inspected.file_type.is_none() {
        let source = "Sorry, you are not allowed to upload this file type.";
        return Err(rest.error(file.error_code(), source, 500).into());
    }
    let Some(header) = inspected.header else {
        return Ok(None);
    };
    let orientation = inspected.image_meta.orientation;
    let registry = &rest.state.site.registry;
    let format = library.output_format(header.format);
    let plan = ImagePlan::of_upload(registry, (&header, orientation), format);
    let input = (header, inspected.length);
    match library.make(file.path.clone(), input, plan).await {
        Ok(images) => Ok(Some(images)),
        Err(LibraryError::Picture(
            error @ (PictureError::Broken(_) | PictureError::NotWritten(_)),
        )) => {
            tracing::info!(%error, "a picture has no smaller images");
            let plan = ImagePlan::of_sizes((&header, 0), header.format, &[]);
            let made = Vec::new();
            Ok(Some(NewImages { plan, made }))
        }
        Err(error) => Err(rest.library_error(error)),
    }
}

/// What was sent of the attachment, else what the picture says of itself.
async fn described(
    rest: &Rest<'_>,
    request: &RestRequest,
    inspected: &Inspection,
) -> Result<PostSave, RouteError> {
    let mut request = request.clone();
    let is_missing = |request: &RestRequest, name: &str| {
        raw(request, name).is_none_or(|text| text.is_empty() || text == "0")
    };
    let (title, caption) = (
        inspected.image_meta.text("title"),
        inspected.image_meta.text("caption"),
    );
    let slug = sanitize_title(&title, "", &rest.state.locale_code());
    if is_missing(&request, "title") && !title.trim().is_empty() && !is_numeric(slug.as_bytes()) {
        request.set_param("title", title);
    }
    if is_missing(&request, "caption") && !caption.trim().is_empty() {
        request.set_param("caption", caption);
    }
    prepare_attachment(rest, &request, None).await
}

/// The name of a form's file without its extension.
fn form_title(file: &SentFile) -> Option<String> {
    let dot = file.name.rfind('.').filter(|_| file.is_form)?;
    let title = file.name.get(..dot)?;
    (!title.is_empty()).then(|| title.to_owned())
}

/// The folder below the uploads folder: of this month, or of the month of the post.
pub fn folder(rest: &Rest<'_>, parent: Option<&Post>) -> String {
    if !rest
        .state
        .site
        .options
        .is_on("uploads_use_yearmonth_folders")
    {
        return String::new();
    }
    let has_year = |post: &&Post| post.post_type != "page" && !post.date.starts_with("0000");
    let date = match parent.filter(has_year) {
        Some(post) => post.date.clone(),
        None => rest.post_writer().local_now(),
    };
    match (date.get(..4), date.get(5..7)) {
        (Some(year), Some(month)) => format!("{year}/{month}/"),
        _ => String::new(),
    }
}
