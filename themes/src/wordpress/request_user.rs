//! Who asks for a page.

use compat::wordpress::post::PostId;
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
    /// `User-Agent`, as sent.
    pub user_agent: String,
    /// Path and query of the request, as sent.
    pub request_uri: String,
    /// Number of things in the visitor's cart.
    pub cart_contents_count: u64,
    /// All cookies, decoded. A page that reads one is for one visitor ([`Page::is_for_one_visitor`]), unless the key of
    /// kept pages tells its values apart.
    pub cookies: Vec<(String, String)>,
    /// The comment whose reply form is asked for (`?replytocom=`).
    pub reply_to_comment: Option<i64>,
    /// What the account may do; nothing for a visitor.
    pub capabilities: Capabilities,
    /// A number that nobody foresees, another one for each page and nonce tick. Not drawn anew for each view: a page
    /// that is rendered again stays the same to the byte, and so does its tag.
    pub random: i64,
}

impl RequestUser {
    /// A cookie's value; of two with one name the first counts.
    pub fn cookie(&self, name: &str) -> Option<&str> {
        let mut cookies = self.cookies.iter();
        cookies.find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }
}

/// `wp_is_mobile`, as far as a user agent tells it: kept pages are told apart by it.
pub fn wp_is_mobile(agent: &str) -> bool {
    [
        "Mobile",
        "Android",
        "Silk/",
        "Kindle",
        "BlackBerry",
        "Opera Mini",
        "Opera Mobi",
    ]
    .iter()
    .any(|word| agent.contains(word))
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
