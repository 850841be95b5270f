//! `prepend_attachment`: the file of an attachment, printed before the content of its page.
//!
//! Recording rest/media.

use compat::wordpress::content::ContentContext;
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::media::{
    Attachment, ImageSize, wp_filter_content_tags, wp_get_attachment_image,
};
use compat::wordpress::php::Value;
use compat::wordpress::post::Post;
use compat::wordpress::shortcode::Atts;

use super::shortcodes::player::{Kind, player, player_of};
use super::view::Page;

/// A player for audio and video, else a link with the image or the title.
pub fn prepend_attachment(
    page: &mut Page,
    post: &Post,
    (attachment, url): (&Attachment, &str),
    metadata: &Value,
) -> String {
    let before = page.content_post.replace(post.id);
    let html = match post.mime_type.split('/').next().unwrap_or_default() {
        "audio" => player_of(Kind::Audio, url, page),
        "video" => player(Kind::Video, &video_atts(url, metadata), "", page),
        _ => image(page, post, attachment, url),
    };
    page.content_post = before;
    html
}

fn video_atts(url: &str, metadata: &Value) -> Atts {
    let mut atts = Atts::default();
    atts.insert("src", url);
    for name in ["width", "height"] {
        let value = metadata.at(name).to_int();
        if value > 0 {
            atts.insert(name, value.to_string());
        }
    }
    atts
}

fn image(page: &mut Page, post: &Post, attachment: &Attachment, url: &str) -> String {
    let content = page.media();
    let image = wp_get_attachment_image(
        &content.media,
        attachment,
        &ImageSize::from("medium"),
        &[
            ("loading", None),
            ("decoding", None),
            ("fetchpriority", None),
        ],
        "wp_get_attachment_image",
        content.loading,
    );
    let inner = if image.is_empty() {
        esc_html(&post.title).into_owned()
    } else {
        image
    };
    let link = format!("<a href='{}'>{inner}</a>", esc_attr(url));
    let html = format!("<p class=\"attachment\">{link}</p>");
    let content = page.media();
    wp_filter_content_tags(
        &html,
        "the_content",
        &content.media,
        |id| content.attachments.attachment(id),
        content.loading,
    )
    .into_owned()
}
