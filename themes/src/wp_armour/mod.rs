//! WP Armour, the honeypot: its style sheet on every page.
//!
//! Contract "honeypot"; fields and checks come with the column's own rooms.

pub mod login;

use compat::columns::is_plugin_active;

use crate::theme::{Column, Registry};
use crate::wordpress::assets::Style;
use crate::wordpress::view::Page;

/// The column.
pub const COLUMN: Column = Column {
    name: "wp_armour",
    is_active: |options| is_plugin_active(options, "honeypot/wp-armour.php"),
    register,
};

/// The recorded version of the plugin.
pub(crate) const VERSION: &str = "2.4";

fn register(registry: &mut Registry) {
    registry.hooks.wp_enqueue_scripts(12, enqueue);
}

fn enqueue(page: &mut Page) {
    let url = page.view.plugin_url("honeypot/includes/css/wpa.css");
    page.assets.style(Style::linked("wpa-css", &url, VERSION));
}
