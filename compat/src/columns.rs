//! The list of columns on this floor. Adding a plugin is adding its folder and its line.

use crate::wordpress::column::Columns;

/// All columns, in the order in which they register.
pub const COLUMNS: Columns = Columns(&[
    crate::wordpress::register::COLUMN,
    crate::divi::register::COLUMN,
    crate::woocommerce::register::COLUMN,
    crate::contact_form_7::register::COLUMN,
    crate::reviews::register::COLUMN,
    crate::moove_gdpr::register::COLUMN,
    crate::wp_armour::register::COLUMN,
    crate::multilingual::register::COLUMN,
]);
