//! A product of its row, its meta and its terms.

use std::sync::Arc;

use super::attribute::attributes;
use super::fields::{
    Backorders, CatalogVisibility, Dimensions, ExternalLink, ManageStock, Product, ProductType,
    Rating, Stock, StockStatus, TaxStatus,
};
use crate::wordpress::php::Value;
use crate::wordpress::post::{Meta, Post, PostId};
use crate::wordpress::taxonomy::Term;

/// Reads a product. Children of variable products and what variations take over are added by the loader.
pub(super) fn product(post: &Arc<Post>, meta: &Meta, mut terms: Vec<Arc<Term>>) -> Product {
    terms.sort_by_cached_key(|t| t.name.to_lowercase());
    let mut product = Product {
        post: Arc::clone(post),
        kind: kind_of(post, &terms),
        stock: stock(meta),
        rating: rating(meta),
        visibility: visibility(&terms),
        is_featured: has_visibility(&terms, "featured"),
        shipping_class: terms
            .iter()
            .find(|t| t.taxonomy == "product_shipping_class")
            .cloned(),
        attributes: attributes(&meta.value("_product_attributes"), &terms),
        default_attributes: pairs(&meta.value("_default_attributes")),
        variation_attributes: variation_attributes(meta),
        terms,
        ..Product::default()
    };
    add_prices(&mut product, meta);
    add_texts(&mut product, meta);
    add_links(&mut product, meta);
    product
}

fn text(meta: &Meta, key: &str) -> String {
    meta.text(key).trim().to_owned()
}

fn add_prices(product: &mut Product, meta: &Meta) {
    product.price = text(meta, "_price");
    let prices = meta.all("_price").map(String::from_utf8_lossy);
    product.prices = prices.map(|price| price.trim().to_owned()).collect();
    product.regular_price = text(meta, "_regular_price");
    product.sale_price = text(meta, "_sale_price");
    product.sale_from = text(meta, "_sale_price_dates_from").parse().ok();
    product.sale_to = text(meta, "_sale_price_dates_to").parse().ok();
    product.total_sales = text(meta, "total_sales").parse().unwrap_or(0);
    product.tax_status = TaxStatus::of(&meta.text("_tax_status"));
    product.tax_class = text(meta, "_tax_class");
}

fn add_texts(product: &mut Product, meta: &Meta) {
    let is_on = |key: &str| meta.text(key) == "yes";
    product.sku = text(meta, "_sku");
    product.global_unique_id = text(meta, "_global_unique_id");
    product.is_sold_individually = is_on("_sold_individually");
    product.is_virtual = is_on("_virtual");
    product.is_downloadable = is_on("_downloadable");
    product.weight = text(meta, "_weight");
    product.dimensions = Dimensions {
        length: text(meta, "_length"),
        width: text(meta, "_width"),
        height: text(meta, "_height"),
    };
    product.variation_description = text(meta, "_variation_description");
    product.purchase_note = text(meta, "_purchase_note");
    product.external = ExternalLink {
        url: text(meta, "_product_url"),
        button_text: text(meta, "_button_text"),
    };
}

/// Other products and pictures, by their ids.
fn add_links(product: &mut Product, meta: &Meta) {
    product.upsells = ids(&meta.value("_upsell_ids"));
    product.cross_sells = ids(&meta.value("_crosssell_ids"));
    if product.kind == ProductType::Grouped {
        product.children = ids(&meta.value("_children"));
    }
    product.image_id = text(meta, "_thumbnail_id").parse().unwrap_or(0);
    let gallery = meta.text("_product_image_gallery");
    let gallery = gallery.split(',').filter_map(|id| id.trim().parse().ok());
    product.gallery_image_ids = gallery.filter(|id| *id > 0).collect();
}

fn has_visibility(terms: &[Arc<Term>], slug: &str) -> bool {
    let mut of = terms.iter().filter(|t| t.taxonomy == "product_visibility");
    of.any(|t| t.slug == slug)
}

fn visibility(terms: &[Arc<Term>]) -> CatalogVisibility {
    let has = |slug| has_visibility(terms, slug);
    match (has("exclude-from-catalog"), has("exclude-from-search")) {
        (true, true) => CatalogVisibility::Hidden,
        (true, false) => CatalogVisibility::Search,
        (false, true) => CatalogVisibility::Catalog,
        (false, false) => CatalogVisibility::Visible,
    }
}

fn kind_of(post: &Post, terms: &[Arc<Term>]) -> ProductType {
    if post.post_type == "product_variation" {
        return ProductType::Variation;
    }
    let term = terms.iter().find(|t| t.taxonomy == "product_type");
    term.map_or(ProductType::Simple, |t| ProductType::of(&t.slug))
}

fn stock(meta: &Meta) -> Stock {
    let number = |key: &str| meta.text(key).trim().parse::<f64>().ok();
    Stock {
        managed: match meta.text("_manage_stock").as_ref() {
            "yes" => ManageStock::Yes,
            _ => ManageStock::No,
        },
        quantity: number("_stock"),
        status: match meta.text("_stock_status").as_ref() {
            "outofstock" => StockStatus::OutOfStock,
            "onbackorder" => StockStatus::OnBackorder,
            _ => StockStatus::InStock,
        },
        backorders: match meta.text("_backorders").as_ref() {
            "yes" => Backorders::Yes,
            "notify" => Backorders::Notify,
            _ => Backorders::No,
        },
        low_amount: number("_low_stock_amount"),
    }
}

fn rating(meta: &Meta) -> Rating {
    let average = meta.text("_wc_average_rating");
    let counts = meta.value("_wc_rating_count");
    Rating {
        average: match average.trim() {
            "" => "0".to_owned(),
            text => text.to_owned(),
        },
        counts: counts
            .iter()
            .filter_map(|(stars, n)| Some((stars.to_string_lossy().parse().ok()?, n.to_int())))
            .collect(),
        reviews: meta.text("_wc_review_count").trim().parse().unwrap_or(0),
    }
}

fn ids(stored: &Value) -> Vec<PostId> {
    let ids = stored.values().map(Value::to_int).filter(|id| *id > 0);
    ids.map(PostId).collect()
}

fn pairs(stored: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.to_string_lossy().into_owned();
    stored
        .iter()
        .map(|(key, value)| (key.to_string_lossy(), text(value)))
        .collect()
}

fn variation_attributes(meta: &Meta) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for key in meta.keys() {
        let Some(name) = key.strip_prefix("attribute_") else {
            continue;
        };
        if !found.iter().any(|(held, _)| held == name) {
            found.push((name.to_owned(), meta.text(key).into_owned()));
        }
    }
    found
}

/// Adds what a variation takes over from its variable product.
pub(super) fn inherit(variation: &mut Product, parent: &Product) {
    let take = |own: &mut String, of_parent: &String| {
        if own.is_empty() {
            own.clone_from(of_parent);
        }
    };
    variation.parent_status = Some(parent.post.status.clone());
    variation.parent_title.clone_from(&parent.post.title);
    take(&mut variation.sku, &parent.sku);
    take(&mut variation.weight, &parent.weight);
    let own = &mut variation.dimensions;
    take(&mut own.length, &parent.dimensions.length);
    take(&mut own.width, &parent.dimensions.width);
    take(&mut own.height, &parent.dimensions.height);
    variation.tax_status = parent.tax_status;
    if variation.tax_class == "parent" {
        variation.tax_class.clone_from(&parent.tax_class);
    }
    variation.is_sold_individually = parent.is_sold_individually;
    variation.visibility = parent.visibility;
    variation.cross_sells.clone_from(&parent.cross_sells);
    variation.purchase_note.clone_from(&parent.purchase_note);
    if variation.shipping_class.is_none() {
        variation.shipping_class.clone_from(&parent.shipping_class);
    }
    if variation.image_id <= 0 {
        variation.image_id = parent.image_id;
    }
    if variation.stock.managed == ManageStock::No && parent.stock.managed == ManageStock::Yes {
        variation.stock.managed = ManageStock::Parent;
        variation.stock.quantity = parent.stock.quantity;
        variation.stock.backorders = parent.stock.backorders;
        variation.stock.low_amount = parent.stock.low_amount;
    }
    // Attributes that were added to the product after the variation was made stand for any value.
    for attribute in parent.attributes.iter().filter(|a| a.is_variation) {
        let held = &mut variation.variation_attributes;
        if !held.iter().any(|(key, _)| *key == attribute.key) {
            held.push((attribute.key.clone(), String::new()));
        }
    }
}
