//! What a query runs on.

use super::hook::QueryHook;
use crate::wordpress::db::Db;
use crate::wordpress::site::Site;
use crate::wordpress::visibility::Viewer;

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
    /// The requesting user.
    pub viewer: Viewer<'a>,
}
