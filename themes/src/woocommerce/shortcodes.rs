//! The shortcodes of the catalogue: lists of products, the button of one.

use std::sync::Arc;

use compat::woocommerce::catalogue::product_list::{LIST_TAGS, ProductList, ProductListQuery};
use compat::woocommerce::product::Product;
use compat::wordpress::formatting::escape::esc_attr;
use compat::wordpress::post::PostId;
use compat::wordpress::shop_content::ShopList;
use compat::wordpress::shortcode::{Atts, ShortcodeCall};

use super::list::list;
use super::list_button::{add_to_cart_url, list_button};
use super::list_pages::{ListPages, ordering, pagination, result_count};
use super::notices::notices_wrapper;
use super::shop::Shop;
use crate::column::Registry;
use crate::wordpress::head::url;
use crate::wordpress::view::Page;

pub(super) fn register(registry: &mut Registry) {
    for tag in LIST_TAGS {
        registry.shortcodes.register(tag, products);
    }
    registry.shortcodes.register("add_to_cart", add_to_cart);
    registry
        .shortcodes
        .register("add_to_cart_url", |call, page| {
            let shop = Shop::of(&page.view);
            product(&shop, &call.atts).map_or_else(String::new, |product| {
                url(&add_to_cart_url(&shop, &product))
            })
        });
}

/// The product that a shortcode names by its id.
fn product(shop: &Shop, atts: &Atts) -> Option<Arc<Product>> {
    let id = atts.get("id")?.trim().parse().ok()?;
    shop.products().get(PostId(id)).cloned()
}

fn products(call: &ShortcodeCall<'_, Page>, page: &mut Page) -> String {
    let view = page.view.clone();
    let shop = Shop::of(&view);
    let data = shop.data();
    let found = data.list(&view.query, shop.options(), call.tag, &call.atts);
    found.map_or_else(String::new, |(query, found)| {
        found_list(page, &shop, query, found)
    })
}

/// The list of a page builder's element; empty without products.
pub fn builder_list(page: &mut Page, list: &ShopList) -> String {
    let view = page.view.clone();
    let shop = Shop::of(&view);
    let found = shop
        .data()
        .builder_list(&view.query, shop.options(), list)
        .filter(|(_, found)| !found.ids.is_empty());
    found.map_or_else(String::new, |(query, found)| {
        found_list(page, &shop, query, found)
    })
}

/// A list in its wrapper.
fn found_list(
    page: &mut Page,
    shop: &Shop,
    query: ProductListQuery,
    found: &ProductList,
) -> String {
    let shown: Vec<Arc<Product>> = found
        .ids
        .iter()
        .filter_map(|id| shop.products().get(*id))
        .cloned()
        .collect();
    let columns = match query.columns {
        _ if query.is_single => 1,
        0 => (shop.view.theme.product_theme.columns)(&shop.view),
        own => own,
    };
    let content = if shown.is_empty() {
        String::new()
    } else {
        loop_of(page, shop, &query, &shown, found.total, columns)
    };
    let mut classes = vec!["woocommerce".to_owned()];
    if !query.is_single {
        classes.push(format!("columns-{columns}"));
    }
    classes.push(query.class);
    format!(
        "<div class=\"{}\">{content}</div>",
        esc_attr(&classes.join(" "))
    )
}

fn loop_of(
    page: &mut Page,
    shop: &Shop,
    query: &ProductListQuery,
    shown: &[Arc<Product>],
    total: i64,
    columns: usize,
) -> String {
    let list = list(page, shop, shown, columns);
    if !query.paginate {
        return list;
    }
    let pages = ListPages {
        total,
        per_page: if query.limit > 0 {
            query.limit
        } else {
            total.max(1)
        },
        current: query.page,
        is_shortcode: true,
    };
    let head = notices_wrapper(page) + &result_count(shop, pages) + &ordering(shop, pages);
    format!("{head}{list}{}", pagination(shop, pages))
}

/// `[add_to_cart]`: price and button of a product.
fn add_to_cart(call: &ShortcodeCall<'_, Page>, page: &mut Page) -> String {
    let shop = Shop::of(&page.view);
    let Some(product) = product(&shop, &call.atts) else {
        return String::new();
    };
    let att = |name: &str, default: &'static str| {
        let given = call.atts.get(name).map(str::to_owned);
        given.unwrap_or_else(|| default.to_owned())
    };
    let style = att("style", "border:4px solid #ccc; padding: 12px;");
    let style = match style.as_str() {
        "" => String::new(),
        style => format!(" style=\"{}\"", esc_attr(style)),
    };
    let has_price = matches!(
        att("show_price", "true").as_str(),
        "true" | "1" | "yes" | "on"
    );
    let price = if has_price {
        shop.prices().price_html(&product)
    } else {
        String::new()
    };
    let class = att("class", "");
    format!(
        "<p class=\"product woocommerce add_to_cart_inline {}\"{style}>{price}{}</p>",
        esc_attr(&class),
        list_button(&shop, &product)
    )
}
