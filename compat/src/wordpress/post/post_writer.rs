//! What writing posts needs of the site, and who writes.

use std::sync::Arc;

use super::post_row::ZERO_DATE;
use super::{Post, PostId};
use crate::wordpress::date::{PhpDate, WpTimezone, mysql::parse_local};
use crate::wordpress::db::{DbError, Transaction};
use crate::wordpress::link::Links;
use crate::wordpress::object_cache::ObjectCache;
use crate::wordpress::rewrite::Rewrite;
use crate::wordpress::site::{Registry, Site};
use crate::wordpress::taxonomy::TermTaxonomyId;
use crate::wordpress::user::{User, UserId};

/// Who writes posts, when, and on which site.
#[derive(Clone)]
pub struct PostWriter {
    /// The site's snapshot: post types, taxonomies, options.
    pub site: Arc<Site>,
    /// Its permalink settings.
    pub rewrite: Arc<Rewrite>,
    /// Its time zone.
    pub zone: WpTimezone,
    /// Its locale (`es_ES`): slugs depend on it.
    pub locale: String,
    /// Unix time.
    pub now: i64,
    /// The current user, 0 for none.
    pub user: UserId,
    /// Whether this person may write any HTML.
    pub unfiltered_html: bool,
    /// Constant EMPTY_TRASH_DAYS is not 0.
    pub has_trash: bool,
    /// Constant WP_POST_REVISIONS: how many revisions a post has at most, `None` for any number.
    pub revisions_to_keep: Option<usize>,
}

impl PostWriter {
    /// The registered post types and taxonomies.
    pub fn registry(&self) -> &Registry {
        &self.site.registry
    }

    /// `current_time( 'mysql' )`.
    pub fn local_now(&self) -> String {
        mysql_date(self.now, &self.zone)
    }

    /// `current_time( 'mysql', 1 )`.
    pub fn gmt_now(&self) -> String {
        mysql_date(self.now, &WpTimezone::utc())
    }

    /// `get_gmt_from_date`; the zero date for what is no date.
    pub fn get_gmt_from_date(&self, local: &str) -> String {
        match parse_local(local) {
            Some(seconds) if !is_zero_date(local) => {
                let moment = self.zone.timestamp_of_local(seconds);
                mysql_date(moment, &WpTimezone::utc())
            }
            _ => ZERO_DATE.to_owned(),
        }
    }

    /// `get_date_from_gmt`; the zero date for what is no date.
    pub fn get_date_from_gmt(&self, gmt: &str) -> String {
        match parse_local(gmt) {
            Some(moment) if !is_zero_date(gmt) => mysql_date(moment, &self.zone),
            _ => ZERO_DATE.to_owned(),
        }
    }

    /// `get_permalink`, for a row that is being written: of `%category%` and `%author%` it knows what the database has.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn permalink(&self, tx: &Transaction, post: &Post) -> Result<String, DbError> {
        let needs = self.rewrite.link_needs();
        let mut cache = ObjectCache::default();
        if needs.terms && post.post_type == "post" {
            let terms = crate::wordpress::term_relationships::relationships(tx, post.id).await?;
            let terms = terms.into_iter().map(|(id, _)| TermTaxonomyId(id));
            cache.set_relationships(post.id, terms.collect());
        }
        if needs.authors
            && let Some(user) = author(tx, post.author).await?
        {
            cache.add_user(Arc::new(user), Arc::default());
        }
        // A revision's address is its id, wherever its post is.
        if post.parent > PostId(0)
            && post.post_type != "revision"
            && let Some(parent) = super::post_row::stored_post(tx, post.parent).await?
        {
            cache.add_post(Arc::new(parent));
        }
        let links = Links {
            site: &self.site,
            rewrite: &self.rewrite,
            cache: &cache,
            hooks: &[],
            reads_private: true,
        };
        Ok(links.get_permalink(post))
    }
}

async fn author(tx: &Transaction, id: UserId) -> Result<Option<User>, DbError> {
    const SQL: &str = "SELECT user_nicename FROM {p}users WHERE ID = ?";
    let row: Option<(String,)> = tx.load_first(SQL, crate::binds![id.0]).await?;
    Ok(row.map(|(nicename,)| User {
        id,
        nicename,
        ..User::default()
    }))
}

/// A moment as the tables hold it, in a zone.
pub fn mysql_date(timestamp: i64, zone: &WpTimezone) -> String {
    PhpDate::new(timestamp, zone).format("Y-m-d H:i:s")
}

/// Whether a stored date is none.
pub fn is_zero_date(date: &str) -> bool {
    date.is_empty() || date == ZERO_DATE
}

/// Unix time of a date in GMT.
pub fn timestamp_of_gmt(gmt: &str) -> Option<i64> {
    parse_local(gmt).filter(|_| !is_zero_date(gmt))
}
