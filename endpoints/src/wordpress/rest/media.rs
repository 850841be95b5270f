//! Fields of attachments besides those of all posts. Recording rest/media.

use compat::wordpress::content::ContentContext;
use compat::wordpress::media::{Attachment, ImageMeta, ImageSize, wp_get_attachment_image_src};
use compat::wordpress::php::{Array, Object, Value};
use compat::wordpress::post::Post;
use themes::wordpress::prepend_attachment::prepend_attachment;
use themes::wordpress::view::Page;

use super::collection::rendered;
use super::post_response::the_excerpt;
use super::rest_response::Item;

/// Adds the fields of an attachment.
pub fn add_fields(item: &mut Item, page: &mut Page, post: &Post) {
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
    let prefix = prepend_attachment(page, post, (&attachment, &url), &metadata);
    item.set("description", rendered(format!("{prefix}\n{content}")));
    item.set("caption", rendered(the_excerpt(page, post)));
    item.set("alt_text", attachment.alt.as_str());
    let is_image = is_image(post);
    item.set("media_type", if is_image { "image" } else { "file" });
    item.set("mime_type", post.mime_type.as_str());
    let details = details(page, &attachment, &meta.value("_wp_attachment_metadata"));
    item.set("media_details", details);
    item.set("post", (post.parent.0 > 0).then_some(post.parent.0));
    item.set("source_url", url);
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
