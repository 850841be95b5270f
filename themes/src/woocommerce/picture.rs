//! Pictures of products.
//!
//! Contract "woocommerce", sections 5.3 and 6.1.

use compat::woocommerce::product::Product;
use compat::wordpress::content::ContentContext;
use compat::wordpress::media::{
    ImageFilters, ImageSize, ImageSrc, Media, Source, SrcsetImage, wp_get_attachment_image,
    wp_get_attachment_image_src,
};

use super::shop::Shop;
use crate::wordpress::view::{Page, View};

/// The size of pictures in lists.
pub const THUMBNAIL: &str = "woocommerce_thumbnail";

/// `get_image`: the picture of a product in a size, else the placeholder.
pub fn product_image(page: &mut Page, shop: &Shop, product: &Product, size: &str) -> String {
    let image = image(page, product.image_id, size, &[]);
    if image.is_empty() {
        placeholder(page, shop, size)
    } else {
        image
    }
}

/// `wc_placeholder_img`: empty when the site has none.
pub fn placeholder(page: &mut Page, shop: &Shop, size: &str) -> String {
    let id = shop.options().int("woocommerce_placeholder_image");
    let alt = shop.text("Placeholder");
    let attributes = [
        ("class", Some("woocommerce-placeholder wp-post-image")),
        ("alt", Some(alt.as_str())),
    ];
    image(page, id, size, &attributes)
}

/// An attachment's picture; empty for one that is not there.
pub fn image(page: &mut Page, id: i64, size: &str, attributes: &[(&str, Option<&str>)]) -> String {
    let view = page.view.clone();
    let Some(attachment) = view.gallery_image(id) else {
        return String::new();
    };
    let filters = filters(&view);
    let parts = page.media();
    let media = Media {
        sizes: parts.media.sizes,
        filters: &filters,
    };
    wp_get_attachment_image(
        &media,
        attachment,
        &ImageSize::from(size),
        attributes,
        "wp_get_attachment_image",
        parts.loading,
    )
}

/// Leaves out the further files of a picture.
struct NoSrcset;

impl ImageFilters for NoSrcset {
    fn wp_calculate_image_srcset(&self, _: Vec<Source>, _: &SrcsetImage<'_>) -> Vec<Source> {
        Vec::new()
    }
}

/// The filters of pictures on pages of products.
pub fn filters(view: &View) -> Vec<&'static dyn ImageFilters> {
    // Parts of pages that scripts ask for have no query, and pictures as WordPress prints them.
    if view.query.status == 0 {
        return Vec::new();
    }
    let mut filters = view.theme.image_filters.clone();
    if !view.theme.product_theme.has_srcset {
        filters.push(&NoSrcset);
    }
    filters
}

/// The file of an attachment in a size.
pub fn source(page: &mut Page, id: i64, size: &str) -> Option<ImageSrc> {
    let view = page.view.clone();
    let attachment = view.gallery_image(id)?;
    wp_get_attachment_image_src(&page.media().media, attachment, &ImageSize::from(size))
}
