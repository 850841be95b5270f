//! `home_url` and slashes at the end.

use super::Links;
use crate::wordpress::rewrite::Rewrite;

/// The text with exactly one slash at its end.
pub fn trailingslashit(text: &str) -> String {
    format!("{}/", untrailingslashit(text))
}

/// The text without slashes (and backslashes) at its end.
pub fn untrailingslashit(text: &str) -> &str {
    text.trim_end_matches(['/', '\\'])
}

impl Rewrite {
    /// The text with or without a slash at its end, as the permalink structure has it.
    pub fn user_trailingslashit(&self, text: &str) -> String {
        if self.use_trailing_slashes {
            trailingslashit(text)
        } else {
            untrailingslashit(text).to_owned()
        }
    }
}

impl Links<'_> {
    /// The URL of a path below the site's address.
    pub fn home_url(&self, path: &str) -> String {
        let home = self.site.home();
        if path.is_empty() {
            home
        } else {
            format!("{home}/{}", path.trim_start_matches('/'))
        }
    }

    /// The URL of a post, page or term: where only content says its language, its address does not.
    pub(super) fn content_url(&self, path: &str) -> String {
        match &self.site.content_home {
            Some(home) => format!("{home}/{}", path.trim_start_matches('/')),
            None => self.home_url(path),
        }
    }

    /// An address with what every link of the site carries ([`Site::link_query`](crate::wordpress::site::Site)).
    pub fn with_link_query(&self, url: String) -> String {
        let Some(query) = &self.site.link_query else {
            return url;
        };
        let (address, fragment) = match url.split_once('#') {
            Some((address, fragment)) => (address, format!("#{fragment}")),
            None => (url.as_str(), String::new()),
        };
        let mark = if address.contains('?') { '&' } else { '?' };
        format!("{address}{mark}{query}{fragment}")
    }

    /// [`Rewrite::user_trailingslashit`].
    pub fn user_trailingslashit(&self, text: &str) -> String {
        self.rewrite.user_trailingslashit(text)
    }
}
