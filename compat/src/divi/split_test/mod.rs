//! Split tests: which subject (variant of an element) a visitor sees, and which events are counted.
//!
//! Contract "divi-ajax", sections 1.1 to 1.4; recordings divi-ab/*. The cookie's name and value are made in
//! [`super::ab_subject_cookie`]. Not here: drafts of tests, which only the builder shows.

pub mod report;
pub mod rotation;
pub mod stats;
pub mod stats_writer;
pub mod subjects_cache;
mod visit;

use std::collections::BTreeMap;

use crate::binds;
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::post::PostId;

pub use visit::{ChosenSubject, SplitTestVisit};

/// Modules whose goal is counted on conversion, not on a click.
pub const CONVERSION_GOALS: [&str; 4] = [
    "et_pb_shop",
    "et_pb_contact_form",
    "et_pb_signup",
    "et_pb_comments",
];

/// An active test.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SplitTest {
    /// The post that holds it.
    pub post_id: i64,
    /// The ids of its subjects in order.
    pub subjects: Vec<String>,
    /// `_et_pb_ab_testing_id`, the suffix of the cookies' names.
    pub testing_id: String,
    /// `_et_pb_ab_goal_module`.
    pub goal_module: String,
    /// Whether conversions are counted by a shortcode on another page.
    pub tracks_shortcode: bool,
}

impl SplitTest {
    /// The name of the cookie with the visitor's subject.
    pub fn cookie_name(&self) -> String {
        super::ab_subject_cookie::ab_subject_cookie_name(self.post_id, &self.testing_id)
    }

    /// The subject in the visitor's cookie; the first for a cookie that matches none.
    pub fn subject_of(&self, cookie: &str, nonce_salt: Option<&str>) -> Option<&str> {
        let subjects: Vec<&str> = self.subjects.iter().map(String::as_str).collect();
        super::ab_subject_cookie::ab_subject_of_cookie(&subjects, cookie, nonce_salt)
    }
}

/// The active tests of a site.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SplitTests(BTreeMap<i64, SplitTest>);

impl SplitTests {
    /// Reads the tests in one query.
    ///
    /// # Errors
    /// When the database failed.
    pub async fn load(db: &Db) -> Result<Self, DbError> {
        const SQL: &str = "SELECT post_id, meta_key, meta_value FROM {p}postmeta WHERE meta_key IN \
            ('_et_pb_use_ab_testing', '_et_pb_ab_subjects', '_et_pb_ab_testing_id', '_et_pb_ab_goal_module', \
            '_et_pb_enable_shortcode_tracking') ORDER BY meta_id DESC";
        let rows: Vec<(i64, String, String)> = db.load(SQL, binds![]).await?;
        let mut tests: BTreeMap<i64, (bool, SplitTest)> = BTreeMap::new();
        // Of two rows with one key the first counts: it comes last here.
        for (post_id, key, value) in rows {
            let (is_on, test) = tests.entry(post_id).or_default();
            test.post_id = post_id;
            match key.as_str() {
                "_et_pb_use_ab_testing" => *is_on = value == "on",
                "_et_pb_ab_subjects" => test.subjects = subject_ids(&value),
                "_et_pb_ab_testing_id" => test.testing_id = value,
                "_et_pb_ab_goal_module" => test.goal_module = value,
                _ => test.tracks_shortcode = value == "on",
            }
        }
        let running = tests.into_iter().filter(|(_, (is_on, _))| *is_on);
        Ok(Self(running.map(|(id, (_, test))| (id, test)).collect()))
    }

    /// The test of a post.
    pub fn of(&self, post: PostId) -> Option<&SplitTest> {
        self.0.get(&post.0)
    }

    /// All of them, by post.
    pub fn iter(&self) -> impl Iterator<Item = &SplitTest> {
        self.0.values()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn subject_ids(list: &str) -> Vec<String> {
    list.split(',').map(|id| id.trim().to_owned()).collect()
}
