//! Who sends a form, and from which page.

use std::ops::Deref;

use crate::wordpress::request_context::RequestContext;

/// The request that sends a form; over REST its visitor is anonymous without a nonce.
pub struct Sender<'a> {
    /// The request.
    pub context: &'a RequestContext<'a>,
    /// The page that the form was sent from, in the site's stored spelling.
    pub referer: String,
}

impl<'a> Deref for Sender<'a> {
    type Target = RequestContext<'a>;

    fn deref(&self) -> &Self::Target {
        self.context
    }
}
