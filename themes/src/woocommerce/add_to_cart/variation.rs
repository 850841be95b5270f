//! What the script of a variable product's form needs to know of a variation (`get_available_variation`).
//!
//! Contract "woocommerce", section 6.4; recordings woo/get-variation and woo/add-variation-missing.

use compat::woocommerce::product::Product;
use compat::woocommerce::product::variations::VariationPrices;
use compat::wordpress::content::ContentContext;
use compat::wordpress::formatting::strip_all_tags::wp_strip_all_tags;
use compat::wordpress::media::{
    ImageSize, Media, wp_get_attachment_image_sizes, wp_get_attachment_image_srcset,
};
use compat::wordpress::php::Value;
use compat::wordpress::post::PostId;

use super::stock::stock_html;
use crate::woocommerce::picture::{filters, source};
use crate::woocommerce::shop::Shop;
use crate::woocommerce::short_description::format_content;
use crate::woocommerce::single::additional_information::{dimensions_html, weight_html};
use crate::wordpress::view::Page;

/// The object, with its keys in the recorded order.
pub fn available_variation(
    page: &mut Page,
    shop: &Shop,
    product: &Product,
    variation: &Product,
) -> Value {
    let attributes = variation.variation_attributes.iter();
    let attributes = attributes.fold(Value::array(), |map, (key, value)| {
        map.with(format!("attribute_{key}"), value.as_str())
    });
    let prices = shop.prices();
    let size = &variation.dimensions;
    let dimensions = Value::array()
        .with("length", size.length.as_str())
        .with("width", size.width.as_str())
        .with("height", size.height.as_str());
    let regular = match variation.regular_price.as_str() {
        "" => &variation.price,
        regular => regular,
    };
    let max = match variation.max_purchase_quantity(shop.options()) {
        Some(max) => number(max),
        None => Value::from(""),
    };
    let description = match variation.variation_description.as_str() {
        "" => String::new(),
        text => format_content(page, text),
    };
    Value::array()
        .with("attributes", attributes)
        .with("availability_html", stock_html(shop, variation))
        .with("backorders_allowed", variation.backorders_allowed())
        .with("dimensions", dimensions)
        .with("dimensions_html", dimensions_html(shop, size))
        .with(
            "display_price",
            number(prices.amount(variation, &variation.price)),
        )
        .with(
            "display_regular_price",
            number(prices.amount(variation, regular)),
        )
        .with("image", image(page, shop, variation.image_id))
        .with("image_id", variation.image_id)
        .with("is_downloadable", variation.is_downloadable)
        .with("is_in_stock", variation.is_in_stock())
        .with("is_purchasable", shop.is_purchasable(variation))
        .with(
            "is_sold_individually",
            if variation.is_sold_individually {
                "yes"
            } else {
                "no"
            },
        )
        .with("is_virtual", variation.is_virtual)
        .with("max_qty", max)
        .with("min_qty", 1)
        .with("price_html", price_html(shop, product, variation))
        .with("sku", variation.sku.as_str())
        .with("variation_description", description)
        .with("variation_id", variation.id().0)
        .with("variation_is_active", true)
        .with("variation_is_visible", variation.is_visible_variation())
        .with("weight", variation.weight.as_str())
        .with("weight_html", weight_html(shop, &variation.weight))
}

/// A number as PHP writes it in JSON: whole numbers without a fraction.
fn number(n: f64) -> Value {
    Value::Float(n)
}

/// The variation's price; empty when all cost the same.
fn price_html(shop: &Shop, product: &Product, variation: &Product) -> String {
    let prices = VariationPrices::of(product, shop.products(), shop.options());
    let is_told = variation.price.is_empty() || !prices.is_single() || !prices.has_single_regular();
    if !is_told {
        return String::new();
    }
    let price = shop.prices().price_html(variation);
    format!("<span class=\"price\">{price}</span>")
}

/// `wc_get_product_attachment_props`.
fn image(page: &mut Page, shop: &Shop, id: i64) -> Value {
    let view = shop.view.clone();
    let Some(attachment) = view.gallery_image(id) else {
        return no_image(page, shop);
    };
    let row = view.objects.post(PostId(id));
    let caption = row.map(|post| wp_strip_all_tags(&post.excerpt, false).trim().to_owned());
    let alt = wp_strip_all_tags(&attachment.alt, false).trim().to_owned();
    let mut props = Value::array()
        .with("title", wp_strip_all_tags(&attachment.title, false).trim())
        .with("caption", caption.unwrap_or_default())
        .with("url", attachment.url())
        .with("alt", alt);
    let single = source(page, id, SINGLE);
    let (srcset, sizes) = {
        let filters = filters(&view);
        let media = Media {
            sizes: page.media().media.sizes,
            filters: &filters,
        };
        let size = ImageSize::from(SINGLE);
        (
            wp_get_attachment_image_srcset(&media, attachment, &size),
            wp_get_attachment_image_sizes(&media, attachment, &size),
        )
    };
    if let Some(file) = &single {
        props = props.with("src", file.url.as_str());
    }
    let or_false = |text: Option<String>| text.map_or(Value::Bool(false), Value::from);
    props = props
        .with("srcset", or_false(srcset))
        .with("sizes", or_false(sizes));
    for (prefix, size) in [
        ("full_src", "full"),
        ("gallery_thumbnail_src", "woocommerce_gallery_thumbnail"),
        ("thumb_src", "woocommerce_thumbnail"),
    ] {
        if let Some(file) = source(page, id, size) {
            props = props
                .with(prefix, file.url)
                .with(format!("{prefix}_w"), file.width)
                .with(format!("{prefix}_h"), file.height);
        }
    }
    match single {
        Some(file) => props.with("src_w", file.width).with("src_h", file.height),
        None => props,
    }
}

/// The size of the shown picture.
const SINGLE: &str = "woocommerce_single";

/// The placeholder, for a variation without a picture.
fn no_image(page: &mut Page, shop: &Shop) -> Value {
    let placeholder = shop.options().int("woocommerce_placeholder_image");
    let file = source(page, placeholder, SINGLE).map(|file| file.url);
    Value::array()
        .with("title", "")
        .with("caption", "")
        .with("url", "")
        .with("alt", "")
        .with("src", file.unwrap_or_default())
        .with("srcset", false)
        .with("sizes", false)
}
