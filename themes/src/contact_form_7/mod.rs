//! Contact Form 7: forms, their controls, and the style sheet and scripts on every page.
//!
//! Contract "contact-form-7" sections 2 to 9 and 21. Rules and storage of forms: `compat::contact_form_7`; submissions:
//! `endpoints::contact_form_7`.

pub mod attributes;
pub mod control;
pub mod form;
pub mod form_atts;
pub mod form_context;
pub mod form_elements;
pub mod page_forms;
pub mod response;
pub mod shortcode;

mod assets;
mod notice;
mod plugin;

use compat::contact_form_7::register::PLUGIN;
use compat::wordpress::column::is_plugin_active;

use crate::base_css::place;
use crate::column::{Column, Registry};

/// The column's manifest on this floor.
pub const COLUMN: Column = Column {
    name: "contact_form_7",
    is_active: |options| is_plugin_active(options, PLUGIN),
    register,
};

fn register(registry: &mut Registry) {
    registry.sheets.add(
        place::PLUGINS,
        &[include_str!("../../assets/contact_form_7/forms.css")],
    );
    registry.hooks.wp_enqueue_scripts(10, assets::enqueue);
    for tag in ["contact-form-7", "contact-form"] {
        registry.shortcodes.register(tag, shortcode::contact_form);
    }
}
