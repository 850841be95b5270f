//! What stands above and below a list of several pages: the number of results, the orders, the page numbers.
//!
//! Contract "woocommerce", section 5.2.

use compat::woocommerce::catalogue::order::{default_order, offered_orders};
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::kses::bad_protocol::WP_ALLOWED_PROTOCOLS;
use compat::wordpress::link::{PaginateLinks, PaginateStyle, PaginateTexts};
use compat::wordpress::php::Value as PhpValue;
use compat::wordpress::url::{QueryArg, add_query_arg, remove_query_arg};
use minijinja::context;

use super::shop::{Shop, TEXT_DOMAIN};
use crate::markup::markup;
use crate::wordpress::view::View;

/// The order in the address; empty for none.
fn asked_order(shop: &Shop) -> String {
    let args = shop.view.visitor.page_url.args();
    let asked = args.get("orderby").map(PhpValue::to_string_lossy);
    asked.unwrap_or_default().trim().to_owned()
}

/// What is known of a list of several pages.
#[derive(Debug, Clone, Copy)]
pub struct ListPages {
    /// Number of products on all pages.
    pub total: i64,
    /// Products a page.
    pub per_page: i64,
    /// The page shown, from 1.
    pub current: i64,
    /// Whether a shortcode names the list.
    pub is_shortcode: bool,
}

impl ListPages {
    /// The pages of the page's own list.
    pub fn of(shop: &Shop) -> Self {
        let query = &shop.view.query;
        Self {
            total: query.found_posts,
            per_page: query.posts_per_page.max(1),
            current: query.paged(),
            is_shortcode: false,
        }
    }

    fn is_search(self, shop: &Shop) -> bool {
        shop.view.query.is.is_search && !self.is_shortcode
    }
}

/// `woocommerce_result_count`.
pub fn result_count(shop: &Shop, list: ListPages) -> String {
    let ListPages {
        total,
        per_page,
        current,
        ..
    } = list;
    let asked = asked_order(shop);
    let is_search = list.is_search(shop);
    let orders = offered_orders(shop.options(), is_search);
    let named = if asked.is_empty() {
        default_order(shop.options(), is_search)
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
        let first = per_page * (current - 1) + 1;
        let last = total.min(per_page * current);
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
pub fn ordering(shop: &Shop, list: ListPages) -> String {
    let is_search = list.is_search(shop);
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
pub fn pagination(shop: &Shop, list: ListPages) -> String {
    let view = &shop.view;
    /// Stands for the page number in the address.
    const NUMBER: i64 = 999_999_999;
    let uri = remove_query_arg(&["add-to-cart"], view.visitor.page_url.as_str());
    let (base, format) = if list.is_shortcode {
        let base = remove_query_arg(&["product-page"], &uri);
        let name = QueryArg::from(NUMBER);
        let base = add_query_arg(&[("product-page", name)], &base);
        (base, "?product-page=%#%".to_owned())
    } else {
        (view.links().get_pagenum_link(&uri, NUMBER), String::new())
    };
    let pages = list.total.saturating_add(list.per_page - 1) / list.per_page.max(1);
    let links = PaginateLinks {
        base: base.replace(&NUMBER.to_string(), "%#%"),
        format,
        total: pages,
        current: list.current,
        end_size: 3,
        mid_size: 3,
        style: PaginateStyle::List,
        ..PaginateLinks::default()
    };
    let row = links.render(&page_texts(view), |n| n.to_string(), &WP_ALLOWED_PROTOCOLS);
    let Some(row) = row else {
        return String::new();
    };
    format!(
        "<nav class=\"woocommerce-pagination\" aria-label=\"{}\">\n\t{row}</nav>\n",
        esc_attr(&shop.text("Product Pagination"))
    )
}

/// The arrows and labels of page numbers.
pub fn page_texts(view: &View) -> PaginateTexts {
    let is_rtl = view.locale.wp_locale().is_rtl;
    let arrow = |forward: bool| {
        if forward == is_rtl {
            "&larr;"
        } else {
            "&rarr;"
        }
    };
    PaginateTexts {
        previous: arrow(false).to_owned(),
        next: arrow(true).to_owned(),
        page: view.text("Page %s"),
    }
}
