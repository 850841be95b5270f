//! Structured data of the catalogue (JSON-LD).
//!
//! Contract "woocommerce", section 6.1; recordings pages/producto-miel-de-romero and pages/tienda.

use compat::woocommerce::catalogue::shop_page::ShopPage;
use compat::woocommerce::money::{Decimals, wc_format_decimal};
use compat::woocommerce::product::variations::VariationPrices;
use compat::woocommerce::product::{Product, ProductType};
use compat::wordpress::comment::Comment;
use compat::wordpress::date::PhpDate;
use compat::wordpress::formatting::specialchars::{QuoteStyle, htmlspecialchars};
use compat::wordpress::formatting::strip_all_tags::wp_strip_all_tags;
use compat::wordpress::php::Value;
use compat::wordpress::php::json::{flags, wp_json_encode};

use super::breadcrumb::crumbs;
use super::picture::source;
use super::shop::Shop;
use crate::wordpress::view::Page;

const CONTEXT: &str = "https://schema.org/";

/// `wp_footer`: what the page of the catalogue is about.
pub fn structured_data(page: &mut Page) -> String {
    let view = page.view.clone();
    let Some(shown) = ShopPage::of(&view.query) else {
        return String::new();
    };
    let shop = Shop::of(&view);
    let mut parts = vec![breadcrumbs(&shop, &shown)];
    let product = view
        .query
        .queried_post()
        .and_then(|p| shop.products().get(p.id));
    if let (ShopPage::Product, Some(post), Some(product)) =
        (&shown, view.query.queried_post(), product.cloned())
        && !view.post_password_required(post)
    {
        parts.push(product_data(page, &shop, &product));
    }
    let data = match parts.as_slice() {
        [only] => only.clone(),
        _ => {
            let graph = parts.into_iter().fold(Value::array(), Value::with_pushed);
            Value::array()
                .with("@context", CONTEXT)
                .with("@graph", graph)
        }
    };
    let json = wp_json_encode(&data, flags::UNESCAPED_SLASHES).unwrap_or_default();
    let json = htmlspecialchars(&json, QuoteStyle::NoQuotes);
    format!("<script type=\"application/ld+json\">{json}</script>\n")
}

fn typed(name: &str) -> Value {
    Value::array().with("@type", name)
}

fn breadcrumbs(shop: &Shop, shown: &ShopPage) -> Value {
    let trail = crumbs(shop, shown);
    let trail = trail.iter().enumerate();
    let items = trail.fold(Value::array(), |list, (at, crumb)| {
        let mut item = Value::array().with("name", crumb.name.as_str());
        if !crumb.link.is_empty() {
            item = item.with("@id", crumb.link.as_str());
        }
        let position = i64::try_from(at).unwrap_or(0) + 1;
        list.with_pushed(
            typed("ListItem")
                .with("position", position)
                .with("item", item),
        )
    });
    Value::array()
        .with("@context", CONTEXT)
        .with("@type", "BreadcrumbList")
        .with("itemListElement", items)
}

fn product_data(page: &mut Page, shop: &Shop, product: &Product) -> Value {
    let permalink = shop.permalink(product);
    let text = match product.post.excerpt.as_str() {
        "" => &product.post.content,
        excerpt => excerpt,
    };
    let stripped = shop
        .view
        .theme
        .shortcodes
        .strip_shortcodes(text)
        .into_owned();
    let mut data = Value::array()
        .with("@context", CONTEXT)
        .with("@type", "Product")
        .with("@id", format!("{permalink}#product"))
        .with("name", wp_strip_all_tags(product.title(), false))
        .with("url", permalink.as_str())
        .with("description", wp_strip_all_tags(&stripped, false));
    if let Some(file) = source(page, product.image_id, "full") {
        data = data.with("image", file.url);
    }
    data = if product.sku.is_empty() {
        data.with("sku", product.id().0)
    } else {
        data.with("sku", product.sku.as_str())
    };
    if !product.global_unique_id.is_empty() {
        data = data.with("gtin", product.global_unique_id.as_str());
    }
    if !product.price.is_empty() {
        let offer = offer(shop, product, &permalink);
        data = data.with("offers", Value::array().with_pushed(offer));
    }
    let count = product.rating.count();
    if count > 0 && shop.has_ratings() {
        let rating = typed("AggregateRating")
            .with("ratingValue", product.rating.average.as_str())
            .with("reviewCount", product.rating.reviews);
        data = data.with("aggregateRating", rating);
        let reviews = shop.view.comments.iter();
        let reviews: Vec<Value> = reviews.filter_map(|c| review(shop, c)).take(5).collect();
        if !reviews.is_empty() {
            let list = reviews.into_iter().fold(Value::array(), Value::with_pushed);
            data = data.with("review", list);
        }
    }
    data
}

fn offer(shop: &Shop, product: &Product, permalink: &str) -> Value {
    let home = shop.view.site.home();
    let seller = typed("Organization")
        .with("name", shop.options().text("blogname").into_owned())
        .with("url", home);
    let availability = if product.is_in_stock() {
        "InStock"
    } else {
        "OutOfStock"
    };
    let valid = valid_through(shop, product);
    let prices = VariationPrices::of(product, shop.products(), shop.options());
    let decimal = |price: &str| {
        let price = Value::from(price);
        wc_format_decimal(&price, Decimals::Shop, false, &shop.settings)
    };
    let offer = match prices.range() {
        Some((lowest, highest)) if product.kind == ProductType::Variable && !prices.is_single() => {
            typed("AggregateOffer")
                .with("lowPrice", decimal(&lowest.price))
                .with("highPrice", decimal(&highest.price))
                .with(
                    "offerCount",
                    i64::try_from(product.children.len()).unwrap_or(0),
                )
                .with("priceCurrency", shop.settings.currency.as_str())
        }
        _ => typed("Offer")
            .with("priceSpecification", specifications(shop, product, &valid))
            .with("priceValidUntil", valid.as_str()),
    };
    offer
        .with("availability", format!("https://schema.org/{availability}"))
        .with("url", permalink)
        .with("seller", seller)
}

/// The price asked, and on sale the regular one.
fn specifications(shop: &Shop, product: &Product, valid: &str) -> Value {
    let includes_tax = shop.is_yes("woocommerce_prices_include_tax", "no");
    let specification = |price: &str| {
        let price = wc_format_decimal(&Value::from(price), Decimals::Shop, false, &shop.settings);
        typed("UnitPriceSpecification")
            .with("price", price)
            .with("priceCurrency", shop.settings.currency.as_str())
            .with("valueAddedTaxIncluded", includes_tax)
            .with("validThrough", valid)
    };
    let list = Value::array().with_pushed(specification(&product.price));
    let is_single = product.kind == ProductType::Simple || product.kind == ProductType::External;
    if is_single && shop.is_on_sale(product) {
        let regular = specification(&product.regular_price);
        return list.with_pushed(regular.with("priceType", "https://schema.org/ListPrice"));
    }
    list
}

/// The day up to which the price holds: the end of the sale, else of the next year.
fn valid_through(shop: &Shop, product: &Product) -> String {
    let zone = shop.view.timezone();
    match product.sale_to.filter(|_| shop.is_on_sale(product)) {
        Some(end) => PhpDate::new(end, &zone).format("Y-m-d"),
        None => {
            let year: i64 = PhpDate::new(shop.view.now, &zone)
                .format("Y")
                .parse()
                .unwrap_or(0);
            format!("{}-12-31", year + 1)
        }
    }
}

fn review(shop: &Shop, comment: &Comment) -> Option<Value> {
    let meta = shop.data().reviews.get(&comment.id)?;
    if meta.rating <= 0 || comment.approved != "1" || comment.parent.0 != 0 {
        return None;
    }
    let rating = typed("Rating")
        .with("bestRating", "5")
        .with("ratingValue", meta.rating.to_string())
        .with("worstRating", "1");
    let author = typed("Person").with("name", comment.author.as_str());
    Some(
        typed("Review")
            .with("reviewRating", rating)
            .with("author", author)
            .with("reviewBody", comment.content.as_str())
            .with("datePublished", shop.view.mysql2date("c", &comment.date)),
    )
}
