//! A product.
//!
//! Contract "woocommerce-store-api", section 2.3: the keys in this order.

use std::sync::Arc;

use compat::woocommerce::cart::Products as _;
use compat::woocommerce::catalogue::attribute_taxonomies::AttributeTaxonomies;
use compat::woocommerce::display_price::DisplayTaxes;
use compat::woocommerce::money::PriceSettings;
use compat::woocommerce::product::variations::visible;
use compat::woocommerce::product::{Product, ProductAttribute, ProductType, StockStatus};
use compat::woocommerce::shopping::Goods;
use compat::woocommerce::store_api::{PriceSource, QuantityLimits};
use compat::wordpress::db::unicode_ci::compare;
use compat::wordpress::options::Options;
use compat::wordpress::php::Value;
use compat::wordpress::php::cast::float_to_int;
use compat::wordpress::post::PostId;
use compat::wordpress::taxonomy::Term;
use compat::wordpress::url::{QueryArg, add_query_arg, remove_query_arg};
use themes::woocommerce::product_texts::{html_text, product_image, product_texts};
use themes::wordpress::view::{Page, View};

use super::schema::{empty_object, image, prices};
use crate::wordpress::rest::rest_response::Item;
use crate::wordpress::rest::route::READABLE;

/// A product that was loaded; `None` for one that was not.
#[expect(clippy::too_many_lines, reason = "a line for each key")]
pub fn product(page: &mut Page, goods: &Goods, id: PostId) -> Option<Item> {
    let own = Arc::clone(goods.get(id)?);
    let in_cart = goods.product(id)?;
    let texts = product_texts(page, &own);
    let view = page.view.clone();
    let options = &view.site.options;
    let html = |text: &str| html_text(&view, text);
    let mut item = Item::default();
    item.set("id", own.id().0);
    item.set("name", texts.name.as_str());
    item.set("slug", own.post.name.as_str());
    item.set("parent", own.post.parent.0);
    item.set("type", own.kind.name());
    item.set("variation", html(&variation_text(&view, goods, &own)));
    item.set("permalink", in_cart.permalink.as_str());
    item.set("sku", html(&own.sku));
    item.set("short_description", texts.short_description.as_str());
    item.set("description", texts.description.as_str());
    item.set("on_sale", in_cart.is_on_sale);
    let money = PriceSettings::from_options(options);
    let source = PriceSource {
        products: &goods.catalogue,
        options,
        money: &money,
        taxes: view.site_data.get::<DisplayTaxes>(),
    };
    item.set("prices", prices(&source.prices(&own), false, &money));
    item.set("price_html", texts.price_html.as_str());
    item.set("average_rating", own.rating.average.as_str());
    item.set("review_count", own.rating.reviews);
    item.set("images", images(page, &own));
    terms(&mut item, &view, &own);
    item.set("attributes", attributes(&view, &own));
    item.set("variations", variations(&view, goods, &own));
    item.set("grouped_products", grouped_products(options, goods, &own));
    item.set("has_options", own.has_options());
    item.set("is_purchasable", in_cart.is_purchasable);
    item.set("is_in_stock", own.is_in_stock());
    item.set(
        "is_on_backorder",
        own.stock.status == StockStatus::OnBackorder,
    );
    item.set("low_stock_remaining", low_stock(&own, options));
    let (text, class) = texts.stock;
    item.set(
        "stock_availability",
        Value::array().with("text", text).with("class", class),
    );
    item.set("sold_individually", own.is_sold_individually);
    item.set("weight", own.weight.as_str());
    let size = &own.dimensions;
    let dimensions = Value::array()
        .with("length", size.length.as_str())
        .with("width", size.width.as_str())
        .with("height", size.height.as_str());
    item.set("dimensions", dimensions);
    item.set("formatted_weight", texts.weight.as_str());
    item.set("formatted_dimensions", texts.dimensions.as_str());
    let limits = QuantityLimits::of(in_cart);
    let uri = view.visitor.page_url.as_str();
    let url = add_to_cart_url(&own, &in_cart.permalink, in_cart.is_purchasable, uri);
    let add_to_cart = Value::array()
        .with("text", texts.button)
        .with("description", texts.button_description)
        .with("url", html(&url))
        .with("single_text", texts.single_button)
        .with("minimum", limits.minimum)
        .with("maximum", limits.maximum)
        .with("multiple_of", limits.multiple_of);
    item.set("add_to_cart", add_to_cart);
    item.set(
        "is_password_protected",
        view.post_password_required(&own.post),
    );
    item.set("extensions", empty_object());
    Some(item)
}

/// Adds the links; `base`: the address of the name space.
pub fn with_links(mut item: Item, own: &Product, base: &str) -> Item {
    let collection = format!("{base}/products");
    let id = own.id().0;
    item.link_self(format!("{collection}/{id}"), READABLE);
    item.link("collection", collection.clone());
    if own.kind == ProductType::Variation {
        item.link("up", format!("{collection}/{}", own.post.parent.0));
    }
    for (rel, ids) in [("upsells", &own.upsells), ("cross_sells", &own.cross_sells)] {
        if !ids.is_empty() {
            let ids: Vec<_> = ids.iter().map(|id| id.0.to_string()).collect();
            item.embeddable(rel, format!("{collection}?include={}", ids.join(",")));
        }
    }
    item.embeddable("related", format!("{collection}?related={id}&per_page=10"));
    item
}

/// The pictures: the featured one, then the gallery.
pub fn images(page: &mut Page, own: &Product) -> Value {
    let ids = std::iter::once(own.image_id).chain(own.gallery_image_ids.iter().copied());
    let ids: Vec<i64> = ids.filter(|id| *id > 0).collect();
    let images = ids.into_iter().filter_map(|id| product_image(page, id));
    images.map(|own| image(&own)).collect()
}

/// The number that is left, when it is low and the shop tells numbers.
pub fn low_stock(own: &Product, options: &Options) -> Value {
    let tells = options.text("woocommerce_stock_format") != "no_amount";
    let left = own.stock.quantity.unwrap_or_default();
    if !tells || !own.manages_stock(options) || left > own.low_stock_amount(options) {
        return Value::Null;
    }
    let left = left.max(0.0);
    if left.fract() == 0.0 {
        Value::Int(float_to_int(left))
    } else {
        Value::Float(left)
    }
}

/// The label of an attribute, by its key.
fn label<'a>(view: &'a View, attribute: &'a ProductAttribute) -> &'a str {
    if attribute.is_taxonomy {
        view.site_data
            .get::<AttributeTaxonomies>()
            .label(&attribute.name)
    } else {
        &attribute.name
    }
}

/// `Label: value, Label: value` of a variation.
fn variation_text(view: &View, goods: &Goods, own: &Product) -> String {
    if own.kind != ProductType::Variation {
        return String::new();
    }
    let Some(page) = goods.get(own.page_id()) else {
        return String::new();
    };
    let values = own.variation_attributes.iter();
    let values = values.filter(|(_, value)| !value.is_empty());
    let texts = values.map(|(key, value)| match page.attribute(key) {
        Some(attribute) => {
            let name = label(view, attribute);
            format!("{name}: {}", attribute.label_of(value))
        }
        None => format!("{key}: {value}"),
    });
    texts.collect::<Vec<_>>().join(", ")
}

/// Categories, tags and brands, by name.
fn terms(item: &mut Item, view: &View, own: &Product) {
    let default = view.site.options.int("default_product_cat");
    let links = view.links();
    for (key, taxonomy) in [
        ("categories", "product_cat"),
        ("tags", "product_tag"),
        ("brands", "product_brand"),
    ] {
        let is_variation = own.kind == ProductType::Variation;
        let held = own.terms_of(taxonomy).filter(|_| !is_variation);
        let is_default = |term: &Term| taxonomy == "product_cat" && term.term_id.0 == default;
        let mut held: Vec<_> = held.filter(|term| !is_default(term)).collect();
        held.sort_by(|a, b| compare(&a.name, &b.name));
        let terms = held.into_iter().map(|term| {
            Value::array()
                .with("id", term.term_id.0)
                .with("name", term.name.as_str())
                .with("slug", term.slug.as_str())
                .with("link", links.get_term_link(term).unwrap_or_default())
        });
        item.set(key, terms.collect::<Value>());
    }
}

fn attributes(view: &View, own: &Product) -> Value {
    if own.kind == ProductType::Variation {
        return Value::array();
    }
    let known = view.site_data.get::<AttributeTaxonomies>();
    let shown = own
        .attributes
        .iter()
        .filter(|a| a.is_visible || a.is_variation);
    let attributes = shown.map(|attribute| {
        let defaults = own.default_attributes.iter();
        let default = defaults.clone().find(|(key, _)| *key == attribute.key);
        let default = default
            .map(|(_, value)| value)
            .filter(|value| !value.is_empty());
        let term = |id: i64, name: &str, slug: &str| {
            let term = Value::array()
                .with("id", id)
                .with("name", name)
                .with("slug", slug);
            match default {
                Some(value) => term.with("default", value == slug),
                None => term,
            }
        };
        let terms: Value = if attribute.is_taxonomy {
            let terms = attribute.terms.iter();
            terms.map(|t| term(t.term_id.0, &t.name, &t.slug)).collect()
        } else {
            attribute
                .texts
                .iter()
                .map(|text| term(0, text, text))
                .collect()
        };
        let taxonomy = attribute
            .is_taxonomy
            .then(|| known.get(&attribute.name))
            .flatten();
        let name = attribute.is_taxonomy.then_some(attribute.name.as_str());
        Value::array()
            .with("id", taxonomy.map_or(0, |own| own.id))
            .with("name", label(view, attribute))
            .with("taxonomy", name.map_or(Value::Null, Value::from))
            .with("has_variations", attribute.is_variation)
            .with("terms", terms)
    });
    attributes.collect()
}

/// The variations that may be shown, with their values; null for any.
fn variations(view: &View, goods: &Goods, own: &Product) -> Value {
    let shown = visible(own, &goods.catalogue, &view.site.options);
    let variations = shown.map(|variation| {
        let attributes = own.attributes.iter().filter(|a| a.is_variation);
        let attributes = attributes.map(|attribute| {
            let mut values = variation.variation_attributes.iter();
            let value = values.find(|(key, _)| *key == attribute.key);
            let value = value
                .map(|(_, value)| value)
                .filter(|value| !value.is_empty());
            Value::array()
                .with("name", label(view, attribute))
                .with("value", value.map_or(Value::Null, Value::from))
        });
        Value::array()
            .with("id", variation.id().0)
            .with("attributes", attributes.collect::<Value>())
    });
    variations.collect()
}

fn grouped_products(options: &Options, goods: &Goods, own: &Product) -> Value {
    if own.kind != ProductType::Grouped {
        return Value::array();
    }
    let children = goods.catalogue.children_of(own);
    let shown = children.filter(|child| child.is_visible(options, false, false));
    shown.map(|child| child.id().0).collect()
}

/// The address that puts the product in the cart: that of this request with an argument more; or its page.
fn add_to_cart_url(own: &Product, permalink: &str, is_purchasable: bool, uri: &str) -> String {
    let is_sold = is_purchasable && own.is_in_stock();
    match own.kind {
        ProductType::External if !own.external.url.is_empty() => own.external.url.clone(),
        ProductType::Simple if is_sold => {
            let uri = remove_query_arg(&["added-to-cart"], uri);
            add_query_arg(&[("add-to-cart", QueryArg::from(own.id().0))], &uri)
        }
        ProductType::Variation if is_sold => {
            let args = [
                ("variation_id", QueryArg::from(own.id().0)),
                ("add-to-cart", QueryArg::from(own.post.parent.0)),
            ];
            add_query_arg(&args, permalink)
        }
        _ => permalink.to_owned(),
    }
}
