//! The sitemap of users: authors of published posts that are not pages.

use super::{MAX_URLS, SitemapEntry, Sitemaps};
use crate::wordpress::db::{DbError, SqlText};
use crate::wordpress::object_cache::ObjectCache;
use crate::wordpress::user::UserId;

impl Sitemaps<'_> {
    fn authors(&self, columns: &'static str) -> SqlText {
        let public = self.site.registry.post_types.values().filter(|t| t.public);
        let names = public
            .map(|t| t.name)
            .filter(|n| !matches!(*n, "page" | "attachment"));
        let mut sql = SqlText::new(columns);
        sql.push_list(
            " FROM {p}users u WHERE u.ID IN (SELECT p.post_author FROM {p}posts p \
             WHERE p.post_status = 'publish' AND p.post_type IN (?*))",
            names,
        );
        sql
    }

    pub(super) async fn count_users(&self) -> Result<i64, DbError> {
        let rows: Vec<(i64,)> = self.db.load_built(self.authors("SELECT COUNT(*)")).await?;
        Ok(rows.first().map_or(0, |(n,)| *n))
    }

    pub(super) async fn users(&self, page: i64) -> Result<Vec<SitemapEntry>, DbError> {
        let skip = page.saturating_sub(1).saturating_mul(MAX_URLS);
        let mut sql = self.authors("SELECT u.ID, u.user_nicename");
        sql.push_with(
            " ORDER BY {ci:u.user_login} LIMIT ? OFFSET ?",
            vec![MAX_URLS.into(), skip.into()],
        );
        let rows: Vec<(i64, String)> = self.db.load_built(sql).await?;
        let cache = ObjectCache::default();
        let links = self.links(&cache);
        let entry = |(id, nicename): (i64, String)| SitemapEntry {
            loc: links.get_author_posts_url(UserId(id), &nicename),
            lastmod: None,
        };
        Ok(rows.into_iter().map(entry).collect())
    }
}
