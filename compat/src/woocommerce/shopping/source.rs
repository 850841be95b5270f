//! What a visit is made from: the site, and who asks.

use crate::wordpress::column::SiteData;
use crate::wordpress::db::Db;
use crate::wordpress::l10n::{Locale, TextDomain};
use crate::wordpress::link::Links;
use crate::wordpress::nonce::NonceContext;
use crate::wordpress::object_cache::ObjectCache;
use crate::wordpress::post::PostId;
use crate::wordpress::rewrite::Rewrite;
use crate::wordpress::salt::Salts;
use crate::wordpress::site::Site;
use crate::wordpress::user::UserId;

/// What a visit is made from.
#[derive(Clone, Copy)]
pub struct ShopSource<'a> {
    /// The database.
    pub db: &'a Db,
    /// The site.
    pub site: &'a Site,
    /// What columns keep of it.
    pub site_data: &'a SiteData,
    /// Its permalink settings.
    pub rewrite: &'a Rewrite,
    /// Its keys and salts.
    pub salts: &'a Salts,
    /// The language of messages.
    pub locale: &'a Locale,
    /// The logged-in user.
    pub user: Option<UserId>,
    /// The token of the login session.
    pub session_token: &'a str,
    /// Whether the visitor may edit products, and buys unpublished ones.
    pub may_edit: bool,
    /// Unix time.
    pub now: i64,
}

impl ShopSource<'_> {
    /// Texts of the plugin.
    pub fn texts(&self) -> TextDomain<'_> {
        self.locale.domain("woocommerce")
    }

    /// The address of the page that an option names, else of the front page.
    pub fn page_url(&self, option: &str) -> String {
        let cache = ObjectCache::default();
        let links = self.links(&cache);
        let id = PostId(self.site.options.int(option));
        links
            .page_url(id)
            .unwrap_or_else(|| format!("{}/", self.site.home()))
    }

    /// The permalink builder over loaded objects.
    pub fn links<'l>(&'l self, cache: &'l ObjectCache) -> Links<'l> {
        Links {
            site: self.site,
            rewrite: self.rewrite,
            cache,
            hooks: &[],
            reads_private: false,
        }
    }

    /// Runs `work` with the nonces of a user, or of a visitor whose session is `guest`'s.
    pub fn with_nonces<T>(
        &self,
        guest: Option<&str>,
        work: impl FnOnce(&NonceContext<'_>) -> T,
    ) -> T {
        let user = match (self.user, guest) {
            (Some(user), _) => user.0.to_string(),
            (None, Some(guest)) => guest.to_owned(),
            (None, None) => "0".to_owned(),
        };
        let mut nonces = NonceContext::anonymous(self.salts, self.now);
        nonces.user = &user;
        nonces.session_token = self.session_token;
        work(&nonces)
    }
}
