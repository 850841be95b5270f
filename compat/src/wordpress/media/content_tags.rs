//! The images and frames of a text get the attributes that they lack.

use std::borrow::Cow;
use std::ops::Range;

use super::attachment::basename;
use super::loading::{GivenAttributes, LoadingOptimization, MediaTag};
use super::srcset::edit_hash;
use super::tag;
use super::{
    Attachment, Media, SrcsetImage, wp_calculate_image_sizes, wp_calculate_image_srcset,
    wp_image_src_get_dimensions,
};
use crate::wordpress::formatting::escape::esc_attr;
use crate::wordpress::name_hash::NameMap;
use crate::wordpress::php::round::round;

/// The `img` and `iframe` tags of `content`.
fn media_tags(content: &str) -> impl Iterator<Item = (MediaTag, Range<usize>)> + '_ {
    let bytes = content.as_bytes();
    let mut starts = memchr::memmem::find_iter(bytes, b"<i");
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = starts.next()?;
            if start < at {
                continue;
            }
            let rest = content.get(start + 1..)?;
            let (kind, len) = if rest.starts_with("img") {
                (MediaTag::Img, 3)
            } else if rest.starts_with("iframe") {
                (MediaTag::Iframe, 6)
            } else {
                continue;
            };
            let space = rest.as_bytes().get(len);
            if !space.is_some_and(|b| matches!(b, b' ' | b'\t'..=b'\r')) {
                continue;
            }
            // At least one more character stands between the space and the end.
            let inner = start + 1 + len + 1;
            let end = inner + memchr::memchr(b'>', bytes.get(inner..)?)? + 1;
            if end - 1 > inner {
                at = end;
                return Some((kind, start..end));
            }
        }
    })
}

/// The attachment that the class `wp-image-N` of a tag names, 0 for none.
fn attachment_id(tag: &str) -> i64 {
    const CLASS: &[u8] = b"wp-image-";
    let bytes = tag.as_bytes();
    bytes
        .windows(CLASS.len())
        .enumerate()
        .filter(|(_, window)| window.eq_ignore_ascii_case(CLASS))
        .find_map(|(at, _)| {
            let digits = tag.get(at + CLASS.len()..)?;
            let len = digits
                .bytes()
                .position(|b| !b.is_ascii_digit())
                .unwrap_or(digits.len());
            let digits = digits.get(..len).filter(|d| !d.is_empty())?;
            Some(digits.parse().unwrap_or(i64::MAX))
        })
        .unwrap_or(0)
}

/// The attachments that [`wp_filter_content_tags`] will ask for, each once.
pub fn attachment_ids_in(content: &str) -> Vec<i64> {
    let mut ids = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for (kind, range) in media_tags(content) {
        let id = content.get(range).map_or(0, attachment_id);
        if kind == MediaTag::Img && id > 0 && seen.insert(id) {
            ids.push(id);
        }
    }
    ids
}

/// Adds to the images of `content` their measurements, `srcset` and `sizes`, and to images and frames what helps
/// the browser to load them in a good order.
///
/// The same tag in two places counts once and changes in both.
pub fn wp_filter_content_tags<'c, 'a>(
    content: &'c str,
    context: &str,
    media: &Media<'_>,
    attachment: impl Fn(i64) -> Option<&'a Attachment>,
    loading: &mut LoadingOptimization,
) -> Cow<'c, str> {
    let mut done: NameMap<&str, String> = NameMap::default();
    let mut out = String::new();
    let mut copied = 0;
    for (kind, range) in media_tags(content) {
        let Some(tag) = content.get(range.clone()) else {
            continue;
        };
        let new = done.entry(tag).or_insert_with(|| match kind {
            MediaTag::Img => {
                let id = attachment_id(tag);
                let attachment = if id > 0 { attachment(id) } else { None };
                let new = image(tag, context, media, attachment, loading);
                media
                    .filters
                    .iter()
                    .fold(new, |new, f| f.wp_content_img_tag(new, context, id))
            }
            MediaTag::Iframe => iframe(tag, context, loading),
        });
        if new == tag {
            continue;
        }
        if copied == 0 {
            out.reserve(content.len() + content.len() / 16);
        }
        out.push_str(content.get(copied..range.start).unwrap_or_default());
        out.push_str(new);
        copied = range.end;
    }
    if copied == 0 {
        return Cow::Borrowed(content);
    }
    out.push_str(content.get(copied..).unwrap_or_default());
    Cow::Owned(out)
}

fn image(
    tag: &str,
    context: &str,
    media: &Media<'_>,
    attachment: Option<&Attachment>,
    loading: &mut LoadingOptimization,
) -> String {
    let mut new = tag.to_owned();
    if let Some(attachment) = attachment {
        if !new.contains(" width=") && !new.contains(" height=") {
            add_width_and_height(&mut new, attachment);
        }
        if !new.contains(" srcset=") {
            add_srcset_and_sizes(&mut new, media, attachment);
        }
    }
    add_loading_optimization(&mut new, context, loading);
    add_auto_sizes(&mut new);
    new
}

/// The address of a tag, without its query.
fn src(tag: &str) -> Option<&str> {
    let src = tag::double_quoted(tag, "src")?;
    src.split('?')
        .next()
        .filter(|src| !matches!(*src, "" | "0"))
}

fn add_width_and_height(tag: &mut String, attachment: &Attachment) {
    let size = src(tag).and_then(|src| wp_image_src_get_dimensions(src, attachment));
    let Some((mut width, mut height)) = size.filter(|&(w, h)| w != 0 && h != 0) else {
        return;
    };
    if let Some(style_width) = style_width(tag) {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_precision_loss,
            reason = "lengths in pixels; saturates"
        )]
        let scaled = round(height as f64 * style_width as f64 / width as f64, 0) as i64;
        (width, height) = (style_width, scaled);
    }
    *tag = tag.replace(
        "<img",
        &format!("<img width=\"{width}\" height=\"{height}\""),
    );
}

/// The width of `style="width: 100px;"`.
fn style_width(tag: &str) -> Option<i64> {
    tag.match_indices("style=\"width:").find_map(|(at, found)| {
        let value = tag
            .get(at + found.len()..)?
            .trim_start_matches(|c: char| c.is_ascii_whitespace());
        let (digits, _) = value.split_once("px;\"")?;
        let whole = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        digits
            .parse()
            .ok()
            .filter(|&width: &i64| whole && width > 0)
    })
}

fn add_srcset_and_sizes(tag: &mut String, media: &Media<'_>, attachment: &Attachment) {
    let Some(meta) = attachment.metadata.as_ref().filter(|m| !m.sizes.is_empty()) else {
        return;
    };
    let Some(src) = src(tag) else { return };
    // Images that were edited after they had been inserted.
    let hash = meta.file.as_deref().and_then(edit_hash);
    if hash.is_some_and(|hash| !basename(src).contains(hash)) {
        return;
    }
    let number = |name| {
        let value = tag::double_quoted_digits(tag, name)?;
        Some(value.parse().unwrap_or(i64::MAX)).filter(|&n: &i64| n > 0)
    };
    let size = match (number(" width"), number(" height")) {
        (Some(width), Some(height)) => Some((width, height)),
        _ => wp_image_src_get_dimensions(src, attachment),
    };
    let Some(size) = size else { return };
    let image = SrcsetImage {
        size,
        src,
        attachment,
        meta,
    };
    let Some(srcset) = wp_calculate_image_srcset(media, &image) else {
        return;
    };
    let mut added = format!(" srcset=\"{}\"", esc_attr(&srcset));
    if !tag.contains(" sizes=") {
        let sizes = wp_calculate_image_sizes(media, &image).filter(|s| !s.is_empty());
        let Some(sizes) = sizes else { return };
        added.push_str(&format!(" sizes=\"{}\"", esc_attr(&sizes)));
    }
    append(tag, &added);
}

/// Puts attributes behind the others and ends the tag with ` />`.
fn append(tag: &mut String, added: &str) {
    let Some(start) = tag.find("<img ").map(|at| at + 5) else {
        return;
    };
    let Some(inner) = tag.get(start..tag.len() - 1) else {
        return;
    };
    let Some(first) = inner.chars().next() else {
        return;
    };
    let kept = inner
        .trim_end_matches(['/', ' '])
        .len()
        .max(first.len_utf8());
    tag.truncate(start + kept);
    tag.push_str(added);
    tag.push_str(" />");
}

fn add_loading_optimization(tag: &mut String, context: &str, loading: &mut LoadingOptimization) {
    let letters = |b: u8| b.is_ascii_alphabetic();
    let number = |name| {
        let value = tag::quoted(tag, name, |b| b.is_ascii_digit())?;
        Some(value.parse().unwrap_or(i64::MAX))
    };
    let given = GivenAttributes {
        width: number(" width"),
        height: number(" height"),
        loading: tag::quoted(tag, " loading", letters),
        fetchpriority: tag::quoted(tag, " fetchpriority", letters),
        decoding: tag::quoted(tag, " decoding", letters),
    };
    let added = loading.attributes(MediaTag::Img, &given, context);
    let (has_decoding, has_loading, has_priority) = (
        given.decoding.is_some(),
        given.loading.is_some(),
        given.fetchpriority.is_some(),
    );
    if !tag.contains(" src=\"") {
        return;
    }
    // Each is put in front of the one before.
    if let Some(decoding) = added.decoding.filter(|_| !has_decoding) {
        *tag = tag.replace("<img", &format!("<img decoding=\"{decoding}\""));
    }
    if !tag.contains(" width=\"") || !tag.contains(" height=\"") {
        return;
    }
    if added.lazy && !has_loading {
        *tag = tag.replace("<img", "<img loading=\"lazy\"");
    }
    if added.high_priority && !has_priority {
        *tag = tag.replace("<img", "<img fetchpriority=\"high\"");
    }
}

/// White space around attribute values, as HTML counts it.
const HTML_SPACE: [char; 5] = [' ', '\t', '\x0c', '\r', '\n'];

/// Whether the first entry of `sizes` is `auto`.
pub(super) fn sizes_attribute_includes_valid_auto(sizes: &str) -> bool {
    let first = sizes.split(',').next().unwrap_or_default();
    first.trim_matches(HTML_SPACE).eq_ignore_ascii_case("auto")
}

/// A lazy image may leave its size to the browser.
fn add_auto_sizes(tag: &mut String) {
    let Some(attributes) = tag::attributes(tag) else {
        return;
    };
    let value = |name| tag::find(&attributes, name).and_then(|a| a.value);
    let lazy = value("loading").is_some_and(|loading| {
        loading
            .trim_matches(HTML_SPACE)
            .eq_ignore_ascii_case("lazy")
    });
    if !lazy || value("width").is_none_or(str::is_empty) {
        return;
    }
    let Some(sizes) = tag::find(&attributes, "sizes") else {
        return;
    };
    let Some(value) = sizes
        .value
        .filter(|s| !sizes_attribute_includes_valid_auto(s))
    else {
        return;
    };
    let new = format!("sizes=\"{}\"", esc_attr(&format!("auto, {value}")));
    let span = sizes.span.clone();
    tag.replace_range(span, &new);
}

fn iframe(tag: &str, context: &str, loading: &mut LoadingOptimization) -> String {
    // A frame with `data-secret` is hidden until its content has answered.
    if tag.contains(" loading=") || tag.contains(" data-secret=\"") {
        return tag.to_owned();
    }
    let has = |text: &str| tag.contains(text);
    let (width, height) = (has(" width=\""), has(" height=\""));
    let given = GivenAttributes {
        // Its measurements do not matter, only that it has some.
        width: width.then_some(100),
        height: height.then_some(100),
        ..GivenAttributes::default()
    };
    let added = loading.attributes(MediaTag::Iframe, &given, context);
    if added.lazy && width && height && has(" src=\"") {
        tag.replace("<iframe", "<iframe loading=\"lazy\"")
    } else {
        tag.to_owned()
    }
}
