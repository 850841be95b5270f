//! Featured images in the theme's markup, with its own `srcset` breakpoints.
//!
//! Contract "divi-theme", section 5 (images; responsive attributes).

use std::collections::HashMap;

use compat::wordpress::formatting::escape::esc_attr;
use compat::wordpress::formatting::strip_all_tags::strip_tags;
use compat::wordpress::media::{
    Attachment, ImageMeta, ImageSize, ImageSrc, Media, SrcsetImage, wp_calculate_image_sizes,
    wp_calculate_image_srcset, wp_get_attachment_image_src,
};

use crate::wordpress::head::url;
use crate::wordpress::view::Page;

use super::options::DiviOptions;

/// Posts and lists of posts.
pub const POST_MAIN_IMAGE: (i64, i64) = (1080, 675);
/// Single projects; the height is printed as it stands.
pub const PROJECT_IMAGE: (i64, i64) = (1080, 9999);

/// The tags that a page has printed, by the URL of the image. `et_image_add_srcset_and_sizes` prints the first tag of a
/// URL again wherever the page shows it: with the `alt` of the first post (recording pages/busqueda, posts 31 and 41),
/// with or without `class` (vectors divi-modules-2, lists of projects).
#[derive(Debug, Clone, Default)]
struct Printed(HashMap<String, String>);

/// The `img` of an attachment; `width` and `height` are those of the box.
pub fn print_thumbnail(page: &mut Page, image: &Attachment, size: (i64, i64), alt: &str) -> String {
    print_tag(page, image, size, &[("alt", alt), ("class", "")])
}

/// [`print_thumbnail`] without `class`.
pub fn print_thumbnail_without_class(
    page: &mut Page,
    image: &Attachment,
    size: (i64, i64),
    alt: &str,
) -> String {
    print_tag(page, image, size, &[("alt", alt)])
}

fn print_tag(
    page: &mut Page,
    image: &Attachment,
    size: (i64, i64),
    attributes: &[(&str, &str)],
) -> String {
    let view = page.view.clone();
    let media = Media {
        sizes: &view.image_sizes,
        filters: &view.theme.image_filters,
    };
    let named = view
        .image_sizes
        .registered
        .iter()
        .find(|(_, s)| (s.width, s.height) == size)
        .map(|(name, _)| ImageSize::Named(name.clone()));
    let wanted = named.unwrap_or(ImageSize::Box(size.0, size.1));
    let Some(src) = wp_get_attachment_image_src(&media, image, &wanted) else {
        return String::new();
    };
    let is_responsive = DiviOptions::of(&view).is_on("divi_enable_responsive_images", true);
    if let Some(printed) = page.globals.of::<Printed>().0.get(&src.url) {
        return printed.clone();
    }
    let mut tag = format!("<img src=\"{}\"", url(&src.url));
    for (name, value) in attributes {
        tag.push_str(&format!(" {name}=\"{}\"", esc_attr(&strip_tags(value))));
    }
    tag.push_str(&format!(" width=\"{}\" height=\"{}\"", size.0, size.1));
    if is_responsive {
        tag.push_str(&breakpoints(&media, image, &src));
    }
    tag.push_str(" />");
    if is_responsive {
        let printed = &mut page.globals.of::<Printed>().0;
        printed.insert(src.url, tag.clone());
    }
    tag
}

/// ` srcset="…" sizes="…"`, empty where the image has one size only.
fn breakpoints(media: &Media<'_>, image: &Attachment, src: &ImageSrc) -> String {
    let unmeasured = ImageMeta::default();
    let image = SrcsetImage {
        size: (src.width, src.height),
        src: &src.url,
        attachment: image,
        meta: image.metadata.as_ref().unwrap_or(&unmeasured),
    };
    let sizes = wp_calculate_image_sizes(media, &image).filter(|s| !s.is_empty());
    match (wp_calculate_image_srcset(media, &image), sizes) {
        (Some(srcset), Some(sizes)) => format!(
            " srcset=\"{}\" sizes=\"{}\"",
            esc_attr(&srcset),
            esc_attr(&sizes)
        ),
        _ => String::new(),
    }
}
