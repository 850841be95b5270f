//! What a page is rendered from: the site, the objects loaded for it, the main query, the visitor, the language.
//!
//! Rendering is a pure function of this: nothing here is looked up while it runs. What rendering collects (enqueued
//! assets, ids used twice) is in [`Page`].

use compat::wordpress::formatting::escape::esc_url;
use compat::wordpress::l10n::Locale;
use compat::wordpress::nonce::Nonces;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::query::MainQuery;
use compat::wordpress::site::Site;

use crate::engine::Engine;

use super::assets::Assets;

/// Which scripts a page links.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Frontend {
    /// Our browser modules.
    #[default]
    React,
    /// The site's own legacy scripts, at their old URLs.
    Legacy,
}

/// What is known of the visitor.
#[derive(Debug, Clone, Default)]
pub struct Visitor {
    /// The user, when somebody is logged in.
    pub user: Option<compat::wordpress::user::UserId>,
    /// Name, e-mail and URL from the comment cookies.
    pub commenter: Commenter,
    /// The cookie that opens protected posts.
    pub post_password: Option<String>,
    /// `User-Agent`, as sent.
    pub user_agent: String,
    /// Path and query of the request, as sent.
    pub request_uri: String,
    /// The comment whose reply form is asked for (`?replytocom=`).
    pub reply_to_comment: Option<i64>,
    /// A pending comment that its author may see (`?unapproved=` with the right hash).
    pub unapproved_comment: Option<i64>,
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

/// Everything that rendering reads.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The site's snapshot.
    pub site: &'a Site,
    /// The objects loaded for this request.
    pub objects: &'a ObjectCache,
    /// The main query and what it found.
    pub query: &'a MainQuery,
    /// Data of widgets and comments.
    pub extras: &'a super::extras::Extras,
    /// Who asks.
    pub visitor: &'a Visitor,
    /// The language of the page.
    pub locale: &'a Locale,
    /// Makes nonces for this visitor.
    pub nonces: &'a Nonces,
    /// The templates.
    pub engine: &'a Engine,
    /// Which columns take part, and what they print.
    pub columns: &'a crate::columns::Columns,
    /// Which scripts are linked.
    pub frontend: Frontend,
    /// Seconds since 1970, from the application's clock.
    pub now: i64,
}

impl Context<'_> {
    /// A text of core in the page's language.
    pub fn text(&self, source: &str) -> String {
        self.locale.translate("default", source)
    }

    /// The site's address with a slash at the end, as links to the front page print it.
    pub fn home_url(&self) -> String {
        esc_url(&format!("{}/", self.site.home())).into_owned()
    }
}

/// What rendering a page collects on its way.
#[derive(Debug, Default)]
pub struct Page {
    /// Style sheets and scripts.
    pub assets: Assets,
    /// Ids of menus printed so far.
    pub menu_ids: Vec<String>,
}
