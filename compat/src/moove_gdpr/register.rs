//! The column: the option that holds the settings of old sites, and the plugin's texts.

use crate::columns::{Column, is_plugin_active};

/// The column.
pub const COLUMN: Column = Column {
    name: "moove_gdpr",
    option_names: &["moove_gdpr_plugin_settings"],
    is_active: |options| is_plugin_active(options, "gdpr-cookie-compliance/moove-gdpr.php"),
    register: |_, _, _| {},
    translations: |translations| {
        translations.register_plugin("gdpr-cookie-compliance", "gdpr-cookie-compliance");
    },
    query_hook: None,
    canonical_hook: None,
};
