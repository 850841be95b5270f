//! Which files of WordPress, its theme and plugins a page may link.
//!
//! A site whose folder lacks the style sheets of its theme and plugins uses the base theme's; links to missing files
//! are left out. Sites with `frontend = "legacy"` or a legacy upstream link everything.

use std::sync::Arc;

/// URL paths of these files.
const FOLDERS: [&str; 3] = ["/wp-content/", "/wp-includes/", "/wp-admin/"];

type IsThere = Arc<dyn Fn(&str) -> bool + Send + Sync>;

/// The files that may be linked; by default all.
#[derive(Clone, Default)]
pub struct SiteFiles {
    is_there: Option<IsThere>,
}

impl SiteFiles {
    /// Only files for whose path `is_there` returns true.
    pub fn existing(is_there: impl Fn(&str) -> bool + Send + Sync + 'static) -> Self {
        Self {
            is_there: Some(Arc::new(is_there)),
        }
    }

    /// Whether a page may link `url`; always true for other sites' URLs.
    pub fn may_link(&self, siteurl: &str, url: &str) -> bool {
        let Some(is_there) = &self.is_there else {
            return true;
        };
        let path = url.strip_prefix(siteurl).unwrap_or_default();
        let path = path.split(['?', '#']).next().unwrap_or(path);
        let is_ours = FOLDERS.iter().any(|folder| path.starts_with(folder));
        !is_ours || is_there(path)
    }
}

impl std::fmt::Debug for SiteFiles {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let which = if self.is_there.is_some() {
            "existing"
        } else {
            "all"
        };
        f.debug_tuple("SiteFiles").field(&which).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_site_must_be_there() {
        let files = SiteFiles::existing(|path| path == "/wp-content/a.css");
        let may = |url: &str| files.may_link("http://h", url);
        assert!(may("http://h/wp-content/a.css?ver=1"));
        assert!(!may("http://h/wp-content/b.css?ver=1"));
        assert!(!may("http://h/wp-includes/js/a.js#x"));
        assert!(may("http://h/otra/a.js") && may("https://fonts.example/wp-content/a.css"));
        assert!(SiteFiles::default().may_link("http://h", "http://h/wp-content/b.css"));
    }
}
