//! What the reviews register on this floor.

use crate::columns::{Column, is_plugin_active};
use crate::wordpress::l10n::Translations;

use super::option;

/// The plugin's file as in the option `active_plugins`.
pub const PLUGIN: &str = "g-business-reviews-rating/g-business-reviews-rating.php";

/// The text domain of the plugin's words.
pub const TEXT_DOMAIN: &str = "g-business-reviews-rating";

/// The column.
pub const COLUMN: Column = Column {
    name: "reviews",
    option_names: option::ALL,
    is_active: |options| is_plugin_active(options, PLUGIN),
    register: |_, _, _| {},
    query_hook: None,
    canonical_hook: None,
    translations,
};

fn translations(translations: &mut Translations) {
    translations.register_plugin(TEXT_DOMAIN, "g-business-reviews-rating");
}
