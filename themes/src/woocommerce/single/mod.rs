//! The page of a product.
//!
//! Contract "woocommerce", section 6.

pub mod additional_information;
pub mod gallery;
pub mod meta;
mod review_form;
pub mod reviews;
pub mod tabs;

use std::sync::Arc;

use compat::woocommerce::catalogue::shop_page::ShopPage;
use compat::woocommerce::product::Product;
use compat::wordpress::content::ContentContext;
use compat::wordpress::media::LoopPosition;
use compat::wordpress::post::{Post, PostId};
use minijinja::context;

use super::add_to_cart::add_to_cart;
use super::breadcrumb::breadcrumb;
use super::list::section;
use super::list_beside::chosen;
use super::notices::notices_wrapper;
use super::product_class::{loop_class, product_class};
use super::rating::rating_html;
use super::shop::Shop;
use super::short_description::format_content;
use crate::markup::markup;
use crate::shop_parts::Beside;
use crate::wordpress::content::the_title;
use crate::wordpress::view::Page;

/// The main content of a product's page.
pub fn single(page: &mut Page, shop: &Shop, post: &Arc<Post>) -> String {
    let theme = shop.view.theme.clone();
    let is_built = (theme.product_theme.kept_description)(&shop.view, post).is_some();
    let breadcrumb = if is_built {
        String::new()
    } else {
        breadcrumb(shop, &ShopPage::Product)
    };
    let notices = if (theme.product_theme.prints_notices)(&shop.view) {
        String::new()
    } else {
        notices_wrapper(page)
    };
    let outer = std::mem::replace(&mut page.media().loading.position, LoopPosition::InMainLoop);
    let product = shop.products().get(post.id).cloned();
    let content = match product {
        // The form stands in place of the whole product.
        _ if shop.view.post_password_required(post) => {
            let print = shop.view.theme.password_form;
            print(&shop.view, post)
        }
        Some(product) => content(page, shop, &product),
        None => String::new(),
    };
    page.media().loading.position = outer;
    format!("{breadcrumb}\n\t\t\t{notices}{content}\n")
}

fn content(page: &mut Page, shop: &Shop, product: &Product) -> String {
    let theme = shop.view.theme.clone();
    let style = &theme.product_theme;
    if let Some(built) = (style.built_product)(page, &product.post) {
        return built_product(shop, product, built);
    }
    let flash = shop.sale_flash(product);
    let gallery = gallery::gallery(page, shop, product);
    let summary = summary(page, shop, product);
    let tabs = tabs::tabs(page, shop, product);
    let columns = (style.related)(&shop.view);
    // Other products are not in the loop (recording pages/producto-miel-de-romero).
    let place = std::mem::replace(&mut page.media().loading.position, LoopPosition::Elsewhere);
    let all = Beside {
        number: Some(usize::MAX),
        columns: Some(columns),
        ..Beside::default()
    };
    let upsells = upsells(page, shop, product, all);
    let beside = Beside {
        columns: Some(columns),
        ..Beside::default()
    };
    let related = related(page, shop, product, beside);
    page.media().loading.position = place;
    shop.view.render(
        "woocommerce/single.html",
        context! {
            id => product.id().0,
            class => markup(product_class(shop, product, loop_class(0, columns))),
            head => markup((style.product_head)(format!("{flash}{gallery}{summary}"))),
            tabs => markup(tabs),
            upsells => markup(upsells),
            related => markup(related),
        },
    )
}

/// The page of a product whose content was made with the theme's builder: the standard parts are left out.
fn built_product(shop: &Shop, product: &Product, content: String) -> String {
    let style = &shop.view.theme.product_theme;
    let summary = "\n\t<div class=\"summary entry-summary\">\n\t</div>\n";
    shop.view.render(
        "woocommerce/single.html",
        context! {
            id => product.id().0,
            class => markup(product_class(shop, product, loop_class(0, 1))),
            head => markup((style.product_head)(summary.to_owned())),
            tabs => markup(content),
            upsells => "",
            related => "",
        },
    )
}

/// `woocommerce_upsell_display`.
pub fn upsells(page: &mut Page, shop: &Shop, product: &Product, beside: Beside) -> String {
    let number = beside.columns.unwrap_or_else(|| columns(shop));
    let products = chosen(visible(shop, &product.upsells), beside, number);
    let heading = shop.text("You may also like&hellip;");
    let class = "up-sells upsells products";
    section(page, shop, class, &heading, &products, number)
}

/// `woocommerce_output_related_products`.
pub fn related(page: &mut Page, shop: &Shop, product: &Product, beside: Beside) -> String {
    let number = beside.columns.unwrap_or_else(|| columns(shop));
    let related = visible(shop, shop.data().related_to(product.id()));
    let products = chosen(related, beside, number);
    let heading = shop.text("Related products");
    section(page, shop, "related products", &heading, &products, number)
}

fn columns(shop: &Shop) -> usize {
    (shop.view.theme.product_theme.related)(&shop.view)
}

/// The products of a list that are shown to the visitor.
fn visible(shop: &Shop, ids: &[PostId]) -> Vec<Arc<Product>> {
    let products = ids.iter().filter_map(|id| shop.products().get(*id));
    let shown = products.filter(|p| p.is_visible(shop.options(), false, shop.may_edit()));
    shown.cloned().collect()
}

fn summary(page: &mut Page, shop: &Shop, product: &Product) -> String {
    let excerpt = &product.post.excerpt;
    let excerpt = if excerpt.trim().is_empty() {
        String::new()
    } else {
        format_content(page, excerpt)
    };
    shop.view.render(
        "woocommerce/summary.html",
        context! {
            title => markup(the_title(page, &product.post)),
            rating => markup(rating(shop, product)),
            price => markup(shop.prices().price_html(product)),
            excerpt => markup(excerpt),
            form => markup(add_to_cart(page, shop, product)),
            meta => markup(meta::meta(shop, product)),
        },
    )
}

/// The mean of the reviews with a link to them; empty without stars.
pub fn rating(shop: &Shop, product: &Product) -> String {
    let rating = &product.rating;
    if !shop.has_ratings() || rating.count() <= 0 {
        return String::new();
    }
    let stars = rating_html(shop, &rating.average, rating.count());
    let link = if shop.view.comments_open(&product.post) {
        let text = shop.plural("%s customer review", "%s customer reviews", rating.reviews);
        let count = format!("<span class=\"count\">{}</span>", rating.reviews);
        format!(
            "<a href=\"#reviews\" class=\"woocommerce-review-link\" rel=\"nofollow\">({})</a>",
            text.replacen("%s", &count, 1)
        )
    } else {
        String::new()
    };
    format!(
        "\n\t<div class=\"woocommerce-product-rating\">\n\t\t{stars}\t\t\t\t\t\t\t\t{link}\n\t\t\t\t\t\t</div>\n\n"
    )
}
