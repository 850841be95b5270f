//! Who sends a form, and the site that it is sent to.

use compat::wordpress::object_cache::ObjectCache;
use themes::wordpress::view::RequestUser;

use crate::app::App;
use crate::site_state::SiteState;
use crate::wordpress::input::Input;

/// The sender of a submission and the site.
pub struct Sender<'a> {
    /// The application.
    pub app: &'a App,
    /// The snapshot of the site.
    pub state: &'a SiteState,
    /// The request.
    pub input: &'a Input,
    /// The requesting user; over REST anonymous without a nonce.
    pub visitor: &'a RequestUser,
    /// Loaded objects, including the user.
    pub objects: &'a ObjectCache,
    /// The URL of the page with the form, with the stored site URL.
    pub referer: String,
}
