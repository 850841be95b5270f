//! The categories that a list shows in place of products, or before them.
//!
//! Contract "woocommerce", section 5.1 (`woocommerce_get_loop_display_mode`).

use std::collections::HashMap;
use std::sync::Arc;

use super::filter::CatalogFilter;
use super::shop_page::{ListDisplay, ShopPage};
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::query::MainQuery;
use crate::wordpress::site::Site;
use crate::wordpress::taxonomy::{Term, TermId};

/// A category of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedCategory {
    /// The term.
    pub term: Arc<Term>,
    /// Its picture, 0 for none.
    pub image_id: i64,
    /// Its number of products, with those of the categories below.
    pub count: i64,
}

/// What a list shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListContent {
    /// Products, categories, or both.
    pub display: ListDisplay,
    /// The categories, in the shop's order.
    pub categories: Vec<ListedCategory>,
}

/// Meta of terms by key.
type TermMeta = HashMap<(i64, String), String>;

impl ListContent {
    /// Reads what the list of a page shows.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load(
        db: &Db,
        site: &Site,
        query: &MainQuery,
        page: &ShopPage,
    ) -> Result<Self, DbError> {
        let parent = match page {
            ShopPage::Shop => None,
            ShopPage::Term(term) if term.taxonomy == "product_cat" => Some(term),
            _ => return Ok(Self::default()),
        };
        let is_narrowed = query.is.is_search || CatalogFilter::of(&query.get).is_any();
        let below = parent.map_or(TermId(0), |term| term.term_id);
        let terms = site.terms.of("product_cat").iter();
        let children: Vec<&Arc<Term>> = terms.filter(|t| t.parent == below).collect();
        let default = ListDisplay::of_shop(site, parent.is_some());
        let is_plain = parent.is_none() && default == ListDisplay::Products;
        if is_narrowed || is_plain || children.is_empty() {
            return Ok(Self::default());
        }
        let ids = children.iter().copied().chain(parent);
        let ids: Vec<i64> = ids.map(|t| t.term_id.0).collect();
        let meta = term_meta(db, &ids).await?;
        let display = match parent {
            Some(term) => ListDisplay::of(text(&meta, term, "display_type"), default),
            None => default,
        };
        // Categories stand on the first page; only a shop of categories alone has no others.
        let is_later = query.paged() > 1;
        let stays = parent.is_none() && display == ListDisplay::Subcategories;
        if display == ListDisplay::Products || is_later && !stays {
            return Ok(Self::default());
        }
        let categories = listed(&meta, children);
        if categories.is_empty() {
            return Ok(Self::default());
        }
        Ok(Self {
            display,
            categories,
        })
    }
}

fn text<'m>(meta: &'m TermMeta, term: &Term, key: &str) -> &'m str {
    let found = meta.get(&(term.term_id.0, key.to_owned()));
    found.map_or("", String::as_str)
}

/// The categories with products, in the shop's order.
fn listed(meta: &TermMeta, children: Vec<&Arc<Term>>) -> Vec<ListedCategory> {
    let number = |term: &Term, key: &str| text(meta, term, key).trim().parse::<i64>().ok();
    let mut listed: Vec<(i64, ListedCategory)> = children
        .into_iter()
        .map(|term| {
            let category = ListedCategory {
                term: Arc::clone(term),
                image_id: number(term, "thumbnail_id").unwrap_or(0),
                count: number(term, "product_count_product_cat").unwrap_or(term.count),
            };
            (number(term, "order").unwrap_or(0), category)
        })
        .filter(|(_, category)| category.count > 0)
        .collect();
    listed.sort_by_cached_key(|(order, c)| (*order, c.term.name.to_lowercase()));
    listed.into_iter().map(|(_, category)| category).collect()
}

async fn term_meta(db: &Db, ids: &[i64]) -> Result<TermMeta, DbError> {
    const SQL: &str = "SELECT term_id, meta_key, meta_value FROM {p}termmeta WHERE term_id IN (?*) \
        AND meta_key IN ('display_type', 'thumbnail_id', 'order', 'product_count_product_cat')";
    let rows: Vec<(i64, String, Option<String>)> = db.load_list(SQL, vec![], ids, vec![]).await?;
    let rows = rows.into_iter();
    Ok(rows
        .map(|(term, key, value)| ((term, key), value.unwrap_or_default()))
        .collect())
}
