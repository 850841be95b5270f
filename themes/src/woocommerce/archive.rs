//! Lists of the catalogue: the shop, its searches, categories, tags and attributes.
//!
//! Contract "woocommerce", sections 5.2 and 5.3.

use compat::woocommerce::catalogue::order::{default_order, offered_orders};
use compat::woocommerce::catalogue::shop_page::ShopPage;
use compat::wordpress::content::ContentContext;
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::kses::bad_protocol::WP_ALLOWED_PROTOCOLS;
use compat::wordpress::link::{PaginateLinks, PaginateStyle, PaginateTexts};
use compat::wordpress::media::LoopPosition;
use compat::wordpress::php::Value as PhpValue;
use compat::wordpress::post::PostId;
use compat::wordpress::url::remove_query_arg;
use minijinja::context;

use super::breadcrumb::breadcrumb;
use super::list::list;
use super::notices::{notice, notices_wrapper};
use super::shop::{Shop, TEXT_DOMAIN};
use super::shop_page::archive_title;
use super::short_description::format_content;
use crate::markup::markup;
use crate::wordpress::view::Page;

/// The main content of a list.
pub fn archive(page: &mut Page, shop: &Shop, shown: &ShopPage) -> String {
    let products = shop.view.query.posts.iter();
    let products = products.filter_map(|post| shop.products().get(post.id));
    let products: Vec<_> = products.cloned().collect();
    let description = description(page, shop, shown);
    let list = if products.is_empty() {
        let text = shop.text("No products were found matching your selection.");
        let notice = notice(&esc_html(&text));
        format!("<div class=\"woocommerce-no-products-found\">\n\t{notice}</div>\n")
    } else {
        let columns = (shop.view.theme.product_theme.columns)(&shop.view);
        let outer = std::mem::replace(&mut page.media().loading.position, LoopPosition::InMainLoop);
        let list = list(page, shop, &products, columns);
        page.media().loading.position = outer;
        let head = notices_wrapper(page) + &result_count(shop) + &ordering(shop);
        format!("{head}{list}{}", pagination(shop))
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

/// The order in the address; empty for none.
fn asked_order(shop: &Shop) -> String {
    let args = shop.view.visitor.page_url.args();
    let asked = args.get("orderby").map(PhpValue::to_string_lossy);
    asked.unwrap_or_default().trim().to_owned()
}

/// `woocommerce_result_count`.
fn result_count(shop: &Shop) -> String {
    let query = &shop.view.query;
    let (total, per_page) = (query.found_posts, query.posts_per_page.max(1));
    let asked = asked_order(shop);
    let orders = offered_orders(shop.options(), query.is.is_search);
    let named = if asked.is_empty() {
        default_order(shop.options(), query.is.is_search)
    } else {
        asked
    };
    let sorted = orders.iter().find(|o| o.value == named);
    let sorted = sorted.filter(|o| !o.sorted.is_empty() && total > 1);
    let mut text = if total == 1 {
        shop.text("Showing the single result")
    } else if total <= per_page {
        let text = shop.plural("Showing all %1$d result", "Showing all %1$d results", total);
        text.replace("%1$d", &total.to_string())
    } else {
        let first = per_page * (query.paged() - 1) + 1;
        let last = total.min(per_page * query.paged());
        let domain = shop.view.locale.domain(TEXT_DOMAIN);
        let pattern = domain.ngettext_with_context(
            "Showing %1$d&ndash;%2$d of %3$d result",
            "Showing %1$d&ndash;%2$d of %3$d results",
            total.unsigned_abs(),
            "with first and last result",
        );
        let pattern = pattern.replace("%1$d", &first.to_string());
        let pattern = pattern.replace("%2$d", &last.to_string());
        pattern.replace("%3$d", &total.to_string())
    };
    let mut attribute = "";
    if let Some(order) = sorted {
        attribute = "data-is-sorted-by=\"true\"";
        let name = shop.text(order.sorted);
        text.push_str(&format!(
            "<span class=\"screen-reader-text\">{}</span>",
            esc_html(&name)
        ));
    }
    format!(
        "<p class=\"woocommerce-result-count\" role=\"alert\" aria-relevant=\"all\" {attribute}>\n\t{text}</p>\n"
    )
}

/// `woocommerce_catalog_ordering`.
fn ordering(shop: &Shop) -> String {
    let is_search = shop.view.query.is.is_search;
    let orders = offered_orders(shop.options(), is_search);
    let asked = asked_order(shop);
    let named = if asked.is_empty() {
        default_order(shop.options(), is_search)
    } else {
        asked
    };
    let is_offered = orders.iter().any(|o| o.value == named);
    let chosen = match orders.first() {
        Some(first) if !is_offered => first.value.to_owned(),
        _ => named,
    };
    let options: String = orders
        .iter()
        .map(|order| {
            let selected = if order.value == chosen {
                " selected='selected'"
            } else {
                ""
            };
            let label = shop.text(order.label);
            format!(
                "\t\t\t\t\t<option value=\"{}\" {selected}>{}</option>\n",
                order.value,
                esc_html(&label)
            )
        })
        .collect();
    shop.view.render(
        "woocommerce/ordering.html",
        context! {
            label => shop.text("Shop order"),
            options => markup(options),
            fields => markup(query_string_form_fields(shop, &["orderby", "submit", "paged", "product-page"])),
        },
    )
}

/// `wc_query_string_form_fields`: hidden fields for the arguments of the address, but those named.
pub fn query_string_form_fields(shop: &Shop, excluded: &[&str]) -> String {
    let args = shop.view.visitor.page_url.args();
    let mut fields = String::new();
    for (name, value) in args.iter() {
        let name = name.to_string_lossy();
        if !excluded.contains(&name.as_str()) {
            push_fields(&mut fields, &name, value);
        }
    }
    fields
}

fn push_fields(fields: &mut String, name: &str, value: &PhpValue) {
    if value.as_array().is_some() {
        for (key, value) in value.iter() {
            push_fields(fields, &format!("{name}[{}]", key.to_string_lossy()), value);
        }
        return;
    }
    fields.push_str(&format!(
        "<input type=\"hidden\" name=\"{}\" value=\"{}\" />",
        esc_attr(name),
        esc_attr(&value.to_string_lossy())
    ));
}

/// `woocommerce_pagination`; empty for one page.
fn pagination(shop: &Shop) -> String {
    let view = &shop.view;
    /// Stands for the page number in the address.
    const NUMBER: i64 = 999_999_999;
    let uri = remove_query_arg(&["add-to-cart"], view.visitor.page_url.as_str());
    let base = view.links().get_pagenum_link(&uri, NUMBER);
    let links = PaginateLinks {
        base: base.replace(&NUMBER.to_string(), "%#%"),
        total: view.query.max_num_pages,
        current: view.query.paged(),
        end_size: 3,
        mid_size: 3,
        style: PaginateStyle::List,
        ..PaginateLinks::default()
    };
    let is_rtl = view.locale.wp_locale().is_rtl;
    let arrow = |forward: bool| {
        if forward == is_rtl {
            "&larr;"
        } else {
            "&rarr;"
        }
    };
    let texts = PaginateTexts {
        previous: arrow(false).to_owned(),
        next: arrow(true).to_owned(),
        page: view.text("Page %s"),
    };
    let row = links.render(&texts, |n| n.to_string(), &WP_ALLOWED_PROTOCOLS);
    let Some(row) = row else {
        return String::new();
    };
    format!(
        "<nav class=\"woocommerce-pagination\" aria-label=\"{}\">\n\t{row}</nav>\n",
        esc_attr(&shop.text("Product Pagination"))
    )
}
