//! The builder's modules: one room each, named after its shortcode without `et_pb_`.
//!
//! Contract "divi-modules". A module is its attributes' defaults, a template in `templates/divi/modules/`, and what
//! follows for its classes. Which rules its attributes mean is `super::builder`'s.

mod accordion;
mod blurb;
mod button;
mod code;
mod column;
mod cta;
mod divider;
mod icon;
mod image;
mod row;
mod section;
mod tabs;
mod text;
mod toggle;

use super::builder::module::Module;

/// All modules. A new one is its file and its line here.
pub const MODULES: &[Module] = &[
    section::MODULE,
    row::MODULE,
    row::INNER,
    column::MODULE,
    column::INNER,
    text::MODULE,
    button::MODULE,
    blurb::MODULE,
    image::MODULE,
    image::FULLWIDTH,
    icon::MODULE,
    cta::MODULE,
    code::MODULE,
    code::FULLWIDTH,
    divider::MODULE,
    toggle::MODULE,
    toggle::ACCORDION_ITEM,
    accordion::MODULE,
    tabs::MODULE,
    tabs::TAB,
];
