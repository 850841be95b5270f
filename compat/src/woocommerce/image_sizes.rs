//! The sizes of product pictures (`add_image_size`). Contract "woocommerce".

use crate::wordpress::options::Options;
use crate::wordpress::site::ImageSize;

/// The sizes of product pictures: in lists, on product pages, below these.
pub(super) fn image_sizes(options: &Options) -> [ImageSize; 3] {
    let width = |name: &str, default: i64| match options.int(name) {
        0 => default,
        width => width,
    };
    let size = |name, width, height, crop| ImageSize {
        name,
        width,
        height,
        crop,
    };
    let thumbnail = width("woocommerce_thumbnail_image_width", 300);
    let cropping = options.text_or("woocommerce_thumbnail_cropping", "1:1");
    let (height, crop) = match cropping.as_ref() {
        "uncropped" => (0, false),
        "custom" => {
            let part = |name: &str, default| width(name, default).max(1);
            let wide = part("woocommerce_thumbnail_cropping_custom_width", 4);
            let high = part("woocommerce_thumbnail_cropping_custom_height", 3);
            (thumbnail.saturating_mul(high) / wide, true)
        }
        _ => (thumbnail, true),
    };
    let single = width("woocommerce_single_image_width", 600);
    [
        size("woocommerce_thumbnail", thumbnail, height, crop),
        size("woocommerce_single", single, 0, false),
        size("woocommerce_gallery_thumbnail", 100, 100, true),
    ]
}
