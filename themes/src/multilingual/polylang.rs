//! What a site with Polylang registers.
//!
//! Contract "wordpress-core", section 19.2.

use crate::column::{Column, Registry};

use super::{polylang_menu, polylang_switcher, visitor_scripts};

/// The widget registered by Polylang.
pub const COLUMN: Column = Column {
    name: "multilingual",
    is_active: |options| options.raw("polylang").is_some_and(|raw| !raw.is_empty()),
    register,
};

fn register(registry: &mut Registry) {
    registry
        .hooks
        .wp_get_nav_menu_items(20, polylang_menu::items);
    registry
        .hooks
        .wp_enqueue_scripts(10, visitor_scripts::polylang);
    registry
        .widgets
        .register("polylang", "widget_polylang", polylang_switcher::widget);
}
