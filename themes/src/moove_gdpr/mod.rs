//! GDPR Cookie Compliance: the consent banner and the settings dialog.
//!
//! Contract "cookie-consent".

mod banner;
mod consent;
mod dialog;
mod scripts;
mod wording;

use compat::columns::is_plugin_active;

use crate::theme::{Column, Registry};

/// The column.
pub const COLUMN: Column = Column {
    name: "moove_gdpr",
    is_active: |options| is_plugin_active(options, "gdpr-cookie-compliance/moove-gdpr.php"),
    register,
};

fn register(registry: &mut Registry) {
    let hooks = &mut registry.hooks;
    hooks.wp_enqueue_scripts(15, scripts::enqueue);
    hooks.wp_footer(10, banner::banner);
    hooks.wp_footer(99, banner::floating_button);
    hooks.wp_footer(99, dialog::dialog);
}
