//! Figures about the products that a list finds: prices, stock, stars, terms.
//!
//! Contract "woocommerce-store-api", section 3.

use std::collections::{HashMap, HashSet};

use super::product_list::StoreProducts;
use crate::wordpress::db::reads::declared;
use crate::wordpress::db::tag::Tag;
use crate::wordpress::db::{Db, DbError, SqlText};
use crate::wordpress::php::cast::float_to_int;
use crate::wordpress::site::Site;
use crate::wordpress::taxonomy::TermId;

/// The lowest and the highest price, as stored.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PriceRange {
    /// Of `min_price`.
    pub min: f64,
    /// Of `max_price`.
    pub max: f64,
}

/// The products with a stock status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StockCount {
    /// `instock`, …
    pub status: &'static str,
    /// How many.
    pub count: i64,
}

/// Stock statuses in the order of the response.
const STATUSES: [&str; 3] = ["instock", "outofstock", "onbackorder"];

/// Reads the figures of a list. Pages do not count.
#[derive(Clone, Copy)]
pub struct CollectionData<'a> {
    /// The database.
    pub db: &'a Db,
    /// The site.
    pub site: &'a Site,
}

impl CollectionData<'_> {
    async fn rows<R: crate::wordpress::db::FromRow>(
        &self,
        sql: SqlText,
    ) -> Result<Vec<R>, DbError> {
        let tags = [Tag::posts("product"), Tag::posts("product_variation")];
        declared(tags, self.db.load_built(sql)).await
    }

    /// The range of the prices, without the list's own bounds; `None` when it finds nothing.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn price_range(&self, list: &StoreProducts) -> Result<Option<PriceRange>, DbError> {
        let list = StoreProducts {
            min_price: None,
            max_price: None,
            ..list.clone()
        };
        let mut sql = SqlText::new("SELECT MIN(l.min_price), MAX(l.max_price)");
        sql.append(list.found(self.site));
        let rows: Vec<(Option<f64>, Option<f64>)> = self.rows(sql).await?;
        let range = rows.into_iter().next();
        Ok(range.and_then(|(min, max)| {
            Some(PriceRange {
                min: min?,
                max: max?,
            })
        }))
    }

    /// Products by stock status; without what the shop hides.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn stock_counts(
        &self,
        list: &StoreProducts,
        hides_out_of_stock: bool,
    ) -> Result<Vec<StockCount>, DbError> {
        let list = StoreProducts {
            stock_status: STATUSES.map(str::to_owned).to_vec(),
            ..list.clone()
        };
        let mut sql = SqlText::new("SELECT l.stock_status, COUNT(*)");
        sql.append(list.found(self.site))
            .push(" GROUP BY l.stock_status");
        let rows: Vec<(String, i64)> = self.rows(sql).await?;
        let shown = STATUSES.into_iter();
        let shown = shown.filter(|status| !hides_out_of_stock || *status != "outofstock");
        let counts = shown.map(|status| {
            let mut rows = rows.iter();
            let count = rows.find(|(own, _)| own == status).map_or(0, |(_, n)| *n);
            StockCount { status, count }
        });
        Ok(counts.collect())
    }

    /// Products by whole stars, fewest first; those without stars do not count. The list's own stars do not narrow it.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn rating_counts(&self, list: &StoreProducts) -> Result<Vec<(i64, i64)>, DbError> {
        let list = StoreProducts {
            rating: Vec::new(),
            ..list.clone()
        };
        let mut sql = SqlText::new("SELECT ROUND(l.average_rating), COUNT(*)");
        sql.append(list.found(self.site));
        sql.push(" AND l.average_rating > 0 GROUP BY ROUND(l.average_rating) ORDER BY 1");
        let rows: Vec<(f64, i64)> = self.rows(sql).await?;
        let rows = rows
            .into_iter()
            .map(|(stars, count)| (float_to_int(stars), count));
        Ok(rows.collect())
    }

    /// Products by the terms of taxonomies, with those of the terms below, each product once; in the order of the terms.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn term_counts(
        &self,
        list: &StoreProducts,
        taxonomies: &[String],
    ) -> Result<Vec<(TermId, i64)>, DbError> {
        let known = taxonomies.iter().flat_map(|name| self.site.terms.of(name));
        let ids: Vec<i64> = known.clone().map(|term| term.term_taxonomy_id.0).collect();
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let mut sql = SqlText::new(
            "SELECT r.term_taxonomy_id, r.object_id FROM {p}term_relationships r WHERE ",
        );
        sql.push_list("r.term_taxonomy_id IN (?*)", ids);
        sql.push(" AND r.object_id IN (SELECT p.ID");
        sql.append(list.found(self.site)).push(")");
        let rows: Vec<(i64, i64)> = self.rows(sql).await?;
        let mut products: HashMap<i64, HashSet<i64>> = HashMap::new();
        for (term, product) in rows {
            products.entry(term).or_default().insert(product);
        }
        let counts = known.map(|term| {
            let below = self.site.terms.with_descendants(term).into_iter();
            let below = below.filter_map(|id| self.site.terms.by_id(&term.taxonomy, id));
            let own = below.filter_map(|term| products.get(&term.term_taxonomy_id.0));
            let own: HashSet<i64> = own.flatten().copied().collect();
            (term.term_id, i64::try_from(own.len()).unwrap_or(i64::MAX))
        });
        Ok(counts.filter(|(_, count)| *count > 0).collect())
    }
}
