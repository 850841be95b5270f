//! Pictures of products.
//!
//! Contract "woocommerce", sections 5.3 and 6.1.

use compat::woocommerce::product::Product;
use compat::wordpress::media::{
    ImageSize, ImageSrc, wp_get_attachment_image, wp_get_attachment_image_src,
};

use super::shop::Shop;
use crate::wordpress::view::Page;

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
    use compat::wordpress::content::ContentContext;
    let view = page.view.clone();
    let Some(attachment) = view.gallery_image(id) else {
        return String::new();
    };
    let parts = page.media();
    wp_get_attachment_image(
        &parts.media,
        attachment,
        &ImageSize::from(size),
        attributes,
        "wp_get_attachment_image",
        parts.loading,
    )
}

/// The file of an attachment in a size.
pub fn source(page: &mut Page, id: i64, size: &str) -> Option<ImageSrc> {
    use compat::wordpress::content::ContentContext;
    let view = page.view.clone();
    let attachment = view.gallery_image(id)?;
    wp_get_attachment_image_src(&page.media().media, attachment, &ImageSize::from(size))
}
