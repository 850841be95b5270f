//! The parts of the shop that elements of a page builder show.
//!
//! Contract "woocommerce", sections 15.3 and 15.4.

use std::sync::Arc;

use compat::woocommerce::catalogue::shop_page::ShopPage;
use compat::woocommerce::page_data::ShopPageData;
use compat::woocommerce::product::Product;
use compat::woocommerce::shopping::Visit;
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::shop_content::ShopProduct;

use super::add_to_cart::{add_to_cart, stock_html};
use super::breadcrumb::{BreadcrumbStyle, page_breadcrumb};
use super::cart::cart_part;
use super::checkout::{checkout_part, state};
use super::list::list;
use super::list_pages::{ListPages, ordering, pagination, result_count};
use super::notices::repeated_notices;
use super::shop::Shop;
use super::short_description::format_content;
use super::shortcodes::builder_list;
use super::single::additional_information::{additional_information, has_information};
use super::single::gallery::gallery_with;
use super::single::meta::meta;
use super::single::reviews::reviews;
use super::single::tabs::{description, product_tabs};
use super::single::{rating, related, upsells};
use crate::shop_parts::{ProductPart, ProductTab, ShopPart, ShopParts};
use crate::wordpress::content::the_title;
use crate::wordpress::view::{Page, View};

/// What the shop prints for a page builder.
pub fn parts() -> ShopParts<View, Page> {
    ShopParts {
        is_there: true,
        print,
        state,
        tabs,
        gallery,
    }
}

fn print(page: &mut Page, part: &ShopPart<'_>) -> String {
    match part {
        ShopPart::Cart(part) => cart_part(page, *part),
        ShopPart::Checkout(part) => checkout_part(page, *part),
        ShopPart::Product(which, part) => product_part(page, *which, *part),
        ShopPart::List(list) => builder_list(page, list),
        ShopPart::MainList { columns } => main_list(page, *columns),
        ShopPart::Breadcrumb {
            home,
            home_url,
            separator,
        } => {
            let style = BreadcrumbStyle {
                home,
                home_url,
                separator,
            };
            page_breadcrumb(&Shop::of(&page.view), style)
        }
    }
}

/// The product that an element shows.
fn product(view: &View, which: ShopProduct) -> Option<Arc<Product>> {
    let data = view.page_data.get::<ShopPageData>();
    let id = match which {
        ShopProduct::Current => view
            .query
            .queried_post_id()
            .filter(|_| matches!(ShopPage::of(&view.query), Some(ShopPage::Product)))?,
        ShopProduct::Latest => data.latest?,
        ShopProduct::Id(id) => id,
    };
    let product = data.products.get(id)?;
    let may_see = product.post.is_published() || which == ShopProduct::Current;
    may_see.then(|| Arc::clone(product))
}

fn product_part(page: &mut Page, which: ShopProduct, part: ProductPart) -> String {
    let view = page.view.clone();
    let shop = Shop::of(&view);
    if part == ProductPart::Notices {
        let has_any = !view.page_data.get::<Visit>().notices.is_empty();
        return if has_any {
            repeated_notices(page)
        } else {
            String::new()
        };
    }
    let Some(product) = product(&view, which) else {
        return String::new();
    };
    if view.post_password_required(&product.post) {
        return String::new();
    }
    let product = product.as_ref();
    match part {
        ProductPart::Notices => String::new(),
        ProductPart::Title => the_title(page, &product.post),
        ProductPart::Price => format!(
            "<p class=\"price\">{}</p>\n",
            shop.prices().price_html(product)
        ),
        ProductPart::Images {
            has_flash,
            has_image,
            has_gallery,
        } => {
            let flash = if has_flash {
                shop.sale_flash(product)
            } else {
                String::new()
            };
            flash + &gallery_with(page, &shop, product, has_image, has_gallery)
        }
        ProductPart::Rating => rating(&shop, product),
        ProductPart::Stock => stock_html(&shop, product),
        ProductPart::ShortDescription => match product.post.excerpt.trim() {
            "" => String::new(),
            _ => format_content(page, &product.post.excerpt),
        },
        ProductPart::Description => description(page, &shop, product),
        ProductPart::AddToCart => add_to_cart(page, &shop, product),
        ProductPart::Meta => meta(&shop, product),
        ProductPart::AdditionalInformation if has_information(product) => {
            let heading = shop.text("Additional information");
            let table = additional_information(page, &shop, product);
            format!("\n\t<h2>{}</h2>\n\n{table}", esc_html(&heading))
        }
        ProductPart::AdditionalInformation => String::new(),
        // Comments are those of the page's post.
        ProductPart::Reviews if is_current(&view, product) => reviews(page, &shop, product),
        ProductPart::Reviews => String::new(),
        ProductPart::Upsells(beside) => upsells(page, &shop, product, beside),
        ProductPart::Related(beside) => related(page, &shop, product, beside),
    }
}

fn is_current(view: &View, product: &Product) -> bool {
    view.query.queried_post_id() == Some(product.id()) && view.comments_open(&product.post)
}

fn tabs(page: &mut Page, which: ShopProduct) -> Vec<ProductTab> {
    let view = page.view.clone();
    let shop = Shop::of(&view);
    let Some(product) = product(&view, which).filter(|p| !view.post_password_required(&p.post))
    else {
        return Vec::new();
    };
    let mut tabs = product_tabs(page, &shop, &product);
    if !is_current(&view, &product) {
        tabs.retain(|tab| tab.key != "reviews");
    }
    tabs
}

fn gallery(view: &View, which: ShopProduct) -> Vec<i64> {
    product(view, which).map_or_else(Vec::new, |product| product.gallery_image_ids.clone())
}

/// The list of the shop's page, of a category or of a search.
fn main_list(page: &mut Page, columns: Option<usize>) -> String {
    let view = page.view.clone();
    let shop = Shop::of(&view);
    let products = view.query.posts.iter();
    let products = products.filter_map(|post| shop.products().get(post.id));
    let products: Vec<_> = products.cloned().collect();
    if products.is_empty() {
        return String::new();
    }
    let columns = columns.unwrap_or_else(|| (view.theme.product_theme.columns)(&view));
    let pages = ListPages::of(&shop);
    let head = result_count(&shop, pages) + &ordering(&shop, pages);
    let list = list(page, &shop, &products, columns);
    format!(
        "<div class=\"woocommerce columns-{columns} \">{head}{list}{}</div>",
        pagination(&shop, pages)
    )
}
