//! Option families that modules share, one file each; [`add`] has the order of their rules.
//!
//! Contract "divi-css", section 2.

mod animation;
pub mod background;
pub mod border;
pub mod box_shadow;
pub mod button;
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

use super::styles::Styles;

/// Adds the rules of all families.
pub fn add(styles: &mut Styles<'_>) {
    styles.is_drawn = false;
    font::add(styles);
    styles.is_drawn = true;
    text_shadow::add(styles);
    styles.is_drawn = false;
    background::add(styles);
    sizing::add_text_align(styles);
    border::add(styles);
    filter::add(styles);
    sizing::add_height(styles);
    sizing::add_overflow(styles);
    spacing::add(styles);
    sizing::add_width(styles);
    button::add(styles);
    form_field::add(styles);
    styles.is_drawn = true;
    box_shadow::add(styles);
    position::add(styles);
    transform::add(styles);
    spacing::add_parts(styles);
    transition::add(styles);
    custom_css::add(styles);
    visibility::add(styles);
}
