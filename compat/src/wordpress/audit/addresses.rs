//! The published addresses of a site: posts of every type that has addresses, lists of posts, and what every site answers.

use std::sync::Arc;

use serde::Serialize;

use super::limits;
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::link::Links;
use crate::wordpress::object_cache::ObjectCache;
use crate::wordpress::post::Post;
use crate::wordpress::rewrite::Rewrite;
use crate::wordpress::site::Site;
use crate::wordpress::sitemap::Sitemaps;
use crate::wordpress::user::UserId;

/// What an address leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AddressKind {
    /// The list of posts at the site's address.
    Front,
    /// A post of any type.
    Post,
    /// The list of a type of posts.
    Archive,
    /// The posts of a term.
    Term,
    /// The posts of an author.
    Author,
    /// The posts of a year or month.
    Date,
    /// Feeds, sitemaps and the like.
    Service,
}

/// An address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// The address as links have it.
    pub url: String,
    /// What it leads to.
    pub kind: AddressKind,
    /// The type of the post, or the taxonomy.
    pub of: String,
    /// The number of the post.
    pub id: Option<i64>,
    /// The title of the post.
    pub title: String,
}

impl Address {
    fn list(kind: AddressKind, of: &str, url: String) -> Self {
        Self {
            url,
            kind,
            of: of.to_owned(),
            id: None,
            title: String::new(),
        }
    }
}

/// The addresses of posts; `posts` are all that the permalinks need.
///
/// # Errors
/// When the database fails.
pub async fn of_posts(
    db: &Db,
    site: &Site,
    rewrite: &Rewrite,
    posts: &[Arc<Post>],
) -> Result<Vec<Address>, DbError> {
    let mut cache = ObjectCache::default();
    let needs = rewrite.link_needs();
    let ids: Vec<_> = posts.iter().map(|post| post.id).collect();
    for post in posts {
        cache.add_post(Arc::clone(post));
    }
    if needs.terms {
        cache.prime_relationships(db, &ids).await?;
    }
    if needs.authors {
        let users: Vec<UserId> = posts.iter().map(|post| post.author).collect();
        cache.prime_users(db, &users).await?;
    }
    let links = links(site, rewrite, &cache);
    let address = |post: &Arc<Post>| Address {
        url: links.get_permalink(post),
        kind: AddressKind::Post,
        of: post.post_type.clone(),
        id: Some(post.id.0),
        title: limits::cut(&post.title, 200).to_owned(),
    };
    Ok(posts.iter().map(address).collect())
}

fn links<'a>(site: &'a Site, rewrite: &'a Rewrite, cache: &'a ObjectCache) -> Links<'a> {
    Links {
        site,
        rewrite,
        cache,
        hooks: &[],
        reads_private: false,
    }
}

/// The addresses of lists: front, archives, terms, authors, dates.
///
/// # Errors
/// When the database fails.
pub async fn of_lists(db: &Db, site: &Site, rewrite: &Rewrite) -> Result<Vec<Address>, DbError> {
    let cache = ObjectCache::default();
    let links = links(site, rewrite, &cache);
    let mut found = Vec::new();
    if site.page_on_front().is_none() {
        let front = links.with_link_query(links.home_url("/"));
        found.push(Address::list(AddressKind::Front, "post", front));
    }
    for name in site
        .registry
        .post_types
        .keys()
        .filter(|name| **name != "post")
    {
        let archive = links.get_post_type_archive_link(name);
        found.extend(archive.map(|url| Address::list(AddressKind::Archive, name, url)));
    }
    let sitemaps = Sitemaps { db, site, rewrite };
    let taxonomies = site.registry.taxonomies.values();
    for taxonomy in taxonomies.filter(|t| t.public && t.publicly_queryable) {
        let urls = all(&sitemaps, "taxonomies", &taxonomy.name)
            .await?
            .into_iter();
        found.extend(urls.map(|url| Address::list(AddressKind::Term, &taxonomy.name, url)));
    }
    let urls = all(&sitemaps, "users", "").await?.into_iter();
    found.extend(urls.map(|url| Address::list(AddressKind::Author, "", url)));
    for (year, month) in months(db, site).await? {
        let url = match month {
            0 => links.get_year_link(year),
            month => links.get_month_link(year, month),
        };
        found.push(Address::list(AddressKind::Date, "", url));
    }
    Ok(found)
}

/// All addresses of a map.
async fn all(
    sitemaps: &Sitemaps<'_>,
    provider: &str,
    subtype: &str,
) -> Result<Vec<String>, DbError> {
    let mut urls = Vec::new();
    for page in 1.. {
        let found = sitemaps.url_list(provider, subtype, page).await?;
        let found = found.unwrap_or_default();
        if found.is_empty() || urls.len() > limits::ADDRESSES {
            break;
        }
        urls.extend(found.into_iter().map(|entry| entry.loc));
    }
    Ok(urls)
}

/// Years (month 0) and months with published posts.
async fn months(db: &Db, site: &Site) -> Result<Vec<(i64, i64)>, DbError> {
    let mut sql = crate::wordpress::db::SqlText::new(
        "SELECT DISTINCT SUBSTR(CAST(p.post_date AS CHAR), 1, 7) FROM {p}posts p \
         WHERE p.post_status = 'publish' AND p.post_type = 'post'",
    );
    site.add_posts_where(&mut sql);
    let rows: Vec<(String,)> = db.load_built(sql).await?;
    let dates = rows.iter().filter_map(|(date,)| {
        let (year, month) = date.split_once('-')?;
        Some((year.parse::<i64>().ok()?, month.parse::<i64>().ok()?))
    });
    let dates = dates.filter(|(year, month)| *year > 0 && (1..=12).contains(month));
    let mut found: Vec<_> = dates.flat_map(|(y, m)| [(y, 0), (y, m)]).collect();
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// What every site answers besides its pages.
pub fn services(site: &Site, rewrite: &Rewrite) -> Vec<Address> {
    let home = site.home();
    let service =
        |of: &str, path: &str| Address::list(AddressKind::Service, of, format!("{home}{path}"));
    let is_pretty = rewrite.using_permalinks();
    let feed = if is_pretty { "/feed/" } else { "/?feed=rss2" };
    let rest = if is_pretty {
        "/wp-json/"
    } else {
        "/?rest_route=/"
    };
    let mut found = vec![
        service("feed", feed),
        service("REST API", rest),
        service("login", "/wp-login.php"),
    ];
    if is_pretty && home.matches('/').count() == 2 {
        found.push(service("robots", "/robots.txt"));
    }
    if site.options.is_on("blog_public") && is_pretty {
        found.push(service("sitemap", "/wp-sitemap.xml"));
    }
    found
}
