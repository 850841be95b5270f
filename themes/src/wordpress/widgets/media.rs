//! Media widgets: image, audio, video, gallery.
//!
//! An image is rendered from its attachment if loaded, else from the widget's settings. The others call the shortcodes
//! of the same names.

use compat::wordpress::content::ContentContext;
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::media::{ImageSize, wp_get_attachment_image};
use compat::wordpress::php::Value;
use compat::wordpress::widget::Widget;

use super::kinds::WidgetOutput;
use super::settings::{href, is_on, text_setting, widget_title};
use crate::wordpress::view::Page;

/// `media_image`; empty without an image.
pub(super) fn image(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    let id = widget.settings.at("attachment_id").to_int();
    let url = text_setting(widget, "url");
    let attachment = page.view.attachments.get(&id).cloned();
    if attachment.is_none() && url.is_empty() {
        return None;
    }
    let content = match &attachment {
        Some(attachment) => attached(page, widget, id, attachment),
        None => external(widget, &url),
    };
    let content = link(
        widget,
        attachment.map(|a| a.url()).as_deref(),
        &url,
        content,
    );
    let caption = text_setting(widget, "caption");
    let content = if caption.is_empty() {
        content
    } else {
        let width = widget.settings.at("width").to_int();
        format!(
            "<div style=\"width: {}px\" class=\"wp-caption alignnone\">{content}<p class=\"wp-caption-text\">{caption}</p></div>",
            width.saturating_add(10)
        )
    };
    Some(WidgetOutput {
        title: widget_title(&page.view, widget, ""),
        content,
        ..WidgetOutput::default()
    })
}

fn attached(
    page: &mut Page,
    widget: &Widget,
    id: i64,
    attachment: &compat::wordpress::media::Attachment,
) -> String {
    let size = match text_setting(widget, "size") {
        size if size.is_empty() => "medium".to_owned(),
        size => size,
    };
    let own = text_setting(widget, "image_classes");
    let class = format!("image wp-image-{id} {own} attachment-{size} size-{size}");
    let class = class.split_whitespace().collect::<Vec<_>>().join(" ");
    let alt = text_setting(widget, "alt");
    let mut attributes = vec![
        ("class", Some(class.as_str())),
        ("style", Some("max-width: 100%; height: auto;")),
    ];
    if !alt.is_empty() {
        attributes.push(("alt", Some(alt.as_str())));
    }
    let media = page.media();
    wp_get_attachment_image(
        &media.media,
        attachment,
        &ImageSize::from(size.as_str()),
        &attributes,
        "wp_get_attachment_image",
        media.loading,
    )
}

fn external(widget: &Widget, url: &str) -> String {
    let own = text_setting(widget, "image_classes");
    let mut tag = format!(
        "<img class=\"{}\" src=\"{}\" alt=\"{}\"",
        esc_attr(format!("image {own}").trim()),
        href(url),
        esc_attr(&text_setting(widget, "alt"))
    );
    for name in ["width", "height"] {
        let length = widget.settings.at(name).to_int();
        if length > 0 {
            tag.push_str(&format!(" {name}=\"{length}\""));
        }
    }
    tag + " decoding=\"async\" loading=\"lazy\" />"
}

fn link(widget: &Widget, file: Option<&str>, url: &str, image: String) -> String {
    let to = match text_setting(widget, "link_type").as_str() {
        "file" => file.unwrap_or(url).to_owned(),
        "custom" | "post" => text_setting(widget, "link_url"),
        _ => return image,
    };
    if to.is_empty() {
        return image;
    }
    let mut attributes = format!(" href=\"{}\"", href(&to));
    for (name, setting) in [("class", "link_classes"), ("rel", "link_rel")] {
        let value = text_setting(widget, setting);
        if !value.is_empty() {
            attributes.push_str(&format!(" {name}=\"{}\"", esc_attr(&value)));
        }
    }
    if is_on(widget, "link_target_blank") {
        attributes.push_str(" target=\"_blank\"");
    }
    format!("<a{attributes}>{image}</a>")
}

/// `media_audio`.
pub(super) fn audio(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    shortcode(page, widget, "audio", &["src", "preload", "loop"])
}

/// `media_video`.
pub(super) fn video(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    shortcode(page, widget, "video", &["src", "preload", "loop"])
}

/// `media_gallery`.
pub(super) fn gallery(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    shortcode(page, widget, "gallery", &["ids", "columns", "size", "link"])
}

fn shortcode(page: &mut Page, widget: &Widget, tag: &str, names: &[&str]) -> Option<WidgetOutput> {
    let theme = page.view.theme.clone();
    let mut code = format!("[{tag}");
    for name in names {
        let setting = match *name {
            "src" => "url",
            "link" => "link_type",
            other => other,
        };
        let value = match widget.settings.at(setting) {
            Value::Array(list) => list
                .iter()
                .map(|(_, id)| id.to_string_lossy().into_owned())
                .collect::<Vec<_>>()
                .join(","),
            value => value.to_string_lossy().into_owned(),
        };
        if !value.is_empty() {
            let value = esc_html(&value).replace(['[', ']'], "");
            code.push_str(&format!(" {name}=\"{value}\""));
        }
    }
    code.push(']');
    let content = if theme.shortcodes.shortcode_exists(tag) {
        theme.shortcodes.do_shortcode(&code, page).into_owned()
    } else {
        String::new()
    };
    Some(WidgetOutput {
        title: widget_title(&page.view, widget, ""),
        content,
        ..WidgetOutput::default()
    })
}
