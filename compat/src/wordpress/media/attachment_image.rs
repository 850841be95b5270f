//! The `img` tag of an attachment.

use super::loading::{GivenAttributes, LoadingOptimization, MediaTag};
use super::{
    Attachment, ImageMeta, ImageSize, Media, SrcsetImage, wp_calculate_image_sizes,
    wp_calculate_image_srcset, wp_get_attachment_image_src,
};
use crate::wordpress::formatting::escape::esc_attr;
use crate::wordpress::formatting::strip_all_tags::strip_tags;

/// Attributes in order; `None` stands for PHP's `false`.
type Attributes = Vec<(String, Option<String>)>;

fn get<'a>(attributes: &'a Attributes, name: &str) -> Option<&'a Option<String>> {
    attributes.iter().find(|(n, _)| n == name).map(|(_, v)| v)
}

fn text<'a>(attributes: &'a Attributes, name: &str) -> Option<&'a str> {
    get(attributes, name)?.as_deref()
}

fn set(attributes: &mut Attributes, name: &str, value: Option<String>) {
    match attributes.iter_mut().find(|(n, _)| n == name) {
        Some(entry) => entry.1 = value,
        None => attributes.push((name.to_owned(), value)),
    }
}

/// A measurement that the caller gave; anything that is no number does not count.
fn number(attributes: &Attributes, name: &str) -> Option<i64> {
    let value: f64 = text(attributes, name)?.trim().parse().ok()?;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "saturates; a length in pixels"
    )]
    value.is_finite().then_some(value.abs() as i64)
}

/// The `img` tag of `attachment` at `size`; empty for a file without a picture.
///
/// `attr` adds attributes and replaces the tag's own; `None` as a value of `loading`, `decoding` or
/// `fetchpriority` keeps that attribute out. `context` is `wp_get_attachment_image` unless a caller says otherwise.
pub fn wp_get_attachment_image(
    media: &Media<'_>,
    attachment: &Attachment,
    size: &ImageSize,
    attr: &[(&str, Option<&str>)],
    context: &str,
    loading: &mut LoadingOptimization,
) -> String {
    let Some(src) = wp_get_attachment_image_src(media, attachment, size) else {
        return String::new();
    };
    let class = size.class();
    let alt = strip_tags(&attachment.alt);
    let alt = alt
        .trim_matches([' ', '\t', '\n', '\r', '\0', '\x0b'])
        .to_owned();
    let mut attributes: Attributes = vec![
        ("src".to_owned(), Some(src.url.clone())),
        (
            "class".to_owned(),
            Some(format!("attachment-{class} size-{class}")),
        ),
        ("alt".to_owned(), Some(alt)),
    ];
    for (name, value) in attr {
        set(&mut attributes, name, value.map(str::to_owned));
    }
    let width = number(&attributes, "width").unwrap_or(src.width);
    let height = number(&attributes, "height").unwrap_or(src.height);
    add_loading(&mut attributes, (width, height), context, loading);
    let unmeasured = ImageMeta::default();
    let image = SrcsetImage {
        size: (src.width, src.height),
        src: &src.url,
        attachment,
        meta: attachment.metadata.as_ref().unwrap_or(&unmeasured),
    };
    add_srcset(&mut attributes, media, &image);
    attributes.retain(|(name, _)| name != "width" && name != "height");
    print(&attributes, (width, height))
}

fn add_loading(
    attributes: &mut Attributes,
    (width, height): (i64, i64),
    context: &str,
    loading: &mut LoadingOptimization,
) {
    let given =
        |name: &str| get(attributes, name).map(|value| value.as_deref().unwrap_or_default());
    let given = GivenAttributes {
        width: Some(width),
        height: Some(height),
        loading: given("loading"),
        fetchpriority: given("fetchpriority"),
        decoding: given("decoding"),
    };
    let added = loading.attributes(MediaTag::Img, &given, context);
    if added.decoding.is_some() {
        set(attributes, "decoding", added.decoding);
    }
    if added.high_priority {
        set(attributes, "fetchpriority", Some("high".to_owned()));
    }
    if added.lazy {
        set(attributes, "loading", Some("lazy".to_owned()));
    }
    attributes.retain(|(name, value)| {
        let value = value.as_deref().unwrap_or_default();
        match name.as_str() {
            "decoding" => matches!(value, "async" | "sync" | "auto"),
            "loading" | "fetchpriority" => !matches!(value, "" | "0"),
            _ => true,
        }
    });
}

fn add_srcset(attributes: &mut Attributes, media: &Media<'_>, image: &SrcsetImage<'_>) {
    let given =
        |attributes: &Attributes, name| text(attributes, name).is_some_and(|v| !v.is_empty());
    if !given(attributes, "srcset")
        && image.attachment.metadata.is_some()
        && let Some(srcset) = wp_calculate_image_srcset(media, image)
    {
        let sizes = wp_calculate_image_sizes(media, image).filter(|s| !s.is_empty());
        let has_sizes = given(attributes, "sizes");
        if has_sizes || sizes.is_some() {
            set(attributes, "srcset", Some(srcset));
            if !has_sizes {
                set(attributes, "sizes", sizes);
            }
        }
    }
    if text(attributes, "loading") == Some("lazy")
        && let Some(sizes) = text(attributes, "sizes")
        && !super::content_tags::sizes_attribute_includes_valid_auto(sizes)
    {
        let sizes = format!("auto, {sizes}");
        set(attributes, "sizes", Some(sizes));
    }
}

fn print(attributes: &Attributes, (width, height): (i64, i64)) -> String {
    let mut html = "<img".to_owned();
    let mut add = |name: &str, value: &str| {
        html.push(' ');
        html.push_str(name);
        html.push_str("=\"");
        html.push_str(value);
        html.push('"');
    };
    if width != 0 {
        add("width", &width.to_string());
    }
    if height != 0 {
        add("height", &height.to_string());
    }
    for (name, value) in attributes {
        add(name, &esc_attr(value.as_deref().unwrap_or_default()));
    }
    html.push_str(" />");
    html
}
