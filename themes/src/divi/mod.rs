//! Divi: the theme's page chrome and templates.
//!
//! Contract "divi-theme".

mod theme_css;

use compat::columns::is_theme;

use crate::theme::{Column, Registry};

/// The column.
pub const COLUMN: Column = Column {
    name: "divi",
    is_active: |options| is_theme(options, "Divi"),
    register,
};

fn register(registry: &mut Registry) {
    registry.shortcodes.foreign_prefix("et_pb_");
    theme_css::register(&mut registry.hooks);
}
