//! Featured images in the theme's markup, with its own `srcset` breakpoints.
//!
//! Contract "divi-theme", section 5 (images; responsive attributes).

use compat::wordpress::formatting::escape::esc_attr;
use compat::wordpress::formatting::strip_all_tags::strip_tags;
use compat::wordpress::media::{
    Attachment, ImageMeta, ImageSize, Media, SrcsetImage, wp_calculate_image_sizes,
    wp_calculate_image_srcset, wp_get_attachment_image_src,
};

use crate::wordpress::head::url;
use crate::wordpress::view::View;

use super::options::DiviOptions;

/// Posts and lists of posts.
pub const POST_MAIN_IMAGE: (i64, i64) = (1080, 675);
/// Single projects; the height is printed as it stands.
pub const PROJECT_IMAGE: (i64, i64) = (1080, 9999);

/// The `img` of an attachment; `width` and `height` are those of the box.
pub fn print_thumbnail(view: &View, image: &Attachment, size: (i64, i64), alt: &str) -> String {
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
    let mut tag = format!(
        "<img src=\"{}\" alt=\"{}\" class=\"\" width=\"{}\" height=\"{}\"",
        url(&src.url),
        esc_attr(&strip_tags(alt)),
        size.0,
        size.1
    );
    if DiviOptions::of(view).is_on("divi_enable_responsive_images", true) {
        let unmeasured = ImageMeta::default();
        let image = SrcsetImage {
            size: (src.width, src.height),
            src: &src.url,
            attachment: image,
            meta: image.metadata.as_ref().unwrap_or(&unmeasured),
        };
        let sizes = wp_calculate_image_sizes(&media, &image).filter(|s| !s.is_empty());
        if let (Some(srcset), Some(sizes)) = (wp_calculate_image_srcset(&media, &image), sizes) {
            tag.push_str(&format!(
                " srcset=\"{}\" sizes=\"{}\"",
                esc_attr(&srcset),
                esc_attr(&sizes)
            ));
        }
    }
    tag + " />"
}
