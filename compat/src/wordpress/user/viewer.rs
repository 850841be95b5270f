//! The person who asks, and what that person may do in general.
//!
//! Contract "wordpress-rest", section 4. Questions about a single thing: `visibility` for posts, `map_meta_cap` for
//! everything else.

use super::UserId;
use super::capability::{Capabilities, primitive_capability};
use crate::wordpress::post::Post;

/// The person who asks. The default is an anonymous visitor.
#[derive(Debug, Clone, Copy, Default)]
pub struct Viewer<'a> {
    user: Option<(UserId, &'a Capabilities)>,
}

impl<'a> Viewer<'a> {
    /// A logged-in user, if there is one.
    pub fn new(user: Option<UserId>, capabilities: &'a Capabilities) -> Self {
        Self {
            user: user.map(|user| (user, capabilities)),
        }
    }

    /// The logged-in user.
    pub fn user(&self) -> Option<UserId> {
        self.user.map(|(user, _)| user)
    }

    /// `current_user_can` for a capability that is about no single thing.
    pub fn can(&self, capability: &str) -> bool {
        let capability = primitive_capability(capability);
        self.user.is_some_and(|(_, can)| can.has(capability))
    }

    /// The capabilities; `None` of an anonymous visitor.
    pub fn capabilities(&self) -> Option<&'a Capabilities> {
        self.user.map(|(_, can)| can)
    }

    /// Whether a post is this person's. A post without an author is nobody's.
    pub fn is_author(&self, post: &Post) -> bool {
        post.author.0 != 0 && self.user() == Some(post.author)
    }
}
