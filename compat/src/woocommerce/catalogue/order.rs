//! The orders of a list of products.

use crate::wordpress::options::Options;

/// An order as a visitor names it (`?orderby=`), with the text of its choice and the text that says that it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OfferedOrder {
    /// The value.
    pub value: &'static str,
    /// The msgid of its choice.
    pub label: &'static str,
    /// The msgid of the text beside the number of results; empty for none.
    pub sorted: &'static str,
}

const fn offered(value: &'static str, label: &'static str, sorted: &'static str) -> OfferedOrder {
    OfferedOrder {
        value,
        label,
        sorted,
    }
}

/// The offered orders; searches have `relevance` in place of `menu_order`.
pub const OFFERED: [OfferedOrder; 6] = [
    offered("menu_order", "Default sorting", ""),
    offered("popularity", "Sort by popularity", "Sorted by popularity"),
    offered(
        "rating",
        "Sort by average rating",
        "Sorted by average rating",
    ),
    offered("date", "Sort by latest", "Sorted by latest"),
    offered(
        "price",
        "Sort by price: low to high",
        "Sorted by price: low to high",
    ),
    offered(
        "price-desc",
        "Sort by price: high to low",
        "Sorted by price: high to low",
    ),
];

/// The offered order of searches, by how well products fit.
pub const RELEVANCE: OfferedOrder = offered("relevance", "Relevance", "");

/// The orders that a list offers: `woocommerce_catalog_orderby`.
pub fn offered_orders(options: &Options, is_search: bool) -> Vec<OfferedOrder> {
    let has_ratings = options.text_or("woocommerce_enable_reviews", "yes") == "yes"
        && options.text_or("woocommerce_enable_review_rating", "yes") == "yes";
    let mut orders: Vec<OfferedOrder> = OFFERED.to_vec();
    if is_search && let Some(first) = orders.first_mut() {
        *first = RELEVANCE;
    }
    orders.retain(|order| has_ratings || order.value != "rating");
    orders
}

/// The order of a list without one in its address.
pub fn default_order(options: &Options, is_search: bool) -> String {
    if is_search {
        return RELEVANCE.value.to_owned();
    }
    match options.text("woocommerce_default_catalog_orderby").as_ref() {
        "" => "menu_order".to_owned(),
        own => own.to_owned(),
    }
}

/// How a list is sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CatalogOrder {
    /// By WordPress's own columns: `orderby` and `order`.
    Columns(&'static str, &'static str),
    /// By the fit to the words searched for.
    Relevance,
    /// By columns of the lookup table `l`, with the order of equal ones.
    Lookup(&'static str),
}

impl CatalogOrder {
    /// The order that a value names (`get_catalog_ordering_args`); unknown ones are `menu_order`.
    pub fn of(value: &str) -> Self {
        let value = value.to_lowercase();
        let (name, direction) = value.split_once('-').unwrap_or((&value, ""));
        let is_descending = direction == "desc";
        match name {
            "id" if is_descending => Self::Columns("ID", "DESC"),
            "id" => Self::Columns("ID", "ASC"),
            "title" if is_descending => Self::Columns("title", "DESC"),
            "title" => Self::Columns("title", "ASC"),
            "rand" => Self::Columns("rand", "ASC"),
            "relevance" => Self::Relevance,
            "date" if direction == "asc" => Self::Columns("date ID", "ASC"),
            "date" => Self::Columns("date ID", "DESC"),
            "price" if is_descending => Self::Lookup("l.max_price DESC, l.product_id DESC"),
            "price" => Self::Lookup("l.min_price ASC, l.product_id ASC"),
            "popularity" => Self::Lookup("l.total_sales DESC, l.product_id DESC"),
            "rating" => {
                Self::Lookup("l.average_rating DESC, l.rating_count DESC, l.product_id DESC")
            }
            _ => Self::Columns("menu_order title", "ASC"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_directions() {
        let of = CatalogOrder::of;
        assert_eq!(
            of("price"),
            CatalogOrder::Lookup("l.min_price ASC, l.product_id ASC")
        );
        assert_eq!(
            of("price-desc"),
            CatalogOrder::Lookup("l.max_price DESC, l.product_id DESC")
        );
        assert_eq!(of("date"), CatalogOrder::Columns("date ID", "DESC"));
        assert_eq!(of("date-asc"), CatalogOrder::Columns("date ID", "ASC"));
        assert_eq!(of("1 OR 1"), of("menu_order"));
    }

    #[test]
    fn searches_offer_relevance_and_ratings_may_be_off() {
        let names = |options: &Options, is_search| -> Vec<&str> {
            let orders = offered_orders(options, is_search);
            orders.iter().map(|o| o.value).collect()
        };
        let options = Options::default();
        assert_eq!(names(&options, true).first(), Some(&"relevance"));
        let row = (
            "woocommerce_enable_review_rating".to_owned(),
            b"no".to_vec(),
        );
        let options = Options::new([row]);
        assert!(!names(&options, false).contains(&"rating"));
        assert_eq!(default_order(&options, false), "menu_order");
    }
}
