//! Loads the languages of the multilingual plugin that a site has.
//!
//! Contract "wordpress-core", section 19.

use super::languages::Languages;
use super::{polylang, wpml};
use crate::wordpress::column::is_plugin_active;
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::site::Site;

impl Languages {
    /// Reads the rows of the plugin that the site has, when it has one. Rows that a plugin left behind count only while
    /// no other one is active.
    ///
    /// # Errors
    /// When a query fails.
    pub async fn load(db: &Db, site: &Site) -> Result<Option<Self>, DbError> {
        let has = |files: &[&str]| files.iter().any(|f| is_plugin_active(&site.options, f));
        let has_polylang = has(&["polylang/polylang.php", "polylang-pro/polylang.php"]);
        let has_wpml = has(&["sitepress-multilingual-cms/sitepress.php"]);
        if !has_polylang && let Some(languages) = wpml::load(db, site).await? {
            return Ok(Some(languages));
        }
        if has_wpml {
            return Ok(None);
        }
        polylang::load(db, site).await
    }
}
