//! The user of a request.

use compat::wordpress::device::Device;
use compat::wordpress::post::PostId;
use compat::wordpress::url::PageUrl;
use compat::wordpress::user::UserId;
use compat::wordpress::user::capability::Capabilities;
use compat::wordpress::visibility::Viewer;

/// The requesting user and the request's data that rendering depends on.
#[derive(Debug, Clone, Default)]
pub struct RequestUser {
    /// The logged-in user.
    pub user: Option<UserId>,
    /// The token of the login session.
    pub session_token: String,
    /// Name, e-mail and URL from the commenter's cookies.
    pub commenter: Commenter,
    /// Protected posts unlocked by the visitor's password cookie.
    pub opened_posts: Vec<PostId>,
    /// The device, as far as it is known.
    pub device: Device,
    /// The address of the page.
    pub page_url: PageUrl,
    /// Number of items in the visitor's cart.
    pub cart_contents_count: u64,
    /// The comment to reply to (`?replytocom=`).
    pub reply_to_comment: Option<i64>,
    /// The user's capabilities; none for an anonymous visitor.
    pub capabilities: Capabilities,
    /// A pseudo-random number, fixed for a page and nonce tick, so that a page that is rendered again has the same bytes.
    pub random: i64,
}

impl RequestUser {
    /// The user, for what may be viewed.
    pub fn viewer(&self) -> Viewer<'_> {
        Viewer::new(self.user, &self.capabilities)
    }
}

/// The commenter's cookies.
#[derive(Debug, Clone, Default)]
pub struct Commenter {
    /// `comment_author_HASH`.
    pub name: String,
    /// `comment_author_email_HASH`.
    pub email: String,
    /// `comment_author_url_HASH`.
    pub url: String,
}
