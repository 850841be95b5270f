//! What the shop's widgets show: lists of products, the newest reviews, and what a list may be narrowed by.
//!
//! Contract "woocommerce", section 5.1. Pages load only what widgets in the site's areas need.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::catalogue::filter::{CatalogFilter, ChosenAttribute};
use super::catalogue::product_list::{ProductListQuery, Restriction, TermOperator};
use super::catalogue::shop_page::ShopPage;
use super::store_api::{
    AttributeFilter, CollectionData, PriceBound, PriceRange, StoreProducts, TermFilter,
};
use crate::wordpress::column::PageSource;
use crate::wordpress::comment::{Comment, CommentId};
use crate::wordpress::db::{Db, DbError, SqlText};
use crate::wordpress::post::PostId;
use crate::wordpress::site::Site;
use crate::wordpress::taxonomy::TermId;
use crate::wordpress::widget::{Widget, active};

/// Products or reviews of a widget that names no number.
const DEFAULT_NUMBER: i64 = 5;

/// The most products or reviews of a widget.
const MOST: i64 = 50;

/// The most widgets of a kind whose rows are loaded.
const MAX_WIDGETS: usize = 12;

/// A review beside its stars.
#[derive(Debug, Clone)]
pub struct RecentReview {
    /// The review.
    pub comment: Comment,
    /// Its stars, 0 for none.
    pub rating: i64,
}

/// An attribute that a list may be narrowed by: its taxonomy, and whether one of the chosen values is enough.
pub type Narrowing = (String, bool);

/// The rows of the widgets.
#[derive(Debug, Default)]
pub struct WidgetData {
    /// Lists by their query.
    pub lists: HashMap<ProductListQuery, Vec<PostId>>,
    /// The newest reviews.
    pub reviews: Vec<RecentReview>,
    /// Lowest and highest price of the page's list.
    pub prices: Option<PriceRange>,
    /// Products of the page's list by their stars.
    pub ratings: Vec<(i64, i64)>,
    /// Products of the page's list by the values of attributes.
    pub values: HashMap<Narrowing, HashMap<TermId, i64>>,
}

crate::type_map_entry!(WidgetData);

/// The number of a widget.
pub fn number_of(widget: &Widget) -> i64 {
    match widget.settings.at("number").to_int() {
        0 => DEFAULT_NUMBER,
        number => number.clamp(1, MOST),
    }
}

/// The list of a widget `woocommerce_products`.
pub fn products_query(widget: &Widget) -> ProductListQuery {
    let text = |name: &str| widget.settings.at(name).to_string_lossy().into_owned();
    let is_ascending = text("order") == "asc";
    let orderby = match (text("orderby").as_str(), is_ascending) {
        ("price", true) => "price",
        ("price", false) => "price-desc",
        ("rand", _) => "rand",
        ("sales", _) => "popularity",
        _ => "date",
    };
    ProductListQuery {
        limit: number_of(widget),
        orderby: orderby.to_owned(),
        order: if is_ascending { "ASC" } else { "DESC" }.to_owned(),
        visibility: match text("show").as_str() {
            "featured" => "featured".to_owned(),
            _ => String::new(),
        },
        restriction: match text("show").as_str() {
            "onsale" => Restriction::OnSale,
            _ => Restriction::None,
        },
        page: 1,
        ..ProductListQuery::default()
    }
}

/// The list of a widget `woocommerce_top_rated_products`.
pub fn top_rated_query(widget: &Widget) -> ProductListQuery {
    ProductListQuery {
        limit: number_of(widget),
        restriction: Restriction::TopRated,
        page: 1,
        ..ProductListQuery::default()
    }
}

/// What a widget `woocommerce_layered_nav` narrows by.
pub fn narrowing_of(widget: &Widget) -> Narrowing {
    let text = |name: &str| widget.settings.at(name).to_string_lossy().into_owned();
    let attribute = text("attribute");
    (format!("pa_{attribute}"), text("query_type") == "or")
}

impl WidgetData {
    /// Loads the rows of the widgets in the site's areas.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load(source: &PageSource<'_>) -> Result<Self, DbError> {
        let (db, site) = (source.db, source.site);
        let mut data = Self::default();
        let products = active(site, "woocommerce_products").map(|w| products_query(&w));
        let rated = active(site, "woocommerce_top_rated_products").map(|w| top_rated_query(&w));
        let queries: Vec<_> = products.chain(rated).take(MAX_WIDGETS).collect();
        for query in queries {
            if let Entry::Vacant(place) = data.lists.entry(query) {
                let found = place.key().load(db, site).await?;
                place.insert(found.ids);
            }
        }
        let number = active(site, "woocommerce_recent_reviews").map(|w| number_of(&w));
        if let Some(number) = number.max() {
            data.reviews = recent_reviews(db, site, number).await?;
        }
        if ShopPage::of(source.query).is_some_and(|page| page.is_list()) {
            data.load_figures(source).await?;
        }
        Ok(data)
    }

    /// The products that the widgets show.
    pub fn products(&self) -> Vec<PostId> {
        let listed = self.lists.values().flatten().copied();
        let reviewed = self.reviews.iter().map(|review| review.comment.post_id);
        listed.chain(reviewed).collect()
    }

    /// The figures of the page's list.
    async fn load_figures(&mut self, source: &PageSource<'_>) -> Result<(), DbError> {
        let (db, site) = (source.db, source.site);
        let has = |kind: &str| active(site, kind).next().is_some();
        let figures = CollectionData { db, site };
        let all = page_list(source, |_| true);
        if has("woocommerce_price_filter") {
            self.prices = figures.price_range(&all).await?;
        }
        if has("woocommerce_rating_filter") {
            self.ratings = figures.rating_counts(&all).await?;
        }
        let wanted: Vec<Narrowing> = active(site, "woocommerce_layered_nav")
            .map(|widget| narrowing_of(&widget))
            .take(MAX_WIDGETS)
            .collect();
        for narrowing in wanted {
            // Where one value is enough, the others stay there to choose.
            let (taxonomy, is_any) = &narrowing;
            let list = page_list(source, |own| !is_any || own.taxonomy != *taxonomy);
            let counts = figures
                .term_counts(&list, std::slice::from_ref(taxonomy))
                .await?;
            self.values.insert(narrowing, counts.into_iter().collect());
        }
        Ok(())
    }
}

/// The list of the page, with the attributes that `keeps` leaves.
fn page_list(source: &PageSource<'_>, keeps: impl Fn(&ChosenAttribute) -> bool) -> StoreProducts {
    let query = source.query;
    let filter = CatalogFilter::of(&query.get);
    let bound = |price: Option<f64>| {
        price.map(|shown| PriceBound {
            shown,
            stored: Vec::new(),
        })
    };
    let attributes = filter.attributes.iter().filter(|own| {
        let is_known = !source.site.terms.of(&own.taxonomy).is_empty();
        is_known && keeps(own)
    });
    let attributes = attributes.map(|own| AttributeFilter {
        taxonomy: own.taxonomy.clone(),
        ids: Vec::new(),
        slugs: own.slugs.clone(),
        operator: if own.is_any {
            TermOperator::In
        } else {
            TermOperator::And
        },
    });
    let terms = match ShopPage::of(query) {
        Some(ShopPage::Term(term)) => vec![TermFilter {
            taxonomy: term.taxonomy.clone(),
            terms: vec![term.term_id.0.to_string()],
            operator: TermOperator::In,
        }],
        _ => Vec::new(),
    };
    let is_search = query.is.is_search;
    StoreProducts {
        search: if is_search {
            query.vars.text("s").to_owned()
        } else {
            String::new()
        },
        terms,
        attributes: attributes.collect(),
        min_price: bound(filter.min_price),
        max_price: bound(filter.max_price),
        rating: filter
            .ratings
            .iter()
            .map(|stars| i64::from(*stars))
            .collect(),
        catalog_visibility: if is_search { "search" } else { "catalog" }.to_owned(),
        ..StoreProducts::default()
    }
}

/// The newest approved reviews of published products.
async fn recent_reviews(db: &Db, site: &Site, number: i64) -> Result<Vec<RecentReview>, DbError> {
    const SQL: &str = concat!(
        "SELECT ",
        crate::comment_columns!(),
        " FROM {p}comments c JOIN {p}posts p ON p.ID = c.comment_post_ID WHERE c.comment_approved = '1' \
         AND c.comment_type IN ('review', 'comment') AND p.post_type = 'product' AND p.post_status = 'publish' \
         AND p.post_password = ''"
    );
    const STARS: &str = "SELECT comment_id, meta_value FROM {p}commentmeta \
        WHERE meta_key = 'rating' AND comment_id IN (?*)";
    let mut sql = SqlText::new(SQL);
    site.add_posts_where(&mut sql);
    sql.push_with(
        " ORDER BY c.comment_date_gmt DESC, c.comment_ID DESC LIMIT ?",
        vec![number.into()],
    );
    let comments: Vec<Comment> = db.load_built(sql).await?;
    let ids: Vec<i64> = comments.iter().map(|comment| comment.id.0).collect();
    let rows: Vec<(i64, String)> = if ids.is_empty() {
        Vec::new()
    } else {
        db.load_list(STARS, vec![], &ids, vec![]).await?
    };
    let stars: HashMap<CommentId, i64> = rows
        .into_iter()
        .map(|(id, stars)| (CommentId(id), stars.trim().parse().unwrap_or(0)))
        .collect();
    let reviews = comments.into_iter().map(|comment| RecentReview {
        rating: stars.get(&comment.id).copied().unwrap_or(0),
        comment,
    });
    Ok(reviews.collect())
}
