//! The column: the options of both plugins, which are read also where they are not autoloaded.

use crate::columns::Column;

/// The column.
pub const COLUMN: Column = Column {
    name: "multilingual",
    option_names: &[
        "icl_sitepress_settings",
        "wpml_language_switcher",
        "polylang",
    ],
    is_active: |_| true,
    register: |_, _, _| {},
    translations: |_| {},
    query_hook: None,
    canonical_hook: None,
};
