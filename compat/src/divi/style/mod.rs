//! What builder attributes mean in CSS: declarations by media query, family by family.
//!
//! Contract "divi-server", section 6.3; vectors divi-content. Which selector they stand under, in which order rules are
//! printed and how equal ones are merged is the appearance's matter (sections 6.1 and 6.2). Not here yet: buttons, form
//! fields, patterns and masks, transitions, values while sticking, positions by device.

pub mod background;
pub mod border;
pub mod box_shadow;
pub mod disabled_on;
pub mod filter;
pub mod media;
pub mod overflow;
pub mod position;
pub mod sizing;
pub mod spacing;
pub mod text_group;
pub mod text_shadow;
pub mod transform;

pub use media::{Declarations, Media};
