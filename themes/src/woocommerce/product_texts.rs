//! Texts and pictures of a product that the Store API sends.
//!
//! Contract "woocommerce-store-api", sections 1.10, 2.3 and 2.5.

use compat::woocommerce::product::{Product, ProductType};
use compat::wordpress::content::ContentContext;
use compat::wordpress::formatting::convert_chars::convert_chars;
use compat::wordpress::formatting::texturize::wptexturize;
use compat::wordpress::kses::wp_kses_post;
use compat::wordpress::media::{
    ImageSize, Media, wp_get_attachment_image_sizes, wp_get_attachment_image_src,
    wp_get_attachment_image_srcset,
};

use super::add_to_cart::{availability_text, button_text};
use super::list_button::{add_to_cart_description, add_to_cart_text};
use super::picture::THUMBNAIL;
use super::shop::Shop;
use super::short_description::format_content;
use super::single::additional_information::{dimensions_html, weight_html};
use crate::wordpress::view::{Page, View};

/// Texts of a product.
#[derive(Debug, Clone, Default)]
pub struct ProductTexts {
    /// Its name, of a variation that of its product.
    pub name: String,
    /// Its short description.
    pub short_description: String,
    /// Its description.
    pub description: String,
    /// Its price.
    pub price_html: String,
    /// What is said about the stock, and the class of that.
    pub stock: (String, &'static str),
    /// Its weight with the unit.
    pub weight: String,
    /// Its sizes with the unit.
    pub dimensions: String,
    /// The button of lists.
    pub button: String,
    /// What the button does, for assistive technology.
    pub button_description: String,
    /// The button of its page.
    pub single_button: String,
}

/// A picture.
#[derive(Debug, Clone, Default)]
pub struct ProductImage {
    /// The attachment.
    pub id: i64,
    /// The whole file.
    pub src: String,
    /// The file of lists.
    pub thumbnail: String,
    /// Further files of the whole picture, and at which widths they hold.
    pub srcset: (String, String),
    /// Those of the file of lists.
    pub thumbnail_srcset: (String, String),
    /// Title of the attachment.
    pub name: String,
    /// Text in place of the picture.
    pub alt: String,
}

/// A text with typographic marks, without elements that contents may not have.
pub fn html_text(view: &View, text: &str) -> String {
    let text = wptexturize(text, &view.content_settings.texturize, &|_| false);
    let text = convert_chars(&text);
    wp_kses_post(text.trim_matches([' ', '\t', '\n', '\r', '\0', '\x0b']))
}

/// A text with paragraphs and shortcodes.
pub fn rich_text(page: &mut Page, text: &str) -> String {
    let text = format_content(page, &wp_kses_post(text));
    html_text(&page.view, &text)
}

/// The texts of a product of the page.
pub fn product_texts(page: &mut Page, product: &Product) -> ProductTexts {
    let shop = Shop::of(&page.view);
    let view = shop.view.clone();
    let is_variation = product.kind == ProductType::Variation;
    let title = if is_variation {
        &product.parent_title
    } else {
        &product.post.title
    };
    let (short, long) = if view.post_password_required(&product.post) {
        (String::new(), String::new())
    } else if is_variation {
        (
            String::new(),
            rich_text(page, &product.variation_description),
        )
    } else {
        let short = rich_text(page, &product.post.excerpt);
        (short, rich_text(page, &product.post.content))
    };
    let html = |text: &str| html_text(&view, text);
    let class = product.availability_class(shop.options());
    ProductTexts {
        name: html(title),
        short_description: short,
        description: long,
        price_html: html(&shop.prices().price_html(product)),
        stock: (availability_text(&shop, product).unwrap_or_default(), class),
        weight: weight_html(&shop, &product.weight),
        dimensions: dimensions_html(&shop, &product.dimensions),
        button: html(&add_to_cart_text(&shop, product)),
        button_description: html(&add_to_cart_description(&shop, product, product.title())),
        single_button: html(&button_text(&shop, product)),
    }
}

/// A picture that was loaded for the page; `None` for one that is not there.
pub fn product_image(page: &mut Page, id: i64) -> Option<ProductImage> {
    let view = page.view.clone();
    let attachment = view.gallery_image(id)?;
    let parts = page.media();
    let media = Media {
        sizes: parts.media.sizes,
        filters: &view.theme.image_filters,
    };
    let responsive = |size: &str| {
        let size = ImageSize::from(size);
        let srcset = wp_get_attachment_image_srcset(&media, attachment, &size);
        let sizes = wp_get_attachment_image_sizes(&media, attachment, &size);
        // A picture without further files needs no widths.
        let sizes = sizes.filter(|_| srcset.is_some());
        (srcset.unwrap_or_default(), sizes.unwrap_or_default())
    };
    let thumbnail = wp_get_attachment_image_src(&media, attachment, &ImageSize::from(THUMBNAIL));
    Some(ProductImage {
        id,
        src: attachment.url(),
        thumbnail: thumbnail.map(|file| file.url).unwrap_or_default(),
        srcset: responsive("full"),
        thumbnail_srcset: responsive(THUMBNAIL),
        name: attachment.title.clone(),
        alt: attachment.alt.clone(),
    })
}
