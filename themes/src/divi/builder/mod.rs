//! The builder: how stored elements (`et_pb_*` shortcodes) become markup and CSS.
//!
//! Contract "divi-server", section 2. Steps for an element: order number, migrations of attributes, library content of
//! global modules ([`global_module`]), preset, global colours and dynamic content ([`element`]), rendering by its module
//! ([`module`]), children first, and its CSS rules ([`style_sheet`]). State of a page: [`render_state`]. The modules are
//! in [`super::modules`].

pub mod background;
pub mod button;
pub mod class_list;
pub mod css;
pub mod element;
pub mod global_module;
pub mod image;
pub mod layout;
pub mod module;
pub mod multi_view;
pub mod post_list;
pub mod render_state;
pub mod rendered;
pub mod scope;
pub mod script_data;
pub mod split_test;
pub mod style_rule;
pub mod style_sheet;

pub(crate) use crate::slots::slots;
pub use background::Background;
pub use button::Button;
pub use class_list::ClassList;
pub use element::{Element, builder_text, print, print_slots};
pub use image::ImageTag;
pub use module::{Module, OnPage, Render};
pub use multi_view::{ModeValues, MultiView};
pub use render_state::RenderState;
pub use rendered::Rendered;

use compat::wordpress::shortcode::ShortcodeCall;

use crate::column::Registry;
use crate::wordpress::view::Page;

use super::modules::MODULES;

/// Registers every module's shortcode. Elements of unknown modules print their content.
pub fn register(registry: &mut Registry) {
    for (kind, module) in MODULES.iter().enumerate() {
        let render = move |call: &ShortcodeCall<'_, Page>, page: &mut Page| {
            element::render_shortcode(kind, call, page)
        };
        registry.shortcodes.register(module.slug, render);
    }
    registry.shortcodes.set_tree_renderer(layout::render_text);
    registry.shortcodes.foreign_prefix("et_pb_");
    registry.hooks.wp_footer(20, script_data::print);
}
