//! The main query: query variables to posts and conditionals (`WP_Query`).
//!
//! Contract "wordpress-core", sections 4 and 5.6.

pub mod main_query;
mod sanitize;

pub use main_query::{Conditionals, MainQuery, QueriedObject};
pub use sanitize::sanitize_title_for_query;
