//! Lists of products: what they hold, their page size and their orders.
//!
//! Contract "woocommerce", section 5.1.

use super::catalogue::filter::{CatalogFilter, add_visibility};
use super::catalogue::order::{CatalogOrder, default_order};
pub use super::catalogue::shop_page::is_shop_list;
use crate::wordpress::db::SqlText;
use crate::wordpress::php::Value;
use crate::wordpress::query::{Clauses, Query, QueryHook};
use crate::wordpress::rewrite::QueryVars;
use crate::wordpress::site::Site;

/// Rows of a shop's list where neither theme nor shop say how many.
const DEFAULT_ROWS: i64 = 4;

/// The catalogue.
#[derive(Debug)]
pub struct Catalogue;

impl QueryHook for Catalogue {
    fn pre_get_posts(&self, query: &mut Query, site: &Site, get: &QueryVars) {
        // An order does not turn the page on the front into the list of posts.
        let ignored = ["preview", "page", "paged", "cpage", "orderby"];
        if let Some(front) = site.page_on_front().filter(|_| query.is.is_home)
            && query.query.names().all(|n| ignored.contains(&n))
        {
            query.vars.set("page_id", front.to_string());
            query.is.is_page = true;
            query.is.is_home = false;
            query.is.is_singular = true;
        }
        if !is_shop_list(query) {
            return;
        }
        query
            .vars
            .set("posts_per_page", products_per_page(site).to_string());
        // Feeds are news: the newest product stands first.
        if query.is.is_feed && query.vars.text("orderby").is_empty() {
            return;
        }
        match order(query, site, get) {
            CatalogOrder::Columns(orderby, order) => {
                query.vars.set("orderby", orderby);
                query.vars.set("order", order);
            }
            CatalogOrder::Relevance => query.vars.set("orderby", "relevance"),
            // Set with the other clauses; what the address names stays.
            CatalogOrder::Lookup(_) => {}
        }
    }

    fn posts_clauses(&self, query: &Query, site: &Site, get: &QueryVars, clauses: &mut Clauses) {
        if !is_shop_list(query) {
            return;
        }
        let filter = CatalogFilter::of(get);
        let order = order(query, site, get);
        let by_lookup = matches!(order, CatalogOrder::Lookup(_));
        if by_lookup || filter.has_price() {
            clauses
                .join
                .push("LEFT JOIN {p}wc_product_meta_lookup l ON l.product_id = p.ID ");
        }
        if let CatalogOrder::Lookup(columns) = order {
            clauses.order = SqlText::new(columns);
            clauses.sorts_ids = true;
            clauses.ties = "";
        }
        add_visibility(site, query.is.is_search, clauses);
        filter.add(site, clauses);
    }

    fn asks_queried_object(&self, query: &Query) -> bool {
        query.is.is_tax
    }
}

/// The order of a list: that of its address, else the shop's.
fn order(query: &Query, site: &Site, get: &QueryVars) -> CatalogOrder {
    let named = match get.text("orderby") {
        "" => query.query.text("orderby"),
        named => named,
    };
    if named.is_empty() {
        return CatalogOrder::of(&default_order(&site.options, query.is.is_search));
    }
    CatalogOrder::of(named)
}

/// Products a page: the theme's option where it has one, else columns by rows of the shop's own.
fn products_per_page(site: &Site) -> i64 {
    let own = site
        .options
        .value("et_divi")
        .at("divi_woocommerce_archive_num_posts");
    match own {
        Value::Int(n) => *n,
        Value::Null if site.options.raw("et_divi").is_none() => {
            let number = |name: &str| match site.options.int(name) {
                0 => DEFAULT_ROWS,
                n => n,
            };
            number("woocommerce_catalog_columns").saturating_mul(number("woocommerce_catalog_rows"))
        }
        other => other.as_str().and_then(|t| t.parse().ok()).unwrap_or(9),
    }
}
