//! What visitors filter lists of products by: prices, ratings, attributes; and what lists leave out.
//!
//! Contract "woocommerce", section 5.1. Prices come from the lookup table; everything else is terms.

use std::sync::Arc;

use crate::wordpress::options::Options;
use crate::wordpress::php::cast::string_to_float;
use crate::wordpress::query::Clauses;
use crate::wordpress::rewrite::QueryVars;
use crate::wordpress::site::Site;
use crate::wordpress::taxonomy::Term;

/// Posts with none of some terms.
pub(in crate::woocommerce) const HAS_NONE: &str =
    "p.ID NOT IN (SELECT object_id FROM {p}term_relationships WHERE term_taxonomy_id IN (?*))";
/// Posts with one of some terms.
pub(in crate::woocommerce) const HAS_ANY: &str =
    "p.ID IN (SELECT object_id FROM {p}term_relationships WHERE term_taxonomy_id IN (?*))";

/// Terms that one attribute is filtered by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChosenAttribute {
    /// The taxonomy (`pa_color`).
    pub taxonomy: String,
    /// Slugs.
    pub slugs: Vec<String>,
    /// Whether one of them is enough.
    pub is_any: bool,
}

/// The filters in an address.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CatalogFilter {
    /// Lowest price.
    pub min_price: Option<f64>,
    /// Highest price.
    pub max_price: Option<f64>,
    /// Stars, of which one fits.
    pub ratings: Vec<u8>,
    /// Attributes, all of which fit.
    pub attributes: Vec<ChosenAttribute>,
}

impl CatalogFilter {
    /// Reads the query string: `min_price`, `max_price`, `rating_filter`, `filter_{attribute}` with
    /// `query_type_{attribute}`.
    pub fn of(get: &QueryVars) -> Self {
        let price = |name: &str| {
            let given = get.is_set(name).then(|| get.text(name));
            given.map(|text| string_to_float(text.as_bytes()))
        };
        let stars = get.text("rating_filter").split(',');
        let stars = stars.filter_map(|n| n.trim().parse().ok());
        let mut attributes = Vec::new();
        for name in get.names() {
            let Some(attribute) = name.strip_prefix("filter_") else {
                continue;
            };
            let slugs = get.text(name).split(',').map(|s| s.trim().to_owned());
            let slugs: Vec<String> = slugs.filter(|s| !s.is_empty()).collect();
            if !slugs.is_empty() {
                attributes.push(ChosenAttribute {
                    taxonomy: format!("pa_{attribute}"),
                    slugs,
                    is_any: get.text(&format!("query_type_{attribute}")) == "or",
                });
            }
        }
        Self {
            min_price: price("min_price"),
            max_price: price("max_price"),
            ratings: stars.filter(|n| (1..=5).contains(n)).collect(),
            attributes,
        }
    }

    /// Whether there is any.
    pub fn is_any(&self) -> bool {
        *self != Self::default()
    }

    /// Whether a condition on prices needs the lookup table `l`.
    pub fn has_price(&self) -> bool {
        self.min_price.is_some() || self.max_price.is_some()
    }

    /// Adds the conditions. The lookup table is joined as `l` where prices are filtered.
    pub fn add(&self, site: &Site, clauses: &mut Clauses) {
        if let Some(max) = self.max_price {
            clauses.and("l.min_price <= ?", vec![max.into()]);
        }
        if self.has_price() {
            let min = self.min_price.unwrap_or(0.0);
            clauses.and("l.max_price >= ?", vec![min.into()]);
        }
        if !self.ratings.is_empty() {
            let slugs: Vec<String> = self.ratings.iter().map(|n| format!("rated-{n}")).collect();
            let ids = ids(visibility_terms(site, &slugs));
            clauses.and_list(HAS_ANY, or_none(ids));
        }
        for chosen in &self.attributes {
            let terms = site.terms.of(&chosen.taxonomy);
            // An attribute that the shop does not have is no filter.
            if terms.is_empty() {
                continue;
            }
            let found = terms.iter().filter(|t| chosen.slugs.contains(&t.slug));
            let found = ids(found);
            if chosen.is_any {
                clauses.and_list(HAS_ANY, or_none(found));
            } else if found.len() < chosen.slugs.len() {
                clauses.and("0 = 1", vec![]);
            } else {
                found
                    .into_iter()
                    .for_each(|id| clauses.and_list(HAS_ANY, [id]));
            }
        }
    }
}

/// Leaves out products that lists (of searches: `is_search`) do not show.
pub fn add_visibility(site: &Site, is_search: bool, clauses: &mut Clauses) {
    let hidden = hidden_terms(site, is_search);
    if !hidden.is_empty() {
        clauses.and_list(HAS_NONE, hidden);
    }
}

/// Ids of relationships that keep products out of lists.
pub fn hidden_terms(site: &Site, is_search: bool) -> Vec<i64> {
    let mut slugs = vec![if is_search {
        "exclude-from-search"
    } else {
        "exclude-from-catalog"
    }];
    if hides_out_of_stock(&site.options) {
        slugs.push("outofstock");
    }
    ids(visibility_terms(site, &slugs))
}

/// Ids of relationships of terms of `product_visibility`.
pub(in crate::woocommerce) fn visibility_ids(site: &Site, slugs: &[&str]) -> Vec<i64> {
    ids(visibility_terms(site, slugs))
}

/// `woocommerce_hide_out_of_stock_items`.
pub fn hides_out_of_stock(options: &Options) -> bool {
    options.text("woocommerce_hide_out_of_stock_items") == "yes"
}

fn visibility_terms<'s, S: AsRef<str>>(
    site: &'s Site,
    slugs: &'s [S],
) -> impl Iterator<Item = &'s Arc<Term>> {
    let terms = site.terms.of("product_visibility").iter();
    terms.filter(move |t| slugs.iter().any(|s| s.as_ref() == t.slug))
}

fn ids<'s>(terms: impl Iterator<Item = &'s Arc<Term>>) -> Vec<i64> {
    terms.map(|t| t.term_taxonomy_id.0).collect()
}

/// A list of no ids finds nothing.
pub(in crate::woocommerce) fn or_none(ids: Vec<i64>) -> Vec<i64> {
    if ids.is_empty() { vec![-1] } else { ids }
}
