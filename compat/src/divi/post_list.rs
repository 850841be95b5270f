//! Lists of posts in modules: query, order and pages.
//!
//! Contract "divi-modules", section 2 (blog, portfolio, post_slider). One statement for the rows and one for their
//! count; related objects are loaded with those of the page.

use std::collections::HashSet;
use std::sync::Arc;

use super::attributes::Attributes;
use crate::wordpress::db::{Db, DbError, FEW_KEYS, SqlText};
use crate::wordpress::php::cast::string_to_int;
use crate::wordpress::post::{Post, PostId};
use crate::wordpress::site::Site;
use crate::wordpress::taxonomy::TermId;
use crate::wordpress::visibility::push_publicly_viewable;

/// The query of a module.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PostListQuery {
    /// The type of the posts.
    pub post_type: String,
    /// The taxonomy of [`Self::terms`].
    pub taxonomy: &'static str,
    /// The terms of which a post must have one, child terms included; empty for all posts.
    pub terms: Vec<i64>,
    /// Posts per page; all when negative.
    pub number: i64,
    /// The offset: posts skipped at the beginning.
    pub offset: i64,
    /// The order, as in `date_desc`.
    pub order: String,
    /// Whether the list is paged with the page number of the request.
    pub is_paged: bool,
    /// Whether the list is that of the main query: the posts of an archive, on a single post sticky posts only.
    pub uses_current_loop: bool,
}

/// The result of a query.
#[derive(Debug, Clone, Default)]
pub struct PostList {
    /// The posts of the page, in order.
    pub posts: Vec<Arc<Post>>,
    /// The number of pages.
    pub max_num_pages: i64,
}

/// Modules that list posts: slug, post type, taxonomy, default posts per page.
const MODULES: [(&str, &str, &str, i64); 6] = [
    ("et_pb_blog", "post", "category", 10),
    ("et_pb_portfolio", "project", "project_category", 10),
    (
        "et_pb_filterable_portfolio",
        "project",
        "project_category",
        -1,
    ),
    (
        "et_pb_fullwidth_portfolio",
        "project",
        "project_category",
        -1,
    ),
    ("et_pb_post_slider", "post", "category", 10),
    ("et_pb_fullwidth_post_slider", "post", "category", 10),
];

impl PostListQuery {
    /// The query in a module's attributes; `None` for modules that list no posts.
    pub fn of(slug: &str, attributes: &Attributes, site: &Site) -> Option<Self> {
        let (_, post_type, taxonomy, number) = MODULES.iter().find(|(s, ..)| *s == slug)?;
        let own_type = attributes.text("post_type");
        let is_blog = slug == "et_pb_blog";
        let post_type = if is_blog && !own_type.is_empty() {
            own_type
        } else {
            post_type
        };
        let int = |name: &str| attributes.text(name).trim().parse::<i64>().ok();
        let ids = attributes.text("include_categories").split(',');
        let ids = ids.filter_map(|id| id.trim().parse::<i64>().ok());
        let exists = |id: &i64| site.terms.by_id(taxonomy, TermId(*id)).is_some();
        let terms: Vec<i64> = ids.filter(exists).collect();
        Some(Self {
            post_type: post_type.to_owned(),
            taxonomy,
            terms: if is_blog && post_type != "post" {
                Vec::new()
            } else {
                terms
            },
            number: if slug == "et_pb_filterable_portfolio" {
                -1
            } else {
                match attributes.text("posts_number") {
                    "" => *number,
                    // None at all is what the site's lists show.
                    text => match string_to_int(text.as_bytes()) {
                        0 => site.options.int("posts_per_page"),
                        number => number,
                    },
                }
            },
            offset: int("offset_number").unwrap_or(0).max(0),
            order: attributes.text("orderby").to_owned(),
            is_paged: matches!(slug, "et_pb_blog" | "et_pb_portfolio"),
            uses_current_loop: attributes.is_on("use_current_loop"),
        })
    }

    /// Whether sticky posts come first: only in lists of the blog.
    fn shows_sticky_first(&self, site: &Site, page: i64) -> bool {
        let has_archive = site
            .registry
            .post_types
            .get(self.post_type.as_str())
            .is_none_or(|t| t.name != "post" && t.has_archive.is_some());
        self.terms.is_empty() && page <= 1 && !has_archive
    }

    /// Runs the query. `page` is the page number of the request, `shown` its single post.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load(
        &self,
        db: &Db,
        site: &Site,
        page: i64,
        shown: Option<PostId>,
    ) -> Result<PostList, DbError> {
        let page = if self.is_paged { page.max(1) } else { 1 };
        let conditions = self.conditions(site, shown);
        let mut sql = SqlText::new(concat!(
            "SELECT ",
            crate::post_columns!(),
            " FROM {p}posts p WHERE "
        ));
        sql.append(conditions.clone());
        sql.push(order_by(&self.order));
        if self.number > 0 {
            let skip = (page - 1)
                .saturating_mul(self.number)
                .saturating_add(self.offset);
            sql.push_with(" LIMIT ? OFFSET ?", vec![self.number.into(), skip.into()]);
        }
        let posts: Vec<Post> = db.load_built(sql).await?;
        let mut posts: Vec<Arc<Post>> = posts.into_iter().map(Arc::new).collect();
        let mut max_num_pages = 1;
        if self.is_paged && self.number > 0 {
            let mut count = SqlText::new("SELECT COUNT(*) FROM {p}posts p WHERE ");
            count.append(conditions);
            let rows: Vec<(i64,)> = db.load_built(count).await?;
            let found = rows.first().map_or(0, |(n,)| *n);
            max_num_pages = found.saturating_add(self.number - 1) / self.number;
        }
        if self.shows_sticky_first(site, page) {
            self.put_sticky_first(db, site, &mut posts).await?;
        }
        Ok(PostList {
            posts,
            max_num_pages,
        })
    }

    fn conditions(&self, site: &Site, shown: Option<PostId>) -> SqlText {
        let mut sql = SqlText::default();
        sql.push_with("p.post_type = ? AND ", vec![self.post_type.clone().into()]);
        if self.post_type == "attachment" {
            sql.push("p.post_status = 'inherit' AND ");
        }
        push_publicly_viewable(&mut sql, &site.registry);
        site.add_posts_where(&mut sql);
        if shown.is_some() && self.uses_current_loop {
            sql.push(" AND 1 = 0");
        }
        if let Some(shown) = shown {
            sql.push_with(" AND p.ID <> ?", vec![shown.0.into()]);
        }
        if !self.terms.is_empty() {
            let mut ids = Vec::new();
            for id in &self.terms {
                ids.push(*id);
                if let Some(term) = site.terms.by_id(self.taxonomy, TermId(*id)) {
                    ids.extend(site.terms.with_descendants(term).iter().map(|t| t.0));
                }
            }
            ids.sort_unstable();
            ids.dedup();
            let rows = ids
                .iter()
                .filter_map(|id| site.terms.by_id(self.taxonomy, TermId(*id)))
                .map(|term| term.term_taxonomy_id.0);
            let rows: Vec<i64> = rows.collect();
            sql.push_list(
                " AND p.ID IN (SELECT object_id FROM {p}term_relationships WHERE term_taxonomy_id IN (?*))",
                rows,
            );
        }
        sql
    }

    async fn put_sticky_first(
        &self,
        db: &Db,
        site: &Site,
        posts: &mut Vec<Arc<Post>>,
    ) -> Result<(), DbError> {
        let stored = site.options.value("sticky_posts");
        let sticky: HashSet<i64> = stored.values().map(|id| id.to_int()).collect();
        let (mut first, rest): (Vec<_>, Vec<_>) = std::mem::take(posts)
            .into_iter()
            .partition(|p| sticky.contains(&p.id.0));
        let listed: HashSet<i64> = first.iter().map(|p| p.id.0).collect();
        let mut missing: Vec<i64> = sticky.difference(&listed).copied().collect();
        missing.sort_unstable();
        if !missing.is_empty() {
            let mut sql = SqlText::new(concat!(
                "SELECT ",
                crate::post_columns!(),
                " FROM {p}posts p WHERE "
            ));
            let is_few = missing.len() <= FEW_KEYS;
            sql.push_list("p.ID IN (?*)", missing);
            site.add_posts_where(&mut sql);
            sql.push_with(
                " AND p.post_type = ? AND p.post_status = 'publish' AND ",
                vec![self.post_type.clone().into()],
            );
            push_publicly_viewable(&mut sql, &site.registry);
            sql.push(" ORDER BY p.post_date DESC, p.ID DESC");
            if is_few {
                sql = sql.indexed_lookup();
            }
            let more: Vec<Post> = db.load_built(sql).await?;
            first.extend(more.into_iter().map(Arc::new));
        }
        first.extend(rest);
        *posts = first;
        Ok(())
    }
}

fn order_by(order: &str) -> &'static str {
    match order {
        "date_asc" => " ORDER BY p.post_date, p.ID",
        "title_asc" => " ORDER BY p.post_title, p.ID",
        "title_desc" => " ORDER BY p.post_title DESC, p.ID DESC",
        _ => " ORDER BY p.post_date DESC, p.ID DESC",
    }
}
