//! Divi: what the theme and its builder change about a site's data.
//!
//! Contracts "divi-server", "divi-theme".

pub mod content;
pub mod responsive_images;
