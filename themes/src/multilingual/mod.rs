//! The language switcher and the links to translations.
//!
//! Contract "wordpress-core", section 19.

mod hreflang;
mod languages;
pub mod polylang;
mod polylang_menu;
mod polylang_switcher;
mod switcher;
mod visitor_scripts;
pub mod wpml;
mod wpml_switcher;

use compat::multilingual::settings::MultilingualSettings;

use crate::base_css::place;
use crate::column::{Column, Registry};

/// The column's manifest on this floor.
pub const COLUMN: Column = Column {
    name: "multilingual",
    is_active: |_| true,
    register,
};

fn register(registry: &mut Registry) {
    registry.sheets.add(
        place::PLUGINS,
        &[include_str!(
            "../../assets/multilingual/language_switcher.css"
        )],
    );
    registry.hooks.wp_head(1, hreflang::hreflang);
    for tag in &registry
        .configured
        .get::<MultilingualSettings>()
        .switcher_shortcodes
    {
        registry
            .shortcodes
            .register(tag, |_, page| switcher::switcher(&page.view));
    }
}
