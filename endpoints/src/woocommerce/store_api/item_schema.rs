//! A line of the cart.
//!
//! Contract "woocommerce-store-api", section 6.2: the keys in this order.

use std::sync::Arc;

use compat::woocommerce::cart::{CartLine, Products as _};
use compat::woocommerce::catalogue::attribute_taxonomies::AttributeTaxonomies;
use compat::woocommerce::display_price::DisplayTaxes;
use compat::woocommerce::product::{CatalogVisibility, Product, ProductType};
use compat::woocommerce::shopping::{Goods, Sums, Visit};
use compat::woocommerce::store_api::{PriceSource, QuantityLimits, with_currency};
use compat::wordpress::php::numeric::int_to_float;
use compat::wordpress::php::url::urlencode;
use compat::wordpress::php::{Array, Value};
use compat::wordpress::url::{QueryArg, add_query_arg};
use themes::woocommerce::product_texts::{html_text, product_texts};
use themes::wordpress::view::{Page, View};

use super::product_schema::{images, low_stock};
use super::schema::{empty_object, money, prices};
use crate::wordpress::rest::rest_response::Item;

/// The methods of the address of a line.
const METHODS: &[&str] = &["GET", "POST", "PUT", "PATCH", "DELETE"];

/// What the address of a line ends with.
pub const ITEM_PATTERN: &str = "(?P<key>[\\w-]{32})";

/// A line; `None` for one whose product is gone.
pub fn item(page: &mut Page, visit: &Visit, sums: &Sums, line: &CartLine) -> Option<Item> {
    let own = Arc::clone(visit.goods.get(line.bought())?);
    let in_cart = visit.goods.product(line.bought())?;
    let texts = product_texts(page, &own);
    let view = page.view.clone();
    let options = &view.site.options;
    let html = |text: &str| html_text(&view, text);
    let limits = QuantityLimits::of(in_cart);
    let mut item = Item::default();
    item.set("key", line.key.as_str());
    item.set("id", own.id().0);
    item.set("type", own.kind.name());
    item.set("quantity", line.quantity);
    let shown = Value::array()
        .with("minimum", limits.minimum)
        .with("maximum", limits.maximum)
        .with("multiple_of", limits.multiple_of)
        .with("editable", limits.is_editable);
    item.set("quantity_limits", shown);
    item.set("name", texts.name.as_str());
    item.set("short_description", texts.short_description.as_str());
    item.set("description", texts.description.as_str());
    item.set("sku", html(&own.sku));
    item.set("low_stock_remaining", low_stock(&own, options));
    item.set("backorders_allowed", own.backorders_allowed());
    let is_ordered = own.is_on_backorder(int_to_float(line.quantity), options);
    let is_told = own.backorders_require_notification(options);
    item.set("show_backorder_badge", is_told && is_ordered);
    item.set("sold_individually", own.is_sold_individually);
    item.set("permalink", permalink(visit, line, &own));
    item.set("images", images(page, &own));
    let chosen = variation_values(&view, &visit.goods, &own, &line.variation);
    item.set("variation", chosen);
    item.set("item_data", Value::array());
    let settings = &sums.tables.settings;
    let taxes = DisplayTaxes::of_cart(
        &settings.taxes,
        &sums.tables.rates,
        &settings.place,
        &sums.place,
    );
    let source = PriceSource {
        products: &visit.goods.catalogue,
        options,
        money: &settings.prices,
        taxes: &taxes,
    };
    item.set(
        "prices",
        prices(&source.prices(&own), true, &settings.prices),
    );
    item.set("totals", totals(sums, line));
    item.set("catalog_visibility", visibility(&visit.goods, &own));
    item.set("extensions", empty_object());
    Some(item)
}

/// Adds the links; `collection`: the address of the lines.
pub fn with_links(mut item: Item, key: &str, collection: &str) -> Item {
    item.link_self(format!("{collection}/{key}"), METHODS);
    item.link("collection", collection);
    item
}

/// Adds the links of a line that was asked for by its key: the plugin puts the pattern of the route in them, which leads
/// nowhere (recording woo-store/store-cart-item).
pub fn with_pattern_links(mut item: Item, key: &str, collection: &str) -> Item {
    let collection = format!("{collection}/{ITEM_PATTERN}");
    item.link_self(format!("{collection}/{key}"), &[]);
    item.link("collection", collection);
    item
}

/// The product's address; that of a variation with all values of the line.
fn permalink(visit: &Visit, line: &CartLine, own: &Product) -> String {
    let page = visit.goods.product(own.page_id());
    let url = page.map_or("", |page| page.permalink.as_str());
    let chosen = line.variation.iter().filter(|(_, value)| !value.is_empty());
    let chosen: Vec<_> = chosen
        .map(|(key, value)| {
            (
                key.as_str(),
                QueryArg::from(urlencode(value.as_bytes()).as_str()),
            )
        })
        .collect();
    if own.kind != ProductType::Variation || chosen.is_empty() {
        return url.to_owned();
    }
    add_query_arg(&chosen, url)
}

/// In which lists a product is shown; of a variation its product.
pub fn visibility(goods: &Goods, own: &Product) -> &'static str {
    let page = goods.get(own.page_id());
    match page.map_or(own.visibility, |page| page.visibility) {
        CatalogVisibility::Visible => "visible",
        CatalogVisibility::Catalog => "catalog",
        CatalogVisibility::Search => "search",
        CatalogVisibility::Hidden => "hidden",
    }
}

/// The chosen values of a product's attributes. `chosen`: names, with or without `attribute_`, and values; what is no
/// attribute of a variation is left out.
pub fn variation_values(
    view: &View,
    goods: &Goods,
    own: &Product,
    chosen: &[(String, String)],
) -> Value {
    let page = goods.get(own.page_id());
    let labels = view.site_data.get::<AttributeTaxonomies>();
    if own.kind != ProductType::Variation {
        return Value::array();
    }
    let values = chosen.iter().map(|(key, value)| {
        let name = key.strip_prefix("attribute_").unwrap_or(key);
        let attribute = page.and_then(|product| product.attribute(name));
        let label = match attribute {
            Some(attribute) if attribute.is_taxonomy => labels.label(&attribute.name),
            Some(attribute) => attribute.name.as_str(),
            None => name,
        };
        let value = attribute.map_or(value.as_str(), |attribute| attribute.label_of(value));
        Value::array()
            .with("raw_attribute", format!("attribute_{name}"))
            .with("attribute", html_text(view, label))
            .with("value", html_text(view, value))
    });
    values.collect()
}

fn totals(sums: &Sums, line: &CartLine) -> Array {
    let mut lines = sums.items.lines.iter();
    let own = lines.find(|own| own.key == line.key);
    let own = own.cloned().unwrap_or_default();
    let settings = &sums.tables.settings.prices;
    let amount = |amount: f64| money(amount, settings);
    let totals = Array::new()
        .with("line_subtotal", amount(own.subtotal))
        .with("line_subtotal_tax", amount(own.subtotal_tax))
        .with("line_total", amount(own.total))
        .with("line_total_tax", amount(own.tax));
    with_currency(totals, settings)
}
