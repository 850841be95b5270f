//! Who asks for a page.

use compat::wordpress::device::Device;
use compat::wordpress::post::PostId;
use compat::wordpress::url::PageUrl;
use compat::wordpress::user::UserId;
use compat::wordpress::user::capability::Capabilities;

/// What is known of the visitor.
#[derive(Debug, Clone, Default)]
pub struct RequestUser {
    /// The user, when somebody is logged in.
    pub user: Option<UserId>,
    /// The token of the login session.
    pub session_token: String,
    /// Name, e-mail and URL from the comment cookies.
    pub commenter: Commenter,
    /// Posts whose password the visitor's cookie opens.
    pub opened_posts: Vec<PostId>,
    /// The device, as far as it is known.
    pub device: Device,
    /// The address of the page.
    pub page_url: PageUrl,
    /// Number of things in the visitor's cart.
    pub cart_contents_count: u64,
    /// The comment whose reply form is asked for (`?replytocom=`).
    pub reply_to_comment: Option<i64>,
    /// What the account may do; nothing for a visitor.
    pub capabilities: Capabilities,
    /// A pseudo-random number, fixed for a page and nonce tick, so that a page that is rendered again has the same bytes.
    pub random: i64,
}

/// What the comment cookies say.
#[derive(Debug, Clone, Default)]
pub struct Commenter {
    /// `comment_author_HASH`.
    pub name: String,
    /// `comment_author_email_HASH`.
    pub email: String,
    /// `comment_author_url_HASH`.
    pub url: String,
}
