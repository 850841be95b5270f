//! What kind of page it is: WordPress's conditional flags (`is_single`, `is_home`, …).
//!
//! Contract "wordpress-core", section 4.

/// The flags of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "WordPress's own flags, set independently of one another"
)]
#[expect(
    missing_docs,
    reason = "each is WordPress's conditional tag of the same name"
)]
pub struct Conditionals {
    pub is_single: bool,
    pub is_preview: bool,
    pub is_page: bool,
    pub is_archive: bool,
    pub is_date: bool,
    pub is_year: bool,
    pub is_month: bool,
    pub is_day: bool,
    pub is_time: bool,
    pub is_author: bool,
    pub is_category: bool,
    pub is_tag: bool,
    pub is_tax: bool,
    pub is_search: bool,
    pub is_feed: bool,
    pub is_comment_feed: bool,
    pub is_trackback: bool,
    pub is_home: bool,
    pub is_privacy_policy: bool,
    pub is_404: bool,
    pub is_embed: bool,
    pub is_paged: bool,
    pub is_attachment: bool,
    pub is_singular: bool,
    pub is_robots: bool,
    pub is_favicon: bool,
    pub is_posts_page: bool,
    pub is_post_type_archive: bool,
    /// Computed, not a flag of WordPress's query: the front of the site.
    pub is_front_page: bool,
}

impl Conditionals {
    /// Everything off but "not found"; a feed stays a feed.
    pub fn set_404(&mut self) {
        *self = Self {
            is_404: true,
            is_feed: self.is_feed,
            ..Self::default()
        };
    }

    pub(super) fn update_singular(&mut self) {
        self.is_singular = self.is_single || self.is_page || self.is_attachment;
    }
}
