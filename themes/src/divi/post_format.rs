//! Post formats: media and boxes that replace the featured image.
//!
//! Contract "divi-theme", section 5 (post formats).

use std::borrow::Cow;

use compat::wordpress::content::ContentContext;
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::media::{
    Attachment, ImageSize, Media, wp_get_attachment_image, wp_get_attachment_image_src,
};
use compat::wordpress::post::{Post, PostId};
use compat::wordpress::shortcode::shortcode_parse_atts;

use crate::wordpress::content::the_title;
use crate::wordpress::head::url;
use crate::wordpress::shortcodes::gallery::attachments;
use crate::wordpress::view::{Page, View};

/// The formats with special markup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PostFormatBox {
    /// Standard.
    None,
    /// The first video instead of the image.
    Video,
    /// An audio player in a coloured box.
    Audio,
    /// The first quotation in a coloured box.
    Quote,
    /// The first link in a coloured box.
    Link,
    /// The images of all galleries: a slider in archives, a grid on the single page.
    Gallery,
}

/// The output of a format.
#[derive(Debug, Clone, Default)]
pub struct Formatted {
    /// Replaces the featured image; `None` keeps it.
    pub media: Option<String>,
    /// Printed after image or media.
    pub below: String,
}

impl PostFormatBox {
    /// The box of a format's slug.
    pub fn of(format: &str) -> Self {
        match format {
            "video" => Self::Video,
            "audio" => Self::Audio,
            "quote" => Self::Quote,
            "link" => Self::Link,
            "gallery" => Self::Gallery,
            _ => Self::None,
        }
    }

    /// Whether archives print only the box, without title, meta line and text.
    pub fn stands_alone(self) -> bool {
        matches!(self, Self::Audio | Self::Quote | Self::Link)
    }

    /// The output in archives.
    pub fn archive(self, page: &mut Page, post: &Post) -> Formatted {
        self.print(page, post, true)
    }

    /// The output on the single page.
    pub fn single(self, page: &mut Page, post: &Post) -> Formatted {
        self.print(page, post, false)
    }

    /// The content without the part that its format prints separately.
    pub fn rest_of<'t>(self, view: &View, text: Cow<'t, str>) -> Cow<'t, str> {
        match self {
            Self::Quote => match element(&text, &["blockquote"]) {
                Some(quote) => Cow::Owned(text.replacen(&quote, "", 1)),
                None => text,
            },
            Self::Gallery => {
                let galleries = view.theme.shortcodes.matches(&text);
                let galleries = galleries.filter(|found| found.tag == "gallery");
                let (mut out, mut from) = (String::new(), 0);
                for found in galleries {
                    out.push_str(text.get(from..found.start).unwrap_or_default());
                    from = found.end;
                }
                out.push_str(text.get(from..).unwrap_or_default());
                Cow::Owned(out)
            }
            _ => text,
        }
    }

    fn print(self, page: &mut Page, post: &Post, is_list: bool) -> Formatted {
        let view = page.view.clone();
        if view.post_password_required(post) {
            return Formatted::default();
        }
        let permalink = url(&view.links().get_permalink(post));
        let heading = if is_list {
            format!(
                "<h2><a href=\"{permalink}\">{}</a></h2>",
                the_title(page, post)
            )
        } else {
            String::new()
        };
        let boxed = |class: &str, inside: String| {
            let (color, style) = background(&view, post);
            format!("<div class=\"{class} et_pb_text_color_{color}\"{style}>{inside}</div>")
        };
        let alone = |below: String| Formatted {
            media: is_list.then(String::new),
            below,
        };
        match self {
            Self::None => Formatted::default(),
            Self::Video => Formatted {
                media: element(&post.content, &["iframe", "video", "embed", "object"])
                    .map(|v| format!("<div class=\"et_main_video_container\">{v}</div>")),
                below: String::new(),
            },
            Self::Audio => {
                let player = element(&post.content, &["audio"]).unwrap_or_default();
                let inside = format!("{heading}<div class=\"et_audio_container\">{player}</div>");
                alone(boxed("et_audio_content", inside))
            }
            Self::Gallery => Formatted {
                media: gallery_images(page, post, is_list),
                below: String::new(),
            },
            Self::Quote => {
                let quote = element(&post.content, &["blockquote"]).unwrap_or_default();
                let more = if is_list {
                    format!(
                        "<a href=\"{permalink}\" class=\"et_quote_main_link\">{}</a>",
                        esc_html(&view.theme_text("Read more"))
                    )
                } else {
                    String::new()
                };
                alone(boxed("et_quote_content", quote + &more))
            }
            Self::Link => {
                let target = first_link(&post.content).unwrap_or(permalink);
                let inside = format!(
                    "{heading}<a href=\"{}\" class=\"et_link_main_url\">{}</a>",
                    url(&target),
                    esc_html(&target)
                );
                alone(boxed("et_link_content", inside))
            }
        }
    }
}

/// The image size in a grid.
const GRID_IMAGE: &str = "et-pb-portfolio-image";
/// The image size in a slider.
const SLIDER_IMAGE: &str = "et-pb-post-main-image-fullwidth";

/// The distinct images of all galleries of a post; `None` for a post without galleries.
fn gallery_images(page: &mut Page, post: &Post, is_list: bool) -> Option<String> {
    let view = page.view.clone();
    let galleries = view.theme.shortcodes.matches(&post.content);
    let mut images: Vec<&Attachment> = Vec::new();
    for found in galleries.filter(|found| found.tag == "gallery" && !found.is_escaped()) {
        let atts = shortcode_parse_atts(found.attrs);
        for image in attachments(&view, &atts, Some(post.id)) {
            if !images.iter().any(|known| known.id == image.id) {
                images.push(image);
            }
        }
    }
    if images.is_empty() {
        return None;
    }
    if is_list {
        let slides: String = images
            .iter()
            .filter_map(|image| slide(&view, image))
            .collect();
        return Some(format!(
            "<div class=\"et_pb_slider et_pb_slider_fullwidth_off et_pb_gallery_post_type\">\
             <div class=\"et_pb_slides\">{slides}</div></div>"
        ));
    }
    let items: String = images.iter().map(|image| grid_item(page, image)).collect();
    Some(format!(
        "<ul class=\"et_post_gallery clearfix\">{items}</ul>"
    ))
}

fn media_of(view: &View) -> Media<'_> {
    Media {
        sizes: &view.image_sizes,
        filters: &view.theme.image_filters,
    }
}

fn slide(view: &View, image: &Attachment) -> Option<String> {
    let size = ImageSize::Named(SLIDER_IMAGE.to_owned());
    let src = wp_get_attachment_image_src(&media_of(view), image, &size)?;
    Some(format!(
        "<div class=\"et_pb_slide\" style=\"background: url({});\"></div>",
        esc_attr(&src.url)
    ))
}

fn grid_item(page: &mut Page, image: &Attachment) -> String {
    let view = page.view.clone();
    let size = ImageSize::Named(GRID_IMAGE.to_owned());
    let context = "wp_get_attachment_image";
    let loading = page.media().loading;
    let tag = wp_get_attachment_image(&media_of(&view), image, &size, &[], context, loading);
    let row = view.objects.post(PostId(image.id));
    let words = row.map_or("", |row| row.excerpt.as_str());
    let caption = if words.is_empty() {
        String::new()
    } else {
        format!("<p class=\"et_pb_gallery_caption\">{}</p>", esc_html(words))
    };
    format!(
        "<li class=\"et_gallery_item et_pb_gallery_image\"><a href=\"{}\" title=\"{}\">\
         <span class=\"et_portfolio_image\">{tag}<span class=\"et_overlay\"></span></span></a>{caption}</li>",
        url(&image.url()),
        esc_attr(&image.title)
    )
}

/// The colour class of the text and the style attribute of the box.
fn background(view: &View, post: &Post) -> (String, String) {
    let meta = view.objects.post_meta(post.id);
    let layout = meta.text("_et_post_bg_layout");
    let color = if layout.is_empty() { "light" } else { &layout };
    let own = meta.text("_et_post_bg_color");
    let style = if meta.text("_et_post_use_bg_color").is_empty() || own.is_empty() {
        String::new()
    } else {
        format!(" style=\"background-color: {};\"", esc_html(&own))
    };
    (esc_html(color).into_owned(), style)
}

/// The first element with one of these names, with its content.
fn element(text: &str, names: &[&str]) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let (start, name) = names
        .iter()
        .filter_map(|name| Some((opening(&lower, name)?, *name)))
        .min()?;
    let close = format!("</{name}>");
    let end = lower[start..]
        .find(&close)
        .map(|at| start + at + close.len());
    let end = end.or_else(|| lower[start..].find('>').map(|at| start + at + 1))?;
    text.get(start..end).map(str::to_owned)
}

/// The position of the first tag with this name.
fn opening(lower: &str, name: &str) -> Option<usize> {
    let open = format!("<{name}");
    let is_whole = |at: &usize| {
        let next = lower.as_bytes().get(at + open.len());
        next.is_some_and(|b| matches!(b, b'>' | b' ' | b'\n' | b'\t' | b'/'))
    };
    lower.match_indices(&open).map(|(at, _)| at).find(is_whole)
}

/// The URL of the first link.
fn first_link(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let tag = lower.find("<a ")?;
    let end = tag + lower[tag..].find('>')?;
    let href = tag + lower.get(tag..end)?.find("href=")? + 5;
    let quote = text
        .get(href..)?
        .chars()
        .next()
        .filter(|c| matches!(c, '"' | '\''))?;
    let rest = text.get(href + 1..end)?;
    Some(rest[..rest.find(quote)?].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_elements() {
        let text = "x <videos> <b>y</b><VIDEO src=a>z</VIDEO> <iframe src=b></iframe>";
        let found = element(text, &["iframe", "video"]);
        assert_eq!(found.as_deref(), Some("<VIDEO src=a>z</VIDEO>"));
        assert_eq!(
            element("<embed src=x>", &["embed"]).as_deref(),
            Some("<embed src=x>")
        );
        assert_eq!(
            first_link("<p><a class='x' href='u?a=1'>").as_deref(),
            Some("u?a=1")
        );
        assert_eq!(first_link("<a >"), None);
    }
}
