//! `[caption]`: an image with a caption (`img_caption_shortcode`).

use std::borrow::Cow;

use compat::wordpress::formatting::escape::esc_attr;
use compat::wordpress::formatting::sanitize::sanitize_html_class;
use compat::wordpress::kses::wp_kses_post;
use compat::wordpress::php::cast::string_to_int;
use compat::wordpress::shortcode::ShortcodeCall;
use compat::wordpress::static_regex::StaticRegex;

use crate::wordpress::view::Page;

/// The image with its optional link, and the text after it.
static PICTURE: StaticRegex =
    StaticRegex::new(r"(?is)((?:<a [^>]+>\s*)?<img [^>]+>(?:\s*</a>)?)(.*)");

/// Pixels added to the image's width for the box.
const EXTRA: i64 = 10;

/// Renders the box; without width or caption only the image.
pub(super) fn img_caption_shortcode(call: &ShortcodeCall<'_, Page>, page: &mut Page) -> String {
    let text = |name: &str| call.atts.get(name).unwrap_or_default();
    let (image, caption) = parts(call.content, call.atts.get("caption"));
    let width = string_to_int(text("width").as_bytes());
    if width < 1 || matches!(caption.as_ref(), "" | "0") {
        return image.to_owned();
    }
    let id = match text("id") {
        "" | "0" => String::new(),
        id => sanitize_html_class(id, ""),
    };
    let caption_id = match text("caption_id") {
        "" | "0" if id.is_empty() => String::new(),
        "" | "0" => format!("caption-{}", id.replace('_', "-")),
        own => sanitize_html_class(own, ""),
    };
    let attribute = |name: &str, value: &str| match value {
        "" => String::new(),
        value => format!("{name}=\"{}\" ", esc_attr(value)),
    };
    let align = call.atts.get("align").unwrap_or("alignnone");
    let class = format!("wp-caption {align} {}", text("class"));
    let described = attribute("aria-describedby", &caption_id);
    let image = call.shortcodes.do_shortcode(image, page);
    format!(
        "<div {}style=\"width: {}px\" class=\"{}\">{}<p {}class=\"wp-caption-text\">{caption}</p></div>",
        attribute("id", &id),
        width.saturating_add(EXTRA),
        esc_attr(class.trim()),
        image.replace("<img ", &format!("<img {described}")),
        attribute("id", &caption_id),
    )
}

/// The image and its caption: from the attribute, else the text after the image.
fn parts<'a>(content: &'a str, attribute: Option<&'a str>) -> (&'a str, Cow<'a, str>) {
    match attribute {
        Some(caption) if caption.contains('<') => (content, wp_kses_post(caption).into()),
        Some(caption) => (content, caption.into()),
        None => {
            let found = PICTURE.captures(content);
            let found = found.and_then(|c| Some((c.get(1)?.as_str(), c.get(2)?.as_str().trim())));
            found.map_or((content, Cow::Borrowed("")), |(image, words)| {
                (image, words.into())
            })
        }
    }
}
