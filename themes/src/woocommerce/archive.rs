//! Lists of the catalogue: the shop, its searches, categories, tags and attributes.
//!
//! Contract "woocommerce", sections 5.2 and 5.3.

use compat::woocommerce::catalogue::shop_page::{ListDisplay, ShopPage};
use compat::wordpress::content::ContentContext;
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::media::LoopPosition;
use compat::wordpress::post::PostId;
use minijinja::context;

use super::breadcrumb::breadcrumb;
use super::list::list_with_categories;
use super::list_pages::{ListPages, ordering, pagination, result_count};
use super::notices::{notice, notices_wrapper};
use super::shop::Shop;
use super::shop_page::archive_title;
use super::short_description::format_content;
use crate::markup::markup;
use crate::wordpress::view::Page;

/// The main content of a list.
pub fn archive(page: &mut Page, shop: &Shop, shown: &ShopPage) -> String {
    let content = &shop.data().content;
    let shows_products = content.display != ListDisplay::Subcategories;
    let products = shop.view.query.posts.iter().filter(|_| shows_products);
    let products = products.filter_map(|post| shop.products().get(post.id));
    let products: Vec<_> = products.cloned().collect();
    let description = description(page, shop, shown);
    let list = if products.is_empty() && content.categories.is_empty() {
        let text = shop.text("No products were found matching your selection.");
        let notice = notice(&esc_html(&text));
        format!("<div class=\"woocommerce-no-products-found\">\n\t{notice}</div>\n")
    } else {
        let columns = (shop.view.theme.product_theme.columns)(&shop.view);
        let outer = std::mem::replace(&mut page.media().loading.position, LoopPosition::InMainLoop);
        let list = list_with_categories(page, shop, &content.categories, &products, columns);
        page.media().loading.position = outer;
        let pages = ListPages::of(shop);
        let notices = notices_wrapper(page);
        if shows_products {
            let head = result_count(shop, pages) + &ordering(shop, pages);
            format!("{notices}{head}{list}{}", pagination(shop, pages))
        } else {
            format!("{notices}{list}")
        }
    };
    shop.view.render(
        "woocommerce/archive.html",
        context! {
            breadcrumb => markup(breadcrumb(shop, shown)),
            title => markup(title(shop, shown)),
            description => markup(description),
            list => markup(list),
        },
    )
}

/// `woocommerce_page_title`.
fn title(shop: &Shop, shown: &ShopPage) -> String {
    let view = &shop.view;
    if view.query.is.is_search {
        let words = esc_html(view.query.vars.text("s")).into_owned();
        let text = shop.text("Search results: &ldquo;%s&rdquo;");
        let mut title = text.replacen("%s", &words, 1);
        let paged = view.query.vars.int("paged");
        if paged > 0 {
            let text = shop.text("&nbsp;&ndash; Page %s");
            title.push_str(&text.replacen("%s", &paged.to_string(), 1));
        }
        return title;
    }
    if let ShopPage::Term(term) = shown {
        return term.name.clone();
    }
    let mut title = String::new();
    archive_title(view, "product", &mut title);
    title
}

/// The description of a term, or the shop page's content; on the first page.
fn description(page: &mut Page, shop: &Shop, shown: &ShopPage) -> String {
    let view = &shop.view;
    let paged = view.query.vars.int("paged");
    let (class, text) = match shown {
        ShopPage::Term(term) if paged == 0 => ("term-description", term.description.clone()),
        ShopPage::Shop if paged <= 1 && !view.query.is.is_search => {
            let id = PostId(shop.options().int("woocommerce_shop_page_id"));
            let text = view.objects.post(id).map(|post| post.content.clone());
            ("page-description", text.unwrap_or_default())
        }
        _ => return String::new(),
    };
    if text.trim().is_empty() {
        return String::new();
    }
    format!(
        "<div class=\"{class}\">{}</div>",
        format_content(page, &text)
    )
}
