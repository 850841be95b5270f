//! The list of columns on this floor, with those of the floors below. Adding a plugin is adding its folders and a line.

use crate::column::Columns;

/// All columns, in the order in which they register.
pub const COLUMNS: Columns = Columns {
    compat: compat::columns::COLUMNS,
    themes: themes::columns::COLUMNS,
    endpoints: &[
        crate::wordpress::COLUMN,
        crate::contact_form_7::COLUMN,
        crate::moove_gdpr::COLUMN,
        crate::reviews::COLUMN,
        crate::wp_armour::COLUMN,
        crate::multilingual::COLUMN,
        crate::divi::COLUMN,
        crate::woocommerce::COLUMN,
    ],
};
