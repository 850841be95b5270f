//! The visitor's subjects in the tests of a page, chosen before rendering.

use crate::wordpress::post::PostId;

/// The subject of one test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChosenSubject {
    /// The post that holds the test.
    pub post_id: i64,
    /// The chosen subject's id.
    pub subject: String,
    /// The suffix of the cookies' names.
    pub testing_id: String,
    /// Whether conversions are counted by a shortcode on another page.
    pub tracks_shortcode: bool,
}

/// The tests of a page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SplitTestVisit {
    /// One subject for each test.
    pub chosen: Vec<ChosenSubject>,
    /// The page may be cached: it has a placeholder for each subject, and the browser requests the visitor's.
    pub has_placeholders: bool,
}

impl SplitTestVisit {
    /// The subject in the test of a post.
    pub fn of(&self, post: PostId) -> Option<&ChosenSubject> {
        self.chosen.iter().find(|chosen| chosen.post_id == post.0)
    }

    /// Whether the page has no test.
    pub fn is_empty(&self) -> bool {
        self.chosen.is_empty()
    }
}
