//! The builder: how stored elements (`et_pb_*` shortcodes) become markup and CSS.
//!
//! Contract "divi-server", section 2. Steps for an element: order number, migrations of attributes, library content of
//! global modules ([`global_module`]), preset, global colours and dynamic content ([`render_element`]), rendering by its
//! module ([`module`]), children first, and its CSS rules ([`style_sheet`]). State of a page: [`render_state`]. The
//! modules are in [`super::modules`]; the column registers them ([`register`]).

pub mod background;
pub mod button;
pub mod class_list;
pub mod css;
pub mod dividers;
pub mod element;
mod element_attributes;
pub mod element_count;
mod element_names;
pub mod element_scripts;
pub mod global_module;
pub mod image;
mod inherited;
pub mod layout;
pub mod media;
pub mod module;
pub mod module_list;
pub mod multi_view;
pub mod on_page;
pub mod page_scripts;
pub mod post_list;
pub mod render_element;
pub mod render_state;
pub mod rendered;
pub mod root;
pub mod scope;
pub mod script_data;
pub mod split_test;
pub mod style_rule;
pub mod style_sheet;
pub mod template;

pub(crate) use crate::slots::slots;
pub use background::Background;
pub use button::Button;
pub use class_list::ClassList;
pub use element::Element;
pub use image::ImageTag;
pub use module::{Module, OnPage, Render};
pub use multi_view::{ModeValues, MultiView};
pub use render_state::RenderState;
pub use rendered::Rendered;
pub use template::{builder_text, print, print_slots};

use compat::wordpress::shortcode::ShortcodeCall;

use crate::column::Registry;
use crate::wordpress::view::Page;

use module_list::ModuleList;

/// Registers every module's shortcode. Elements of unknown modules print their content.
pub fn register(registry: &mut Registry, modules: &'static [Module]) {
    for (kind, module) in modules.iter().enumerate() {
        let render = move |call: &ShortcodeCall<'_, Page>, page: &mut Page| {
            render_element::render_shortcode(kind, call, page)
        };
        registry.shortcodes.register(module.slug, render);
    }
    registry.column_data.insert(ModuleList::new(modules));
    registry.shortcodes.set_tree_renderer(layout::render_text);
    registry.shortcodes.foreign_prefix("et_pb_");
    registry.element_readers.push(element_names::read);
    registry.hooks.wp_footer(20, page_scripts::print);
}
