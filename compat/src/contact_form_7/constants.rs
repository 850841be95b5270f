//! The plugin's constants in `wp-config.php`.
//!
//! Contract "contact-form-7", sections 1.5, 5 and 9. `WPCF7_USE_PIPE` is not read.

use crate::wordpress::wp_config::WpConfig;

/// The constants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constants {
    /// `WPCF7_AUTOP`: templates and mails of markup get paragraphs.
    pub autop: bool,
    /// `WPCF7_VERIFY_NONCE`: every form carries the nonce of a logged-in visitor.
    pub verify_nonce: bool,
    /// `WPCF7_LOAD_JS`: pages link the script.
    pub load_js: bool,
    /// `WPCF7_LOAD_CSS`: pages link the style sheets.
    pub load_css: bool,
    /// `WPCF7_ADMIN_READ_CAPABILITY`: the capability needed to read forms.
    pub read_capability: String,
    /// `WPCF7_ADMIN_READ_WRITE_CAPABILITY`: the capability needed to edit forms.
    pub edit_capability: String,
    /// `WP_CACHE`: a page cache may be active, so the script refills forms after load.
    pub has_page_cache: bool,
}

impl Default for Constants {
    fn default() -> Self {
        Self {
            autop: true,
            verify_nonce: false,
            load_js: true,
            load_css: true,
            read_capability: "edit_posts".to_owned(),
            edit_capability: "publish_pages".to_owned(),
            has_page_cache: false,
        }
    }
}

impl Constants {
    /// Those of a site's configuration; what it does not define is as the plugin has it.
    pub fn of(config: &WpConfig) -> Self {
        let usual = Self::default();
        let flag = |name: &str, usual: bool| config.flag(name).unwrap_or(usual);
        let text = |name: &str, usual: String| config.text(name).unwrap_or(usual);
        Self {
            autop: flag("WPCF7_AUTOP", usual.autop),
            verify_nonce: flag("WPCF7_VERIFY_NONCE", usual.verify_nonce),
            load_js: flag("WPCF7_LOAD_JS", usual.load_js),
            load_css: flag("WPCF7_LOAD_CSS", usual.load_css),
            read_capability: text("WPCF7_ADMIN_READ_CAPABILITY", usual.read_capability),
            edit_capability: text("WPCF7_ADMIN_READ_WRITE_CAPABILITY", usual.edit_capability),
            has_page_cache: flag("WP_CACHE", usual.has_page_cache),
        }
    }
}
