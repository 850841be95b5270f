//! Example Notes: short notes in the plugin's own table, listed by a shortcode.

pub mod notes;
pub mod register;
