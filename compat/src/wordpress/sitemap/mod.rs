//! Sitemaps: the sitemaps of a site and their URLs.
//!
//! Contract "wordpress-core", section 14.2. Three providers: posts by type, terms by taxonomy, users. Nothing is
//! printed here.

mod posts;
mod taxonomies;
mod users;

use super::db::{Db, DbError};
use super::object_cache::ObjectCache;
use super::rewrite::Rewrite;
use super::site::Site;

/// Addresses in one map (`wp_sitemaps_get_max_urls`).
pub const MAX_URLS: i64 = 2000;

/// One address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SitemapEntry {
    /// The address.
    pub loc: String,
    /// `lastmod` in the sitemap's format; `None` where WordPress prints none.
    pub lastmod: Option<String>,
}

/// Reads maps.
#[derive(Clone, Copy)]
pub struct Sitemaps<'a> {
    /// The database.
    pub db: &'a Db,
    /// The site.
    pub site: &'a Site,
    /// Its permalink settings.
    pub rewrite: &'a Rewrite,
}

impl Sitemaps<'_> {
    /// Whether sitemaps are enabled (`blog_public`).
    pub fn are_enabled(&self) -> bool {
        self.site.options.is_on("blog_public")
    }

    /// The addresses of a page of a map; empty for a map or page that does not exist. `None`: no such provider.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn url_list(
        &self,
        provider: &str,
        subtype: &str,
        page: i64,
    ) -> Result<Option<Vec<SitemapEntry>>, DbError> {
        let page = page.max(1);
        Ok(Some(match provider {
            "posts" => self.posts(subtype, page).await?,
            "taxonomies" => self.terms(subtype, page),
            "users" => self.users(page).await?,
            _ => return Ok(None),
        }))
    }

    /// The addresses of all maps, in order.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn index(&self) -> Result<Vec<SitemapEntry>, DbError> {
        let mut entries = Vec::new();
        for (name, count) in self.post_counts().await? {
            self.add_pages(&mut entries, "posts", name, count);
        }
        for (name, count) in self.term_counts() {
            self.add_pages(&mut entries, "taxonomies", name, count);
        }
        let users = self.count_users().await?;
        self.add_pages(&mut entries, "users", "", users);
        Ok(entries)
    }

    fn add_pages(&self, entries: &mut Vec<SitemapEntry>, provider: &str, name: &str, count: i64) {
        let pages = count.max(0).saturating_add(MAX_URLS - 1) / MAX_URLS;
        entries.extend((1..=pages).map(|page| SitemapEntry {
            loc: self.sitemap_url(provider, name, page),
            lastmod: None,
        }));
    }

    /// The address of a map.
    pub fn sitemap_url(&self, provider: &str, subtype: &str, page: i64) -> String {
        if !self.rewrite.using_permalinks() {
            let subtype = if subtype.is_empty() {
                String::new()
            } else {
                format!("&sitemap-subtype={subtype}")
            };
            return self.home_url(&format!("/?sitemap={provider}{subtype}&paged={page}"));
        }
        let subtype = if subtype.is_empty() {
            String::new()
        } else {
            format!("-{subtype}")
        };
        self.home_url(&format!("/wp-sitemap-{provider}{subtype}-{page}.xml"))
    }

    /// The address of the index (`/wp-sitemap.xml`).
    pub fn index_url(&self) -> String {
        self.fixed_url("/wp-sitemap.xml", "/?sitemap=index")
    }

    /// The address of the style sheet of maps, or of the index.
    pub fn stylesheet_url(&self, is_index: bool) -> String {
        if is_index {
            self.fixed_url("/wp-sitemap-index.xsl", "/?sitemap-stylesheet=index")
        } else {
            self.fixed_url("/wp-sitemap.xsl", "/?sitemap-stylesheet=sitemap")
        }
    }

    fn fixed_url(&self, pretty: &str, plain: &str) -> String {
        if self.rewrite.using_permalinks() {
            self.home_url(&format!("{}{pretty}", self.index_php()))
        } else {
            self.home_url(plain)
        }
    }

    /// `/index.php` where the permalinks need it.
    fn index_php(&self) -> String {
        let structure = &self.rewrite.permalink_structure;
        if structure.starts_with("/index.php/") {
            "/index.php".to_owned()
        } else {
            String::new()
        }
    }

    fn home_url(&self, path: &str) -> String {
        format!("{}{path}", self.site.home())
    }

    fn links<'c>(&'c self, cache: &'c ObjectCache) -> super::link::Links<'c> {
        super::link::Links {
            site: self.site,
            rewrite: self.rewrite,
            cache,
            hooks: &[],
            reads_private: false,
        }
    }
}
