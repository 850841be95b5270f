//! WP Armour (honeypot): style sheet, script and global on every page and on the login page, and the response to bots.
//!
//! Contract "honeypot".

pub mod divi_contact;
pub mod login;
mod scripts;

use compat::wordpress::column::is_plugin_active;

use crate::column::{Column, Registry};

/// The column's manifest on this floor.
pub const COLUMN: Column = Column {
    name: "wp_armour",
    is_active: |options| is_plugin_active(options, "honeypot/wp-armour.php"),
    register,
};

/// Our substitute for the plugin's style sheet.
pub const SHEET: &str = include_str!("../../assets/wp_armour/wpa.css");

fn register(registry: &mut Registry) {
    registry.hooks.wp_enqueue_scripts(12, scripts::enqueue);
    registry.hooks.login_form(10, login::initiator);
    registry.login.push(login::pieces);
}
