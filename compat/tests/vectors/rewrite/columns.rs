//! What the recorded site's theme and shop change on queries, as their columns will.

use compat::wordpress::php::Value;
use compat::wordpress::query::{Clauses, Query, QueryHook};
use compat::wordpress::rewrite::QueryVars;
use compat::wordpress::site::Site;

const PRODUCT_TAXONOMIES: [&str; 3] = ["product_brand", "product_cat", "product_tag"];

fn is_shop_list(query: &Query) -> bool {
    query.is.is_post_type_archive && query.vars.text("post_type") == "product"
        || query.is.is_tax
            && query
                .tax
                .iter()
                .any(|c| PRODUCT_TAXONOMIES.contains(&c.taxonomy.as_str()))
}

/// The theme's page sizes.
pub struct PageSizes;

impl QueryHook for PageSizes {
    fn pre_get_posts(&self, query: &mut Query, site: &Site, _get: &QueryVars) {
        let (key, default) = match () {
            () if query.is.is_category => ("divi_catnum_posts", 5),
            () if query.is.is_tag => ("divi_tagnum_posts", 5),
            () if query.is.is_search => ("divi_searchnum_posts", 5),
            () if is_shop_list(query) => ("divi_woocommerce_archive_num_posts", 9),
            () if query.is.is_archive => ("divi_archivenum_posts", 5),
            () => return,
        };
        let stored = site.options.value("et_divi").at(key);
        let number = match stored {
            Value::Int(n) => *n,
            other => other
                .as_str()
                .and_then(|t| t.parse().ok())
                .unwrap_or(default),
        };
        query.vars.set("posts_per_page", number.to_string());
    }
}

/// The shop's orders.
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
        if is_shop_list(query) && query.vars.text("orderby") == "" {
            query.vars.set("orderby", "menu_order title");
            query.vars.set("order", "ASC");
        }
    }

    fn posts_clauses(&self, query: &Query, _site: &Site, _get: &QueryVars, clauses: &mut Clauses) {
        if is_shop_list(query) && query.vars.text("orderby") == "price" {
            clauses
                .join
                .push("LEFT JOIN {p}wc_product_meta_lookup l ON l.product_id = p.ID ");
            clauses.order =
                compat::wordpress::db::SqlText::new("l.min_price ASC, l.product_id ASC");
        }
    }

    fn asks_queried_object(&self, query: &Query) -> bool {
        query.is.is_tax
    }
}

/// Both, in their order.
pub fn query_hooks() -> Vec<Box<dyn QueryHook>> {
    vec![Box::new(PageSizes), Box::new(Catalogue)]
}
