//! Example Notes: short notes in a table of the plugin's own, shown by a shortcode.

pub mod notes;
pub mod register;
