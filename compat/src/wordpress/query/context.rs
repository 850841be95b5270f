//! What a query runs on.

use super::hook::QueryHook;
use crate::wordpress::db::Db;
use crate::wordpress::site::Site;
use crate::wordpress::user::UserId;

/// What the requesting user may read. The default is an anonymous visitor.
#[derive(Debug, Clone, Copy, Default)]
pub struct QueryPermissions {
    /// The logged-in user.
    pub user: Option<UserId>,
    /// May read private posts of others.
    pub reads_private: bool,
    /// May edit posts of others, so sees their drafts.
    pub edits_others: bool,
}

/// What a query runs on.
#[derive(Clone, Copy)]
pub struct QueryContext<'a> {
    /// The database.
    pub db: &'a Db,
    /// The site.
    pub site: &'a Site,
    /// What columns change.
    pub hooks: &'a [Box<dyn QueryHook>],
    /// Search stop words in the page's language ([`super::STOP_WORDS`]).
    pub stop_words: &'a [String],
    /// What the requesting user may read.
    pub viewer: QueryPermissions,
}
