//! A product of its row, its meta and its terms.

use std::sync::Arc;

use super::attribute::attributes;
use super::{
    Backorders, CatalogVisibility, Dimensions, ExternalLink, ManageStock, Product, ProductType,
    Rating, Stock, StockStatus, TaxStatus,
};
use crate::wordpress::php::Value;
use crate::wordpress::post::{Meta, Post, PostId};
use crate::wordpress::taxonomy::Term;

/// Reads a product. Children of variable products and what variations take over are added by the loader.
pub(super) fn product(post: &Arc<Post>, meta: &Meta, mut terms: Vec<Arc<Term>>) -> Product {
    terms.sort_by_cached_key(|t| t.name.to_lowercase());
    let text = |key: &str| meta.text(key).trim().to_owned();
    let is_on = |key: &str| meta.text(key) == "yes";
    let has_term = |slug: &str| {
        let mut of = terms.iter().filter(|t| t.taxonomy == "product_visibility");
        of.any(|t| t.slug == slug)
    };
    let kind = kind_of(post, &terms);
    let shipping_class = terms
        .iter()
        .find(|t| t.taxonomy == "product_shipping_class");
    Product {
        kind,
        sku: text("_sku"),
        global_unique_id: text("_global_unique_id"),
        price: text("_price"),
        prices: meta
            .all("_price")
            .map(|raw| String::from_utf8_lossy(raw).trim().to_owned())
            .collect(),
        regular_price: text("_regular_price"),
        sale_price: text("_sale_price"),
        sale_from: meta.text("_sale_price_dates_from").trim().parse().ok(),
        sale_to: meta.text("_sale_price_dates_to").trim().parse().ok(),
        total_sales: meta.text("total_sales").trim().parse().unwrap_or(0),
        tax_status: tax_status(&meta.text("_tax_status")),
        tax_class: text("_tax_class"),
        stock: stock(meta),
        is_sold_individually: is_on("_sold_individually"),
        is_virtual: is_on("_virtual"),
        is_downloadable: is_on("_downloadable"),
        weight: text("_weight"),
        dimensions: Dimensions {
            length: text("_length"),
            width: text("_width"),
            height: text("_height"),
        },
        shipping_class: shipping_class.cloned(),
        upsells: ids(&meta.value("_upsell_ids")),
        cross_sells: ids(&meta.value("_crosssell_ids")),
        children: match kind {
            ProductType::Grouped => ids(&meta.value("_children")),
            _ => Vec::new(),
        },
        attributes: attributes(&meta.value("_product_attributes"), &terms),
        default_attributes: pairs(&meta.value("_default_attributes")),
        variation_attributes: variation_attributes(meta),
        variation_description: text("_variation_description"),
        parent_status: None,
        parent_title: String::new(),
        external: ExternalLink {
            url: text("_product_url"),
            button_text: text("_button_text"),
        },
        purchase_note: text("_purchase_note"),
        image_id: meta.text("_thumbnail_id").trim().parse().unwrap_or(0),
        gallery_image_ids: meta
            .text("_product_image_gallery")
            .split(',')
            .filter_map(|id| id.trim().parse().ok())
            .filter(|id| *id > 0)
            .collect(),
        rating: rating(meta),
        visibility: match (
            has_term("exclude-from-catalog"),
            has_term("exclude-from-search"),
        ) {
            (true, true) => CatalogVisibility::Hidden,
            (true, false) => CatalogVisibility::Search,
            (false, true) => CatalogVisibility::Catalog,
            (false, false) => CatalogVisibility::Visible,
        },
        is_featured: has_term("featured"),
        post: Arc::clone(post),
        terms,
    }
}

fn kind_of(post: &Post, terms: &[Arc<Term>]) -> ProductType {
    if post.post_type == "product_variation" {
        return ProductType::Variation;
    }
    let term = terms.iter().find(|t| t.taxonomy == "product_type");
    term.map_or(ProductType::Simple, |t| ProductType::of(&t.slug))
}

fn tax_status(stored: &str) -> TaxStatus {
    match stored {
        "shipping" => TaxStatus::Shipping,
        "none" => TaxStatus::None,
        _ => TaxStatus::Taxable,
    }
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
