//! Lists of products that shortcodes name: what they hold and in which order.
//!
//! Contract "woocommerce", sections 5.1 and 15.3; the attributes are those of the plugin's `[products]` and its kin.

use super::filter::{HAS_ANY, HAS_NONE, hidden_terms, visibility_ids};
use super::order::CatalogOrder;
use crate::wordpress::db::reads::declared;
use crate::wordpress::db::tag::Tag;
use crate::wordpress::db::{Db, DbError, SqlText};
use crate::wordpress::options::Options;
use crate::wordpress::php::cast::string_to_int;
use crate::wordpress::post::PostId;
use crate::wordpress::shortcode::Atts;
use crate::wordpress::site::Site;
use crate::wordpress::taxonomy::{Term, TermId};

/// The tags of lists, with what each sets by itself.
pub const LIST_TAGS: [&str; 9] = [
    "products",
    "product",
    "recent_products",
    "featured_products",
    "sale_products",
    "best_selling_products",
    "top_rated_products",
    "product_category",
    "product_attribute",
];

/// The most products of a list without a limit.
const MOST: i64 = 500;

/// How terms of a list go together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum TermOperator {
    /// Any of them.
    #[default]
    In,
    /// None of them.
    NotIn,
    /// All of them.
    And,
}

impl TermOperator {
    fn of(text: &str) -> Self {
        match text.trim().to_ascii_uppercase().as_str() {
            "NOT IN" => Self::NotIn,
            "AND" => Self::And,
            _ => Self::In,
        }
    }
}

/// Products of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Restriction {
    /// All.
    #[default]
    None,
    /// Those on sale.
    OnSale,
    /// All, the most sold first.
    BestSelling,
    /// All, the best rated first.
    TopRated,
}

/// Terms of a taxonomy that products have.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TermCondition {
    /// The taxonomy.
    pub taxonomy: String,
    /// Slugs or ids; none for any term of the taxonomy.
    pub terms: Vec<String>,
    /// How they go together.
    pub operator: TermOperator,
}

/// A list as a shortcode names it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct ProductListQuery {
    /// The most products of a page; below 0 for all.
    pub limit: i64,
    /// Columns; 0 for the shop's.
    pub columns: usize,
    /// The order, as in an address.
    pub orderby: String,
    /// `ASC` or `DESC`.
    pub order: String,
    /// Ids, in their order; empty for any.
    pub ids: Vec<i64>,
    /// SKUs; empty for any.
    pub skus: Vec<String>,
    /// Terms.
    pub terms: Vec<TermCondition>,
    /// `visible`, `catalog`, `search`, `hidden` or `featured`.
    pub visibility: String,
    /// The kind.
    pub restriction: Restriction,
    /// Classes of the wrapper.
    pub class: String,
    /// Whether the list has pages.
    pub paginate: bool,
    /// The page shown, from 1.
    pub page: i64,
    /// Whether the shortcode names one product, without columns.
    pub is_single: bool,
    /// Products left out at the beginning.
    pub offset: i64,
}

/// A loaded list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProductList {
    /// The products of the page.
    pub ids: Vec<PostId>,
    /// The number of products on all pages.
    pub total: i64,
}

impl ProductListQuery {
    /// The list of a shortcode; `page` is the argument `product-page` of the address, `asked` its `orderby`.
    pub fn of(tag: &str, atts: &Atts, options: &Options, page: i64, asked: &str) -> Option<Self> {
        if !LIST_TAGS.contains(&tag) {
            return None;
        }
        let text = |name: &str| atts.get(name).unwrap_or_default().trim().to_owned();
        let is_on = |name: &str| matches!(text(name).as_str(), "true" | "1" | "yes" | "on");
        let restriction = restriction(tag, is_on);
        let is_single = tag == "product";
        let (limit, orderby, order) = defaults(tag);
        let or = |name: &str, default: &str| match text(name) {
            given if given.is_empty() => default.to_owned(),
            given => given,
        };
        let number = |text: String| string_to_int(text.as_bytes());
        let (columns, rows) = (number(text("columns")).max(0), number(text("rows")));
        let limit = match or("limit", &or("per_page", limit)) {
            _ if rows > 0 => columns.max(1).saturating_mul(rows),
            given => number(given),
        };
        let paginate = is_on("paginate");
        let own = or("orderby", orderby);
        Some(Self {
            limit,
            columns: usize::try_from(columns).unwrap_or(0),
            orderby: if paginate && !asked.is_empty() {
                asked.to_owned()
            } else {
                own
            },
            order: or("order", order).to_ascii_uppercase(),
            ids: list(&text(if is_single { "id" } else { "ids" }))
                .iter()
                .map(|id| string_to_int(id.as_bytes()))
                .collect(),
            skus: list(&text(if is_single { "sku" } else { "skus" })),
            terms: term_conditions(&text),
            visibility: match tag {
                "featured_products" => "featured".to_owned(),
                _ => or("visibility", "visible"),
            },
            restriction,
            class: text("class"),
            paginate,
            page: if paginate { page.max(1) } else { 1 },
            is_single,
            offset: 0,
        })
        .filter(|list| !is_single || !list.ids.is_empty() || !list.skus.is_empty())
        .map(|list| list.with_default_order(options))
    }

    fn with_default_order(mut self, options: &Options) -> Self {
        if self.orderby.is_empty() {
            self.orderby = super::order::default_order(options, false);
        }
        self
    }

    /// The order of the statement; equal products come by their id.
    fn order_sql(&self) -> &'static str {
        let name = self.orderby.split([' ', '-']).next().unwrap_or_default();
        let is_descending = self.order == "DESC" || self.orderby.ends_with("-desc");
        let named = match (name, is_descending) {
            ("price", true) => "price-desc".to_owned(),
            ("date", false) if self.order == "ASC" => "date-asc".to_owned(),
            ("title" | "id", true) => format!("{name}-desc"),
            _ => self.orderby.clone(),
        };
        let order = match self.restriction {
            Restriction::BestSelling => CatalogOrder::of("popularity"),
            Restriction::TopRated => CatalogOrder::of("rating"),
            _ => CatalogOrder::of(&named),
        };
        match order {
            CatalogOrder::Lookup(columns) => columns,
            CatalogOrder::Columns("ID", "DESC") => "p.ID DESC",
            CatalogOrder::Columns("ID", _) => "p.ID ASC",
            CatalogOrder::Columns("title", "DESC") => "{ci:p.post_title} DESC, p.ID DESC",
            CatalogOrder::Columns("title", _) => "{ci:p.post_title} ASC, p.ID ASC",
            CatalogOrder::Columns("date ID", "ASC") => "p.post_date ASC, p.ID ASC",
            CatalogOrder::Columns("date ID", _) => "p.post_date DESC, p.ID DESC",
            CatalogOrder::Columns("rand", _) => "RAND()",
            _ => "p.menu_order ASC, {ci:p.post_title} ASC, p.ID ASC",
        }
    }

    /// Reads the list.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load(&self, db: &Db, site: &Site) -> Result<ProductList, DbError> {
        let conditions = self.conditions(site);
        let limit = if self.limit < 0 {
            MOST
        } else {
            self.limit.min(MOST)
        };
        let mut sql = SqlText::new("SELECT p.ID");
        sql.append(conditions.clone());
        sql.push(" ORDER BY ").push(self.order_sql());
        let skip = self.page.saturating_sub(1).saturating_mul(limit);
        let skip = skip.saturating_add(self.offset.max(0));
        sql.push_with(" LIMIT ? OFFSET ?", vec![limit.into(), skip.into()]);
        let work = async {
            let rows: Vec<(i64,)> = db.load_built(sql).await?;
            let shown = i64::try_from(rows.len()).unwrap_or(i64::MAX);
            let is_part = self.page > 1 || self.offset > 0 || shown == limit;
            let total = if self.paginate && is_part {
                let mut sql = SqlText::new("SELECT COUNT(*)");
                sql.append(conditions);
                let count: Vec<(i64,)> = db.load_built(sql).await?;
                count.first().map_or(shown, |(n,)| *n)
            } else {
                shown
            };
            Ok::<_, DbError>(ProductList {
                ids: rows.into_iter().map(|(id,)| PostId(id)).collect(),
                total,
            })
        };
        declared([Tag::posts("product")], work).await
    }

    fn conditions(&self, site: &Site) -> SqlText {
        let mut sql = SqlText::new(
            " FROM {p}posts p LEFT JOIN {p}wc_product_meta_lookup l ON l.product_id = p.ID \
             WHERE p.post_type = 'product' AND p.post_status = 'publish'",
        );
        if !self.ids.is_empty() {
            sql.push_list(" AND p.ID IN (?*)", self.ids.iter().copied());
        }
        if !self.skus.is_empty() {
            sql.push_list(" AND l.sku IN (?*)", self.skus.iter());
        }
        if self.restriction == Restriction::OnSale {
            sql.push(" AND l.onsale = 1");
        }
        let none = |sql: &mut SqlText, ids: Vec<i64>| {
            if !ids.is_empty() {
                sql.push(" AND ").push_list(HAS_NONE, ids);
            }
        };
        let any = |sql: &mut SqlText, slug: &str| {
            let ids = visibility_ids(site, &[slug]);
            sql.push(" AND ").push_list(HAS_ANY, ids);
        };
        let (catalog, search) = ("exclude-from-catalog", "exclude-from-search");
        match self.visibility.as_str() {
            "featured" => {
                any(&mut sql, "featured");
                none(&mut sql, visibility_ids(site, &[catalog]));
            }
            "catalog" => {
                any(&mut sql, search);
                none(&mut sql, visibility_ids(site, &[catalog]));
            }
            "search" => {
                any(&mut sql, catalog);
                none(&mut sql, visibility_ids(site, &[search]));
            }
            "hidden" => {
                any(&mut sql, catalog);
                any(&mut sql, search);
            }
            _ => none(&mut sql, hidden_terms(site, false)),
        }
        for condition in &self.terms {
            condition.add(site, &mut sql);
        }
        site.add_posts_where(&mut sql);
        sql
    }
}

impl TermCondition {
    fn add(&self, site: &Site, sql: &mut SqlText) {
        let all = site.terms.of(&self.taxonomy);
        let named = |name: &String| {
            let id = TermId(name.parse().unwrap_or(0));
            all.iter().find(|t| t.slug == *name || t.term_id == id)
        };
        let with_children = |term: &Term| -> Vec<i64> {
            let ids = site.terms.with_descendants(term);
            let terms = ids
                .iter()
                .filter_map(|id| site.terms.by_id(&self.taxonomy, *id));
            terms.map(|t| t.term_taxonomy_id.0).collect()
        };
        if self.terms.is_empty() {
            let ids = all.iter().map(|t| t.term_taxonomy_id.0);
            sql.push(" AND ").push_list(HAS_ANY, ids);
            return;
        }
        let found = self.terms.iter().filter_map(named);
        match self.operator {
            TermOperator::And => {
                let found: Vec<_> = found.collect();
                if found.len() < self.terms.len() {
                    sql.push(" AND 0 = 1");
                }
                for term in found {
                    sql.push(" AND ")
                        .push_list(HAS_ANY, [term.term_taxonomy_id.0]);
                }
            }
            operator => {
                let ids: Vec<i64> = found.flat_map(|t| with_children(t)).collect();
                if operator == TermOperator::In {
                    sql.push(" AND ").push_list(HAS_ANY, ids);
                } else if !ids.is_empty() {
                    sql.push(" AND ").push_list(HAS_NONE, ids);
                }
            }
        }
    }
}

/// The kind of products that a tag, or an attribute of `[products]`, asks for.
fn restriction(tag: &str, is_on: impl Fn(&str) -> bool) -> Restriction {
    match tag {
        "sale_products" => Restriction::OnSale,
        "best_selling_products" => Restriction::BestSelling,
        "top_rated_products" => Restriction::TopRated,
        "products" if is_on("on_sale") => Restriction::OnSale,
        "products" if is_on("best_selling") => Restriction::BestSelling,
        "products" if is_on("top_rated") => Restriction::TopRated,
        _ => Restriction::None,
    }
}

/// Limit, order and direction of a tag.
fn defaults(tag: &str) -> (&'static str, &'static str, &'static str) {
    match tag {
        "products" => ("-1", "", ""),
        "product" => ("1", "", ""),
        "recent_products" | "featured_products" => ("12", "date", "DESC"),
        "product_category" => ("12", "menu_order", "ASC"),
        "best_selling_products" => ("12", "popularity", "DESC"),
        _ => ("12", "title", "ASC"),
    }
}

fn term_conditions(text: &impl Fn(&str) -> String) -> Vec<TermCondition> {
    let mut conditions = Vec::new();
    for (name, taxonomy, operator) in [
        ("category", "product_cat", "cat_operator"),
        ("tag", "product_tag", "tag_operator"),
    ] {
        let terms = list(&text(name));
        if !terms.is_empty() {
            conditions.push(TermCondition {
                taxonomy: taxonomy.to_owned(),
                terms,
                operator: TermOperator::of(&text(operator)),
            });
        }
    }
    let attribute = text("attribute");
    if !attribute.is_empty() {
        let name = attribute.strip_prefix("pa_").unwrap_or(&attribute);
        let terms = match text("terms") {
            given if given.is_empty() => text("filter"),
            given => given,
        };
        conditions.push(TermCondition {
            taxonomy: format!("pa_{name}"),
            terms: list(&terms),
            operator: TermOperator::of(&text("terms_operator")),
        });
    }
    conditions
}

fn list(text: &str) -> Vec<String> {
    let parts = text.split(',').map(str::trim).filter(|p| !p.is_empty());
    parts.map(str::to_owned).collect()
}
