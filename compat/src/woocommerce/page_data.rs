//! What pages of the catalogue show besides their posts: products, related ones, stars of reviews.
//!
//! Contract "woocommerce", sections 5 and 6. A fixed number of statements for each page.

use std::collections::HashMap;

use super::catalogue::categories::ListContent;
use super::catalogue::filter::hidden_terms;
use super::catalogue::product_list::{LIST_TAGS, ProductList, ProductListQuery};
use super::catalogue::shop_page::ShopPage;
use super::product::{Product, Products};
use super::widget_data::WidgetData;
use crate::wordpress::column::{PageData, PageSource};
use crate::wordpress::comment::CommentId;
use crate::wordpress::db::reads::declared;
use crate::wordpress::db::tag::Tag;
use crate::wordpress::db::{Db, DbError, SqlText};
use crate::wordpress::options::Options;
use crate::wordpress::php::hash::crc32;
use crate::wordpress::post::PostId;
use crate::wordpress::query::MainQuery;
use crate::wordpress::shop_content::{ShopContent, ShopList, ShopProduct};
use crate::wordpress::shortcode::{Atts, ShortcodeMatches, shortcode_parse_atts};
use crate::wordpress::site::Site;

/// Most related products that a page shows.
const RELATED: usize = 4;

/// Candidates beyond those, among which the shown ones are chosen.
const MORE_CANDIDATES: i64 = 10;

/// The data.
#[derive(Debug, Default)]
pub struct ShopPageData {
    /// The products of the page and what belongs to them.
    pub products: Products,
    /// Products like the shown ones, in the order of their choice.
    pub related: HashMap<PostId, Vec<PostId>>,
    /// The newest product, on pages that show it.
    pub latest: Option<PostId>,
    /// The meta of the shown product's reviews.
    pub reviews: HashMap<CommentId, ReviewMeta>,
    /// What the page's list shows besides products.
    pub content: ListContent,
    /// The lists that shortcodes name.
    pub lists: HashMap<ProductListQuery, ProductList>,
}

impl ShopPageData {
    /// The list of a shortcode, if the page has it.
    pub fn list(
        &self,
        query: &MainQuery,
        options: &Options,
        tag: &str,
        atts: &Atts,
    ) -> Option<(ProductListQuery, &ProductList)> {
        let key = list_query(query, options, tag, atts)?;
        let list = self.lists.get(&key)?;
        Some((key, list))
    }

    /// The list of a page builder's element, if the page has it.
    pub fn builder_list(
        &self,
        query: &MainQuery,
        options: &Options,
        list: &ShopList,
    ) -> Option<(ProductListQuery, &ProductList)> {
        let key = builder_query(query, options, list)?;
        let list = self.lists.get(&key)?;
        Some((key, list))
    }

    /// Products like a shown one.
    pub fn related_to(&self, product: PostId) -> &[PostId] {
        self.related.get(&product).map_or(&[], Vec::as_slice)
    }
}

fn builder_query(
    query: &MainQuery,
    options: &Options,
    list: &ShopList,
) -> Option<ProductListQuery> {
    let key = list_query(query, options, BUILDER_TAG, &list.atts)?;
    Some(ProductListQuery {
        offset: list.offset,
        ..key
    })
}

/// The shortcode whose attributes name the lists of a page builder.
const BUILDER_TAG: &str = "products";

fn list_query(
    query: &MainQuery,
    options: &Options,
    tag: &str,
    atts: &Atts,
) -> Option<ProductListQuery> {
    let page = query.get.int("product-page");
    let asked = query.get.text("orderby");
    ProductListQuery::of(tag, atts, options, page, asked)
}

crate::type_map_entry!(ShopPageData);

/// What a review holds besides its comment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReviewMeta {
    /// Stars, 0 for none.
    pub rating: i64,
    /// Whether the author bought the product.
    pub is_verified: bool,
}

/// Loads the data for a page of the catalogue; other pages have none.
///
/// # Errors
/// When the database fails.
pub async fn load_page(source: &mut PageSource<'_>, data: &mut PageData) -> Result<(), DbError> {
    let shown = ShopPage::of(source.query);
    let (db, site) = (source.db, source.site);
    let mut shop = ShopPageData::default();
    let content = data.get::<ShopContent>();
    shop.load_shortcodes(source, content).await?;
    shop.load_named(source, content).await?;
    let most = content.related.max(RELATED);
    let widgets = WidgetData::load(source).await?;
    let shown_in_widgets = widgets.products();
    if !shown_in_widgets.is_empty() {
        shop.products
            .add(db, site, source.objects, &shown_in_widgets)
            .await?;
    }
    data.insert(widgets);
    let Some(page) = shown else {
        if !shop.lists.is_empty() || shop.products.iter().next().is_some() {
            shop.insert_into(site, data);
        }
        return Ok(());
    };
    let listed = source.query.posts.iter();
    let listed = listed.filter(|p| p.post_type == "product");
    let listed: Vec<PostId> = listed.map(|p| p.id).collect();
    shop.products.add(db, site, source.objects, &listed).await?;
    let shown = source.query.queried_post_id().filter(|_| !page.is_list());
    if let Some(product) = shown.and_then(|id| shop.products.get(id)).cloned() {
        shop.load_neighbours(source, &product, most).await?;
        shop.reviews = reviews(db, product.id()).await?;
    }
    shop.content = ListContent::load(db, site, source.query, &page).await?;
    if matches!(page, ShopPage::Shop) {
        let page = PostId(site.options.int("woocommerce_shop_page_id"));
        source.objects.prime_posts(db, &[page]).await?;
    }
    shop.insert_into(site, data);
    Ok(())
}

impl ShopPageData {
    fn insert_into(self, site: &Site, data: &mut PageData) {
        data.add_attachments(self.products.image_ids());
        data.add_attachments(self.content.categories.iter().map(|c| c.image_id));
        data.add_attachments([site.options.int("woocommerce_placeholder_image")]);
        data.insert(self);
    }

    /// Loads the products that are shown beside one.
    async fn load_neighbours(
        &mut self,
        source: &mut PageSource<'_>,
        product: &Product,
        most: usize,
    ) -> Result<(), DbError> {
        let (db, site) = (source.db, source.site);
        let related = related(db, site, product, most).await?;
        let more: Vec<PostId> = product.upsells.iter().chain(&related).copied().collect();
        self.related.insert(product.id(), related);
        self.products.add(db, site, source.objects, &more).await
    }

    /// Loads the products that a page builder's elements name.
    async fn load_named(
        &mut self,
        source: &mut PageSource<'_>,
        content: &ShopContent,
    ) -> Result<(), DbError> {
        let (db, site) = (source.db, source.site);
        if content.products.contains(&ShopProduct::Latest) {
            let query = ProductListQuery {
                limit: 1,
                page: 1,
                orderby: "date".to_owned(),
                ..ProductListQuery::default()
            };
            self.latest = query.load(db, site).await?.ids.first().copied();
        }
        let named = content.products.iter().filter_map(|product| match product {
            ShopProduct::Current => None,
            ShopProduct::Latest => self.latest,
            ShopProduct::Id(id) => Some(*id),
        });
        let named: Vec<PostId> = named.take(MAX_PRODUCTS).collect();
        if named.is_empty() {
            return Ok(());
        }
        self.products.add(db, site, source.objects, &named).await?;
        for id in named {
            if let Some(product) = self.products.get(id).cloned() {
                let most = content.related.max(RELATED);
                self.load_neighbours(source, &product, most).await?;
            }
        }
        Ok(())
    }

    /// Loads the lists and products that shortcodes in the shown posts name, and the lists of a page builder.
    async fn load_shortcodes(
        &mut self,
        source: &mut PageSource<'_>,
        content: &ShopContent,
    ) -> Result<(), DbError> {
        let (db, site) = (source.db, source.site);
        let mut named = Vec::new();
        let mut queries = Vec::new();
        for post in &source.query.posts {
            for (tag, atts) in shortcodes_in(&post.content) {
                if SINGLE_TAGS.contains(&tag) {
                    named.extend(
                        atts.get("id")
                            .and_then(|id| id.trim().parse().ok())
                            .map(PostId),
                    );
                } else {
                    queries.extend(list_query(source.query, &site.options, tag, &atts));
                }
            }
        }
        let lists = content.lists.iter();
        queries.extend(lists.filter_map(|l| builder_query(source.query, &site.options, l)));
        for query in queries {
            if self.lists.len() < MAX_LISTS && !self.lists.contains_key(&query) {
                let list = query.load(db, site).await?;
                named.extend(&list.ids);
                self.lists.insert(query, list);
            }
        }
        if !named.is_empty() {
            self.products.add(db, site, source.objects, &named).await?;
        }
        Ok(())
    }
}

/// The most distinct lists of a page; further ones stay empty.
const MAX_LISTS: usize = 24;

/// The most products that a page builder's elements name; further ones are not shown.
const MAX_PRODUCTS: usize = 24;

/// Shortcodes that name one product by its id.
const SINGLE_TAGS: [&str; 2] = ["add_to_cart", "add_to_cart_url"];

/// The shop's shortcodes in a content, wherever they stand in it.
fn shortcodes_in(content: &str) -> Vec<(&'static str, Atts)> {
    let tags: Vec<&'static str> = LIST_TAGS.iter().chain(&SINGLE_TAGS).copied().collect();
    if !content.contains('[') {
        return Vec::new();
    }
    let found = ShortcodeMatches::new(content, |name| tags.contains(&name).then_some(name.len()));
    let known = found.filter_map(|found| {
        let tag = tags.iter().find(|tag| **tag == found.tag)?;
        Some((*tag, shortcode_parse_atts(found.attrs)))
    });
    known.collect()
}

/// Products that share a category or tag. The original shuffles them once a day; here the order is one of chance that
/// stays the same for a product, so that its page does.
///
/// # Errors
/// When the database fails.
pub async fn related(
    db: &Db,
    site: &Site,
    product: &Product,
    most: usize,
) -> Result<Vec<PostId>, DbError> {
    let terms = product.terms.iter();
    let terms = terms.filter(|t| matches!(t.taxonomy.as_str(), "product_cat" | "product_tag"));
    let terms: Vec<i64> = terms.map(|t| t.term_taxonomy_id.0).collect();
    if terms.is_empty() {
        return Ok(Vec::new());
    }
    let mut sql = SqlText::new(
        "SELECT p.ID FROM {p}posts p WHERE p.post_type = 'product' AND p.post_status = 'publish'",
    );
    sql.push_list(
        " AND p.ID IN (SELECT object_id FROM {p}term_relationships WHERE term_taxonomy_id IN (?*))",
        terms,
    );
    let hidden = hidden_terms(site, false);
    if !hidden.is_empty() {
        sql.push_list(
            " AND p.ID NOT IN (SELECT object_id FROM {p}term_relationships WHERE term_taxonomy_id IN (?*))",
            hidden,
        );
    }
    let others = product.upsells.iter().map(|id| id.0);
    sql.push_list(" AND p.ID NOT IN (?*)", others.chain([product.id().0]));
    site.add_posts_where(&mut sql);
    let limit = i64::try_from(most).unwrap_or(0) + MORE_CANDIDATES;
    sql.push_with(" ORDER BY p.ID LIMIT ?", vec![limit.into()]);
    let rows: Vec<(i64,)> = declared([Tag::posts("product")], db.load_built(sql)).await?;
    let mut ids: Vec<i64> = rows.into_iter().map(|(id,)| id).collect();
    ids.sort_by_key(|id| crc32(format!("{} {id}", product.id()).as_bytes()));
    Ok(ids.into_iter().take(most).map(PostId).collect())
}

/// Stars and verification of a product's reviews.
async fn reviews(db: &Db, product: PostId) -> Result<HashMap<CommentId, ReviewMeta>, DbError> {
    const SQL: &str = "SELECT m.comment_id, m.meta_key, m.meta_value FROM {p}commentmeta m \
        JOIN {p}comments c ON c.comment_ID = m.comment_id \
        WHERE c.comment_post_ID = ? AND m.meta_key IN ('rating', 'verified')";
    let load = db.load(SQL, crate::binds![product.0]);
    let rows: Vec<(i64, String, String)> = declared([Tag::Comments(product.0)], load).await?;
    let mut reviews: HashMap<CommentId, ReviewMeta> = HashMap::new();
    for (comment, key, value) in rows {
        let meta = reviews.entry(CommentId(comment)).or_default();
        match key.as_str() {
            "rating" => meta.rating = value.trim().parse().unwrap_or(0),
            _ => meta.is_verified = value == "1",
        }
    }
    Ok(reviews)
}
