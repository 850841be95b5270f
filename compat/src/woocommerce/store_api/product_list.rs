//! Lists of products: which ones the arguments of a request leave.
//!
//! Contract "woocommerce-store-api", section 2.1.

use super::product_order::{ProductOrder, ProductOrderBy};
use super::term_filter::{AttributeFilter, TermFilter};
use crate::woocommerce::catalogue::filter::{
    HAS_ANY, HAS_NONE, hides_out_of_stock, or_none, visibility_ids,
};
use crate::woocommerce::catalogue::product_list::TermOperator;
use crate::wordpress::db::reads::declared;
use crate::wordpress::db::tag::Tag;
use crate::wordpress::db::{Db, DbError, SqlText};
use crate::wordpress::post::PostId;
use crate::wordpress::query::esc_like;
use crate::wordpress::site::Site;

/// The argument `date_column`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[expect(
    missing_docs,
    reason = "each is the value of `date_column` of the same name"
)]
pub enum DateColumn {
    #[default]
    Date,
    DateGmt,
    Modified,
    ModifiedGmt,
}

/// A bound of prices, as it is shown, and by tax class as prices are stored; the first holds for products without tax.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PriceBound {
    /// As shown.
    pub shown: f64,
    /// By tax class; empty where prices are shown as they are stored.
    pub stored: Vec<(String, f64)>,
}

/// A list of products. An empty list of ids or texts is no filter.
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "each is the argument of the same name")]
pub struct StoreProducts {
    pub search: String,
    pub slug: Vec<String>,
    pub sku: Vec<String>,
    pub after: Option<String>,
    pub before: Option<String>,
    pub date_column: DateColumn,
    pub include: Vec<i64>,
    pub exclude: Vec<i64>,
    pub parent: Vec<i64>,
    pub parent_exclude: Vec<i64>,
    pub product_type: String,
    pub featured: Option<bool>,
    pub terms: Vec<TermFilter>,
    pub attributes: Vec<AttributeFilter>,
    pub is_any_attribute: bool,
    pub stock_status: Vec<String>,
    pub on_sale: Option<bool>,
    pub min_price: Option<PriceBound>,
    pub max_price: Option<PriceBound>,
    pub catalog_visibility: String,
    pub rating: Vec<i64>,
    /// The only products that may be found (argument `related`).
    pub among: Option<Vec<i64>>,
    pub order: ProductOrder,
    pub limit: i64,
    pub offset: i64,
}

const ON_SALE: &str = "(p.ID IN (SELECT s.product_id FROM {p}wc_product_meta_lookup s WHERE s.onsale = 1) OR p.ID IN \
    (SELECT v.post_parent FROM {p}posts v JOIN {p}wc_product_meta_lookup s ON s.product_id = v.ID \
    WHERE v.post_type = 'product_variation' AND v.post_status = 'publish' AND s.onsale = 1))";

impl StoreProducts {
    /// Ids of a page of the list, and the number of products on all pages.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load(&self, db: &Db, site: &Site) -> Result<(Vec<PostId>, i64), DbError> {
        let found = self.found(site);
        let mut sql = SqlText::new("SELECT p.ID");
        sql.append(found.clone());
        sql.append(self.order.clause(&self.include));
        sql.push_with(
            " LIMIT ? OFFSET ?",
            vec![self.limit.into(), self.offset.into()],
        );
        let mut count = SqlText::new("SELECT COUNT(*)");
        count.append(found);
        let work = async {
            let rows: Vec<(i64,)> = db.load_built(sql).await?;
            let total: Vec<(i64,)> = db.load_built(count).await?;
            let ids = rows.into_iter().map(|(id,)| PostId(id)).collect();
            Ok((ids, total.first().map_or(0, |(n,)| *n)))
        };
        let mut tags = ["product", "product_variation"].map(Tag::posts).to_vec();
        if self.order.by == ProductOrderBy::CommentCount {
            tags.push(Tag::comments_numbers("product"));
        }
        declared(tags, work).await
    }

    /// Whether variations are listed in place of products.
    fn is_of_variations(&self) -> bool {
        self.product_type == "variation"
    }

    /// `FROM` and `WHERE` of the list: products are `p`, their lookup rows `l`.
    pub(super) fn found(&self, site: &Site) -> SqlText {
        let mut sql = SqlText::new(
            " FROM {p}posts p LEFT JOIN {p}wc_product_meta_lookup l ON l.product_id = p.ID \
             WHERE p.post_status = 'publish'",
        );
        sql.push(if self.is_of_variations() {
            " AND p.post_type = 'product_variation'"
        } else if self.slug.is_empty() && self.sku.is_empty() {
            " AND p.post_type = 'product'"
        } else {
            " AND p.post_type IN ('product', 'product_variation')"
        });
        self.add_texts(&mut sql);
        self.add_dates(&mut sql);
        let within = |sql: &mut SqlText, piece: &'static str, ids: &[i64]| {
            if !ids.is_empty() {
                sql.push_list(piece, ids.iter().copied());
            }
        };
        within(&mut sql, " AND p.ID IN (?*)", &self.include);
        within(&mut sql, " AND p.ID NOT IN (?*)", &self.exclude);
        within(&mut sql, " AND p.post_parent IN (?*)", &self.parent);
        within(
            &mut sql,
            " AND p.post_parent NOT IN (?*)",
            &self.parent_exclude,
        );
        if let Some(among) = &self.among {
            sql.push_list(" AND p.ID IN (?*)", among.iter().copied());
        }
        if self.is_of_variations() {
            self.add_variation_attributes(site, &mut sql);
        } else {
            self.add_terms(site, &mut sql);
        }
        self.add_stock(site, &mut sql);
        match self.on_sale {
            Some(true) => sql.push(" AND ").push(ON_SALE),
            Some(false) => sql.push(" AND NOT ").push(ON_SALE),
            None => &mut sql,
        };
        self.add_prices(&mut sql);
        site.add_posts_where(&mut sql);
        sql
    }

    fn add_texts(&self, sql: &mut SqlText) {
        if !self.search.is_empty() {
            let like = format!("%{}%", esc_like(&self.search));
            let binds = vec![like.as_str().into(), like.as_str().into()];
            sql.push_with(" AND (p.post_title LIKE ? OR l.sku LIKE ?)", binds);
        }
        if !self.slug.is_empty() {
            sql.push_list(" AND p.post_name IN (?*)", self.slug.iter());
        }
        if !self.sku.is_empty() {
            sql.push_list(" AND l.sku IN (?*)", self.sku.iter());
        }
    }

    fn add_dates(&self, sql: &mut SqlText) {
        let (after, before) = match self.date_column {
            DateColumn::Date => (" AND p.post_date > ?", " AND p.post_date < ?"),
            DateColumn::DateGmt => (" AND p.post_date_gmt > ?", " AND p.post_date_gmt < ?"),
            DateColumn::Modified => (" AND p.post_modified > ?", " AND p.post_modified < ?"),
            DateColumn::ModifiedGmt => (
                " AND p.post_modified_gmt > ?",
                " AND p.post_modified_gmt < ?",
            ),
        };
        for (piece, date) in [(after, &self.after), (before, &self.before)] {
            if let Some(date) = date {
                sql.push_with(piece, vec![date.as_str().into()]);
            }
        }
    }

    fn add_terms(&self, site: &Site, sql: &mut SqlText) {
        let mut has = |piece: &'static str, ids: Vec<i64>| {
            sql.push(" AND ").push_list(piece, or_none(ids));
        };
        if !self.product_type.is_empty() {
            let term = site.terms.by_slug("product_type", &self.product_type);
            has(
                HAS_ANY,
                term.map(|t| t.term_taxonomy_id.0).into_iter().collect(),
            );
        }
        let visibility = |slug: &str| visibility_ids(site, &[slug]);
        match self.featured {
            Some(true) => has(HAS_ANY, visibility("featured")),
            Some(false) => has(HAS_NONE, visibility("featured")),
            None => {}
        }
        let (catalog, search) = (
            visibility("exclude-from-catalog"),
            visibility("exclude-from-search"),
        );
        match self.catalog_visibility.as_str() {
            "visible" => {
                has(HAS_NONE, catalog);
                has(HAS_NONE, search);
            }
            "catalog" => has(HAS_NONE, catalog),
            "search" => has(HAS_NONE, search),
            "hidden" => {
                has(HAS_ANY, catalog);
                has(HAS_ANY, search);
            }
            _ => {}
        }
        if !self.rating.is_empty() {
            let slugs: Vec<_> = self.rating.iter().map(|n| format!("rated-{n}")).collect();
            let slugs: Vec<_> = slugs.iter().map(String::as_str).collect();
            has(HAS_ANY, visibility_ids(site, &slugs));
        }
        for filter in &self.terms {
            sql.push(" AND ").append(filter.condition(site));
        }
        let attributes = self.attributes.iter();
        let attributes: Vec<_> = attributes.map(|own| own.condition(site)).collect();
        if !attributes.is_empty() {
            let between = if self.is_any_attribute {
                " OR "
            } else {
                " AND "
            };
            sql.push(" AND (")
                .append(SqlText::join(between, attributes))
                .push(")");
        }
    }

    /// Variations have no terms: their own values are looked at.
    fn add_variation_attributes(&self, site: &Site, sql: &mut SqlText) {
        for filter in &self.attributes {
            let slugs: Vec<_> = filter.found(site).map(|term| term.slug.clone()).collect();
            sql.push(if filter.operator == TermOperator::NotIn {
                " AND NOT EXISTS"
            } else {
                " AND EXISTS"
            });
            let key = format!("attribute_{}", filter.taxonomy);
            sql.push_with(
                " (SELECT m.meta_id FROM {p}postmeta m WHERE m.post_id = p.ID AND m.meta_key = ?",
                vec![key.into()],
            );
            sql.push_list(" AND m.meta_value IN (?*))", slugs);
        }
    }

    fn add_stock(&self, site: &Site, sql: &mut SqlText) {
        if !self.stock_status.is_empty() {
            sql.push_list(" AND l.stock_status IN (?*)", self.stock_status.iter());
        } else if hides_out_of_stock(&site.options) {
            sql.push(" AND l.stock_status <> 'outofstock'");
        }
    }

    fn add_prices(&self, sql: &mut SqlText) {
        let bounds = [
            (&self.min_price, "l.max_price >= ?"),
            (&self.max_price, "l.min_price <= ?"),
        ];
        for (bound, piece) in bounds {
            let Some(bound) = bound else {
                continue;
            };
            if bound.stored.is_empty() {
                sql.push(" AND ").push_with(piece, vec![bound.shown.into()]);
                continue;
            }
            sql.push(" AND (l.tax_status <> 'taxable' AND ");
            sql.push_with(piece, vec![bound.shown.into()]);
            for (class, stored) in &bound.stored {
                sql.push(" OR l.tax_status = 'taxable' AND l.tax_class = ");
                sql.push_with("? AND ", vec![class.as_str().into()]);
                sql.push_with(piece, vec![(*stored).into()]);
            }
            sql.push(")");
        }
    }
}

/// The time of the last change of any product or variation (UTC), as stored; `None` without products.
///
/// # Errors
/// When the database fails.
pub async fn last_modified(db: &Db) -> Result<Option<String>, DbError> {
    const SQL: &str = "SELECT CAST(MAX(post_modified_gmt) AS CHAR) FROM {p}posts \
        WHERE post_type IN ('product', 'product_variation')";
    let tags = [Tag::posts("product"), Tag::posts("product_variation")];
    let row: Option<(Option<String>,)> = declared(tags, db.load_first(SQL, vec![])).await?;
    Ok(row.and_then(|(date,)| date))
}
