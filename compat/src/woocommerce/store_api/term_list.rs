//! Lists of terms: categories, tags, brands, values of attributes.
//!
//! Contract "woocommerce-store-api", section 4.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::wordpress::db::reads::declared;
use crate::wordpress::db::tag::Tag;
use crate::wordpress::db::unicode_ci::{compare, fold};
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::php::cast::string_to_float;
use crate::wordpress::site::Site;
use crate::wordpress::taxonomy::{Term, TermId};

/// The argument `orderby`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(
    missing_docs,
    reason = "each is the value of `orderby` of the same name"
)]
pub enum TermOrder {
    #[default]
    Name,
    Slug,
    Count,
    MenuOrder,
    NameNum,
    Id,
}

impl TermOrder {
    /// The order of a value.
    pub fn of(value: &str) -> Self {
        match value {
            "slug" => Self::Slug,
            "count" => Self::Count,
            "menu_order" => Self::MenuOrder,
            "name_num" => Self::NameNum,
            "id" => Self::Id,
            _ => Self::Name,
        }
    }
}

/// The arguments of a list. An empty list of ids or an empty text is no filter.
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "each is the argument of the same name")]
pub struct TermQuery {
    pub search: String,
    pub include: Vec<i64>,
    pub exclude: Vec<i64>,
    pub parent: Option<i64>,
    pub hide_empty: bool,
    pub orderby: TermOrder,
    pub is_descending: bool,
}

/// A term with what the shop keeps of it.
#[derive(Debug, Clone)]
pub struct StoreTerm {
    /// The term.
    pub term: Arc<Term>,
    /// Its number of products, with those of the terms below it.
    pub count: i64,
    /// Its picture; 0: none.
    pub image_id: i64,
    /// Its place among the others.
    order: i64,
}

/// The terms of a taxonomy that a query leaves, in its order.
///
/// # Errors
/// When the database fails.
pub async fn terms(
    db: &Db,
    site: &Site,
    taxonomy: &str,
    query: &TermQuery,
) -> Result<Vec<StoreTerm>, DbError> {
    let all = site.terms.of(taxonomy);
    let mut found = with_meta(db, taxonomy, all).await?;
    if query.hide_empty {
        let shown = with_products(site, &found);
        found.retain(|own| shown.contains(&own.term.term_id));
    }
    let needle = fold(&query.search);
    found.retain(|own| {
        let (term, id) = (&own.term, own.term.term_id.0);
        (query.include.is_empty() || query.include.contains(&id))
            && !query.exclude.contains(&id)
            && query.parent.is_none_or(|parent| term.parent.0 == parent)
            && (needle.is_empty()
                || fold(&term.name).contains(&needle)
                || fold(&term.slug).contains(&needle))
    });
    found.sort_by(|a, b| {
        let ordering = query.orderby.compare(a, b);
        if query.is_descending {
            ordering.reverse()
        } else {
            ordering
        }
    });
    Ok(found)
}

impl TermOrder {
    fn compare(self, a: &StoreTerm, b: &StoreTerm) -> Ordering {
        let names = || compare(&a.term.name, &b.term.name);
        match self {
            Self::Name => names(),
            Self::Slug => compare(&a.term.slug, &b.term.slug),
            Self::Count => a.term.count.cmp(&b.term.count).then_with(names),
            Self::MenuOrder => a.order.cmp(&b.order).then_with(names),
            Self::NameNum => {
                let number = |own: &StoreTerm| string_to_float(own.term.name.as_bytes());
                number(a).total_cmp(&number(b)).then_with(names)
            }
            Self::Id => a.term.term_id.cmp(&b.term.term_id),
        }
    }
}

/// Ids of terms that have products, and of those above them.
fn with_products(site: &Site, terms: &[StoreTerm]) -> HashSet<TermId> {
    let filled = terms
        .iter()
        .filter(|own| own.count > 0 || own.term.count > 0);
    let chains = filled.flat_map(|own| site.terms.with_ancestors(&own.term));
    chains.map(|term| term.term_id).collect()
}

async fn with_meta(
    db: &Db,
    taxonomy: &str,
    terms: &[Arc<Term>],
) -> Result<Vec<StoreTerm>, DbError> {
    const SQL: &str = "SELECT term_id, meta_key, meta_value FROM {p}termmeta WHERE term_id IN (?*) \
        AND meta_key IN ('thumbnail_id', 'order', 'product_count_product_cat', 'product_count_product_tag', \
        'product_count_product_brand')";
    let ids: Vec<i64> = terms.iter().map(|term| term.term_id.0).collect();
    let load = db.load_list(SQL, vec![], &ids, vec![]);
    let rows: Vec<(i64, String, Option<String>)> = declared([Tag::Anything], load).await?;
    let rows = rows.into_iter().filter_map(|(id, key, value)| {
        let number = value?.trim().parse().ok()?;
        Some(((id, key), number))
    });
    let meta: HashMap<(i64, String), i64> = rows.collect();
    let count = format!("product_count_{taxonomy}");
    let of = |term: &Arc<Term>| {
        let number = |key: &str| meta.get(&(term.term_id.0, key.to_owned())).copied();
        StoreTerm {
            term: Arc::clone(term),
            count: number(&count).unwrap_or(term.count),
            image_id: number("thumbnail_id").unwrap_or_default(),
            order: number("order").unwrap_or_default(),
        }
    };
    Ok(terms.iter().map(of).collect())
}

/// Sums of the comments of products in terms and the terms below them.
///
/// # Errors
/// When the database fails.
pub async fn review_counts(db: &Db, site: &Site, terms: &[StoreTerm]) -> Result<Vec<i64>, DbError> {
    const SQL: &str = "SELECT r.term_taxonomy_id, p.ID, p.comment_count FROM {p}term_relationships r \
        JOIN {p}posts p ON p.ID = r.object_id WHERE r.term_taxonomy_id IN (?*) AND p.post_type = 'product' \
        AND p.post_status = 'publish' AND p.comment_count > 0";
    let below = |own: &StoreTerm| -> Vec<i64> {
        let ids = site.terms.with_descendants(&own.term).into_iter();
        let terms = ids.filter_map(|id| site.terms.by_id(&own.term.taxonomy, id));
        terms.map(|term| term.term_taxonomy_id.0).collect()
    };
    let below: Vec<Vec<i64>> = terms.iter().map(below).collect();
    let ids: Vec<i64> = below.iter().flatten().copied().collect();
    let load = db.load_list(SQL, vec![], &ids, vec![]);
    let tags = [Tag::posts("product"), Tag::comments_numbers("product")];
    let rows: Vec<(i64, i64, i64)> = declared(tags, load).await?;
    let sum = |ids: &Vec<i64>| {
        let own = rows.iter().filter(|(term, ..)| ids.contains(term));
        // A product in several of the terms counts once.
        let products: HashMap<i64, i64> = own.map(|(_, id, count)| (*id, *count)).collect();
        products.values().sum()
    };
    Ok(below.iter().map(sum).collect())
}
