//! What a site with WPML registers.
//!
//! Contract "wordpress-core", section 19.1.

use crate::column::{Column, Registry};

use super::{switcher, visitor_scripts, wpml_switcher};

/// The shortcodes registered by WPML.
pub const COLUMN: Column = Column {
    name: "multilingual",
    is_active: |options| {
        options
            .raw("icl_sitepress_settings")
            .is_some_and(|raw| !raw.is_empty())
    },
    register,
};

fn register(registry: &mut Registry) {
    registry.hooks.wp_footer(19, wpml_switcher::in_footer);
    registry.hooks.wp_enqueue_scripts(10, visitor_scripts::wpml);
    registry
        .hooks
        .wp_nav_menu_items(10, |page, menu, depth, items| {
            wpml_switcher::in_menu(&page.view, menu, depth, items);
        });
    registry.widgets.register(
        "icl_lang_sel_widget",
        "widget_icl_lang_sel_widget",
        wpml_switcher::widget,
    );
    for tag in ["wpml_language_switcher", "wpml_language_selector_widget"] {
        registry
            .shortcodes
            .register(tag, |_, page| switcher::switcher(&page.view));
    }
}
