//! The builder's modules: one room each, named after its shortcode without `et_pb_`.
//!
//! Contract "divi-modules". A module is its attributes' defaults, a template in `templates/divi/modules/`, and what
//! follows for its classes. Which rules its attributes mean is `super::builder`'s.

mod column;
mod row;
mod section;
mod text;

use super::builder::module::Module;

/// All modules. A new one is its file and its line here.
pub const MODULES: &[Module] = &[
    section::MODULE,
    row::MODULE,
    row::INNER,
    column::MODULE,
    column::INNER,
    text::MODULE,
];
