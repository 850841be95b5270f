//! Products that a visitor has looked at, as the widget `woocommerce_recently_viewed_products` lists them.
//!
//! Contract "woocommerce", section 3.2 (`woocommerce_recently_viewed`).

use super::product::{Product, Products};
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::object_cache::ObjectCache;
use crate::wordpress::php::cast::string_to_int;
use crate::wordpress::post::PostId;
use crate::wordpress::site::Site;
use crate::wordpress::widget::{Widget, active};

/// The widget.
pub const RECENTLY_VIEWED_WIDGET: &str = "woocommerce_recently_viewed_products";

/// The cookie: ids joined by `|`, the newest last.
pub const RECENTLY_VIEWED_COOKIE: &str = "woocommerce_recently_viewed";

/// How many products the cookie holds.
const MOST: usize = 15;

/// Products of a widget that names no number.
const DEFAULT_NUMBER: usize = 10;

/// The products that a visitor has looked at, the newest first; those alone that may be shown.
#[derive(Debug, Clone, Default)]
pub struct RecentlyViewed {
    /// The products, with what their prices need.
    pub products: Products,
    /// Their order.
    pub ids: Vec<PostId>,
}

crate::type_map_entry!(RecentlyViewed);

/// Whether the site has the widget in an area.
pub fn shows_recently_viewed(site: &Site) -> bool {
    active(site, RECENTLY_VIEWED_WIDGET).next().is_some()
}

/// The most products that a widget lists.
pub fn recently_viewed_number(widget: &Widget) -> usize {
    let number = widget.settings.at("number").to_int().unsigned_abs();
    match usize::try_from(number) {
        Ok(0) => DEFAULT_NUMBER,
        Ok(number) => number.min(MOST),
        Err(_) => MOST,
    }
}

/// `wp_parse_id_list` of a cookie: each id once, the oldest first. Longer cookies than the shop sets are cut.
pub fn viewed_products(cookie: &str) -> Vec<PostId> {
    let mut ids: Vec<PostId> = Vec::new();
    for text in cookie.split('|') {
        let id = PostId(string_to_int(text.as_bytes()).saturating_abs());
        if id.0 > 0 && !ids.contains(&id) && ids.len() < MOST {
            ids.push(id);
        }
    }
    ids
}

/// `wc_track_product_view`: the cookie of a visitor who looks at one more product.
pub fn with_viewed(cookie: &str, product: PostId) -> String {
    let mut ids = viewed_products(cookie);
    ids.retain(|id| *id != product);
    ids.push(product);
    if ids.len() > MOST {
        ids.remove(0);
    }
    let ids: Vec<String> = ids.iter().map(|id| id.0.to_string()).collect();
    ids.join("|")
}

impl RecentlyViewed {
    /// Loads the products of a cookie.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load(db: &Db, site: &Site, cookie: &str) -> Result<Self, DbError> {
        let mut ids = viewed_products(cookie);
        ids.reverse();
        let mut objects = ObjectCache::default();
        let products = Products::load(db, site, &mut objects, &ids).await?;
        let hides_sold_out = site.options.text("woocommerce_hide_out_of_stock_items") == "yes";
        let is_shown = |product: &Product| {
            product.post.post_type == "product"
                && product.post.is_published()
                && (product.is_in_stock() || !hides_sold_out)
        };
        ids.retain(|id| products.get(*id).is_some_and(|product| is_shown(product)));
        Ok(Self { products, ids })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_product_stands_last_and_once() {
        assert_eq!(with_viewed("", PostId(7)), "7");
        assert_eq!(with_viewed("7|8|x|-9|8", PostId(7)), "8|9|7");
        let full: Vec<String> = (1..=40).map(|id| id.to_string()).collect();
        let next = with_viewed(&full.join("|"), PostId(99));
        assert_eq!(viewed_products(&next).len(), MOST);
        assert!(next.starts_with("2|") && next.ends_with("|15|99"));
    }
}
