//! Option families that modules share, one file each; [`add`] has the order of their rules.
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

use super::module_rules;
use super::styles::Styles;

/// Adds the rules of all families.
pub fn add(styles: &mut Styles<'_>) {
    visibility::add(styles);
    styles.with_priority(font::add);
    text_shadow::add(styles);
    styles.with_priority(background::add);
    styles.with_priority(background_layers::add);
    styles.with_priority(border::add);
    filter::add(styles);
    styles.with_priority(sizing::add_height);
    sizing::add_overflow(styles);
    styles.with_priority(spacing::add);
    sizing::add_width(styles);
    styles.with_priority(button::add);
    form_field::add(styles);
    box_shadow::add(styles);
    position::add(styles);
    styles.with_priority(transform::add);
    spacing::add_image_icons(styles);
    module_rules::note_transitions(styles);
    transition::add(styles);
    spacing::add_changes(styles);
    custom_css::add(styles);
}
