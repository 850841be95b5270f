//! Divi: what the theme and its builder change about a site's data.
//!
//! Contracts "divi-server", "divi-theme".

pub mod ab_subject_cookie;
pub mod canonical_hook;
pub mod content;
pub mod logo;
pub mod query_hook;
pub mod register;
pub mod responsive_images;
