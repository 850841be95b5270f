//! GDPR Cookie Compliance: the consent banner and the settings dialog.
//!
//! Contract "cookie-consent".

mod banner;
mod consent;
mod dialog;
mod scripts;
mod wording;

use compat::wordpress::column::is_plugin_active;

use crate::base_css::place;
use crate::column::{Column, Registry};

/// The column's manifest on this floor.
pub const COLUMN: Column = Column {
    name: "moove_gdpr",
    is_active: |options| is_plugin_active(options, "gdpr-cookie-compliance/moove-gdpr.php"),
    register,
};

fn register(registry: &mut Registry) {
    registry.sheets.add(
        place::OVERLAYS,
        &[include_str!("../../assets/moove_gdpr/consent.css")],
    );
    let hooks = &mut registry.hooks;
    hooks.wp_enqueue_scripts(15, scripts::enqueue);
    hooks.wp_head(1, consent::consent_mode_tags);
    hooks.wp_footer(10, banner::banner);
    hooks.wp_footer(99, banner::floating_button);
    hooks.wp_footer(99, dialog::dialog);
}
