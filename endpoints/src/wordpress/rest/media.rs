//! Fields of attachments besides those of all posts.
//!
//! Contract "wordpress-rest" section 5; recording rest/media.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use compat::wordpress::content::ContentContext;
use compat::wordpress::media::library::sub_sizes::missing;
use compat::wordpress::media::{Attachment, ImageMeta, ImageSize, wp_get_attachment_image_src};
use compat::wordpress::php::{Array, Object, Value};
use compat::wordpress::post::{Post, PostId};
use themes::wordpress::prepend_attachment::prepend_attachment;
use themes::wordpress::view::{Page, View};

use super::collection::rendered;
use super::excerpt::the_excerpt_after;
use super::fields::Fields;
use super::request::RestRequest;
use super::rest_response::Item;
use super::route::Rest;

/// Width and height of uploaded pictures in whose place there is a smaller one.
pub type OriginalSizes = HashMap<PostId, (i64, i64)>;

fn wants_missing_sizes(request: &RestRequest) -> bool {
    request.text("context") == "edit"
        && Fields::wants(request.get("_fields"), "missing_image_sizes")
}

/// Looks at the uploaded pictures of attachments, where the response says which sizes are missing.
pub async fn original_sizes(
    rest: &Rest<'_>,
    request: &RestRequest,
    view: &View,
    posts: &[Arc<Post>],
) -> OriginalSizes {
    let mut sizes = OriginalSizes::new();
    let Some(library) = rest
        .app
        .library
        .as_ref()
        .filter(|_| wants_missing_sizes(request))
    else {
        return sizes;
    };
    for post in posts.iter().filter(|post| is_image(post)) {
        let meta = view.objects.post_meta(post.id);
        let metadata = meta.value("_wp_attachment_metadata");
        let original = metadata.at("original_image").to_string_lossy();
        let file = meta.text("_wp_attached_file");
        let Some(below) = beside(&file, &original) else {
            continue;
        };
        if let Some(size) = library.picture_size(&below).await {
            sizes.insert(post.id, size);
        }
    }
    sizes
}

/// The path of a file beside another one below the uploads folder.
fn beside(file: &str, name: &str) -> Option<String> {
    let folder = Path::new(file).parent()?;
    let mut parts = folder.components();
    let is_below = parts.all(|part| matches!(part, std::path::Component::Normal(_)));
    let path = folder.join(Path::new(name).file_name()?);
    path.to_str().filter(|_| is_below).map(str::to_owned)
}

/// Adds the fields of an attachment; those for editing in the context `edit`.
pub fn add_fields(
    item: &mut Item,
    page: &mut Page,
    post: &Post,
    (request, originals): (&RestRequest, &OriginalSizes),
) {
    let is_edit = request.text("context") == "edit";
    let text = |raw: &str, shown: String| match is_edit {
        true => Value::array().with("raw", raw).with("rendered", shown),
        false => rendered(shown),
    };
    let view = page.view.clone();
    let theme = view.theme.clone();
    let meta = view.objects.post_meta(post.id);
    let attachment = Attachment {
        id: post.id.0,
        upload_base_url: view.site.uploads_url(),
        file: meta.text("_wp_attached_file").into_owned(),
        mime_type: post.mime_type.clone(),
        metadata: ImageMeta::from_value(&meta.value("_wp_attachment_metadata")),
        alt: meta.text("_wp_attachment_image_alt").into_owned(),
        title: post.title.clone(),
    };
    let url = view.links().wp_get_attachment_url(post).unwrap_or_default();
    let content = theme.the_content.apply(&post.content, page).into_owned();
    let metadata = meta.value("_wp_attachment_metadata");
    let file = |page: &mut Page| prepend_attachment(page, post, (&attachment, &url), &metadata);
    let description = format!("{}\n{content}", file(page));
    item.set("description", text(&post.content, description));
    // Recordings owner/media-pdf, owner/media-mp3: without a caption it begins like the description.
    let caption = the_excerpt_after(page, post, file);
    item.set("caption", text(&post.excerpt, caption));
    item.set("alt_text", attachment.alt.as_str());
    let is_image = is_image(post);
    item.set("media_type", if is_image { "image" } else { "file" });
    item.set("mime_type", post.mime_type.as_str());
    let details = details(page, &attachment, &metadata);
    item.set("media_details", details);
    item.set("post", (post.parent.0 > 0).then_some(post.parent.0));
    item.set("source_url", url);
    if wants_missing_sizes(request) {
        let original = originals.get(&post.id).copied();
        let sizes = missing_image_sizes(page, &attachment, &metadata, original);
        item.set("missing_image_sizes", sizes);
    }
}

/// Names of the sizes that could be made of the uploaded picture and were not.
fn missing_image_sizes(
    page: &Page,
    attachment: &Attachment,
    metadata: &Value,
    original: Option<(i64, i64)>,
) -> Value {
    if !attachment.is_image() {
        return Value::array();
    }
    let registry = &page.view.site.registry;
    let sizes = missing(registry, metadata, original);
    sizes.into_iter().map(|size| size.name).collect()
}

fn is_image(post: &Post) -> bool {
    post.mime_type.starts_with("image/")
}

/// `media_details`: the stored metadata, with the URL of each size.
fn details(page: &mut Page, attachment: &Attachment, metadata: &Value) -> Value {
    let Some(stored) = metadata.as_array().filter(|m| !m.is_empty()) else {
        return empty_object();
    };
    let mut details = stored.clone();
    let sizes = stored.get("sizes").and_then(Value::as_array);
    let Some(sizes) = sizes.filter(|s| !s.is_empty()) else {
        details.insert("sizes", empty_object());
        return details.into();
    };
    let content = page.media();
    let source = |name: &str| {
        let size = ImageSize::from(name);
        wp_get_attachment_image_src(&content.media, attachment, &size)
    };
    let mut all = Array::new();
    for (name, size) in sizes.iter() {
        let mut data = size.as_array().cloned().unwrap_or_default();
        if let Some(mime) = data.remove("mime-type") {
            data.insert("mime_type", mime);
        }
        let Some(src) = source(&name.to_string_lossy()) else {
            continue;
        };
        data.insert("source_url", src.url);
        all.insert(name.clone(), data);
    }
    if let Some(src) = source("full") {
        let file = src.url.rsplit('/').next().unwrap_or_default().to_owned();
        let full = Array::new()
            .with("file", file)
            .with("width", src.width)
            .with("height", src.height)
            .with("mime_type", attachment.mime_type.as_str())
            .with("source_url", src.url);
        all.insert("full", full);
    }
    details.insert("sizes", all);
    details.into()
}

/// An empty JSON object.
pub fn empty_object() -> Value {
    Value::from(Object::new("stdClass"))
}
