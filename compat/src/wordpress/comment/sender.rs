//! Who comments, and what the rules for comments need of the site.

use crate::wordpress::date::WpTimezone;
use crate::wordpress::db::Db;
use crate::wordpress::site::Site;
use crate::wordpress::user::User;
use crate::wordpress::visibility::Viewer;

use super::filter::AllowedMarkup;
use super::notify::CommentMails;

/// The commenter.
#[derive(Debug, Clone)]
pub struct Sender<'a> {
    /// The account, when logged in.
    pub user: Option<&'a User>,
    /// Whether the account may moderate comments.
    pub can_moderate: bool,
    /// The account, for what it may read.
    pub viewer: Viewer<'a>,
    /// Which HTML the sender may write.
    pub markup: AllowedMarkup,
    /// The address of the connection.
    pub ip: String,
    /// `User-Agent`.
    pub agent: String,
    /// Whether the password of the post is still missing.
    pub post_password_required: bool,
}

impl Sender<'_> {
    /// `comment_author_IP`.
    pub(super) fn comment_author_ip(&self) -> String {
        let is_kept = |c: &char| c.is_ascii_hexdigit() || matches!(c, ':' | '.' | ',' | ' ');
        self.ip.chars().filter(is_kept).collect()
    }

    /// `comment_agent`.
    pub(super) fn comment_agent(&self) -> String {
        self.agent.chars().take(254).collect()
    }
}

/// What the rules need of the site.
pub struct CommentSite<'a> {
    /// The database.
    pub db: &'a Db,
    /// The snapshot.
    pub site: &'a Site,
    /// The site's time zone.
    pub zone: &'a WpTimezone,
    /// Lower-case names of the site's hosts.
    pub internal_hosts: &'a [&'a str],
    /// Whether comments with disallowed keys are trashed (else marked as spam).
    pub has_trash: bool,
    /// Unix time.
    pub now: i64,
    /// Sends the mails about a comment on the post; `None`: there are none.
    pub mails: Option<CommentMails>,
}
