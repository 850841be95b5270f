//! WP Armour, the honeypot: sheet, script and global on every page and on the login page, and its words to robots.
//!
//! Contract "honeypot".

pub mod divi_contact;
pub mod login;
mod scripts;

use compat::wordpress::column::is_plugin_active;

use crate::column::{Column, Registry};

/// The column.
pub const COLUMN: Column = Column {
    name: "wp_armour",
    is_active: |options| is_plugin_active(options, "honeypot/wp-armour.php"),
    register,
};

/// The plugin's sheet, for sites whose folder does not hold the plugin.
pub const SHEET: &str = include_str!("../../assets/wp_armour/wpa.css");

fn register(registry: &mut Registry) {
    registry.hooks.wp_enqueue_scripts(12, scripts::enqueue);
    registry.login.push(login::pieces);
}
