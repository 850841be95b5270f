//! Contact Form 7: its style sheet and scripts on every page.
//!
//! Contract "contact-form-7" (globals); the forms themselves come with the column's own rooms.

use compat::columns::is_plugin_active;

use crate::theme::{Column, Registry};
use crate::wordpress::assets::Style;
use crate::wordpress::view::Page;

/// The column.
pub const COLUMN: Column = Column {
    name: "contact_form_7",
    is_active: |options| is_plugin_active(options, "contact-form-7/wp-contact-form-7.php"),
    register,
};

fn register(registry: &mut Registry) {
    registry.hooks.wp_enqueue_scripts(10, enqueue);
}

fn enqueue(page: &mut Page) {
    let url = page
        .view
        .plugin_url("contact-form-7/includes/css/styles.css");
    let version = page
        .view
        .site
        .options
        .value("wpcf7")
        .at("version")
        .to_string_lossy()
        .into_owned();
    page.assets
        .style(Style::linked("contact-form-7", &url, &version));
}
