//! The maps of posts, one for each type that visitors may see.

use std::sync::Arc;

use super::{MAX_URLS, SitemapEntry, Sitemaps};
use crate::wordpress::date::{DateStrings, mysql::parse_local};
use crate::wordpress::date::{WpTimezone, wp_date};
use crate::wordpress::db::{DbError, SqlText};
use crate::wordpress::object_cache::ObjectCache;
use crate::wordpress::post::{Post, PostType};
use crate::wordpress::user::UserId;
use crate::wordpress::visibility::viewable_post_types;

const POSTS: &str = concat!(
    "SELECT ",
    crate::post_columns!(),
    " FROM {p}posts WHERE post_type = ? AND post_status = 'publish' ORDER BY ID LIMIT ? OFFSET ?"
);

/// `DATE_W3C`.
const W3C: &str = "Y-m-d\\TH:i:sP";

impl Sitemaps<'_> {
    /// The types that have maps: public ones that have pages of their own, attachments not.
    pub(super) fn post_types(&self) -> impl Iterator<Item = &PostType> {
        viewable_post_types(&self.site.registry).filter(|t| t.public && t.name != "attachment")
    }

    pub(super) async fn post_counts(&self) -> Result<Vec<(&'static str, i64)>, DbError> {
        let names: Vec<&'static str> = self.post_types().map(|t| t.name).collect();
        let mut sql =
            SqlText::new("SELECT post_type, COUNT(*) FROM {p}posts WHERE post_status = 'publish' ");
        sql.push_list("AND post_type IN (?*) GROUP BY post_type", names.clone());
        let rows: Vec<(String, i64)> = self.db.load_built(sql).await?;
        let count = |name: &str| {
            let found = rows.iter().find(|(n, _)| n == name).map_or(0, |(_, c)| *c);
            // The list of posts on the front stands among the pages.
            if name == "page" && self.shows_posts_on_front() {
                found.max(1)
            } else {
                found
            }
        };
        Ok(names.into_iter().map(|n| (n, count(n))).collect())
    }

    fn shows_posts_on_front(&self) -> bool {
        self.site.options.text("show_on_front") == "posts"
    }

    pub(super) async fn posts(
        &self,
        subtype: &str,
        page: i64,
    ) -> Result<Vec<SitemapEntry>, DbError> {
        let Some(post_type) = self.post_types().find(|t| t.name == subtype) else {
            return Ok(Vec::new());
        };
        let skip = page.saturating_sub(1).saturating_mul(MAX_URLS);
        let binds = vec![post_type.name.into(), MAX_URLS.into(), skip.into()];
        let posts: Vec<Post> = self.db.load(POSTS, binds).await?;
        let posts: Vec<Arc<Post>> = posts.into_iter().map(Arc::new).collect();
        let cache = self.what_links_need(&posts).await?;
        let links = self.links(&cache);
        let mut entries = Vec::with_capacity(posts.len());
        if subtype == "page" && page == 1 && self.shows_posts_on_front() {
            entries.push(self.front().await?);
        }
        entries.extend(posts.iter().map(|post| SitemapEntry {
            loc: links.get_permalink(post),
            lastmod: self.lastmod(&post.modified_gmt),
        }));
        Ok(entries)
    }

    async fn what_links_need(&self, posts: &[Arc<Post>]) -> Result<ObjectCache, DbError> {
        let mut cache = ObjectCache::default();
        let needs = self.rewrite.link_needs();
        let ids: Vec<_> = posts.iter().map(|p| p.id).collect();
        for post in posts {
            cache.add_post(post.clone());
        }
        if needs.terms {
            cache.prime_relationships(self.db, &ids).await?;
        }
        if needs.authors {
            let users: Vec<UserId> = posts.iter().map(|p| p.author).collect();
            cache.prime_users(self.db, &users).await?;
        }
        Ok(cache)
    }

    /// The front that lists the posts: it changed when one of the posts on it did.
    async fn front(&self) -> Result<SitemapEntry, DbError> {
        let per_page = self.site.options.int("posts_per_page").max(1);
        let rows: Vec<(String,)> = self
            .db
            .load(
                "SELECT CAST(post_modified_gmt AS CHAR) FROM {p}posts WHERE post_type = 'post' \
                 AND post_status = 'publish' ORDER BY post_date DESC LIMIT ?",
                vec![per_page.into()],
            )
            .await?;
        let newest = rows.into_iter().map(|(date,)| date).max();
        Ok(SitemapEntry {
            loc: self.home_url("/"),
            lastmod: newest.and_then(|date| self.lastmod(&date)),
        })
    }

    fn lastmod(&self, gmt: &str) -> Option<String> {
        let options = &self.site.options;
        let offset = options.text("gmt_offset").parse().unwrap_or(0.0);
        let zone = WpTimezone::from_options(&options.text("timezone_string"), offset);
        let time = parse_local(gmt)?;
        Some(wp_date(W3C, time, &zone, &DateStrings::default()))
    }
}
