//! The list of columns on this floor. Adding a plugin is adding its folder and its line.

use crate::column::Column;

/// All columns, in the order in which they register.
pub const COLUMNS: &[Column] = &[
    crate::wordpress::COLUMN,
    crate::contact_form_7::COLUMN,
    crate::reviews::COLUMN,
    crate::moove_gdpr::COLUMN,
    crate::wp_armour::COLUMN,
    crate::woocommerce::COLUMN,
    crate::divi::COLUMN,
    crate::multilingual::COLUMN,
    crate::multilingual::wpml::COLUMN,
    crate::multilingual::polylang::COLUMN,
];
