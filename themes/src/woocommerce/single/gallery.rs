//! The pictures of a product's page.
//!
//! Contract "woocommerce", section 6.1.

use compat::woocommerce::product::variations::visible;
use compat::woocommerce::product::{Product, ProductType};
use compat::wordpress::formatting::escape::esc_attr;
use compat::wordpress::formatting::strip_all_tags::wp_strip_all_tags;
use compat::wordpress::post::PostId;

use crate::woocommerce::picture::{image, placeholder, source};
use crate::woocommerce::shop::Shop;
use crate::wordpress::head::url;
use crate::wordpress::view::Page;

/// Pictures below the shown one in a row.
const COLUMNS: usize = 4;

/// The size of the shown picture.
const SINGLE: &str = "woocommerce_single";

/// `woocommerce_show_product_images`.
pub fn gallery(page: &mut Page, shop: &Shop, product: &Product) -> String {
    gallery_with(page, shop, product, true, true)
}

/// [`gallery`] with or without the first picture and those below it.
pub fn gallery_with(
    page: &mut Page,
    shop: &Shop,
    product: &Product,
    has_image: bool,
    has_more: bool,
) -> String {
    let own = gallery_image(page, product.image_id, true);
    let with = if own.is_empty() { "without" } else { "with" };
    let mut pictures = String::new();
    if has_image && own.is_empty() {
        pictures = no_picture(page, shop, product);
    } else if has_image {
        pictures = own.clone();
    }
    if has_more && !own.is_empty() {
        for id in &product.gallery_image_ids {
            pictures.push_str(&gallery_image(page, *id, false));
        }
    }
    format!(
        "<div class=\"woocommerce-product-gallery woocommerce-product-gallery--{with}-images \
         woocommerce-product-gallery--columns-{COLUMNS} images\" data-columns=\"{COLUMNS}\" \
         style=\"opacity: 0; transition: opacity .25s ease-in-out;\">\n\t<div class=\"woocommerce-product-gallery__wrapper\">\n\t\t\
         {pictures}\t</div>\n</div>\n"
    )
}

fn no_picture(page: &mut Page, shop: &Shop, product: &Product) -> String {
    let has_variations = product.kind == ProductType::Variable
        && !product.price.is_empty()
        && visible(product, shop.products(), shop.options())
            .next()
            .is_some();
    let class = if has_variations {
        "woocommerce-product-gallery__image woocommerce-product-gallery__image--placeholder"
    } else {
        "woocommerce-product-gallery__image--placeholder"
    };
    let id = shop.options().int("woocommerce_placeholder_image");
    let image = match source(page, id, SINGLE) {
        Some(file) => format!(
            "<img src=\"{}\" alt=\"{}\" class=\"wp-post-image\" />",
            url(&file.url),
            esc_attr(&shop.text("Awaiting product image"))
        ),
        None => placeholder(page, shop, SINGLE),
    };
    format!("<div class=\"{class}\">{image}</div>")
}

/// `wc_get_gallery_image_html`: a picture with what the scripts need of its file; empty for one that is not there.
fn gallery_image(page: &mut Page, id: i64, is_first: bool) -> String {
    let view = page.view.clone();
    let (Some(full), Some(attachment)) = (source(page, id, "full"), view.gallery_image(id)) else {
        return String::new();
    };
    let thumb = source(page, id, "woocommerce_gallery_thumbnail");
    let caption = view
        .objects
        .post(PostId(id))
        .map(|post| post.excerpt.clone());
    let caption = wp_strip_all_tags(&caption.unwrap_or_default(), false);
    let alt = wp_strip_all_tags(&attachment.alt, false);
    let (width, height) = (full.width.to_string(), full.height.to_string());
    let attributes = [
        ("class", Some(if is_first { "wp-post-image" } else { "" })),
        ("alt", Some(alt.trim())),
        ("data-caption", Some(caption.as_ref())),
        ("data-src", Some(full.url.as_str())),
        ("data-large_image", Some(full.url.as_str())),
        ("data-large_image_width", Some(width.as_str())),
        ("data-large_image_height", Some(height.as_str())),
    ];
    let picture = image(page, id, SINGLE, &attributes);
    let thumb = thumb.map(|file| file.url).unwrap_or_default();
    format!(
        "<div data-thumb=\"{}\" data-thumb-alt=\"{}\" data-thumb-srcset=\"\"  data-thumb-sizes=\"\" \
         class=\"woocommerce-product-gallery__image\"><a href=\"{}\">{picture}</a></div>",
        url(&thumb),
        esc_attr(alt.trim()),
        url(&full.url)
    )
}
