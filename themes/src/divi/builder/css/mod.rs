//! CSS rules made of the attributes of an element.
//!
//! Contract "divi-css". What a module has is data: [`module_fields`]. [`values`] reads options; option families that
//! modules share are in [`families`], in the order of section 2; options of single modules are in [`module_rules`]. Not here: collecting and printing rules ([`super::style_sheet`]),
//! classes, and data for scripts.

pub mod config;
pub mod element_rules;
pub mod element_styles;
pub mod families;
mod flag;
pub mod fonts_used;
pub mod icon_font;
pub mod ligature_rules;
mod ligatures;
pub mod module_fields;
pub mod module_rules;
mod own_rule;
mod placeholders;
pub mod rules;
pub mod shapes;
pub mod style_cache;
pub mod styles;
pub mod subject;
mod values;

pub use element_styles::{
    FOREIGN_WRAPPER, is_structure, is_transformed_while_sticky, sticks, styles_of,
};
pub use flag::Flag;
pub use subject::Subject;
