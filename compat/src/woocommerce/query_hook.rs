//! Lists of products: their page size and their orders.
//!
//! Contract "woocommerce" (catalogue).

use crate::wordpress::db::SqlText;
use crate::wordpress::php::Value;
use crate::wordpress::query::{Clauses, Query, QueryHook};
use crate::wordpress::rewrite::QueryVars;
use crate::wordpress::site::Site;

const PRODUCT_TAXONOMIES: [&str; 3] = ["product_brand", "product_cat", "product_tag"];

/// Whether the query lists products: the shop, or a product taxonomy.
pub fn is_shop_list(query: &Query) -> bool {
    let is_product_term = |taxonomy: &str| PRODUCT_TAXONOMIES.contains(&taxonomy);
    query.is.is_post_type_archive && query.vars.text("post_type") == "product"
        || query.is.is_tax && query.tax.iter().any(|c| is_product_term(&c.taxonomy))
}

/// The catalogue.
#[derive(Debug)]
pub struct Catalogue;

impl QueryHook for Catalogue {
    fn pre_get_posts(&self, query: &mut Query, site: &Site, _get: &QueryVars) {
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
        if query.vars.text("orderby").is_empty() && !query.is.is_feed {
            query.vars.set("orderby", "menu_order title");
            query.vars.set("order", "ASC");
        }
    }

    fn posts_clauses(&self, query: &Query, _site: &Site, _get: &QueryVars, clauses: &mut Clauses) {
        if is_shop_list(query) && query.vars.text("orderby") == "price" {
            clauses
                .join
                .push("LEFT JOIN {p}wc_product_meta_lookup l ON l.product_id = p.ID ");
            clauses.order = SqlText::new("l.min_price ASC, l.product_id ASC");
        }
    }

    fn asks_queried_object(&self, query: &Query) -> bool {
        query.is.is_tax
    }
}

/// Products a page: the theme's option where it has one, else columns by rows of the shop's own.
fn products_per_page(site: &Site) -> i64 {
    match site
        .options
        .value("et_divi")
        .at("divi_woocommerce_archive_num_posts")
    {
        Value::Int(n) => *n,
        other => other.as_str().and_then(|t| t.parse().ok()).unwrap_or(9),
    }
}
