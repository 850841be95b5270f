//! Post formats: what stands in place of a featured image.
//!
//! Contract "divi-theme", section 5 (post formats).

use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::post::Post;

use crate::wordpress::content::the_title;
use crate::wordpress::head::url;
use crate::wordpress::view::{Page, View};

/// The formats that the theme shows in their own way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PostFormatBox {
    /// As any other post.
    None,
    /// The first video instead of the image.
    Video,
    /// A player in a coloured box.
    Audio,
    /// The first quotation in a coloured box.
    Quote,
    /// The first link in a coloured box.
    Link,
}

/// What a format prints.
#[derive(Debug, Clone, Default)]
pub struct Formatted {
    /// In place of the featured image; `None` leaves the image there.
    pub media: Option<String>,
    /// Behind image or media.
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
            _ => Self::None,
        }
    }

    /// Whether a list shows the box alone: no title, meta line and text.
    pub fn stands_alone(self) -> bool {
        matches!(self, Self::Audio | Self::Quote | Self::Link)
    }

    /// What a list prints for a post.
    pub fn archive(self, page: &mut Page, post: &Post) -> Formatted {
        self.print(page, post, true)
    }

    /// What the post's own page prints.
    pub fn single(self, page: &mut Page, post: &Post) -> Formatted {
        self.print(page, post, false)
    }

    fn print(self, page: &mut Page, post: &Post, is_list: bool) -> Formatted {
        let view = page.view.clone();
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

/// The first element of one of these names, with what it holds.
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

/// Where the first tag of this name begins.
fn opening(lower: &str, name: &str) -> Option<usize> {
    let open = format!("<{name}");
    let is_whole = |at: &usize| {
        let next = lower.as_bytes().get(at + open.len());
        next.is_some_and(|b| matches!(b, b'>' | b' ' | b'\n' | b'\t' | b'/'))
    };
    lower.match_indices(&open).map(|(at, _)| at).find(is_whole)
}

/// The address of the first link.
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
