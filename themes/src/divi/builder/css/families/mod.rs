//! The families of attributes that modules share, one file each, in the order in which their rules come.
//!
//! Contract "divi-server", sections 6.2 and 6.3.

pub mod background;
pub mod background_layers;
pub mod border;
pub mod box_shadow;
pub mod button;
pub mod button_icon;
pub mod custom_css;
pub mod filter;
pub mod font;
pub mod form_field;
pub mod position;
pub mod sizing;
pub mod spacing;
pub mod text_shadow;
pub mod transform;
pub mod transition;
pub mod visibility;

use super::own_rules;
use super::styles::Styles;

/// Adds the rules of all families.
pub fn add(styles: &mut Styles<'_>) {
    visibility::add(styles);
    font::add(styles);
    text_shadow::add(styles);
    background::add(styles);
    background_layers::add(styles);
    border::add(styles);
    filter::add(styles);
    sizing::add_height(styles);
    sizing::add_overflow(styles);
    spacing::add(styles);
    sizing::add_width(styles);
    button::add(styles);
    form_field::add(styles);
    box_shadow::add(styles);
    position::add(styles);
    transform::add(styles);
    spacing::add_image_icons(styles);
    own_rules::note_transitions(styles);
    transition::add(styles);
    spacing::add_changes(styles);
    custom_css::add(styles);
}
